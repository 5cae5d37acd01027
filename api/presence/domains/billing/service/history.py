"""How the plan of a workspace changed, from the history of its subscriptions.

Invariant: only what opened or closed a plan counts; renewals, payments and requests do not.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.queries import subscriptions

_CLOSED = ("expired", "incomplete", "canceled", "unpaid")
_ENDINGS = (".ended", ".expired", ".replaced")


@dataclass(frozen=True, slots=True)
class PlanChange:
    """The plan from a given time on; None is the free one."""

    at: datetime
    plan: str | None


async def plan_changes(session: AsyncSession, start: datetime, end: datetime) -> list[PlanChange]:
    """Changes of the bound workspace's plan in [start, end), oldest first."""
    found: list[PlanChange] = []
    current: str | None = None
    for row in await subscriptions.plan_history(session, end):
        closed = row.status in _CLOSED or row.event_type.endswith(_ENDINGS)
        plan = None if closed else row.plan
        if plan != current and row.created_at >= start:
            found.append(PlanChange(row.created_at, plan))
        current = plan
    return found
