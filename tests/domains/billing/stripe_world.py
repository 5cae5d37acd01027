"""A product that is paid through the model of Stripe: one clock for both, and the worker's part.

Invariant: time moves only by `World.advance`; what the model sends goes through the real webhook
route, and jobs run from the rows the product enqueued.
"""

from __future__ import annotations

import itertools
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import asyncpg
import httpx
from fastapi import FastAPI
from pydantic import SecretStr

import presence.domains.brands.jobs  # noqa: F401 - registers what follows a change of plan
from presence.adapters.stripe import StripeGateway
from presence.core.settings import Settings, StripeSettings
from presence.db.session import Database
from presence.domains.billing.jobs import due, nightly, waiting
from presence.domains.billing.service.price_setup import set_up_prices
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.jobs.context import JobResources, run_job
from presence_standins.stripe import SECRET, InProcessClient, StripeModel, checkout, portal
from presence_standins.stripe.customers import default_card
from presence_standins.stripe.dates import DAY
from tests.conftest import Place, browser
from tests.factories.people import sign_up
from tests.factories.runs import worker_hands

SITE = "http://presence.test"
WEBHOOK = "/api/v1/webhooks/stripe"
_seeds = itertools.count(1)
JOBS = ("billing.deliver", "billing.keep_up", "billing.reconcile", "brands.fit_plan")


@dataclass
class ModelClock:
    """The model's time as the product's clock."""

    model: StripeModel

    def now(self) -> datetime:
        """Aware UTC."""
        return datetime.fromtimestamp(self.model.now, UTC)

    def monotonic(self) -> float:
        """Seconds."""
        return float(self.model.now)

    async def sleep(self, seconds: float) -> None:
        """Nobody waits."""


@dataclass
class World:
    """Product and model; `resources` is what a worker would have."""

    app: FastAPI
    database: Database
    admin: asyncpg.Connection
    model: StripeModel
    gateway: StripeGateway
    resources: JobResources
    settings: Settings

    def browser(self) -> httpx.AsyncClient:
        """One more browser."""
        return browser(self.app)

    @asynccontextmanager
    async def customer(self) -> AsyncIterator[Customer]:
        """Somebody who has just signed up."""
        async with self.browser() as client:
            user = await sign_up(client)
            yield Customer(self, client, UUID(user["id"]), user["email"])

    async def deliver(self, *, shuffled: bool = False) -> list[int]:
        """Send every webhook that is due; the statuses answered."""
        statuses = []
        async with self.browser() as client:
            for delivery in self.model.outbox.take_due(shuffled=shuffled):
                headers = {"Stripe-Signature": self.model.outbox.signature(delivery.body)}
                response = await client.post(WEBHOOK, content=delivery.body, headers=JSON | headers)
                self.model.outbox.settle(delivery, response.status_code)
                statuses.append(response.status_code)
        return statuses

    async def work(self) -> list[str]:
        """Run every job of interest that waits, until none does; their names."""
        done: list[str] = []
        while True:
            rows = await self.admin.fetch(
                "DELETE FROM procrastinate_jobs WHERE status = 'todo' AND task_name = ANY($1)"
                " RETURNING task_name, args::text AS args",
                list(JOBS),
            )
            if not rows:
                return done
            for row in rows:
                arguments: dict[str, Any] = json.loads(row["args"])
                await run_job(row["task_name"], self.resources, 1, arguments)
                done.append(row["task_name"])

    async def sweep(self) -> None:
        """What a worker does every few seconds."""
        for look in (waiting, due, nightly):
            await look(self.resources)

    async def settle(self) -> None:
        """Deliver and work until nothing is left to do now."""
        while self.model.outbox.next_moment() is not None and (await self.deliver()):
            await self.work()
        await self.sweep()
        await self.work()

    async def advance(self, days: float, *, deliver: bool = True) -> None:
        """Let time pass, an hour at least; webhooks arrive in between unless they are lost."""
        self.model.advance(self.model.now + int(days * DAY))
        if deliver:
            await self.settle()
        else:
            self.model.outbox.waiting.clear()


JSON = {"Content-Type": "application/json"}


@dataclass
class Customer:
    """A signed-in person and what they do."""

    world: World
    client: httpx.AsyncClient
    user_id: UUID
    email: str

    async def start(self, plan: int, frequency: str = "yearly", **changes: Any) -> httpx.Response:
        """Choose a plan."""
        body = {
            "planId": plan,
            "billingFrequency": frequency,
            "successUrl": f"{SITE}/dashboard/website?success=true",
            "cancelUrl": f"{SITE}/pricing?canceled=true",
        }
        return await self.client.post("/api/subscriptions/checkout", json={**body, **changes})

    async def buy(self, plan: int, frequency: str = "yearly") -> str:
        """Choose a plan, pay, and let the news arrive; the session's id."""
        session_id = await self.open_page(plan, frequency)
        assert checkout.pay(self.world.model.account, session_id)
        await self.world.settle()
        return session_id

    async def open_page(self, plan: int, frequency: str = "yearly") -> str:
        """Choose a plan; the session's id."""
        response = await self.start(plan, frequency)
        assert response.status_code == 200, response.text
        return str(urlsplit(response.json()["checkoutUrl"]).path.rsplit("/", 1)[1])

    async def confirm(self, url: str) -> str:
        """Press Confirm on a portal page; the `session_id` it returns with."""
        session_id = urlsplit(url).path.rsplit("/", 1)[1]
        portal.confirm(self.world.model.account, session_id)
        session = self.world.model.account.get("billing_portal.session", session_id)
        await self.world.settle()
        return parse_qs(urlsplit(portal.way_back(session)).query)["session_id"][0]

    async def mine(self) -> dict[str, Any]:
        """my-subscription."""
        body: dict[str, Any] = (await self.client.get("/api/subscriptions/my-subscription")).json()
        return body

    async def can(self, feature: str) -> bool:
        """can-access."""
        found = await self.client.get(f"/api/subscriptions/can-access/{feature}")
        return bool(found.json()["canAccess"])

    async def rows(self) -> list[asyncpg.Record]:
        """The stored subscriptions, oldest first."""
        return list(
            await self.world.admin.fetch(
                "SELECT s.* FROM subscriptions s JOIN membership m USING (workspace_id)"
                " WHERE m.user_id = $1 ORDER BY s.id",
                self.user_id,
            )
        )

    async def events(self) -> list[str]:
        """What happened to the subscriptions, in order."""
        rows = await self.world.admin.fetch(
            "SELECT e.event_type FROM subscription_events e JOIN membership m USING (workspace_id)"
            " WHERE m.user_id = $1 ORDER BY e.id",
            self.user_id,
        )
        return [row["event_type"] for row in rows]

    async def remote(self) -> list[dict[str, Any]]:
        """The model's subscriptions of this customer."""
        row = await self.world.admin.fetchrow(
            "SELECT customer_id FROM stripe_customer c JOIN membership m USING (workspace_id)"
            " WHERE m.user_id = $1",
            self.user_id,
        )
        if row is None:
            return []
        account = self.world.model.account
        return list(account.every("subscription", customer=row["customer_id"]))

    async def bank_says(self, answer: str) -> None:
        """From now on the customer's bank answers this."""
        account = self.world.model.account
        customer = (await self.remote())[0]["customer"]
        account.banks[default_card(account, customer) or ""] = answer


@asynccontextmanager
async def stripe_world(
    place: Place, database: Database, admin: asyncpg.Connection, **stripe: Any
) -> AsyncIterator[World]:
    """A product on a test's database, connected to a model that starts now."""
    # Worlds share a database, so no two may have the same ids.
    model = StripeModel(next(_seeds), now=int(datetime.now(UTC).timestamp()))
    connection = StripeSettings(
        secret_key=SecretStr("sk_test_model"), webhook_secrets=(SecretStr(SECRET),), **stripe
    )
    settings = place.settings().model_copy(update={"stripe": connection})
    settings.http.public_url = SITE
    clock = ModelClock(model)
    gateway = StripeGateway(connection, clock.monotonic, InProcessClient(model))
    await _sell(place, gateway)
    adapters = replace(build_adapters(settings), database=database, payments=gateway, clock=clock)
    app = create_customer_app(settings, adapters)
    async with worker_hands(database, settings) as hands:
        resources = replace(hands, payments=gateway, clock=clock)
        yield World(app, database, admin, model, gateway, resources, settings)
    app.state.accounts.close()


async def _sell(place: Place, gateway: StripeGateway) -> None:
    owner = Database(place.url("owner"), place.settings().database)
    try:
        async with owner.transaction() as session:
            await set_up_prices(session, gateway)
    finally:
        await owner.close()
