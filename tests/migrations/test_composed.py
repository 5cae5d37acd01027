"""Results composed by an earlier version are readable as those of today."""

from __future__ import annotations

import json

import asyncpg

from presence.db.session import Database
from presence.migrations import runner
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.runs import make_brand

BEFORE = "0053_sealed_by"
MORE_THAN_ONE_PART = 1_100
COPIES = """
INSERT INTO brand (id, workspace_id, name, source, description, status, is_primary)
SELECT gen_random_uuid(), workspace_id, name || n, source, description, status, false
FROM brand, generate_series(1, $1) n
"""


async def test_old_results_of_every_workspace_get_the_members_and_new_ones_stay(
    admin: asyncpg.Connection, database: Database, place: Place
) -> None:
    await make_brand(database, await make_tenant(database))
    await runner.downgrade(place.url("owner"), BEFORE)
    await admin.execute(COPIES, MORE_THAN_ONE_PART)
    await admin.execute(
        "INSERT INTO brand_results (workspace_id, brand_id, document)"
        """ SELECT workspace_id, id, '{"scores": {}, "topic": "a"}' FROM brand"""
    )
    newest = '{"basis" : null, "unreadable" : "robots", "unanswered" : ["one"]}'
    one = await admin.fetchval("SELECT brand_id FROM brand_results LIMIT 1")
    await admin.execute("UPDATE brand_results SET document = $1 WHERE brand_id = $2", newest, one)
    await runner.upgrade(place.url("owner"))
    found = dict(await admin.fetch("SELECT brand_id, document FROM brand_results"))
    assert found.pop(one) == newest
    assert len(found) == MORE_THAN_ONE_PART
    old = {"unreadable": "", "unanswered": [], "scores": {}, "topic": "a"}
    assert all(json.loads(document) == old for document in found.values())


async def test_the_owner_still_sees_no_workspace_s_results(place: Place) -> None:
    owner = await asyncpg.connect(place.url("owner"))
    assert await owner.fetchval("SELECT count(*) FROM brand_results") == 0
    await owner.close()
