"""The price list, and which plan each price at the payment provider belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.payments import RemotePrice
from presence.domains.billing.errors import no_such_plan, price_not_set_up
from presence.domains.billing.queries import plans as queries
from presence.domains.billing.queries.plans import PlanRow
from presence.domains.billing.schemas import PlanOut

Frequency = Literal["monthly", "yearly"]
INTERVALS: dict[str, Frequency] = {"month": "monthly", "year": "yearly"}
PORTAL = "stripe.portal"  # the portal page on which only this plan can be chosen
HOME_PORTAL = "stripe.portal.home"  # payment method, address and invoices; no plan to choose


@dataclass(frozen=True, slots=True)
class PlanOffer:
    """A plan at one billing interval, as sold online."""

    plan_id: int
    name: str
    rank: int
    frequency: Frequency
    price_id: str
    portal: str | None


@dataclass(frozen=True, slots=True)
class PriceList:
    """Ranks and prices of all plans, for callers that look up several."""

    rows: Sequence[PlanRow]

    def ranks(self) -> dict[int, int]:
        """Rank by plan id, FREE (0) included."""
        return {0: 0, **{row.id: rank_of(row) for row in self.rows}}

    def plan_of(self, price: RemotePrice) -> int | None:
        """The plan a price belongs to; None if the price is not one of ours.

        A price that was replaced is matched to its plan by the metadata we set on it at the
        provider.
        """
        for row in self.rows:
            if price.id in (row.named.get(price_name(each)) for each in INTERVALS.values()):
                return row.id
        noted = price.metadata.get("plan_id", "")
        return int(noted) if noted in {str(row.id) for row in self.rows} else None


def price_name(frequency: Frequency) -> str:
    """The name of the plan's value that holds the provider's price id."""
    return f"stripe.price.{frequency}"


def rank_of(row: PlanRow) -> int:
    """The rank of a plan, which decides what is an upgrade."""
    return int(row.named.get("rank", row.id))


async def plans_on_sale(session: AsyncSession) -> list[PlanOut]:
    """The price list, ordered by id."""
    return [
        PlanOut(
            id=row.id,
            name=row.name,
            description=row.description,
            price=f"{row.price:.2f}",
            yearly_per_month=row.named.get("price.yearly_per_month", f"{row.price:.2f}"),
            billing_frequency=row.billing_frequency,
            features=list(row.features),
            popular=row.named.get("popular") == "true",
            is_active=row.is_active,
            created_at=row.created_at,
        )
        for row in await queries.active_plans(session)
    ]


async def plan_on_sale(session: AsyncSession, plan_id: int) -> PlanOut:
    """One plan of the price list. Raises NotFound if it is unknown or no longer sold."""
    for plan in await plans_on_sale(session):
        if plan.id == plan_id:
            return plan
    raise no_such_plan()


async def offer_of(session: AsyncSession, plan_id: int, frequency: Frequency) -> PlanOffer:
    """What is bought online.

    Raises NotFound for an unknown plan, Unavailable if it has no price.
    """
    for row in await queries.active_plans(session):
        if row.id == plan_id:
            price_id = row.named.get(price_name(frequency))
            if not price_id:
                raise price_not_set_up()
            portal = row.named.get(PORTAL)
            return PlanOffer(row.id, row.name, rank_of(row), frequency, price_id, portal)
    raise no_such_plan()


async def price_list(session: AsyncSession) -> PriceList:
    """All plans, including those no longer sold, read once."""
    return PriceList(await queries.all_plans(session))


async def home_portal(session: AsyncSession) -> str | None:
    """The provider's page for payment method and invoices; None before it is set up."""
    for row in await queries.all_plans(session):
        if HOME_PORTAL in row.named:
            return row.named[HOME_PORTAL]
    return None
