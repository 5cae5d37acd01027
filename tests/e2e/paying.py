"""A product that is paid through the model of Stripe, with one calendar for both.

Invariant: time passes only by `Till.pass_days`, for the product and the model by the same amount;
the model learns of nothing and the product hears of nothing except through their real interfaces.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx

from presence_standins.stripe.dates import DAY, HOUR
from presence_standins.stripe.server import WEBHOOK_PATH, StripeStandIn, start
from tests.e2e.product import ROOT, Product, running_product


@dataclass
class Till:
    """A product, the model it is paid through, and the calendar of both."""

    product: Product
    stripe: StripeStandIn
    ahead: Path
    days: int = 0

    async def pass_days(self, days: int) -> None:
        """The product first, so that it is never behind what the model tells it."""
        self.days += days
        self.ahead.write_text(str(self.days * DAY))
        await self._order("clock", {"days": days})

    async def subscription(self) -> dict[str, Any]:
        """The only subscription, as the model has it."""
        async with httpx.AsyncClient(base_url=self.stripe.url) as client:
            state = (await client.get("/_control/state")).json()
        (found,) = state["subscriptions"]
        return dict(found)

    async def refuse_card(self) -> None:
        """From now on the customer's bank refuses the card."""
        customer = (await self.subscription())["customer"]
        await self._order("card", {"customer": customer, "bank": "generic_decline"})

    async def break_down(self) -> None:
        """The model answers nothing but errors until it is `mend`ed."""
        await self._order("faults", [{"do": "unavailable", "times": 99}])

    async def mend(self) -> None:
        """The model answers again."""
        await self._order("faults", [])

    async def grace_ends(self) -> datetime:
        """A week after the bill of the running period was first charged, an hour into it."""
        (item,) = (await self.subscription())["items"]["data"]
        charged = item["current_period_start"] + HOUR
        return datetime.fromtimestamp(charged, UTC) + timedelta(days=7)

    @property
    def now(self) -> datetime:
        """What the calendar of both says."""
        return datetime.now(UTC) + timedelta(days=self.days)

    async def _order(self, name: str, body: object) -> None:
        async with httpx.AsyncClient(base_url=self.stripe.url, timeout=60) as client:
            answer = await client.post(f"/_control/{name}", json=body)
        assert answer.status_code == 204, answer.text


@asynccontextmanager
async def till() -> AsyncIterator[Till]:
    """A product of its own with prices set up at a model of its own."""
    async with start() as stripe:
        with tempfile.TemporaryDirectory(prefix="presence-till-") as folder:
            ahead = Path(folder) / "ahead"
            variables = dict(line.split("=", 1) for line in stripe.variables())
            with running_product(PRESENCE_CLOCK_AHEAD=str(ahead), **variables) as product:
                stripe.webhook_url = product.url + WEBHOOK_PATH
                await asyncio.to_thread(_set_up, product, variables)
                yield Till(product, stripe, ahead)


def _set_up(product: Product, variables: dict[str, str]) -> None:
    state = {"PRESENCE_STATE_DIR": str(product.state / "presence")}
    done = subprocess.run(  # noqa: S603 - our own command with fixed arguments
        [str(Path(sys.executable).with_name("presence")), "stripe-setup"],
        cwd=ROOT,
        env={**os.environ, **state, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
