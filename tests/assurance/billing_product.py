"""Our side of a billing history: the real services, webhook route, jobs and sweeps on a database.

Invariant: everything goes through what the product itself uses, as the `customer` role; only
arranging and inspecting use the superuser.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, cast

import asyncpg
from sqlalchemy import event
from sqlalchemy.orm import Session
from starlette.routing import BaseRoute, Match
from starlette.types import ASGIApp, Message

from presence.core.errors import AppError
from presence.core.payments import PaymentGateway
from presence.db.session import Database
from presence.db.tenancy import TenantSync
from presence.domains.billing.jobs import due, nightly, waiting
from presence.domains.billing.service import changes, current_plan
from presence.domains.billing.service.checkout import Purchase, start_checkout
from presence.domains.billing.service.plans import Frequency
from presence.domains.billing.service.price_setup import set_up_prices
from presence.domains.billing.service.return_url import complete_checkout
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.jobs.context import MAX_ATTEMPTS, JobResources, run_job
from presence_standins.stripe import SECRET, StripeModel
from tests.assurance.billing_scene import Killed, Scene, SceneClock, SceneGateway, checkpoint, enter
from tests.conftest import Place
from tests.factories.people import Tenant, make_tenant

WEBHOOK = "/api/v1/webhooks/stripe"
BACK = "http://presence.test/dashboard/website?success=true"
AWAY = "http://presence.test/pricing?canceled=true"
_HEADERS = [(b"content-type", b"application/json"), (b"host", b"presence.test")]
_SCOPE: dict[str, Any] = {
    "type": "http",
    "asgi": {"version": "3.0"},
    "http_version": "1.1",
    "method": "POST",
    "scheme": "http",
    "path": WEBHOOK,
    "raw_path": WEBHOOK.encode(),
    "query_string": b"",
    "root_path": "",
    "client": ("127.0.0.1", 50_000),
    "server": ("presence.test", 80),
}
_CATALOG = ("product", "price", "billing_portal.configuration")
# Other slices' jobs are theirs: nothing of billing depends on them.
_OURS = "args ->> 'workspace_id' = $1 AND status = 'todo' AND task_name LIKE 'billing.%'"
# Whether there is anything for sweeps or worker, in one look: most of a history is waiting.
_STANDING = f"""
SELECT row.plan_id, row.current_period_end, row.access_until, c.settled_at,
  EXISTS (SELECT FROM stripe_pending($2, 1)) OR EXISTS (SELECT FROM billing_due($2, 1))
    OR EXISTS (SELECT FROM billing_reconcilable($2 - interval '1 day', 1)) AS swept,
  EXISTS (SELECT FROM procrastinate_jobs WHERE {_OURS}
    AND (scheduled_at IS NULL OR scheduled_at <= $2)) AS work,
  (SELECT min(scheduled_at) FROM procrastinate_jobs WHERE {_OURS}) AS retried,
  (SELECT min(next_attempt_at) FROM stripe_delivery d
    WHERE d.workspace_id = $3 AND state = 'pending') AS delivered
FROM (SELECT 1) one
LEFT JOIN subscriptions row ON row.workspace_id = $3 AND row.status <> 'expired'
LEFT JOIN stripe_customer c ON c.workspace_id = $3
"""  # noqa: S608 - no values in it
_TAKE = f"""
SELECT id, task_name, args, attempts FROM procrastinate_jobs
WHERE {_OURS} AND (scheduled_at IS NULL OR scheduled_at <= $2) ORDER BY id LIMIT 1
"""  # noqa: S608 - no values in it
_AGAIN = "UPDATE procrastinate_jobs SET attempts = attempts + 1, scheduled_at = $2 WHERE id = $1"
_DROP = "DELETE FROM procrastinate_jobs WHERE id = $1"


@dataclass
class Product:
    """The product on one database, for one history at a time."""

    database: Database
    app: ASGIApp
    resources: JobResources
    admin: asyncpg.Connection
    catalog: StripeModel
    stripe: Any
    crashes: list[str] = field(default_factory=list)

    def scene(self, seed: int, model: StripeModel) -> Scene:
        """A stage whose Stripe sells what the product's price list names."""
        for kind in _CATALOG:
            for row in self.catalog.account.every(kind):
                model.account.add(row)
        scene = Scene(seed, model, self.stripe)
        enter(scene)
        return scene

    async def person(self) -> Tenant:
        """A new customer with a workspace."""
        return await make_tenant(self.database)

    async def forget(self, tenant: Tenant) -> None:
        """Remove a customer, so that no sweep of a later history finds them."""
        await self.admin.execute("DELETE FROM workspace WHERE id = $1", tenant.workspace_id)
        await self.admin.execute(
            "DELETE FROM procrastinate_jobs WHERE args ->> 'workspace_id' = $1",
            str(tenant.workspace_id),
        )

    async def buy(self, tenant: Tenant, plan_id: int, frequency: Frequency) -> str:
        """Address of the page to pay on."""
        wish = Purchase(tenant.user_id, plan_id, frequency, BACK, AWAY)
        async with self.database.transaction(tenant.binding) as session:
            now = self.resources.clock.now()
            return await start_checkout(session, self._payments, wish, now)

    async def come_back(self, tenant: Tenant, reference: str) -> bool:
        """Return from a page; whether the product says that it was processed."""
        async with self.database.transaction(tenant.binding) as session:
            now = self.resources.clock.now()
            return (await complete_checkout(session, self._payments, reference, now)).processed

    async def cancel(self, tenant: Tenant) -> None:
        """Cancel with the period."""
        async with self.database.transaction(tenant.binding) as session:
            await changes.cancel(session, self._payments, "history", self.resources.clock.now())

    async def resume(self, tenant: Tenant) -> None:
        """Keep it after all."""
        async with self.database.transaction(tenant.binding) as session:
            await changes.resume(session, self._payments, self.resources.clock.now())

    async def change_frequency(self, tenant: Tenant, frequency: Frequency) -> str:
        """Address of the page that confirms another rhythm."""
        async with self.database.transaction(tenant.binding) as session:
            now = self.resources.clock.now()
            return await changes.change_frequency(
                session, self._payments, tenant.user_id, frequency, BACK, now
            )

    async def open_plan(self, tenant: Tenant, now: datetime) -> int:
        """The plan whose features are open, 0 for none."""
        async with self.database.transaction(tenant.binding) as session:
            return (await current_plan(session, now)).limits.plan_id

    async def webhook(self, body: str, signature: str) -> int:
        """What the endpoint answers to a delivery."""
        answered: list[int] = []

        async def receive() -> Message:
            return {"type": "http.request", "body": body.encode(), "more_body": False}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answered.append(message["status"])

        headers = [(b"stripe-signature", signature.encode()), *_HEADERS]
        await self.app({**_SCOPE, "headers": headers}, receive, send)
        return answered[0]

    async def sweep(self) -> None:
        """One turn of the sweeps that look after billing."""
        for look in (waiting, due, nightly):
            await look(self.resources)

    async def work(self, tenant: Tenant) -> bool:
        """Run the tenant's jobs that are due; False when the worker was killed at it.

        A job that fails is put back as the worker puts it back; one that was killed stays.
        """
        now = self.resources.clock.now()
        while job := await self.admin.fetchrow(_TAKE, str(tenant.workspace_id), now):
            attempt = job["attempts"] + 1
            try:
                await run_job(job["task_name"], self.resources, attempt, json.loads(job["args"]))
            except Killed:
                return False
            except Exception as error:
                if not isinstance(error, AppError):
                    self.crashes.append(f"{job['task_name']}: {type(error).__name__}: {error}")
                if attempt < MAX_ATTEMPTS:
                    await self.admin.execute(
                        _AGAIN, job["id"], now + timedelta(seconds=2 ** (attempt - 1))
                    )
                    continue
            await self.admin.execute(_DROP, job["id"])
        return True

    async def standing(self, tenant: Tenant) -> asyncpg.Record:
        """Our row's plan and times, whether a sweep or the worker has anything to do, and when."""
        now = self.resources.clock.now()
        ours = (str(tenant.workspace_id), now, tenant.workspace_id)
        return await self.admin.fetchrow(_STANDING, *ours)

    @property
    def _payments(self) -> PaymentGateway:
        return cast("PaymentGateway", self.resources.payments)


def _leads_to_webhook(route: BaseRoute) -> bool:
    """Whether the only path that histories ask for is behind it: finding it costs a fifth."""
    return route.matches({**_SCOPE, "headers": []})[0] is not Match.NONE


def _checkpoint(_: Session) -> None:
    checkpoint()


@asynccontextmanager
async def product_on(place: Place) -> AsyncIterator[Product]:
    """The product, its price list set up at a Stripe whose catalogue every history gets."""
    settings = place.settings(
        stripe={"secret_key": "sk_test_history", "webhook_secrets": SECRET, "retries": 1}
    )
    database = Database(settings.database.customer_url, settings.database)
    clock, gateway = SceneClock(), cast("PaymentGateway", SceneGateway())
    adapters = replace(build_adapters(settings), database=database, clock=clock, payments=gateway)
    resources = JobResources(
        database,
        settings,
        cast("Any", None),
        clock,
        lambda: None,
        cast("Any", None),
        payments=gateway,
    )
    catalog = StripeModel(0)
    owner = Database(settings.database.owner_url, settings.database)
    scene = Scene(0, catalog, settings.stripe)
    async with owner.transaction() as session:
        await set_up_prices(session, scene.gateway)
    await owner.close()
    app = create_customer_app(settings, adapters)
    app.router.routes[:] = [r for r in app.router.routes if _leads_to_webhook(r)]
    # On the session: raised on the connection, it would leave a transaction open in the pool.
    event.listen(TenantSync, "before_commit", _checkpoint)
    admin = await asyncpg.connect(place.url("admin"))
    try:
        yield Product(database, app, resources, admin, catalog, settings.stripe)
    finally:
        event.remove(TenantSync, "before_commit", _checkpoint)
        await admin.close()
        await database.close()
        app.state.accounts.close()
