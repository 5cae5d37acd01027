"""What people, engines, Stripe and strangers do within minutes, so that every metric counts.

Invariant: everything reaches the product through its own interfaces: HTTP calls of browsers,
answers of stand-ins, events of Stripe's model. Nothing is written into its database or its metrics.
"""

from __future__ import annotations

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

from presence_standins.engines import EngineStandIns, Rule
from presence_standins.smtp.sink import Sink
from presence_standins.stripe.dates import DAY
from presence_standins.stripe.faults import Order
from presence_standins.stripe.server import StripeStandIn
from tests.e2e.people import Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import KEY, subscribe

RUN_S, SOON_S, SCRAPED_S = 600.0, 120.0, 5.0
OWN_MODEL = "tiny"
_TROUBLE = (
    Rule("rate-limited", "chatgpt", times=2, seconds=0.2),
    Rule("invalid-json", "claude", times=2),
    Rule("no-citations", "gemini", times=4),
    Rule("server-error", "perplexity", times=60),
)
_ADDRESS = "/dashboard/analytics"
_REFUSED = "554 5.7.1 Not here"
_NOBODY = "http://127.0.0.1:9/"
_OUTAGE_S = 20.0  # longer than the auditor's looks are apart


@dataclass(frozen=True)
class World:
    """The product and what stands around it."""

    product: Product
    engines: EngineStandIns
    stripe: StripeStandIn
    mails: Sink
    site: str
    receiver: str
    ahead: Path


async def live(world: World) -> None:
    """Half a dozen people, one after the other and beside each other."""
    async with signed_up(world.product) as subscriber, listening(subscriber):
        await _confirm(world, subscriber)
        await subscribe(world.product, subscriber, "Growth")
        await subscriber.analyse(world.site)
        await subscriber.summary_after_run(RUN_S)
        await _unreachable(world)  # not earlier: what counts has to be known at 0 before
        _fine(await subscriber.http.put("/api/v1/digest", json={"frequency": "weekly"}))
        brand = (await subscriber.brands())[0]["id"]
        world.engines.script(*_TROUBLE)
        await _again(subscriber, brand)
        world.engines.script()
        await _own_key(world, subscriber)
        await _again(subscriber, brand)
        await subscribe(world.product, subscriber, "Scale")  # with webhooks, and more questions
        await _deliveries(world, subscriber, brand)
        await asyncio.gather(_buy(world), _strangers(world), _told(subscriber), _pages(subscriber))
        await _failing_run(world)
        await _a_week_later(world, subscriber, brand)


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
    """A report, an export, webhooks that are taken and not, an API key and who uses it."""
    http = customer.http
    for wanted in ("csv", "pdf", "csv", "pdf"):
        _fine(await http.post(f"/api/v1/brands/{brand}/reports", json={"format": wanted}))
        await asyncio.sleep(SCRAPED_S)
    for url in (world.receiver, _NOBODY):
        hook = {"name": "Warehouse", "url": url, "events": ["run-completed"]}
        made = _fine(await http.post("/api/v1/webhooks", json=hook)).json()
        _fine(await http.post(f"/api/v1/webhooks/{made['id']}/test"))
    key = _fine(await http.post("/api/v1/api-keys", json={"name": "Reports"})).json()["secret"]
    async with httpx.AsyncClient(base_url=world.product.url) as program:
        for _ in range(3):
            _fine(await program.get("/api/v1/brands", headers={"Authorization": f"Bearer {key}"}))


async def _own_key(world: World, customer: Customer) -> None:
    """A model on a server and a key of the workspace's own, asked from now on.

    The one own key that can be used here: the others lead to their makers.
    """
    own = {
        "apiKey": KEY,
        "baseUrl": world.engines.base("compatible"),
        "model": OWN_MODEL,
        "monthlyCap": {"unit": "usd", "value": "20.00"},
    }
    _fine(await customer.http.put("/api/v1/engines/compatible/credential", json=own))


async def _buy(world: World) -> None:
    """Checkout and the card; Stripe does not answer before it, and not while its event arrives."""
    async with signed_up(world.product) as buyer:
        wish = {
            "planId": 1,
            "billingFrequency": "monthly",
            "successUrl": f"{world.product.url}/dashboard",
            "cancelUrl": f"{world.product.url}/pricing",
        }
        faults = world.stripe.model.faults
        faults.orders = [Order(do="unavailable", times=9)]
        for _ in range(2):
            await buyer.http.post("/api/subscriptions/checkout", json=wish)
            await asyncio.sleep(SCRAPED_S)
        faults.orders = []
        page = _fine(await buyer.http.post("/api/subscriptions/checkout", json=wish)).json()
        faults.orders = [Order(do="unavailable", times=999, method="GET")]
        async with httpx.AsyncClient() as browser:
            await browser.post(page["checkoutUrl"])
        await asyncio.sleep(_OUTAGE_S)
        faults.orders = []

        async def subscribed() -> object:
            return (await buyer.http.get("/api/subscriptions/my-subscription")).json()

        await _until(subscribed)


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
                await asyncio.sleep(SCRAPED_S)
        await visitor.analyse(None)
        second = {"brandName": "Second", "websiteUrl": "https://second.example"}
        await visitor.http.post("/api/v1/brands", json=second)
        await visitor.http.post("/api/v1/sites/check", json={"url": "http://10.0.0.1/"})


async def _told(customer: Customer) -> None:
    """What a browser tells of its pages."""
    told = {"page": _ADDRESS, "lcpMs": 900, "inpMs": 60, "cls": 0.01, "errors": 1}
    for _ in range(3):
        _fine(await customer.http.post("/api/v1/browser-reports", json=told))
        await asyncio.sleep(SCRAPED_S)  # what appears at once has never increased


async def _pages(customer: Customer) -> None:
    """Everyday reading."""
    for _ in range(20):
        for path in ("/api/user", "/api/v1/me", "/api/v1/brands"):
            _fine(await customer.http.get(path))


async def _failing_run(world: World) -> None:
    """A brand without a word whose site is not there: nothing can be measured."""
    async with signed_up(world.product) as unlucky:
        await unlucky.analyse(None)
        await subscribe(world.product, unlucky, "Growth")
        wordless = {"brandName": "Marlow", "websiteUrl": _NOBODY}
        brand = _fine(await unlucky.http.post("/api/v1/brands", json=wordless)).json()["id"]
        path = f"/api/v1/brands/{brand}/runs"
        await unlucky.http.post(path, json={"kind": "full"})  # unless it began by itself

        async def failed() -> object:
            runs = _fine(await unlucky.http.get(path)).json()["data"]
            return any(run["status"] == "failed" for run in runs)

        await _until(failed)


async def _unreachable(world: World) -> None:
    """Somebody whose mail server refuses what we send."""
    world.mails.answers.append(_REFUSED)
    async with signed_up(world.product):

        async def refused() -> object:
            return not world.mails.answers

        await _until(refused)


async def _until(so: Callable[[], Awaitable[object]]) -> None:
    """Return once it is so; TimeoutError when that takes longer than a moment."""
    async with asyncio.timeout(SOON_S):
        while True:
            if await so():
                return
            await asyncio.sleep(0.5)


async def _confirm(world: World, customer: Customer) -> None:
    """Follow the link of the first mail: digests go to confirmed addresses only."""
    email = (await customer.http.get("/api/user")).json()["email"]

    async def written_to() -> object:
        return world.mails.to(email)

    await _until(written_to)
    found = re.search(r"verify#([\w-]+)", world.mails.to(email)[0].part("plain"))
    assert found
    _fine(await customer.http.post("/api/v1/auth/verify", json={"token": found[1]}))


async def _a_week_later(world: World, customer: Customer, brand: str) -> None:
    """The calendar moves on: an analysis and a digest fall due, and nobody presses anything."""
    before = await _newest(customer, brand)
    email = (await customer.http.get("/api/user")).json()["email"]
    mails = len(world.mails.to(email))
    world.ahead.write_text(str(8 * DAY))

    async def happened() -> object:
        return await _newest(customer, brand) != before and len(world.mails.to(email)) > mails

    await _until(happened)
    await customer.summary_after_run(RUN_S)


async def _newest(customer: Customer, brand: str) -> str:
    """The id of the brand's newest run."""
    answer = _fine(await customer.http.get(f"/api/v1/brands/{brand}/runs"))
    return str(answer.json()["data"][0]["id"])


def _fine(answer: httpx.Response) -> httpx.Response:
    assert answer.is_success, f"{answer.request.url.path} {answer.status_code} {answer.text[:300]}"
    return answer
