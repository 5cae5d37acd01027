"""Feature flags: on or off in general, for plans, for a share of workspaces, or for one of them."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import ValidationFailed
from presence.db.tenancy import TenantBinding, bind
from presence.domains.operators.context import (
    CurrentOperator,
    May,
    OperatorCallDep,
    console,
    current_operation,
    operation,
)
from presence.domains.operators.flag_schemas import (
    ExceptionIn,
    FlagChangeIn,
    FlagRecordOut,
    NoExceptionIn,
    ToggleIn,
)
from presence.domains.operators.queries.flags import FLAGS
from presence.domains.operators.queries.staff import by_id
from presence.domains.operators.resources import Resource, act, add_resource, read
from presence.domains.operators.service import flags as service
from presence.http.adminlists import require_tag
from presence.http.conditional import IfMatch
from presence.http.session import NowDep, SessionDep

router = console("operators")
flags = Resource("feature-flags", FLAGS, FlagRecordOut)
add_resource(router, flags)
_RECORDED = {"enabled", "plans", "percent", "expires_at", "owner_id"}


@act(router, flags, "toggle")
async def toggle(
    key: str,
    body: ToggleIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Turn a feature on or off for every workspace without an exception."""
    before: FlagRecordOut = await read(session, flags, key)
    current_operation().before["enabled"] = before.enabled
    current_operation().after["enabled"] = body.enabled
    await service.set_flag(session, key, {"enabled": body.enabled}, who.id, body.reason, now)


@router.patch(
    "/feature-flags/{key}",
    response_model=FlagRecordOut,
    dependencies=[May("feature-flags", "edit")],
)
@operation("feature-flags", "edit")
async def edit_feature_flags(
    key: str,
    body: FlagChangeIn,
    who: CurrentOperator,
    session: SessionDep,
    if_match: IfMatch,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> FlagRecordOut:
    """Update a feature flag: plans, share of workspaces, expiry and owner."""
    before = await read(session, flags, key)
    require_tag(if_match, before)
    values = body.model_dump(exclude={"reason"}, exclude_unset=True)
    if body.owner_id is not None and await by_id(session, body.owner_id) is None:
        raise ValidationFailed.at("/ownerId", "Choose a colleague")
    named = set(values) & _RECORDED
    current_operation().before.update(before.model_dump(mode="json", include=named))
    current_operation().after.update(body.model_dump(mode="json", include=named))
    await service.set_flag(session, key, values, who.id, body.reason, now)
    record: FlagRecordOut = await read(session, flags, key)
    return record


@act(router, flags, "add-exception")
async def add_exception(
    key: str,
    body: ExceptionIn,
    who: CurrentOperator,
    session: SessionDep,
    now: NowDep,
    operator_call: OperatorCallDep,
) -> None:
    """Add an exception for one workspace.

    The feature is on or off there, whatever applies to the others.
    """
    await read(session, flags, key)
    if body.expires_at is not None and body.expires_at <= now:
        raise ValidationFailed.at("/expiresAt", "Choose a moment in the future")
    await _enter(session, body.workspace_id)
    current_operation().after.update(body.model_dump(mode="json", exclude={"reason"}))
    await service.make_exception(
        session, key, body.enabled, body.expires_at, who.id, body.reason, now
    )


@act(router, flags, "remove-exception")
async def remove_exception(
    key: str, body: NoExceptionIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Remove the exception of a workspace."""
    await read(session, flags, key)
    await _enter(session, body.workspace_id)
    current_operation().before.update(body.model_dump(mode="json", exclude={"reason"}))
    await service.end_exception(session, key)


async def _enter(session: AsyncSession, workspace_id: UUID) -> None:
    if not await service.knows_workspace(session, workspace_id):
        raise ValidationFailed.at("/workspaceId", "We could not find that workspace.")
    await bind(session, TenantBinding(workspace_id, None))
