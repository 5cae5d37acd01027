"""Tables as full as asked, whatever their columns: copies of one row that the product would store.

Invariant: copies differ in as few columns as their unique keys ask for, so each passes every check
that the first row passes; references lead to the first row's own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import cycle
from typing import Any

import asyncpg

from presence.core.ids import new_id
from presence.db.session import Database
from tests.conftest import Place
from tests.e2e.console_rows import store_one_of_each
from tests.factories.people import make_tenant
from tests.factories.runs import make_brand
from tests.tenancy.test_routes import RULE

SAMPLES = 200
_STAFF = """
INSERT INTO staff (id, email, name, role)
VALUES ($1, $1::uuid || '@staff.example', 'Ada', 'admin')
"""
_MAIL = """
INSERT INTO mail (id, user_id, workspace_id, template, subject_id)
VALUES ($1, $3, $2, 'verify', $1)
"""
_ATTEMPT = """
INSERT INTO delivery_attempt (id, workspace_id, delivery_id, number, duration_ms)
SELECT $1, workspace_id, id, 1, 20 FROM delivery WHERE workspace_id = $2 AND $3::uuid IS NOT NULL
"""
_DECISION = """
INSERT INTO conclusion_decision (id, workspace_id, brand_id, kind, key, assignee_id)
SELECT $1, workspace_id, id, 'gap', 'first', $3 FROM brand WHERE workspace_id = $2
"""
_ENTRY = """
INSERT INTO audit_log (id, workspace_id, actor_id, action, target)
VALUES ($1, $2, $3, 'run.started', 'run:first')
"""
_FACTOR = """
INSERT INTO second_factor (user_id, key)
SELECT $3, convert_to($1::uuid::text, 'UTF8') WHERE $2::uuid IS NOT NULL
"""
_LINK = """
INSERT INTO invitation_link (workspace_id, token_hash, invitation_id)
SELECT workspace_id, sha256(convert_to($1::uuid::text, 'UTF8')), id FROM invitation
WHERE workspace_id = $2 AND $3::uuid IS NOT NULL
"""
_RESULTS = """
INSERT INTO brand_results (workspace_id, brand_id, document)
SELECT workspace_id, id, '{"scores": {}}' FROM brand
WHERE workspace_id = $2 AND $1::uuid IS NOT NULL AND $3::uuid IS NOT NULL ON CONFLICT DO NOTHING
"""
_SCHEDULE = """
INSERT INTO run_schedule (workspace_id, brand_id, cadence, anchor_at, next_run_at)
SELECT workspace_id, id, 'monthly', now(), now() FROM brand
WHERE workspace_id = $2 AND $1::uuid IS NOT NULL AND $3::uuid IS NOT NULL ON CONFLICT DO NOTHING
"""
_RUN = """
INSERT INTO run (id, workspace_id, brand_id, kind, trigger, status, seed, panel_size, samples,
                 finished_at)
SELECT $1, workspace_id, id, 'full', 'manual', 'completed', 1, 25, 2, now() FROM brand
WHERE workspace_id = $2 AND $3::uuid IS NOT NULL
"""
_COMPETITOR = """
INSERT INTO competitor (id, workspace_id, brand_id, name, status)
SELECT $1, workspace_id, id, 'Marlow', 'tracked' FROM brand
WHERE workspace_id = $2 AND $3::uuid IS NOT NULL
"""
_KEY = """
INSERT INTO engine_credential (id, workspace_id, engine, secret, gate, last4)
SELECT $1, $2, 'chatgpt', 'secret', 'gate', '0001' WHERE $3::uuid IS NOT NULL
"""
_SESSION = """
INSERT INTO staff_session (id, staff_id, token_hash, step, expires_at)
SELECT $1, id, sha256(convert_to($1::uuid::text, 'UTF8')), 'full', now() + interval '8 hours'
FROM staff WHERE $2::uuid IS NOT NULL AND $3::uuid IS NOT NULL LIMIT 1
"""
_ALERT = """
INSERT INTO alert_event (id, workspace_id, rule_id, brand_id, run_id, outcome, metric, condition,
                         threshold, value, low, high, points, channels)
SELECT $1, workspace_id, l.id, r.brand_id, r.id, 'sent', 'content', 'falls-below', 50, 40, 35, 45,
       -10, '[]'
FROM alert_rule l JOIN run r USING (workspace_id)
WHERE workspace_id = $2 AND $3::uuid IS NOT NULL LIMIT 1
"""
_SWITCH = "INSERT INTO engine_switch (engine) VALUES ('chatgpt') ON CONFLICT DO NOTHING"
_TABLES = """
SELECT c.relname AS name, array_agg(a.attname::text ORDER BY a.attnum) AS columns
FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0
  AND NOT a.attisdropped AND a.attgenerated = ''
WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
GROUP BY 1 ORDER BY 1
"""
_UNIQUE = """
SELECT i.indisprimary AS primary, array_agg(a.attname::text ORDER BY a.attnum) AS columns
FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum > 0
  AND (a.attnum = ANY (i.indkey::int2[])
       OR pg_get_expr(i.indexprs, i.indrelid) ~ ('\\m' || a.attname || '\\M'))
WHERE i.indisunique AND i.indrelid = $1::text::regclass
GROUP BY i.indexrelid, 1
"""
_TYPES = """
SELECT attname::text, format_type(atttypid, NULL) AS kind FROM pg_attribute
WHERE attrelid = $1::text::regclass AND attnum > 0 AND NOT attisdropped
"""
# How a copy differs, by type; the first of a key's columns that has one of these is changed.
_OTHER = {
    "uuid": "gen_random_uuid()",
    "bytea": "sha256(convert_to(n::text, 'UTF8'))",
    "citext": "n || o.{0}",
    "character varying": "n || o.{0}",
    "text": "n || o.{0}",
    "bigint": "o.{0} + n",
    "integer": "o.{0} + n",
}


@dataclass
class Table:
    """A table, how one row of it is read and written, and which rows there are to choose from."""

    name: str
    columns: list[str]
    primary: list[str]
    keys: list[tuple[Any, ...]] = field(default_factory=list)

    def __post_init__(self) -> None:
        where = " AND ".join(f"{c} = ${i}" for i, c in enumerate(self.primary, start=1))
        first = self.primary[0]
        self.read = f"SELECT {first} FROM {self.name} WHERE {where}"  # noqa: S608 - our own names
        self.write = f"UPDATE {self.name} SET {first} = {first} WHERE {where}"  # noqa: S608
        self._turn = cycle(self.keys)

    def key(self) -> tuple[Any, ...]:
        """The next row's key."""
        return next(self._turn)

    def choose(self, keys: Iterable[tuple[Any, ...]]) -> None:
        """From now on these rows."""
        self.keys = list(keys)
        self._turn = cycle(self.keys)


async def make_first_rows(place: Place, admin: asyncpg.Connection) -> None:
    """One row of everything that people and staff have."""
    settings = place.settings()
    database = Database(settings.database.customer_url, settings.database)
    try:
        tenant = await make_tenant(database)
        await make_brand(database, tenant)
    finally:
        await database.close()
    await admin.execute(_STAFF, new_id())
    email = await admin.fetchval("SELECT email FROM users WHERE id = $1", tenant.user_id)
    await store_one_of_each(admin, email)
    await admin.execute(RULE, new_id(), tenant.workspace_id)
    for row in (
        _MAIL,
        _ATTEMPT,
        _DECISION,
        _ENTRY,
        _FACTOR,
        _LINK,
        _RESULTS,
        _SCHEDULE,
        _RUN,
        _COMPETITOR,
        _KEY,
        _SESSION,
        _ALERT,
    ):
        await admin.execute(row, new_id(), tenant.workspace_id, tenant.user_id)
    await admin.execute(_SWITCH)


async def tables(admin: asyncpg.Connection) -> list[Table]:
    """Every table that has a row."""
    found = []
    for row in await admin.fetch(_TABLES):
        unique = await admin.fetch(_UNIQUE, row["name"])
        primary = next((list(u["columns"]) for u in unique if u["primary"]), [])
        some = f"SELECT EXISTS (SELECT FROM {row['name']})"  # noqa: S608 - our own names
        if primary and await admin.fetchval(some):
            found.append(Table(row["name"], list(row["columns"]), primary))
    return found


async def fill(admin: asyncpg.Connection, table: Table, rows: int) -> None:
    """Copy the first row until there are `rows`, and choose some to work with."""
    changed = await _changed(admin, table)
    names = ", ".join(f'"{c}"' for c in table.columns)
    values = ", ".join(changed.get(c, f'o."{c}"') for c in table.columns)
    there = await admin.fetchval(f"SELECT count(*) FROM {table.name}")  # noqa: S608
    async with admin.transaction():
        # Copies need no triggers: what they refer to is the first row's.
        await admin.execute("SET LOCAL session_replication_role = replica")
        await admin.execute(
            f"INSERT INTO {table.name} ({names}) OVERRIDING SYSTEM VALUE SELECT {values}"  # noqa: S608
            f" FROM (SELECT * FROM {table.name} LIMIT 1) o, generate_series(1, $1::int) n",
            max(0, rows - there),
            timeout=1_800,
        )
    await admin.execute(f"VACUUM ANALYZE {table.name}", timeout=600)
    keys = ", ".join(table.primary)
    table.choose(
        tuple(row)
        for row in await admin.fetch(f"SELECT {keys} FROM {table.name} LIMIT {SAMPLES}")  # noqa: S608
    )


async def _changed(admin: asyncpg.Connection, table: Table) -> dict[str, str]:
    """What each copy has of its own: enough for every unique key."""
    kinds = {row["attname"]: row["kind"] for row in await admin.fetch(_TYPES, table.name)}
    changed: dict[str, str] = {}
    for unique in await admin.fetch(_UNIQUE, table.name):
        columns = sorted(unique["columns"], key=lambda c: (c == "workspace_id", c != "id", c))
        if not changed.keys() & set(columns):
            able = next(c for c in columns if kinds[c] in _OTHER)
            changed[able] = _OTHER[kinds[able]].format(f'"{able}"')
    return changed
