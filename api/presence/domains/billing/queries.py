"""Every SQL statement of billing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any, Literal

from sqlalchemy import Row, select, text, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.models import Plan, PlanFeature, Subscription, SubscriptionEvent

# `current_subscription` decides in one place which row counts; row security does the rest.
_CURRENT = text(
    "SELECT s.plan_id, p.name AS plan_name, p.features AS plan_features, s.status,"
    " s.billing_frequency, s.current_period_start, s.current_period_end, s.trial_end, s.end_date,"
    " s.cancel_at_period_end, s.processor,"
    " (s.metadata ->> 'pastDueSince')::timestamptz AS past_due_since"
    " FROM current_subscription s JOIN plans p ON p.id = s.plan_id"
)


@dataclass(frozen=True, slots=True)
class PlanRow:
    """A plan of the price list with its named values."""

    id: int
    name: str
    description: str
    price: Decimal
    billing_frequency: Literal["monthly", "yearly"]
    features: Sequence[str]
    is_active: bool
    created_at: datetime
    named: dict[str, str]


async def current_subscription(session: AsyncSession) -> Row[Any] | None:
    """The bound workspace's running subscription with its plan."""
    return (await session.execute(_CURRENT)).one_or_none()


async def active_plans(session: AsyncSession) -> list[PlanRow]:
    """Plans on sale, by id."""
    plans = (await session.execute(select(Plan).where(Plan.is_active).order_by(Plan.id))).scalars()
    rows = (await session.execute(select(PlanFeature).order_by(PlanFeature.feature_name))).scalars()
    named: dict[int, dict[str, str]] = {}
    for feature in rows:
        named.setdefault(feature.plan_id, {})[feature.feature_name] = feature.feature_value
    return [
        PlanRow(
            plan.id,
            plan.name,
            plan.description,
            plan.price,
            "yearly" if plan.billing_frequency == "yearly" else "monthly",
            plan.features,
            plan.is_active,
            plan.created_at,
            named.get(plan.id, {}),
        )
        for plan in plans
    ]


async def expire_subscriptions(session: AsyncSession) -> None:
    """End whatever runs in the bound workspace, so that a new subscription can start."""
    await session.execute(
        update(Subscription).where(Subscription.status != "expired").values(status="expired")
    )


async def insert_subscription(session: AsyncSession, subscription: Subscription) -> None:
    """Store a subscription; the database fills the workspace."""
    session.add(subscription)
    await session.flush()


async def insert_event(session: AsyncSession, event: SubscriptionEvent) -> None:
    """Append an event to a subscription's history."""
    session.add(event)
    await session.flush()
