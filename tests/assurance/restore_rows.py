"""A row in every table, so that a restored one has something to differ in.

Invariant: what people and staff have is stored as the product would; whatever is empty then gets a
row that fits the columns alone, and the checks it would not pass stand again for every later row.
"""

from __future__ import annotations

import asyncpg

from tests.assurance.migrations_rows import make_first_rows
from tests.conftest import Place
from tests.tenancy.planted import COLUMNS, value_of

_TABLES = """
SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
"""
_CHECKS = """
SELECT conname, pg_get_constraintdef(oid) AS text FROM pg_constraint
WHERE conrelid = $1::text::regclass AND contype = 'c'
"""


async def row_in_every_table(place: Place) -> None:
    """Store them as the superuser."""
    admin = await asyncpg.connect(place.url("admin"))
    try:
        await make_first_rows(place, admin)
        for table in [row["relname"] for row in await admin.fetch(_TABLES)]:
            some = f'SELECT EXISTS (SELECT FROM "{table}")'  # noqa: S608 - our own names
            if not await admin.fetchval(some):
                await _plant(admin, table)
    finally:
        await admin.close()


async def _plant(admin: asyncpg.Connection, table: str) -> None:
    needed = [c for c in await admin.fetch(COLUMNS, table) if c["needed"]]
    names = ", ".join(f'"{c["name"]}"' for c in needed)
    values = ", ".join(map(value_of, needed))
    what = f"({names}) VALUES ({values})" if needed else "DEFAULT VALUES"
    checks = await admin.fetch(_CHECKS, table)
    async with admin.transaction():
        await admin.execute("SET LOCAL session_replication_role = replica")
        for owner in ("app.workspace_id", "app.user_id"):  # what such a column is filled with
            await admin.execute("SELECT set_config($1, gen_random_uuid()::text, true)", owner)
        for check in checks:
            await admin.execute(f'ALTER TABLE "{table}" DROP CONSTRAINT "{check["conname"]}"')
        await admin.execute(f'INSERT INTO "{table}" {what}')
        for check in checks:
            await admin.execute(
                f'ALTER TABLE "{table}" ADD CONSTRAINT "{check["conname"]}"'
                f" {check['text'].removesuffix(' NOT VALID')} NOT VALID"
            )
