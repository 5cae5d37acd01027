"""Two years of renewals from days that short months do not have: every cent, every period.

Invariant: what is expected is computed here from the price list and the calendar alone.
"""

from __future__ import annotations

import asyncio
from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal
from itertools import pairwise

from presence.domains.billing.service.plans import Frequency
from presence_standins.stripe import Mischief, checkout
from tests.assurance.billing_history import History, Story
from tests.assurance.billing_product import Product

MONTHLY = {1: Decimal("20.00"), 2: Decimal("49.00"), 3: Decimal("99.00")}
YEARLY = {1: Decimal("192.00"), 2: Decimal("468.00"), 3: Decimal("948.00")}
STARTS = (
    "2027-01-31 00:00:00", "2028-02-29 12:00:00", "2027-03-31 23:59:59", "2027-08-30 06:00:00",
    "2027-10-29 09:15:00", "2027-12-31 23:59:59", "2026-02-28 08:00:00", "2028-01-29 00:00:01",
    "2026-05-31 17:00:00", "2027-02-28 23:59:59",
)  # fmt: skip
_BILLS = """
SELECT amount, metadata ->> 'periodStart' AS start FROM payments
WHERE workspace_id = $1 AND status = 'paid' ORDER BY created_at
"""


@dataclass(frozen=True)
class Renewals:
    """A plan bought on a day and left alone."""

    start: str
    plan: int
    frequency: Frequency

    @property
    def bought(self) -> datetime:
        """The moment of the purchase."""
        return datetime.fromisoformat(self.start).replace(tzinfo=UTC)

    @property
    def months(self) -> int:
        """Length of a period."""
        return 12 if self.frequency == "yearly" else 1

    def due(self, number: int) -> datetime:
        """When the bill with a number is due: on the day of the first, or the month's last."""
        months = self.bought.month - 1 + number * self.months
        year, month = self.bought.year + months // 12, months % 12 + 1
        day = min(self.bought.day, monthrange(year, month)[1])
        return self.bought.replace(year=year, month=month, day=day)


STORIES = tuple(
    Renewals(start, plan, frequency)
    for plan in (1, 2, 3)
    for start in STARTS
    for frequency in ("monthly", "yearly")
)


class Quiet(History):
    """A history in which nothing goes wrong."""

    async def renew(self, renewals: Renewals) -> Story:
        """Buy, wait 24 months, compare with calendar and price list."""
        self.model.account.now = int(renewals.bought.timestamp())
        self.model.outbox.mischief = Mischief()
        self.tenant = await self.product.person()
        url = await self.product.buy(self.tenant, renewals.plan, renewals.frequency)
        checkout.pay(self.model.account, self.page(url)["id"])
        self.truth.note()
        last = 24 // renewals.months
        await self.catch_up(hurt=False)
        await self.forward(int(renewals.due(last).timestamp()) + 7_200 - self.model.now, hurt=False)
        await self.compare()
        await self._every_cent(renewals, last + 1)
        return await self.end()

    async def _every_cent(self, renewals: Renewals, count: int) -> None:
        price = (YEARLY if renewals.frequency == "yearly" else MONTHLY)[renewals.plan]
        bills = await self.product.admin.fetch(_BILLS, self.tenant.workspace_id)
        amounts = [bill["amount"] for bill in bills]
        if amounts != [price] * count:
            self.violate(f"{renewals}: {amounts} were recorded, {count} times {price} is right")
        lines = [i["lines"]["data"][0]["period"] for i in self.model.account.every("invoice")]
        starts = [datetime.fromtimestamp(line["start"], UTC) for line in lines]
        if starts != [renewals.due(number) for number in range(count)]:
            self.violate(f"{renewals}: periods began {starts}")
        if any(a["end"] != b["start"] for a, b in pairwise(lines)):
            self.violate(f"{renewals}: there are gaps between periods")


async def renew_for_two_years(product: Product, renewals: Renewals) -> Story:
    """Play one such story."""
    story = Quiet(product, STORIES.index(renewals))
    return await asyncio.create_task(story.renew(renewals))
