"""SQL statements for the price list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from sqlalchemy import func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.billing.models import Plan, PlanFeature

_NAMED = (
    select(func.jsonb_object_agg(PlanFeature.feature_name, PlanFeature.feature_value))
    .where(PlanFeature.plan_id == Plan.id)
    .scalar_subquery()
)
_ALL = select(Plan, _NAMED).order_by(Plan.id)


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


async def active_plans(session: AsyncSession) -> list[PlanRow]:
    """Plans on sale, ordered by id."""
    return [plan for plan in await all_plans(session) if plan.is_active]


async def all_plans(session: AsyncSession) -> list[PlanRow]:
    """All plans by id, including those no longer sold, which somebody may still have."""
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
            named or {},
        )
        for plan, named in await session.execute(_ALL)
    ]


async def name_value(session: AsyncSession, plan_id: int, feature: str, value: str) -> None:
    """Set a named value of a plan; only the schema's owner may do so."""
    statement = insert(PlanFeature).values(
        plan_id=plan_id, feature_name=feature, feature_value=value
    )
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[PlanFeature.plan_id, PlanFeature.feature_name],
            set_={"feature_value": statement.excluded.feature_value},
        )
    )
