"""Acting as a customer: the list of impersonations, and beginning and ending one."""

from __future__ import annotations

from uuid import UUID

from presence.domains.identity.context import ClientDep
from presence.domains.operators.context import (
    CurrentOperator,
    May,
    OperatorCallDep,
    StaffAccountsDep,
    console,
    current_operation,
    leave,
    open_until,
    operation,
)
from presence.domains.operators.impersonation_schemas import (
    ImpersonateIn,
    ImpersonationRecordOut,
    StartedImpersonationOut,
)
from presence.domains.operators.queries.lists import IMPERSONATIONS
from presence.domains.operators.resources import Resource, act, add_resource, read
from presence.domains.operators.schemas import ReasonIn
from presence.domains.operators.service import impersonating
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("operators")
impersonations = Resource("impersonations", IMPERSONATIONS, ImpersonationRecordOut)
add_resource(router, impersonations)


@router.post(
    "/impersonations",
    status_code=201,
    response_model=StartedImpersonationOut,
    dependencies=[May("impersonations", "create")],
)
@operation("impersonations", "create")
async def create_impersonations(
    body: ImpersonateIn,
    who: CurrentOperator,
    accounts: StaffAccountsDep,
    client: ClientDep,
    session: SessionDep,
    settings: SettingsDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> StartedImpersonationOut:
    """Start an impersonation.

    It lasts 30 minutes at most, and no longer than your session here would last if left unused.
    Returns a link to the customer's side that works once, within a minute.
    """
    await accounts.prove(who, body.code, client)
    request = impersonating.ImpersonationRequest(**body.model_dump(exclude={"code"}))
    until = min(now + impersonating.LASTS, open_until(who, settings, now))
    key, token = await impersonating.begin(session, who.id, request, now, until)
    shown: dict[str, str] = {"mode": body.mode, "ticket": body.ticket, "reason": body.reason}
    shown["until"] = until.isoformat()
    current_operation().gather("impersonation.started", None, shown)
    record = await read(session, impersonations, key)
    url = f"{settings.http.origin}{impersonating.OPENING}{token}"
    return StartedImpersonationOut.model_validate({**record.model_dump(), "url": url})


@act(router, impersonations, "end")
async def end(
    key: UUID, body: ReasonIn, session: SessionDep, now: NowDep, operator_call: OperatorCallDep
) -> None:
    """End an impersonation immediately."""
    await leave(session)
    await impersonating.end(session, key, now)
    current_operation().gather("impersonation.ended", None, None)
