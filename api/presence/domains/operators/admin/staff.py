"""Staff accounts: the list, inviting and disabling.

Invariant: no response contains a link or a token; they are sent only to the person they are for.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from presence.domains.operators.context import (
    CurrentOperator,
    May,
    OperatorCallDep,
    console,
    current_operation,
    operation,
)
from presence.domains.operators.errors import not_yourself
from presence.domains.operators.queries.lists import STAFF
from presence.domains.operators.resources import WAITS, Resource, act, add_resource, read, waiting
from presence.domains.operators.roles import ROLES
from presence.domains.operators.schemas import (
    InviteStaffIn,
    ReasonIn,
    StaffRecordOut,
    StaffRoleIn,
    StaffRoleRecordOut,
)
from presence.domains.operators.service import admin_approval
from presence.domains.operators.service.managing import Newcomer, disable
from presence.domains.operators.service.mandates import Mandate
from presence.domains.operators.service.permissions import allowed, word_of
from presence.http.adminlists import AdminListOut, PageInfoOut
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("operators")
staff = Resource("staff", STAFF, StaffRecordOut)
add_resource(router, staff)


@router.post(
    "/staff",
    status_code=201,
    response_model=StaffRecordOut,
    dependencies=[May("staff", "create")],
    responses=WAITS,
)
@operation("staff", "create")
async def invite_staff(
    body: InviteStaffIn,
    who: CurrentOperator,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> Any:
    """Invite a staff member.

    The link is sent by e-mail. 202 when an admin is invited: a second admin must approve it.
    """
    newcomer = Newcomer(body.email, body.name, body.role)
    current_operation().after.update(email=body.email, role=body.role)
    key, approval = await admin_approval.invite(
        session, settings, newcomer, who.id, body.reason, now
    )
    return await read(session, staff, key) if approval is None else _waiting(approval)


@act(router, staff, "reset-sign-in", may_wait=True)
async def reset_sign_in_staff(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> Any:
    """Reset the sign-in of a staff member who lost their password or authenticator app.

    Ends their sessions and sends them a new link. 202 for an admin: a second admin must approve it.
    """
    if key == who.id:
        raise not_yourself()
    approval = await admin_approval.reset_sign_in(session, settings, key, who.id, body.reason, now)
    return None if approval is None else _waiting(approval)


@act(router, staff, "change-role", may_wait=True)
async def change_role_staff(
    key: UUID,
    body: StaffRoleIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> Any:
    """Change the role of a staff member.

    It applies from their next call. 202 when they become an admin: a second admin must approve it.
    """
    if key == who.id:
        raise not_yourself()
    before, approval = await admin_approval.change_role(
        session, key, body.role, who.id, body.reason, now
    )
    current_operation().before["role"], current_operation().after["role"] = before, body.role
    return None if approval is None else _waiting(approval)


@router.get("/staff-roles", dependencies=[May("staff-roles", "list")])
async def staff_roles() -> AdminListOut[StaffRoleRecordOut]:
    """List the staff roles and their permissions."""
    rows = [
        StaffRoleRecordOut(id=role, description=word_of(role), permissions=allowed(role))
        for role in ROLES
    ]
    page = PageInfoOut(has_next_page=False, has_previous_page=False)
    return AdminListOut(data=rows, total=len(rows), page_info=page)


@act(router, staff, "disable")
async def disable_staff(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Disable a staff member.

    Ends their sessions and pending requests immediately.
    """
    if key == who.id:
        raise not_yourself()
    await disable(session, key, Mandate(requested_by=who.id), now)


@act(router, staff, "enable", may_wait=True)
async def enable_staff(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> Any:
    """Enable a staff member.

    202 for an admin: a second admin must approve it.
    """
    approval = await admin_approval.enable(session, key, who.id, body.reason, now)
    return None if approval is None else _waiting(approval)


def _waiting(approval_id: UUID) -> Any:
    current_operation().after["approvalId"] = str(approval_id)
    return waiting(approval_id)
