"""Requests that wait for a second person: viewed, approved, rejected and withdrawn.

The slice that registered an action with `carries_out` carries it out.
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
    """Approve what a colleague requested, as it was shown.

    Requires a new code from the authenticator app.
    """
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
    """Reject what a colleague requested."""
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
    """Withdraw your own request for approval."""
    await approving.withdraw(session, key, who.id, body.reason, now)
