"""Two customers who have nothing in common, measured by the real product: what the proofs look at.

Invariant: everything they have came from the product's own work. Only its days differ: a second
brand measured within the same minute is moved back, and the product rewrites its results.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

import asyncpg

from presence.db.embedded import running
from presence_standins import engines as stand_ins
from presence_standins.sites import site_server
from tests.e2e.logs import send_log, week_of_logs
from tests.e2e.people import ENDED, Customer, signed_up
from tests.e2e.product import Product
from tests.e2e.subscribers import COMPETITORS, analyse_again, answered_product, subscribe, track

ENGINES = ("chatgpt", "perplexity")
# One person looks at every screen in a few minutes: faster than anybody may by default.
QUICK = {"PRESENCE_RATES__DEFAULT": "[6000, 60]"}
DAYS_APART = 40
NOBODY = "http://127.0.0.1:1"
REVISED_WITHIN_S = 60
# Rows that decide what happens next, not what was measured: they stay where they are.
_AHEAD = (
    "login_session", "subscriptions", "engine_budget", "engine_reservation", "run_schedule",
    "idempotency_key", "mail", "delivery", "plan_standing", "invitation",
)  # fmt: skip
_DATED = """
SELECT c.table_name AS name, array_agg(c.column_name::text) AS columns
FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
WHERE table_schema = 'public' AND table_type = 'BASE TABLE'
  AND data_type IN ('timestamp with time zone', 'date') AND table_name <> ALL($1)
  AND table_name IN (SELECT table_name FROM information_schema.columns
                     WHERE table_schema = 'public' AND column_name = 'workspace_id')
GROUP BY 1"""


@dataclass(frozen=True)
class Stage:
    """A furniture maker, a software house on another plan, one on the free plan, one whose website
    cannot be reached, and a newcomer."""

    product: Product
    oak: Customer
    ledger: Customer
    free: Customer
    half: Customer
    new: Customer


@asynccontextmanager
async def stage() -> AsyncIterator[Stage]:
    """The product with everybody on it; about half a minute of its work."""
    async with AsyncExitStack() as stack:
        shop = await stack.enter_async_context(site_server("harrow-broken"))
        house = await stack.enter_async_context(site_server("ledgerly"))
        engines = await stack.enter_async_context(stand_ins.start())
        product = stack.enter_context(answered_product(engines, *ENGINES, **QUICK))
        people = [await stack.enter_async_context(signed_up(product)) for _ in range(5)]
        made = Stage(product, *people)
        await asyncio.gather(
            _furniture(made, shop),
            _software(made, house),
            _first_run(made.free, shop),
            _first_run(made.half, NOBODY),
        )
        yield made


async def _furniture(made: Stage, website: str) -> None:
    """Pro, two competitors, two runs, its trends, and an access log."""
    await subscribe(made.product, made.oak, "Pro")
    assert (await made.oak.analyse(website, name="Harrow Oak")).is_success
    await made.oak.summary_after_run(within_s=120)
    brand = (await made.oak.brands())[0]["id"]
    await track(made.oak, brand, *COMPETITORS)
    await analyse_again(made.oak, brand)
    await _read_trends(made.oak, brand)
    await send_log(made.oak, brand, week_of_logs())


async def _software(made: Stage, website: str) -> None:
    """Growth since the first run, a competitor, other words, other days."""
    completed = await made.ledger.http.post(
        "/api/business-info",
        json={
            "businessName": "Ledgerly",
            "businessDescription": "Bookkeeping software that closes the day of a small café.",
            "targetAudience": "Owners of cafés who do their accounts in the evening",
            "websiteUrl": website,
            "wizardCompleted": True,
        },
    )
    assert completed.is_success
    await made.ledger.summary_after_run(within_s=120)
    await subscribe(made.product, made.ledger, "Growth")
    brand = (await made.ledger.brands())[0]["id"]
    await track(made.ledger, brand, "Tallybean")
    await analyse_again(made.ledger, brand)
    await _read_trends(made.ledger, brand)
    await _move_back(made, brand)


async def _first_run(customer: Customer, website: str) -> None:
    assert (await customer.analyse(website, name="Harrow Oak")).is_success
    await customer.summary_after_run(within_s=120)


async def _read_trends(customer: Customer, brand: str) -> None:
    asked = await customer.http.post(
        f"/api/v1/brands/{brand}/trends", headers={"Idempotency-Key": "trends"}
    )
    assert asked.is_success, asked.text


async def _move_back(made: Stage, brand: str) -> None:
    """Let a brand's measurements lie in the past, and the product read them anew."""
    address = running(made.product.state / "presence")
    assert address is not None
    connection = await asyncpg.connect(address.url("postgres"))
    try:
        workspace = await connection.fetchval("SELECT workspace_id FROM brand WHERE id = $1", brand)
        async with connection.transaction():
            await connection.execute("SET LOCAL session_replication_role = replica")
            for table in await connection.fetch(_DATED, _AHEAD):
                moved = ", ".join(
                    f"{column} = {column} - make_interval(days => {DAYS_APART})"
                    for column in table["columns"]
                )
                await connection.execute(
                    f"UPDATE {table['name']} SET {moved} WHERE workspace_id = $1",  # noqa: S608 - names from the catalogue
                    workspace,
                )
            await connection.execute(
                "UPDATE run_schedule SET next_run_at = next_run_at + interval '3 days'"
                " WHERE workspace_id = $1",
                workspace,
            )
    finally:
        await connection.close()
    await _read_anew(made.ledger, brand)


async def _read_anew(customer: Customer, brand: str) -> None:
    address = f"/api/v1/brands/{brand}/rescore"
    assert (await customer.http.post(address)).is_success
    deadline = time.monotonic() + REVISED_WITHIN_S
    while time.monotonic() < deadline:
        if (await customer.http.get(address)).json()["status"] in ENDED:
            return
        await asyncio.sleep(0.3)
    raise AssertionError(f"not read anew within {REVISED_WITHIN_S} s")
