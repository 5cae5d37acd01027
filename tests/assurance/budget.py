"""Rows 14 and 24: no tenant overspends, no provider's limit is passed, however many ask at once,
and no person spends for many (`budget_people`).

Worker processes share three budgets (the plan's answers, a cap in answers, a cap in USD) and a
provider that counts every minute; some are killed with SIGKILL. Invariant: a violation is counted
where the provider or the ledger shows it, never where our own limiter believes it.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from random import Random

import asyncpg

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.billing.entitlements import limits_of
from presence.domains.billing.service import grant
from presence.domains.engines.records import Cap, CredentialChange
from presence.domains.engines.service import release_ended
from presence.domains.engines.service.budget import VANISHED_AFTER
from presence.domains.engines.service.credentials import write_credential
from tests.assurance import budget_people
from tests.assurance.budget_worker import Orders, main
from tests.assurance.counting_provider import CountingProvider, Limits, serving
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place
from tests.factories.people import Tenant, make_tenant

COVERS = (
    "api/presence/domains/engines",
    "api/presence/domains/runs",
    "api/presence/domains/billing/entitlements.py",
    "api/presence/domains/workspaces/queries/lifecycle.py",
)

SEED_STEP = 1_000
SAMPLE_S = 0.05
_SPAWN = multiprocessing.get_context("spawn")
_SPENT = "SELECT account, used, reserved, used_usd, reserved_usd FROM engine_budget"
_LEDGER = """
SELECT engine, count(*) AS asked, count(*) FILTER (WHERE status = 'completed') AS completed,
  sum(cost_usd) AS cost FROM engine_usage GROUP BY engine
"""


@dataclass(frozen=True)
class Scale:
    """How much is tried."""

    processes: int
    tasks: int
    kills: int
    plan_id: int | None
    answers_cap: int
    usd_cap: Decimal
    limits: Limits
    slowest_s: float


QUICK = Scale(2, 25, 1, None, 40, Decimal("0.05"), Limits(6_000, 10_000_000, 20), 0.04)
FULL = Scale(5, 10, 12, 3, 10_000, Decimal("0.65"), Limits(1_800, 1_500_000, 20), 0.2)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """20,000 answers and more by 50 workers in 5 processes, 12 of them killed; then the people."""
    tenants = await run(place, FULL, seed, deadline)
    people = await budget_people.run(place, budget_people.FULL, seed, deadline)
    return Outcome(
        {**tenants.counts, **people.counts},
        tenants.violations + people.violations,
        tenants.complete and people.complete,
    )


async def run(place: Place, scale: Scale, seed: int, deadline: Deadline) -> Outcome:
    """Spend everything there is, then count."""
    limits = dict.fromkeys(("compatible", "chatgpt", "claude"), scale.limits)
    provider = CountingProvider(limits, seed, scale.slowest_s)
    settings = _settings(place, scale)
    database = Database(settings.database.customer_url, settings.database)
    try:
        tenant = await _tenant(database, settings, scale)
        async with serving(provider) as url:
            watched = asyncio.create_task(_watch(place, scale))
            orders = Orders(
                settings,
                url,
                str(tenant.workspace_id),
                str(tenant.user_id),
                tuple(limits),
                scale.tasks,
                seed,
            )
            kills = await _work(orders, scale, seed, deadline)
            await _sweep(database, tenant)
            if not deadline.passed:  # what killed workers held can be spent now
                await _work(orders, scale, seed + 500 * SEED_STEP, deadline, kills=0)
            await _sweep(database, tenant)
            watched.cancel()
            overshoots = await asyncio.gather(watched, return_exceptions=True)
        return await _judge(place, scale, provider, kills, overshoots, complete=not deadline.passed)
    finally:
        await database.close()


def _settings(place: Place, scale: Scale) -> Settings:
    pace = {
        "concurrency": scale.limits.concurrency,
        "requests_per_minute": scale.limits.requests,
        "tokens_per_minute": scale.limits.tokens,
        "tokens_per_answer": 1_500,
        "timeout_s": 10,
    }
    database = place.settings().database.model_copy(update={"pool_size": scale.tasks})
    return place.settings(
        database=database,
        secrets={"key": b64encode(bytes(32)).decode()},
        engines={
            "compatible": {**pace, "base_url": "http://127.0.0.1:9", "model": "tiny"},
            "chatgpt": pace,
            "claude": pace,
        },
    )


async def _tenant(database: Database, settings: Settings, scale: Scale) -> Tenant:
    """A workspace with a plan and two keys of its own, one capped in answers, one in USD."""
    tenant = await make_tenant(database)
    caps = {
        "chatgpt": Cap("answers", Decimal(scale.answers_cap)),
        "claude": Cap("usd", scale.usd_cap),
    }
    async with database.transaction(tenant.binding) as session:
        if scale.plan_id is not None:
            await grant(session, tenant.user_id, scale.plan_id, None)
        for engine, cap in caps.items():
            change = CredentialChange("sk-assurance-key-0001", "", "", cap)
            await write_credential(session, settings, tenant.workspace_id, engine, change)
    return tenant


async def _work(
    orders: Orders, scale: Scale, seed: int, deadline: Deadline, kills: int | None = None
) -> int:
    """Run the worker processes to their end, killing and replacing some; how many were killed."""
    left, killed = scale.kills if kills is None else kills, 0
    rng = Random(seed)  # noqa: S311 - repeatable chance
    running = [_start(orders, seed + n * SEED_STEP) for n in range(scale.processes)]
    pause = 1.5 if scale is QUICK else 8.0
    since = 0.0
    while any(process.is_alive() for process in running) and not deadline.passed:
        await asyncio.sleep(SAMPLE_S)
        since += SAMPLE_S
        alive = [n for n, process in enumerate(running) if process.is_alive()]
        if left and alive and since >= pause:
            number = rng.choice(alive)
            running[number].kill()
            running[number] = _start(orders, seed + (scale.processes + killed) * SEED_STEP)
            left, killed, since = left - 1, killed + 1, 0.0
    for process in running:
        process.kill() if deadline.passed else None
        await asyncio.to_thread(process.join)
    return killed


def _start(orders: Orders, seed: int) -> multiprocessing.process.BaseProcess:
    values = {**vars(orders), "seed": seed}
    process = _SPAWN.Process(target=main, args=(Orders(**values),), daemon=True)
    process.start()
    return process


async def _sweep(database: Database, tenant: Tenant) -> None:
    """Give back what killed workers held, as time would."""
    later = datetime.now(UTC) + VANISHED_AFTER + timedelta(minutes=1)
    async with database.transaction(tenant.binding) as session:
        await release_ended(session, now=later)


def _allowed(scale: Scale) -> dict[str, tuple[int | None, Decimal | None]]:
    return {
        "plan": (limits_of(scale.plan_id).answers_per_month, None),
        "chatgpt": (scale.answers_cap, None),
        "claude": (None, scale.usd_cap),
    }


def _over(rows: Sequence[asyncpg.Record], scale: Scale) -> int:
    """How many accounts have used and promised more than they may."""
    allowed, over = _allowed(scale), 0
    for row in rows:
        answers, usd = allowed[row["account"]]
        over += answers is not None and row["used"] + row["reserved"] > answers
        over += usd is not None and row["used_usd"] + row["reserved_usd"] > usd
    return over


async def _watch(place: Place, scale: Scale) -> None:
    """Look at the accounts all the time; ends with AssertionError when one is overdrawn."""
    admin = await asyncpg.connect(place.url("admin"))
    try:
        while True:
            over = _over(await admin.fetch(_SPENT), scale)
            assert over == 0, f"{over} accounts overdrawn"
            await asyncio.sleep(SAMPLE_S)
    finally:
        await admin.close()


async def _judge(
    place: Place,
    scale: Scale,
    provider: CountingProvider,
    kills: int,
    watched: Sequence[object],
    *,
    complete: bool,
) -> Outcome:
    admin = await asyncpg.connect(place.url("admin"))
    try:
        accounts = {row["account"]: row for row in await admin.fetch(_SPENT)}
        ledger = {row["engine"]: row for row in await admin.fetch(_LEDGER)}
    finally:
        await admin.close()
    payer = {"compatible": "plan", "chatgpt": "chatgpt", "claude": "claude"}
    wrong = {
        "overdrawn": _over(list(accounts.values()), scale)
        + sum(isinstance(item, AssertionError) for item in watched),
        "leaked": sum(row["reserved"] for row in accounts.values()),
        "miscounted": sum(
            accounts[account]["used"] != ledger[engine]["completed"]
            or accounts[account]["used_usd"] != ledger[engine]["cost"]
            for engine, account in payer.items()
        ),
        "invented": sum(
            max(0, ledger[name]["completed"] - counts.answered)
            for name, counts in provider.keys.items()
        ),
        "limitsPassed": sum(sum(c.violations.values()) for c in provider.keys.values()),
    }
    used = sum(row["used"] for row in accounts.values())
    worst = {
        kind: max(counts.worst[kind] for counts in provider.keys.values())
        for kind in ("requests", "tokens", "concurrency")
    }
    counts = {
        "workers": scale.processes * scale.tasks,
        "kills": kills,
        "answers": used,
        "asked": sum(row["asked"] for row in ledger.values()),
        "answeredByProvider": sum(c.answered for c in provider.keys.values()),
        "faultsByProvider": sum(c.faults for c in provider.keys.values()),
        "planLimit": limits_of(scale.plan_id).answers_per_month,
        "planUsed": accounts["plan"]["used"],
        "answersCap": scale.answers_cap,
        "answersUsed": accounts["chatgpt"]["used"],
        "usdCap": float(scale.usd_cap),
        "usdUsed": float(accounts["claude"]["used_usd"]),
        "requestsPerMinuteLimit": scale.limits.requests,
        "requestsPerMinuteWorst": worst["requests"],
        "tokensPerMinuteLimit": scale.limits.tokens,
        "tokensPerMinuteWorst": worst["tokens"],
        "concurrencyLimit": scale.limits.concurrency,
        "concurrencyWorst": worst["concurrency"],
        **wrong,
    }
    return Outcome(counts, sum(wrong.values()), complete)
