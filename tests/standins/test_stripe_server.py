"""The Stripe stand-in as a server: hosted pages, signed events with retries, orders over HTTP."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest
import pytest_asyncio
import stripe
from aiohttp import web

from presence_standins.stripe import Mischief, StripeModel
from presence_standins.stripe.server import KEY, StripeStandIn, start
from presence_standins.stripe.webhooks import GIVES_UP_AFTER_S, SECRET


@dataclass
class Endpoint:
    """A receiver of events that answers with `statuses` in turn, then 200."""

    url: str = ""
    statuses: list[int] = field(default_factory=list)
    received: list[dict[str, Any]] = field(default_factory=list)
    arrival: asyncio.Event = field(default_factory=asyncio.Event)

    async def take(self, request: web.Request) -> web.Response:
        """Check the signature as a receiver would, then answer."""
        body = await request.text()
        stripe.WebhookSignature.verify_header(
            body, request.headers["Stripe-Signature"], SECRET, tolerance=300
        )
        status = self.statuses.pop(0) if self.statuses else 200
        self.received.append(json.loads(body))
        self.arrival.set()
        return web.Response(status=status)

    async def until(self, kind: str) -> dict[str, Any]:
        """The first event of a type, as soon as it has arrived."""
        async with asyncio.timeout(5):
            while True:
                for event in self.received:
                    if event["type"] == kind:
                        return event
                self.arrival.clear()
                await self.arrival.wait()


@pytest_asyncio.fixture
async def endpoint() -> AsyncIterator[Endpoint]:
    """A receiver on a free port."""
    receiver = Endpoint()
    app = web.Application()
    app.router.add_post("/hook", receiver.take)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    receiver.url = f"http://127.0.0.1:{runner.addresses[0][1]}/hook"
    yield receiver
    await runner.cleanup()


@pytest_asyncio.fixture
async def standin(endpoint: Endpoint) -> AsyncIterator[StripeStandIn]:
    """A running stand-in that posts to the receiver."""
    async with start(webhook_url=endpoint.url) as running:
        yield running


@pytest_asyncio.fixture
async def client() -> AsyncIterator[aiohttp.ClientSession]:
    """A browser, as far as forms go."""
    async with aiohttp.ClientSession() as session:
        yield session


async def _checkout(standin: StripeStandIn) -> Any:
    http = stripe.AIOHTTPClient()
    api = stripe.StripeClient(KEY, base_addresses={"api": standin.url}, http_client=http).v1
    product = await api.products.create_async({"name": "Pro"})
    price = await api.prices.create_async(
        {
            "product": product.id,
            "currency": "usd",
            "unit_amount": 2_000,
            "recurring": {"interval": "month"},
        }
    )
    session = await api.checkout.sessions.create_async(
        {
            "mode": "subscription",
            "customer_email": "ada@example.com",
            "line_items": [{"price": price.id, "quantity": 1}],
            "success_url": "http://shop.test/done?success=true&session_id={CHECKOUT_SESSION_ID}",
            "cancel_url": "http://shop.test/pricing?canceled=true",
        }
    )
    await http.close_async()  # type: ignore[no-untyped-call]  # the library's own
    return session


async def test_the_hosted_page_says_what_it_is_and_leads_both_ways(
    standin: StripeStandIn, client: aiohttp.ClientSession
) -> None:
    session = await _checkout(standin)
    async with client.get(session.url) as page:
        text = await page.text()
    assert "This is a stand-in for Stripe. No money moves." in text
    assert "Subscribe and pay $20.00" in text
    assert "http://shop.test/pricing?canceled=true" in text
    card = {"do": "pay", "card": "4000000000000002"}
    async with client.post(session.url, data=card, allow_redirects=False) as page:
        assert page.status == 402
        assert "Your card was declined" in await page.text()
    card = {"do": "pay", "card": "4242424242424242"}
    for _ in range(2):  # a second tab pays the same session
        async with client.post(session.url, data=card, allow_redirects=False) as page:
            assert page.status == 303
            there = page.headers["Location"]
            assert there == f"http://shop.test/done?success=true&session_id={session.id}"
    assert len(list(standin.model.account.every("subscription"))) == 1


async def test_events_are_signed_and_repeated_until_they_are_taken(
    standin: StripeStandIn, endpoint: Endpoint, client: aiohttp.ClientSession
) -> None:
    endpoint.statuses = [500, 503]
    session = await _checkout(standin)
    async with client.post(session.url, data={"do": "pay"}, allow_redirects=False):
        pass
    done = await endpoint.until("checkout.session.completed")
    assert done["data"]["object"]["id"] == session.id
    refused, endpoint.received[:] = endpoint.received[0], []
    async with client.post(standin.url + "/_control/clock", json={"seconds": 3_600}) as answer:
        assert answer.status == 204
    assert await endpoint.until(refused["type"]) == refused


async def test_time_passes_when_told_and_renewals_follow(
    standin: StripeStandIn, endpoint: Endpoint, client: aiohttp.ClientSession
) -> None:
    session = await _checkout(standin)
    async with client.post(session.url, data={"do": "pay"}, allow_redirects=False):
        pass
    async with client.post(standin.url + "/_control/clock", json={"days": 32}) as answer:
        assert answer.status == 204
    async with client.get(standin.url + "/_control/state") as answer:
        state = await answer.json()
    assert state["subscriptions"][0]["status"] == "active"
    paid = [e for e in standin.model.account.every("event") if e["type"] == "invoice.paid"]
    assert len(paid) == 2
    invoice = paid[1]["data"]["object"]
    async with client.get(invoice["hosted_invoice_url"]) as page:
        assert "$20.00" in await page.text()
    async with client.get(invoice["invoice_pdf"]) as page:
        assert (await page.read()).startswith(b"%PDF-1.4")


async def test_the_portal_cancels_and_takes_it_back(
    standin: StripeStandIn, client: aiohttp.ClientSession
) -> None:
    session = await _checkout(standin)
    async with client.post(session.url, data={"do": "pay"}, allow_redirects=False):
        pass
    sub = next(standin.model.account.every("subscription"))
    form = {"customer": sub["customer"], "return_url": "http://shop.test/settings"}
    keys = {"Authorization": f"Bearer {KEY}"}
    url = standin.url + "/v1/billing_portal"
    allowed = {"features[subscription_cancel][enabled]": "true"}
    async with client.post(url + "/configurations", data=allowed, headers=keys) as answer:
        assert (await answer.json())["is_default"]
    async with client.post(url + "/sessions", data=form, headers=keys) as answer:
        address = (await answer.json())["url"]
    for do, ends in (("cancel", True), ("resume", False)):
        order = {"do": do, "subscription": sub["id"]}
        async with client.post(address, data=order) as page:
            text = await page.text()
        assert (sub["cancel_at"] is not None) is ends
        assert ("ends on" in text) is ends


@pytest.mark.parametrize(
    ("order", "body"),
    [
        ("faults", [{"do": "explode"}]), ("card", {"customer": "cus_nobody", "bank": "pays"}),
        ("policy", {"after_retries": "forgive"}), ("mischief", {"double": 1}),
        ("resend", {"event": "evt_none"}), ("clock", {"days": "many"}),
    ],
)  # fmt: skip
async def test_an_order_that_is_not_understood_is_refused(
    standin: StripeStandIn, client: aiohttp.ClientSession, order: str, body: object
) -> None:
    async with client.post(f"{standin.url}/_control/{order}", json=body) as answer:
        assert answer.status == 422


def test_an_event_is_given_up_after_three_days() -> None:
    model = StripeModel(1)
    model.account.emit("customer.created", {"id": "cus_1", "object": "customer"})
    tries, begun = 0, model.now
    while (moment := model.outbox.next_moment()) is not None:
        model.advance(moment)
        for delivery in model.outbox.take_due():
            tries += 1
            model.outbox.settle(delivery, 500)
    assert tries > 8
    assert GIVES_UP_AFTER_S - 86_400 < model.now - begun <= GIVES_UP_AFTER_S


def test_mischief_drops_doubles_and_delays_the_same_events_for_the_same_seed() -> None:
    def run() -> list[tuple[str, int]]:
        model = StripeModel(5)
        model.outbox.mischief = Mischief(duplicate=0.3, delay=0.5, drop=0.2)
        for number in range(50):
            model.account.emit("customer.created", {"id": f"cus_{number}", "object": "customer"})
        assert model.outbox.dropped > 3
        return [(d.event["id"], d.due) for d in model.outbox.waiting]

    first = run()
    assert first == run()
    ids = [event for event, _ in first]
    assert len(set(ids)) < len(ids)
