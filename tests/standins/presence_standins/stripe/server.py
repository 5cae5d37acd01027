"""Serves a model: API, hosted pages, control, and delivery of webhooks.

Invariant: loopback unless told otherwise; the model's clock runs with the real one plus whatever
was added to it, so nothing has to be advanced for a trial to go on.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field

import aiohttp
from aiohttp import web

from presence_standins.stripe.control import Control
from presence_standins.stripe.faults import ConnectionLost
from presence_standins.stripe.hosted import HostedPages
from presence_standins.stripe.model import StripeModel
from presence_standins.stripe.problems import Problem
from presence_standins.stripe.webhooks import Delivery

KEY = "sk_test_stand_in_0001"
WEBHOOK_PATH = "/api/v1/webhooks/stripe"
_TICK_S = 0.1
_TIMEOUT = aiohttp.ClientTimeout(total=20)
_NO_ANSWER = 599
_Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class StripeStandIn:
    """A running model. `webhook_url` empty means that events are not delivered."""

    model: StripeModel
    webhook_url: str = ""
    url: str = ""
    _ahead_s: int = field(default=0, repr=False)

    def tick(self) -> None:
        """Bring the model's clock to the present."""
        now = int(time.time()) + self._ahead_s
        if now > self.model.now:
            self.model.advance(now)

    def advance(self, seconds: int) -> None:
        """Let time pass."""
        self._ahead_s += seconds
        self.tick()

    def variables(self) -> list[str]:
        """Settings that connect a product to this model, as NAME=value."""
        return [
            f"PRESENCE_STRIPE__SECRET_KEY={KEY}",
            f"PRESENCE_STRIPE__WEBHOOK_SECRETS={self.model.outbox.secret}",
            f"PRESENCE_STRIPE__BASE_URL={self.url}",
        ]


@asynccontextmanager
async def start(
    port: int = 0, *, host: str = "127.0.0.1", webhook_url: str = "", seed: int = 1
) -> AsyncIterator[StripeStandIn]:
    """Serve a new model in this event loop. Port 0 picks a free one."""
    running = StripeStandIn(StripeModel(seed, now=int(time.time())), webhook_url)
    runner = web.AppRunner(_app(running), access_log=None, shutdown_timeout=0.5)
    await runner.setup()
    await web.TCPSite(runner, host, port).start()
    running.url = running.model.account.url = f"http://{host}:{runner.addresses[0][1]}"
    postman = asyncio.create_task(_deliver(running))
    try:
        yield running
    finally:
        postman.cancel()
        with suppress(asyncio.CancelledError):
            await postman
        await runner.cleanup()


def _app(running: StripeStandIn) -> web.Application:
    @web.middleware
    async def present(request: web.Request, handler: _Handler) -> web.StreamResponse:
        running.tick()
        try:
            return await handler(request)
        except Problem as problem:
            return web.Response(text=f"{problem}\n", status=problem.status)

    async def api(request: web.Request) -> web.StreamResponse:
        body = await request.text()
        try:
            answer = running.model.api.handle(
                request.method, str(request.rel_url), request.headers, body
            )
        except ConnectionLost:
            if request.transport is not None:
                request.transport.close()
            return web.Response(status=500)
        headers = {k: v for k, v in answer.headers.items() if k != "Content-Type"}
        return web.Response(
            text=answer.body,
            status=answer.status,
            headers=headers,
            content_type="application/json",
        )

    app = web.Application(middlewares=[present])
    app.router.add_route("*", "/v1/{path:.*}", api)
    HostedPages(running.model).add_to(app)
    Control(running.model, running.advance).add_to(app)
    return app


async def _deliver(running: StripeStandIn) -> None:
    """Post what is due to the endpoint, for ever."""
    outbox = running.model.outbox
    async with aiohttp.ClientSession(timeout=_TIMEOUT) as client:
        while True:
            running.tick()
            for delivery in outbox.take_due() if running.webhook_url else ():
                outbox.settle(delivery, await _post(client, running, delivery))
            await asyncio.sleep(_TICK_S)


async def _post(client: aiohttp.ClientSession, running: StripeStandIn, delivery: Delivery) -> int:
    body = delivery.body
    headers = {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": running.model.outbox.signature(body),
        "User-Agent": "Stripe/1.0 (stand-in)",
    }
    try:
        async with client.post(
            running.webhook_url, data=body.encode(), headers=headers, allow_redirects=False
        ) as answer:
            return answer.status
    except (aiohttp.ClientError, TimeoutError):
        return _NO_ANSWER
