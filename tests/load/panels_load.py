"""What people, engines, Stripe and strangers do within minutes, so that every metric counts.

Invariant: everything reaches the product through its own interfaces: HTTP calls of browsers,
answers of stand-ins, events of Stripe's model. Nothing is written into its database or its metrics.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import httpx

from presence_standins.engines import EngineStandIns, Rule
from presence_standins.stripe.faults import Order
from presence_standins.stripe.server import StripeStandIn
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import KEY, subscribe

RUN_S = 600.0
_TROUBLE = (
    Rule("rate-limited", "chatgpt", times=2, seconds=0.2),
    Rule("invalid-json", "claude", times=2),
    Rule("no-citations", "gemini", times=4),
    Rule("bad-request", "perplexity", times=6),
)
_ADDRESS = "/dashboard/analytics"


@dataclass(frozen=True)
class World:
    """The product and what stands around it."""

    product: Product
    engines: EngineStandIns
    stripe: StripeStandIn
    site: str
    receiver: str


async def live(world: World) -> None:
    """Half a dozen people, one after the other and beside each other."""
    async with signed_up(world.product) as subscriber, listening(subscriber):
        await subscribe(world.product, subscriber, "Growth")
        await subscriber.analyse(world.site)
        await subscriber.summary_after_run(RUN_S)
        brand = (await subscriber.brands())[0]["id"]
        world.engines.script(*_TROUBLE)
        await _again(subscriber, brand)
        world.engines.script()
        await _own_key(subscriber)
        await _again(subscriber, brand)
        await subscribe(world.product, subscriber, "Scale")  # with webhooks, and more questions
        await _deliveries(world, subscriber, brand)
        await asyncio.gather(_buy(world), _strangers(world), _told(subscriber), _pages(subscriber))
        await _failing_run(world)


@asynccontextmanager
async def listening(customer: Customer) -> AsyncIterator[None]:
    """A page that stays open, and comes back once with what it heard last."""
    task = asyncio.create_task(_listen(customer))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


async def _listen(customer: Customer) -> None:
    last = ""
    while True:
        headers = {"Last-Event-ID": last} if last else {}
        with contextlib.suppress(httpx.HTTPError):
            async with customer.http.stream(
                "GET", "/api/v1/events", headers=headers, timeout=60
            ) as stream:
                heard = 0
                async for line in stream.aiter_lines():
                    if line.startswith("id:"):
                        last, heard = line[3:].strip(), heard + 1
                    if heard >= 3:
                        break
        await asyncio.sleep(0.2)


async def _again(customer: Customer, brand: str) -> None:
    started = await customer.http.post(f"/api/v1/brands/{brand}/runs", json={"kind": "full"})
    assert started.is_success, started.text
    await customer.summary_after_run(RUN_S)


async def _deliveries(world: World, customer: Customer, brand: str) -> None:
    """A report, an export, a webhook, an API key and who uses it."""
    http = customer.http
    for wanted in ("pdf", "csv"):
        _fine(await http.post(f"/api/v1/brands/{brand}/reports", json={"format": wanted}))
    hook = {"name": "Warehouse", "url": world.receiver, "events": ["run-completed"]}
    made = _fine(await http.post("/api/v1/webhooks", json=hook)).json()
    _fine(await http.post(f"/api/v1/webhooks/{made['id']}/test"))
    key = _fine(await http.post("/api/v1/api-keys", json={"name": "Reports"})).json()["secret"]
    async with httpx.AsyncClient(base_url=world.product.url) as program:
        for _ in range(3):
            _fine(await program.get("/api/v1/brands", headers={"Authorization": f"Bearer {key}"}))


async def _own_key(customer: Customer) -> None:
    """A key of the workspace's own, which pays from now on."""
    path = "/api/v1/engines/chatgpt/credential"
    _fine(
        await customer.http.put(
            path, json={"apiKey": KEY, "monthlyCap": {"unit": "usd", "value": "20.00"}}
        )
    )


async def _buy(world: World) -> None:
    """Checkout, the card, Stripe's events; and once Stripe does not answer."""
    async with signed_up(world.product) as buyer:
        wish = {
            "planId": 1,
            "billingFrequency": "monthly",
            "successUrl": f"{world.product.url}/dashboard",
            "cancelUrl": f"{world.product.url}/pricing",
        }
        world.stripe.model.faults.orders = [Order(do="unavailable", times=9)]
        await buyer.http.post("/api/subscriptions/checkout", json=wish)
        world.stripe.model.faults.orders = []
        page = _fine(await buyer.http.post("/api/subscriptions/checkout", json=wish)).json()
        async with httpx.AsyncClient() as browser:
            await browser.post(page["checkoutUrl"])
        for _ in range(60):
            found = (await buyer.http.get("/api/subscriptions/my-subscription")).json()
            if found:
                return
            await asyncio.sleep(0.5)


async def _strangers(world: World) -> None:
    """Wrong passwords, no session, a plan's limit, an address nobody may fetch."""
    async with signed_up(world.product) as visitor:
        wrong = {"email": "nobody@example.com", "password": "not the password"}
        async with httpx.AsyncClient(
            base_url=world.product.url, headers={"Origin": world.product.url}
        ) as stranger:
            for _ in range(3):
                await stranger.post("/api/login", json=wrong)
                await stranger.get("/api/v1/brands")
        await visitor.analyse(None)
        second = {"brandName": "Second", "websiteUrl": "https://second.example", "name": "Second"}
        await visitor.http.post("/api/v1/brands", json=second)
        await visitor.http.post("/api/v1/sites/check", json={"url": "http://10.0.0.1/"})


async def _told(customer: Customer) -> None:
    """What a browser tells of its pages."""
    told = {"page": _ADDRESS, "lcpMs": 900, "inpMs": 60, "cls": 0.01, "errors": 1}
    for _ in range(3):
        _fine(await customer.http.post("/api/v1/browser-reports", json=told))


async def _pages(customer: Customer) -> None:
    """Everyday reading."""
    for _ in range(20):
        for path in ("/api/user", "/api/v1/me", "/api/v1/brands"):
            _fine(await customer.http.get(path))


async def _failing_run(world: World) -> None:
    """An analysis that no assistant answers."""
    async with signed_up(world.product) as unlucky:
        world.engines.script(Rule("unauthorized"))
        await subscribe(world.product, unlucky, "Growth")
        await unlucky.analyse(world.site)
        await unlucky.summary_after_run(RUN_S)
        world.engines.script()


def _fine(answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, f"{answer.request.url.path} {answer.status_code} {answer.text[:300]}"
    return answer
