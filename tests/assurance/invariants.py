"""Drift is noticed: each invariant holds for a product in order and finds its planted fault.

Invariant: every fault is planted alone, in a transaction that is rolled back, and read by the
role that reads in production.
"""

from __future__ import annotations

import asyncpg

from presence.db.session import Database
from presence.oversight.invariants import INVARIANTS, Invariant
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.runs import begin_run, make_brand, work_off, worker_hands
from tests.oversight.faults import FAULTS

COVERS = (
    "api/presence/oversight",
    "api/presence/migrations/versions",
)

OTHER = "00000000-0000-4000-8000-00000000dead"
ORDERLY = 10


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """Ten tenants with a finished analysis each; every fault is planted in every one of them."""
    settings = place.settings()
    database = Database(settings.database.customer_url, settings.database)
    admin = await asyncpg.connect(place.url("admin"))
    try:
        tenants = [await in_order(place, database) for _ in range(ORDERLY)]
        false_alarms = [i.name for i in INVARIANTS if await admin.fetchval(i.sql)]
        missed = [
            invariant.name
            for names in tenants
            for invariant in INVARIANTS
            if await found(admin, invariant, names) != 1
        ]
    finally:
        await admin.close()
        await database.close()
    counts = {
        "invariants": len(INVARIANTS),
        "faultsPlanted": len(INVARIANTS) * len(tenants),
        "faultsMissed": len(missed),
        "falseAlarms": len(false_alarms),
    }
    return Outcome(counts, len(missed) + len(false_alarms))


async def in_order(place: Place, database: Database) -> dict[str, str]:
    """Ids of a new tenant with a finished analysis, as faults name them."""
    tenant = await make_tenant(database)
    subject = await make_brand(database, tenant)
    async with worker_hands(database, place.settings()) as resources:
        run_id = await begin_run(database, subject)
        await work_off(resources, subject, run_id)
    return {
        "workspace": str(tenant.workspace_id),
        "user": str(tenant.user_id),
        "brand": str(subject.brand_id),
        "run": str(run_id),
        "other": OTHER,
    }


async def found(admin: asyncpg.Connection, invariant: Invariant, names: dict[str, str]) -> int:
    """What the invariant counts, as the auditor, while its fault is there."""
    transaction = admin.transaction()
    await transaction.start()
    try:
        await admin.execute("SET LOCAL session_replication_role = replica")
        for statement in FAULTS[invariant.name]:
            await admin.execute(planted(statement, names))
        if invariant.name != "role-too-mighty":
            await admin.execute("SET LOCAL ROLE auditor")
        return int(await admin.fetchval(invariant.sql))
    finally:
        await transaction.rollback()


def planted(statement: str, names: dict[str, str]) -> str:
    """The statement about this tenant."""
    for name, value in names.items():
        statement = statement.replace("{" + name + "}", value)
    return statement
