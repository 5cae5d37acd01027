"""Staff's changes to the price list, and the payments and events they record by hand.

Invariant: a plan that customers can choose has limits the product knows.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any, cast
from uuid import UUID

from sqlalchemy import RowMapping
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict, NotFound, Unavailable, ValidationFailed
from presence.core.payments import PaymentGateway, PriceCatalogue
from presence.db.session import release
from presence.domains.audit.service import record
from presence.domains.billing.entitlements import knows_plan
from presence.domains.billing.models import Plan, PlanFeature
from presence.domains.billing.queries import console as queries
from presence.domains.billing.queries import subscriptions
from presence.domains.billing.queries.plans import all_plans
from presence.domains.billing.service.price_setup import PriceComparison, compare_prices

_TAKEN = "There is a plan with this id already."
_NAME_TAKEN = "This plan has a value under that name already."
_NO_LIMITS = "The product knows no limits for this plan yet, so it cannot be sold."
_NO_PLAN = "There is no such plan."
_PRICE = "Price must be non-negative"
_YEARLY = "price.yearly_per_month"
_MONEY = re.compile(r"\d{1,9}(\.\d{1,2})?")
_NOTHING_TO_COMPARE = (
    "Online payment is not set up on this server, so there are no prices to compare with."
)
_PENDING = "This event has not been processed yet. Replay it, or wait."


async def prices_of(
    session: AsyncSession, gateway: PaymentGateway | None, plan_id: int
) -> list[PriceComparison]:
    """A plan's prices compared with the provider's. Raises NotFound, and 503 without a provider."""
    if gateway is None:
        raise Unavailable(_NOTHING_TO_COMPARE)
    catalogue = cast(PriceCatalogue, gateway)
    row = next((plan for plan in await all_plans(session) if plan.id == plan_id), None)
    if row is None:
        raise NotFound("We could not find that plan.")
    await release(session)
    return await compare_prices(row, catalogue)


async def add_plan(session: AsyncSession, plan_id: int, values: Mapping[str, Any]) -> None:
    """Add a plan that is not sold yet. Raises Conflict for an id in use."""
    if await queries.plan_exists(session, plan_id):
        raise Conflict.at("/id", _TAKEN)
    await queries.insert_row(session, Plan(id=plan_id, is_active=False, **values))


async def change_plan(session: AsyncSession, plan_id: int, values: Mapping[str, Any]) -> None:
    """Change the description of a plan."""
    if values:
        await queries.change_plan(session, plan_id, dict(values))


async def set_sold(session: AsyncSession, plan_id: int, *, sold: bool) -> None:
    """Make a plan available to customers, or withdraw it. Raises Conflict if it has no limits."""
    if sold and not knows_plan(plan_id):  # guard: billing.plan-without-limits
        raise Conflict(_NO_LIMITS)
    await queries.change_plan(session, plan_id, {"is_active": sold})


async def add_feature(session: AsyncSession, plan_id: int, name: str, value: str) -> UUID:
    """Add a named value to a plan. Raises Conflict if it exists, or the plan does not."""
    if not await queries.plan_exists(session, plan_id):
        raise Conflict.at("/planId", _NO_PLAN)
    if await queries.feature_exists(session, plan_id, name):
        raise Conflict.at("/featureName", _NAME_TAKEN)
    _require_money(name, value)
    row = PlanFeature(plan_id=plan_id, feature_name=name, feature_value=value)
    await queries.insert_row(session, row)
    return row.id


def _require_money(name: str, value: str) -> None:
    """The monthly price of a yearly plan must be an amount of money."""
    if name == _YEARLY and not _MONEY.fullmatch(value):
        raise ValidationFailed.at("/featureValue", _PRICE)


async def change_feature(session: AsyncSession, key: UUID, name: str, value: str) -> None:
    """Change the value under a name. Raises ValidationFailed."""
    _require_money(name, value)
    await queries.change_feature(session, key, value)


async def add_payment(
    session: AsyncSession,
    subscription: RowMapping,
    amount: Decimal,
    currency: str,
    status: str,
) -> UUID:
    """Record a payment made by other means; the session is bound to the paying workspace."""
    row = queries.new_payment(subscription["id"], subscription["user_id"], amount, currency, status)
    await queries.insert_row(session, row)
    entry = {"amount": str(amount), "currency": currency, "status": status}
    await record(session, "payment.recorded", f"payment:{row.id}", after=entry)
    return row.id


async def add_event(
    session: AsyncSession, subscription_id: UUID, event_type: str, data: Mapping[str, Any]
) -> UUID:
    """Record an event; the session is bound to the workspace concerned."""
    key = await subscriptions.insert_event(session, subscription_id, event_type, dict(data))
    await record(session, "subscription.noted", f"subscription_event:{key}")
    return key


async def mark_handled(session: AsyncSession, key: UUID, state: str) -> None:
    """Mark an event as handled. Raises Conflict while it waits to be processed."""
    if state == "pending":
        raise Conflict(_PENDING)
    await queries.mark_handled(session, key)
