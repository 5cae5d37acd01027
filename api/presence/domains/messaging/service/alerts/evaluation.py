"""Evaluates the workspace's rules against a finished run.

Invariant: only a change that the comparison of runs found significant meets a rule; a rule
evaluates a run once, and fires for a brand once per pause.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.service import current_plan
from presence.domains.measurement.service.run_summary import (
    HeadlineScore,
    MeasuredRun,
    measured_run,
)
from presence.domains.messaging.models import AlertRule
from presence.domains.messaging.queries import alerts as queries
from presence.domains.messaging.service.alerts.rules import FEATURE
from presence.jobs.context import JobContext
from presence.jobs.notify import ALERT_FIRED, request_notice

_FROM_ANSWERS = frozenset({"content", "overall"})
_TECHNICAL_ONLY = "technical-only"


async def evaluate_rules(context: JobContext, run_id: UUID) -> None:
    """Send every alert that a rule calls for. Safe to call again."""
    now = context.resources.clock.now()
    async with context.transaction() as session:
        run = await measured_run(session, run_id)
        if run is None or not run.moves:
            return
        if not (await current_plan(session)).limits.allows(FEATURE):
            return
        for rule in await queries.active_rules(session, run.brand_id):
            for reading in run.moves:
                if reading.metric == rule.metric and meets(rule, reading):
                    await _speak(session, rule, run, reading, now)


def meets(rule: AlertRule, reading: HeadlineScore) -> bool:
    """Whether a significant change meets the rule."""
    points, limit = reading.points or 0.0, rule.threshold
    before = reading.value - points
    match rule.condition:
        case "falls-by":
            return points <= -limit
        case "rises-by":
            return points >= limit
        case "changes-by":
            return abs(points) >= limit
        case "falls-below":
            return reading.value < limit <= before
        case _:
            return reading.value > limit >= before


async def _speak(
    session: AsyncSession, rule: AlertRule, run: MeasuredRun, reading: HeadlineScore, now: datetime
) -> None:
    since = now - timedelta(hours=rule.cooldown_hours)
    of_answers = rule.metric in _FROM_ANSWERS and reading.stands_for != _TECHNICAL_ONLY
    pausing = await queries.spoken_since(session, rule.id, run.brand_id, since)
    event_id = await queries.add_event(
        session,
        rule_id=rule.id,
        brand_id=run.brand_id,
        run_id=run.id,
        outcome="cooling-down" if pausing else "sent",
        metric=rule.metric,
        condition=rule.condition,
        threshold=rule.threshold,
        value=reading.value,
        low=reading.low,
        high=reading.high,
        points=reading.points,
        stands_for=reading.stands_for,
        answers_valid=run.answers_valid if of_answers else None,
        answers_total=run.answers_total if of_answers else None,
        channels=rule.channels,
        created_at=now,
    )
    if event_id is not None and not pausing:
        await request_notice(session, ALERT_FIRED, event_id)
