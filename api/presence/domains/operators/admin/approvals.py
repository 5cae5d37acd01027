"""What waits for a second person: looked at, approved, refused and withdrawn.

Whatever was asked for is carried out by the slice that registered it with `carries_out`.
"""

from __future__ import annotations

from uuid import UUID

from presence.domains.identity.context import ClientDep
from presence.domains.operators.context import (
    CurrentOperator,
    OperatorCallDep,
    StaffAccountsDep,
    console,
)
from presence.domains.operators.queries.lists import APPROVALS
from presence.domains.operators.resources import Resource, act, add_resource
from presence.domains.operators.schemas import ApprovalRecordOut, ApproveIn, ReasonIn
from presence.domains.operators.service import approving
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("operators")
approvals = Resource("approvals", APPROVALS, ApprovalRecordOut)
add_resource(router, approvals)


@act(router, approvals, "approve")
async def approve(
    key: UUID,
    body: ApproveIn,
    who: CurrentOperator,
    accounts: StaffAccountsDep,
    client: ClientDep,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Let happen what a colleague asked for, as it was shown; takes a fresh code."""
    await approving.require_approver(session, key, who.id, body.seal, now)
    await accounts.prove(who, body.code, client)  # guard: approval.fresh-code
    await approving.approve(session, settings, key, who.id, body.seal, body.reason, now)


@act(router, approvals, "reject")
async def reject(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Refuse what a colleague asked for."""
    await approving.reject(session, key, who.id, body.reason, now)


@act(router, approvals, "withdraw")
async def withdraw(
    key: UUID,
    body: ReasonIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Take back what you asked for; nobody decides about it any more."""
    await approving.withdraw(session, key, who.id, body.reason, now)
