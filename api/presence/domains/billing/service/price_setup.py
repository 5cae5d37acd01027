"""Products, prices and portal pages at the provider for the plans we sell; stores their ids.

Invariant: running it again changes nothing; a price whose amount differs from the price list is
replaced, never edited, and customers who pay the old one keep it.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.payments import Interval, PriceCatalogue, RemotePrice, money
from presence.domains.billing.queries import plans as queries
from presence.domains.billing.queries.plans import PlanRow
from presence.domains.billing.service.plans import HOME_PORTAL, PORTAL, Frequency, price_name

_SET_UP = "Run `presence stripe-setup`."
_NO_PRICE = f"The provider has no such price. {_SET_UP}"
_OTHER_AMOUNT = f"The provider charges something else. {_SET_UP}"
_OTHER_ID = f"Checkout uses another price than the provider's current one. {_SET_UP}"
_INTERVALS: dict[Frequency, Interval] = {"monthly": "month", "yearly": "year"}


@dataclass(frozen=True, slots=True)
class PriceLine:
    """One price: `state` is there, made, or missing (only if nothing may be created)."""

    plan: str
    frequency: Frequency
    amount: Decimal
    price_id: str | None
    state: str


@dataclass(frozen=True, slots=True)
class PriceComparison:
    """A price of ours beside the provider's; `problem` is a sentence, None if they agree."""

    frequency: Frequency
    amount: Decimal
    price_id: str | None
    stored_price_id: str | None
    remote_amount: Decimal | None
    remote_currency: str | None
    problem: str | None

    @property
    def matches(self) -> bool:
        """Whether customers are charged what the price list says."""
        return self.problem is None


def charge(row: PlanRow, frequency: Frequency) -> Decimal:
    """USD per invoice: a month's price, or twelve months at the annual rate."""
    if frequency == "monthly":
        return row.price
    return Decimal(row.named.get("price.yearly_per_month", row.price)) * 12


def lookup_key(row: PlanRow, frequency: Frequency) -> str:
    """The name of our price at the provider."""
    return f"presence-plan-{row.id}-{frequency}"


async def check_prices(session: AsyncSession, catalogue: PriceCatalogue) -> list[PriceLine]:
    """Whether the provider sells what the price list says, at its prices. Changes nothing."""
    lines = []
    for row in await queries.active_plans(session):
        found = await _found(catalogue, row)
        for frequency in _INTERVALS:
            price = found.get(lookup_key(row, frequency))
            right = price is not None and _fits(price, row, frequency)
            stored = price is not None and row.named.get(price_name(frequency)) == price.id
            state = "there" if right and stored else "missing"
            price_id = price.id if price else None
            lines.append(PriceLine(row.name, frequency, charge(row, frequency), price_id, state))
    return lines


async def compare_prices(row: PlanRow, catalogue: PriceCatalogue) -> list[PriceComparison]:
    """Each price of a plan beside the provider's. Changes nothing."""
    found = await _found(catalogue, row)
    return [
        _compared(row, frequency, found.get(lookup_key(row, frequency))) for frequency in _INTERVALS
    ]


def _compared(row: PlanRow, frequency: Frequency, price: RemotePrice | None) -> PriceComparison:
    stored = row.named.get(price_name(frequency))
    amount = charge(row, frequency)
    if price is None:
        return PriceComparison(frequency, amount, None, stored, None, None, _NO_PRICE)
    problem = None
    if not _fits(price, row, frequency):
        problem = _OTHER_AMOUNT
    elif stored != price.id:
        problem = _OTHER_ID
    remote = money(price.amount, price.currency)
    return PriceComparison(frequency, amount, price.id, stored, remote, price.currency, problem)


async def set_up_prices(session: AsyncSession, catalogue: PriceCatalogue) -> list[PriceLine]:
    """Create what is missing and store the ids; `session` must be the schema owner's."""
    lines = []
    rows = await queries.active_plans(session)
    known = next((row.named[HOME_PORTAL] for row in rows if HOME_PORTAL in row.named), None)
    home = await catalogue.ensure_portal("home", None, [], known)
    for row in rows:
        await queries.name_value(session, row.id, HOME_PORTAL, home)
        lines += await _set_up(session, catalogue, row)
    return lines


async def _set_up(
    session: AsyncSession, catalogue: PriceCatalogue, row: PlanRow
) -> list[PriceLine]:
    product = f"presence-plan-{row.id}"
    await catalogue.ensure_product(product, row.name, {"plan_id": str(row.id)})
    found, ids, lines = await _found(catalogue, row), [], []
    for frequency in _INTERVALS:
        price = found.get(lookup_key(row, frequency))
        state = "there"
        if price is None or not _fits(price, row, frequency):
            price, state = await _make(catalogue, row, product, frequency), "made"
        await queries.name_value(session, row.id, price_name(frequency), price.id)
        ids.append(price.id)
        amount = charge(row, frequency)
        lines.append(PriceLine(row.name, frequency, amount, price.id, state))
    portal = await catalogue.ensure_portal(f"plan-{row.id}", product, ids, row.named.get(PORTAL))
    await queries.name_value(session, row.id, PORTAL, portal)
    return lines


async def _found(catalogue: PriceCatalogue, row: PlanRow) -> dict[str, RemotePrice]:
    keys = [lookup_key(row, frequency) for frequency in _INTERVALS]
    return {price.lookup_key: price for price in await catalogue.prices(keys) if price.lookup_key}


def _fits(price: RemotePrice, row: PlanRow, frequency: Frequency) -> bool:
    return (
        price.active
        and price.currency == "USD"
        and price.interval == _INTERVALS[frequency]
        and Decimal(price.amount) / 100 == charge(row, frequency)
    )


async def _make(
    catalogue: PriceCatalogue, row: PlanRow, product: str, frequency: Frequency
) -> RemotePrice:
    return await catalogue.create_price(
        product,
        int(charge(row, frequency) * 100),
        _INTERVALS[frequency],
        lookup_key(row, frequency),
        {"plan_id": str(row.id), "frequency": frequency},
    )
