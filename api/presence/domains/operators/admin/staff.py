"""Accounts of staff: who works here, inviting and disabling."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.domains.operators.context import CurrentOperator, May, console, operation, told
from presence.domains.operators.errors import not_yourself
from presence.domains.operators.queries.lists import STAFF
from presence.domains.operators.resources import Resource, act, add_resource, read
from presence.domains.operators.roles import ROLES
from presence.domains.operators.schemas import (
    InvitedStaffOut,
    InviteStaffIn,
    ReasonIn,
    StaffRecordOut,
    StaffRoleIn,
    StaffRoleRecordOut,
)
from presence.domains.operators.service.managing import (
    change_role,
    invitation_url,
    invite,
    reset_sign_in,
    set_enabled,
)
from presence.domains.operators.service.permissions import allowed, word_of
from presence.http.adminlists import AdminListOut, PageInfoOut
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("operators")
staff = Resource("staff", STAFF, StaffRecordOut)
add_resource(router, staff)


@router.post("/staff", status_code=201, dependencies=[May("staff", "create")])
@operation("staff", "create")
async def invite_staff(
    body: InviteStaffIn,
    who: CurrentOperator,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
) -> InvitedStaffOut:
    """Invite somebody; the link to set up the account is in this answer only."""
    key, token = await invite(session, settings, body.email, body.name, body.role, who.id, now)
    told().after.update(email=body.email, role=body.role)
    return await _with_link(session, settings, key, token)


@router.post("/staff/{key}/reset-sign-in", dependencies=[May("staff", "reset-sign-in")])
@operation("staff", "reset-sign-in")
async def reset_sign_in_staff(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
) -> InvitedStaffOut:
    """For who lost password or authenticator: ends their sessions; the new link is here only."""
    if key == who.id:
        raise not_yourself()
    token = await reset_sign_in(session, settings, key, now)
    return await _with_link(session, settings, key, token)


@act(router, staff, "change-role")
async def change_role_staff(
    key: UUID, body: StaffRoleIn, who: CurrentOperator, session: SessionDep
) -> None:
    """Give somebody another role; it counts from their next call on."""
    if key == who.id:
        raise not_yourself()
    told().before["role"] = await change_role(session, key, body.role)
    told().after["role"] = body.role


@router.get("/staff-roles", dependencies=[May("staff-roles", "list")])
async def staff_roles() -> AdminListOut[StaffRoleRecordOut]:
    """What each role is for and may do: the table the server decides by."""
    rows = [
        StaffRoleRecordOut(id=role, description=word_of(role), permissions=allowed(role))
        for role in ROLES
    ]
    page = PageInfoOut(has_next_page=False, has_previous_page=False)
    return AdminListOut(data=rows, total=len(rows), page_info=page)


@act(router, staff, "disable")
async def disable_staff(
    key: UUID, body: ReasonIn, who: CurrentOperator, session: SessionDep
) -> None:
    """Let somebody in no more; ends their sessions at once."""
    if key == who.id:
        raise not_yourself()
    await set_enabled(session, key, enabled=False)


async def _with_link(
    session: AsyncSession, settings: Settings, key: UUID, token: str
) -> InvitedStaffOut:
    record = await read(session, staff, key)
    url = invitation_url(settings, token)
    return InvitedStaffOut.model_validate({**record.model_dump(), "invitation_url": url})


@act(router, staff, "enable")
async def enable_staff(key: UUID, body: ReasonIn, session: SessionDep) -> None:
    """Let somebody in again."""
    await set_enabled(session, key, enabled=True)
