"""Accounts of staff: who works here, inviting and disabling."""

from __future__ import annotations

from uuid import UUID

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
    StaffRoleRecordOut,
)
from presence.domains.operators.service.accounts import invitation_url, invite, set_enabled
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
    record = await read(session, staff, key)
    url = invitation_url(settings, token)
    return InvitedStaffOut.model_validate({**record.model_dump(), "invitation_url": url})


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


@act(router, staff, "enable")
async def enable_staff(key: UUID, body: ReasonIn, session: SessionDep) -> None:
    """Let somebody in again."""
    await set_enabled(session, key, enabled=True)
