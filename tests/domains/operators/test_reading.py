"""Looking changes nothing: no GET of the console writes a row, whoever's it would be."""

from __future__ import annotations

import asyncpg

from presence.core.ids import new_id
from presence.db.session import Database
from tests.domains.operators.operations import OPERATIONS
from tests.factories.people import make_tenant
from tests.factories.staff import Colleague

TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


async def checksums(admin: asyncpg.Connection) -> dict[str, str]:
    """One for each table of the product."""
    parts = [
        f"SELECT '{name}', md5(coalesce(string_agg(t::text, ' ' ORDER BY t::text), ''))"  # noqa: S608 - names of the catalogue
        f" FROM public.{name} t"
        for (name,) in await admin.fetch(TABLES)
    ]
    return {row[0]: row[1] for row in await admin.fetch(" UNION ALL ".join(parts))}


async def test_no_get_of_the_console_changes_a_row(
    boss: Colleague, database: Database, admin: asyncpg.Connection
) -> None:
    await make_tenant(database)
    await boss.client.get("/readyz")  # a process that starts writes down which key it has
    read, before = [], await checksums(admin)
    for operation in OPERATIONS:
        if operation.method != "GET":
            continue
        key: object = new_id()
        if "{key}" in operation.path:
            listed = await boss.client.get(operation.path.partition("/{key}")[0])
            if listed.is_success and listed.json()["data"]:
                key = listed.json()["data"][0]["id"]
        answer = await boss.client.get(operation.path.replace("{key}", str(key)))
        read += [operation.name] if answer.is_success else []
    after = await checksums(admin)
    assert [name for name in before if before[name] != after[name]] == []
    assert len(read) > 40
