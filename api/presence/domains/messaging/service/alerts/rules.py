"""Create, change and delete rules, and read their history.

Invariant: a deleted rule never fires, keeps its history and can be restored.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.billing.entitlements import Limits, require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.messaging.models import AlertEvent, AlertRule
from presence.domains.messaging.queries import alerts as queries
from presence.domains.messaging.schemas.alerts import AlertEventOut, AlertRuleListOut, AlertRuleOut
from presence.domains.messaging.service.alerts.words import reason_of
from presence.domains.workspaces.service import lock_workspace

FEATURE = "digest.weekly"
MOST = 20
_CHANNELS = {"slack": "digest.slack", "webhook": "digest.webhooks"}
_FULL = f"A workspace has at most {MOST} alerts. Delete one first."
_GONE = "We could not find that alert."


async def listed(session: AsyncSession) -> AlertRuleListOut:
    """Every rule, and what the plan allows."""
    limits = (await current_plan(session)).limits
    return AlertRuleListOut(
        data=[_shown(rule, spoken) for rule, spoken in await queries.rules(session)],
        allowed=limits.allows(FEATURE),
        slack=limits.allows(_CHANNELS["slack"]),
        webhooks=limits.allows(_CHANNELS["webhook"]),
    )


async def make(session: AsyncSession, user_id: UUID, wanted: Mapping[str, Any]) -> AlertRuleOut:
    """Create a rule. Raises PlanLimitReached, NotFound for a foreign brand, Conflict when full."""
    await _require_plan(session, wanted["channels"])
    if wanted["brand_id"] is not None:
        await get_brand(session, wanted["brand_id"])
    await lock_workspace(session)
    await _require_room(session)
    row = AlertRule(id=new_id(), created_by=user_id, **wanted)
    await queries.insert(session, row)
    await record(session, "alert.added", f"alert:{row.id}", after=_recorded(row))
    return _shown(row, None)


async def change_rule(
    session: AsyncSession, rule_id: UUID, changes: Mapping[str, Any]
) -> AlertRuleOut:
    """Change a rule. Raises NotFound, PlanLimitReached."""
    row = await _one(session, rule_id)
    await _require_plan(session, changes.get("channels", ()))
    before = _recorded(row)
    if changes:
        await queries.update_rule(session, rule_id, **changes)
    row = await _one(session, rule_id)
    await record(session, "alert.changed", f"alert:{rule_id}", before=before, after=_recorded(row))
    return _shown(row, None)


async def usable(session: AsyncSession, rule_id: UUID) -> AlertRule:
    """A rule whose channels the plan includes. Raises NotFound, PlanLimitReached."""
    row = await _one(session, rule_id)
    await _require_plan(session, row.channels)
    return row


async def remove(session: AsyncSession, rule_id: UUID, now: datetime) -> None:
    """Delete a rule; `restore` undoes that. Raises NotFound."""
    row = await _one(session, rule_id)
    await queries.update_rule(session, rule_id, deleted_at=now)
    await record(session, "alert.removed", f"alert:{rule_id}", before=_recorded(row))


async def restore(session: AsyncSession, rule_id: UUID) -> AlertRuleOut:
    """Restore a deleted rule. Raises NotFound, Conflict if there is no room."""
    row = await queries.find_rule(session, rule_id, deleted=True)
    if row is None:
        raise NotFound(_GONE)
    if row.deleted_at is not None:
        await lock_workspace(session)
        await _require_room(session)
        await queries.update_rule(session, rule_id, deleted_at=None)
        await record(session, "alert.restored", f"alert:{rule_id}", after=_recorded(row))
    return _shown(row, None)


async def history(session: AsyncSession, limit: int, after: UUID | None) -> list[AlertEventOut]:
    """The alerts that rules raised and why, newest first."""
    return [_event(event, name) for event, name in await queries.history(session, limit, after)]


async def _one(session: AsyncSession, rule_id: UUID) -> AlertRule:
    row = await queries.find_rule(session, rule_id)
    if row is None:
        raise NotFound(_GONE)
    return row


async def _require_plan(session: AsyncSession, channels: Sequence[str]) -> None:
    limits: Limits = (await current_plan(session)).limits
    require_feature(limits, FEATURE)
    for channel in channels:
        if channel in _CHANNELS:
            require_feature(limits, _CHANNELS[channel])


async def _require_room(session: AsyncSession) -> None:
    if len(await queries.rules(session)) >= MOST:
        raise Conflict(_FULL)


def _shown(row: AlertRule, spoken: datetime | None) -> AlertRuleOut:
    return AlertRuleOut.from_row(row, last_sent_at=spoken)


def _recorded(row: AlertRule) -> dict[str, Any]:
    names = ("name", "metric", "condition", "threshold", "channels", "cooldown_hours", "active")
    return {name: getattr(row, name) for name in names}


def _event(row: AlertEvent, name: str) -> AlertEventOut:
    return AlertEventOut.from_row(row, rule_name=name, reason=reason_of(row), at=row.created_at)
