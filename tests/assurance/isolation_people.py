"""Tenants whose every text tells whose it is, and rows that ended up with somebody else.

Invariant: wherever a tenant can write, each has written a canary of its own before anybody asks.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import asyncpg

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.workspaces.queries.members import insert_member
from tests.assurance.isolation_seen import CANARY
from tests.factories.people import Tenant, make_tenant, make_user
from tests.factories.runs import Subject, make_brand, session_cookies
from tests.factories.team import SCALE

FREE = 5  # so many of them have no plan
_OF_PERSONS = {"mail"}  # some are to a person, in no workspace
_TEXTS = """
SELECT table_name FROM information_schema.columns c JOIN pg_class t
  ON t.relname = c.table_name AND t.relkind = 'r' AND t.relnamespace = 'public'::regnamespace
WHERE c.table_schema = 'public' AND c.column_name = 'workspace_id' ORDER BY 1
"""
# For every brand: `w` is how each canary of its workspace begins, `u` the workspace's owner.
_WRITTEN = """
WITH written AS (
  SELECT b.id AS b, b.workspace_id AS ws, left(b.name, 11) AS w, m.user_id AS u
  FROM brand b JOIN membership m ON m.workspace_id = b.workspace_id AND m.role = 'owner')
"""
_ROWS = (
    "competitor (id, workspace_id, brand_id, name, aliases) "
    "SELECT gen_random_uuid(), ws, b, w || '-rival', ARRAY[w || '-alias']",
    "prompt (id, workspace_id, brand_id, key, text, intent, topic, locale) "
    "SELECT gen_random_uuid(), ws, b, 'first', 'Which boots does ' || w || '-question make?',"
    " 'discovery', w || '-topic', 'en'",
    "material (id, workspace_id, brand_id, kind, url, title, description, status) "
    "SELECT gen_random_uuid(), ws, b, 'website', 'https://' || w || '-shop.example/',"
    " w || '-title', w || '-words', 'ready'",
    "annotation (id, workspace_id, brand_id, day, text) "
    "SELECT gen_random_uuid(), ws, b, now(), w || '-note'",
    "saved_view (id, workspace_id, brand_id, screen, name, query) "
    "SELECT gen_random_uuid(), ws, b, 'analytics', w || '-view', 'tab=prompts'",
    "brand_fact (id, workspace_id, brand_id, kind, value, status, origin) "
    "SELECT gen_random_uuid(), ws, b, 'offering', w || '-fact', 'confirmed', 'person'",
    "api_key (id, workspace_id, user_id, name, prefix, key_hash, scope) "
    "SELECT gen_random_uuid(), ws, u, w || '-key', 'pk_reports',"
    " sha256(convert_to(w, 'UTF8')), 'read'",
    "endpoint (id, workspace_id, kind, name, url, secret, events) "
    "SELECT gen_random_uuid(), ws, 'webhook', w || '-hook', 'https://' || w || '-hook.example/',"
    " '', '[\"report-ready\"]'",
    "alert_rule (id, workspace_id, name, metric, condition, threshold, channels, cooldown_hours) "
    "SELECT gen_random_uuid(), ws, w || '-rule', 'content', 'falls-by', 5, '[\"in-app\"]', 24",
    "invitation (id, workspace_id, email, role, sending_id, expires_at) "
    "SELECT gen_random_uuid(), ws, w || '-invited@example.com', 'viewer', gen_random_uuid(),"
    " now() + interval '7 days'",
    "report_branding (workspace_id, name) SELECT ws, w || '-studio'",
    "support_request (id, workspace_id, user_id, topic, message) "
    "SELECT gen_random_uuid(), ws, u, 'question', w || '-plea'",
    "business_info (id, workspace_id, user_id, business_name, business_description, city) "
    "SELECT gen_random_uuid(), ws, u, w || '-business', w || '-works', w || '-town'",
)


@dataclass(frozen=True)
class Person:
    """A tenant's owner, its number, its brand and the browser's cookie."""

    number: int
    tenant: Tenant
    brand_id: UUID
    cookie: bytes

    @property
    def subject(self) -> Subject:
        """The brand to analyse."""
        return Subject(self.tenant, self.brand_id)

    def word(self, what: str) -> str:
        """A text of this tenant that may be found nowhere else."""
        return f"canary-{self.number:04d}-{what}"


async def make_people(
    database: Database, admin: asyncpg.Connection, wanted: int
) -> tuple[Person, ...]:
    """`wanted` tenants of two members each; their canaries stand in every table they can fill."""
    people = [await _person(database, number) for number in range(wanted)]
    await admin.execute(
        "UPDATE workspace w SET name = left(b.name, 11) || '-house & sons' FROM brand b"
        " WHERE b.workspace_id = w.id"
    )
    for row in _ROWS:
        await admin.execute(_inserted(row))
    return tuple(people)


def owners_of(people: Iterable[Person]) -> dict[str, int]:
    """Whose number an id of a workspace, a person or a brand is."""
    return {
        str(one): person.number
        for person in people
        for one in (person.tenant.workspace_id, person.tenant.user_id, person.brand_id)
    }


async def misplaced(admin: asyncpg.Connection, people: Iterable[Person]) -> list[str]:
    """Rows of any table that hold a canary of another workspace, mails and jobs included."""
    owners = owners_of(people)
    found = []
    for table in [row["table_name"] for row in await admin.fetch(_TEXTS)]:
        whose = "coalesce(workspace_id, user_id)" if table in _OF_PERSONS else "workspace_id"
        told = f'SELECT {whose} AS whose, t::text AS row FROM "{table}" t WHERE t::text LIKE $1'  # noqa: S608
        for row in await admin.fetch(told, "%canary-%"):
            number = owners.get(str(row["whose"]))
            foreign = {n for n in CANARY.findall(row["row"]) if int(n) != number}
            found += [f"{table}: {n} stored with {number}" for n in foreign]
    return found


def _inserted(row: str) -> str:
    return f"{_WRITTEN} INSERT INTO {row} FROM written"


async def _person(database: Database, number: int) -> Person:
    word = f"canary-{number:04d}"
    tenant = await make_tenant(
        database, email=f"{word}-owner@example.com", first_name=f"{word}-ada", last_name=f"{word}-o"
    )
    guest = await make_user(
        database, email=f"{word}-guest@example.com", first_name=f"{word}-bo", last_name=f"{word}-g"
    )
    async with database.transaction(tenant.binding) as session:
        if number >= FREE:
            await grant(session, tenant.user_id, SCALE, None)
        await insert_member(session, guest, "viewer")
    subject = await make_brand(
        database, tenant, name=f"{word}-brand", description=f"{word}-brand makes boots."
    )
    cookies = await session_cookies(database, tenant)
    return Person(number, tenant, subject.brand_id, cookies["presence_session"].encode())
