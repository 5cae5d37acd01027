"""A shop on the Stripe model: the real SDK in the same process, one plan, one customer."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import stripe

from presence_standins.stripe import PAYS, InProcessClient, Policy, StripeModel, checkout, published
from presence_standins.stripe.account import Resource

URL = "https://stripe.test"


def at(text: str) -> int:
    """`2027-01-31 09:30` in seconds since 1970."""
    return int(datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp())


class CheckingClient(InProcessClient):
    """Holds every successful answer against Stripe's published shapes."""

    def __init__(self, model: StripeModel) -> None:
        super().__init__(model)
        self.complaints: list[str] = []
        self.checked = 0

    async def request_async(
        self, method: str, url: str, headers: Mapping[str, str], post_data: Any = None
    ) -> tuple[bytes, int, Mapping[str, str]]:
        """As the model answers."""
        answer = await super().request_async(method, url, headers, post_data)
        if answer[1] == 200:
            document = json.loads(answer[0])
            rows = document["data"] if document["object"] == "list" else [document]
            for row in rows:
                self.check(row)
        return answer

    def check(self, row: Resource) -> None:
        """Remember how an object departs from its published shape."""
        kind = "deleted_customer" if row.get("deleted") else row["object"]
        self.checked += 1
        self.complaints += published.complaints({"ref": kind}, row, kind)


@dataclass
class Shop:
    """A plan with a monthly and a yearly price, a dearer one, and a customer."""

    model: StripeModel
    api: Any
    client: CheckingClient
    prices: dict[str, str] = field(default_factory=dict)
    customer: str = ""

    async def open_checkout(self, price: str = "monthly", **more: Any) -> Any:
        """A checkout session of the customer."""
        asked = {
            "mode": "subscription",
            "customer": self.customer,
            "line_items": [{"price": self.prices[price], "quantity": 1}],
            "success_url": "http://shop.test/done?session_id={CHECKOUT_SESSION_ID}",
            "cancel_url": "http://shop.test/pricing",
            **more,
        }
        return await self.api.checkout.sessions.create_async(asked)

    async def subscribe(self, price: str = "monthly", **more: Any) -> Any:
        """A paid subscription."""
        session = await self.open_checkout(price, **more)
        checkout.pay(self.model.account, session.id, PAYS)
        session = await self.api.checkout.sessions.retrieve_async(session.id)
        return await self.api.subscriptions.retrieve_async(session.subscription)

    def events(self) -> list[str]:
        """Types of the events so far, oldest first."""
        return [event["type"] for event in self.model.account.every("event")]


async def open_shop(now: str = "2027-01-31 09:30", policy: Policy | None = None) -> Shop:
    """A shop with everything a first customer needs."""
    model = StripeModel(3, now=at(now), url=URL, policy=policy)
    client = CheckingClient(model)
    api = stripe.StripeClient(
        "sk_test_shop", http_client=client, base_addresses={"api": URL}, max_network_retries=2
    ).v1
    shop = Shop(model, api, client)
    for plan, cents in (("pro", 2_000), ("scale", 9_900)):
        product = await api.products.create_async({"id": f"presence-{plan}", "name": plan.title()})
        for interval, amount in (("month", cents), ("year", cents * 10)):
            name = {"month": "monthly", "year": "yearly"}[interval]
            price = await api.prices.create_async(
                {
                    "product": product.id,
                    "currency": "usd",
                    "unit_amount": amount,
                    "recurring": {"interval": interval},
                    "lookup_key": f"{plan}-{name}",
                }
            )
            shop.prices[name if plan == "pro" else f"{plan}-{name}"] = price.id
    customer = await api.customers.create_async({"email": "ada@example.com", "name": "Ada"})
    shop.customer = customer.id
    return shop
