"""Orders to a served model that no customer and no API could give: time, faults, cards, policy.

Everything is below `/_control`. Invariant: an order that is not understood is a 422 with a
sentence, never silently ignored.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from aiohttp import web

from presence_standins.stripe import subscriptions
from presence_standins.stripe.customers import default_card
from presence_standins.stripe.dates import DAY
from presence_standins.stripe.faults import Order
from presence_standins.stripe.model import StripeModel
from presence_standins.stripe.problems import Problem
from presence_standins.stripe.webhooks import Mischief

Ahead = Callable[[int], None]


class Control:
    """The orders of one model; `ahead` moves its clock by seconds."""

    def __init__(self, model: StripeModel, ahead: Ahead) -> None:
        self._model = model
        self._ahead = ahead

    def add_to(self, app: web.Application) -> None:
        """Register the paths."""
        app.router.add_get("/_control/state", self.state)
        orders: dict[str, Callable[[Any], None]] = {
            "clock": self.clock,
            "faults": self.faults,
            "mischief": self.mischief,
            "resend": self.resend,
            "card": self.card,
            "end": self.end,
            "policy": self.policy,
        }
        for name, order in orders.items():
            app.router.add_post(f"/_control/{name}", self._obey(order))

    async def state(self, _: web.Request) -> web.Response:
        """What there is: the clock, subscriptions, undelivered events, requests served."""
        account = self._model.account
        return web.json_response(
            {
                "now": account.now,
                "next": self._model.next_moment(),
                "requests": self._model.api.requests,
                "undelivered": len(self._model.outbox.waiting),
                "dropped": self._model.outbox.dropped,
                "subscriptions": list(account.every("subscription")),
            }
        )

    def clock(self, asked: dict[str, int]) -> None:
        """{"days": 31} or {"seconds": 60}: let time pass."""
        self._ahead(asked.get("days", 0) * DAY + asked.get("seconds", 0))

    def faults(self, asked: list[dict[str, Any]]) -> None:
        """[{"do": "timeout", "times": 2, "method": "POST", "path": "/v1/"}]; [] clears."""
        self._model.faults.orders = [Order(**order) for order in asked]

    def mischief(self, asked: dict[str, Any]) -> None:
        """{"duplicate": 0.2, "delay": 0.5, "drop": 0.1}: what happens to new events."""
        self._model.outbox.mischief = Mischief(**asked)

    def resend(self, asked: dict[str, str]) -> None:
        """{"event": "evt_…"}: deliver it again."""
        self._model.outbox.resend(asked["event"])

    def card(self, asked: dict[str, str]) -> None:
        """{"customer": "cus_…", "bank": "pays" | "generic_decline" | …}: what the bank says."""
        account = self._model.account
        card = default_card(account, asked["customer"])
        if card is None:
            raise ValueError("The customer has no card.")
        account.banks[card] = asked["bank"]

    def end(self, asked: dict[str, str]) -> None:
        """{"subscription": "sub_…"}: end it now, as the dashboard's button does."""
        subscriptions.cancel(self._model.account, asked["subscription"], {})

    def policy(self, asked: dict[str, Any]) -> None:
        """{"after_retries": "cancel" | "unpaid" | "past_due"}."""
        chosen = asked.get("after_retries")
        if chosen not in {"cancel", "unpaid", "past_due"}:
            raise ValueError("after_retries is cancel, unpaid or past_due.")
        self._model.account.policy.after_retries = chosen

    def _obey(self, order: Callable[[Any], None]) -> Callable[[web.Request], Awaitable[Any]]:
        async def obey(request: web.Request) -> web.Response:
            try:
                order(await request.json())
            except (ValueError, TypeError, KeyError, AttributeError, Problem) as error:
                return web.Response(text=f"{error}\n", status=422)
            return web.Response(status=204)

        return obey
