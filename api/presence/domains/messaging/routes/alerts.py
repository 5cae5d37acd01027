"""Alert rules and what they said."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.identity.context import CurrentUser
from presence.domains.messaging.schemas.alerts import (
    AlertEventOut,
    AlertRuleChangeIn,
    AlertRuleIn,
    AlertRuleListOut,
    AlertRuleOut,
    AlertTestOut,
)
from presence.domains.messaging.service.alerts import rules, trial_alert
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import NowDep, SettingsDep

router = APIRouter(
    prefix="/api/v1/alert-rules", tags=["messaging"], responses=documented(401, 403, 404, 409, 422)
)
VIEW, MANAGE = [Allowed("view")], [Allowed("brands")]
ONE = "/{rule_id}"


@router.get("", dependencies=VIEW)
async def alert_rules(session: TenantSession) -> AlertRuleListOut:
    """List alert rules, newest first."""
    return await rules.listed(session)


@router.post("", status_code=201, dependencies=MANAGE)
@idempotent
async def make_alert_rule(
    body: AlertRuleIn, user: CurrentUser, session: TenantSession, repeatable: RepeatableDep
) -> AlertRuleOut:
    """Create an alert rule.

    403 `plan-limit` when the plan does not include alerts or one of the channels, 409 when the
    workspace has the maximum number of rules.
    """
    return await rules.make(session, user.user_id, body.model_dump())


@router.get("/history", dependencies=VIEW)
async def alert_history(session: TenantSession, paging: PagingDep) -> ListOut[AlertEventOut]:
    """List the alerts that were sent or held back, newest first."""
    rows = await rules.history(session, paging.probe, paging.after)
    shown, page = cut(rows, paging, lambda row: row.id, None)
    return ListOut(data=list(shown), page=page)


@router.patch(ONE, dependencies=MANAGE)
async def change_alert_rule(
    rule_id: UUID, body: AlertRuleChangeIn, session: TenantSession
) -> AlertRuleOut:
    """Update an alert rule, or turn it on or off."""
    changes = body.model_dump(exclude_unset=True, exclude_none=True)
    return await rules.change_rule(session, rule_id, changes)


@router.delete(ONE, status_code=204, dependencies=MANAGE)
async def delete_alert_rule(rule_id: UUID, session: TenantSession, now: NowDep) -> None:
    """Delete an alert rule.

    Its history is kept, and the rule can be restored.
    """
    await rules.remove(session, rule_id, now)


@router.post(f"{ONE}/restore", dependencies=MANAGE)
async def restore_alert_rule(rule_id: UUID, session: TenantSession) -> AlertRuleOut:
    """Restore a deleted alert rule.

    409 when the workspace has the maximum number of rules.
    """
    return await rules.restore(session, rule_id)


@router.post(f"{ONE}/test", status_code=202, dependencies=MANAGE, responses=documented(429))
@idempotent
async def test_alert_rule(
    rule_id: UUID,
    user: CurrentUser,
    session: TenantSession,
    settings: SettingsDep,
    now: NowDep,
    repeatable: RepeatableDep,
) -> AlertTestOut:
    """Send a test alert.

    It goes to the rule's channels and is marked as a test. 429 after too many tests.
    """
    sent = await trial_alert.try_out(session, settings, rule_id, user.user_id, now)
    return AlertTestOut.model_validate({"sent": sent})
