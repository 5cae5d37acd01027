"""Key facts over the API: proposed by a run, decided by people, never overwritten."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio

from presence.core.ids import new_id
from presence.db.session import Database
from presence.jobs.context import JobResources
from presence_standins.sites import site_server
from tests.conftest import Place
from tests.factories.analysed import read
from tests.factories.people import make_tenant
from tests.factories.runs import Analysed, begin_run, make_brand, work_off, worker_hands

ROWS = """
SELECT id, workspace_id, brand_id, kind, value, number, status, origin, source, quote
  FROM brand_fact WHERE brand_id = $1
"""
RESTORE = """
INSERT INTO brand_fact
  (id, workspace_id, brand_id, kind, value, number, status, origin, source, quote)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""
TRACES = """
SELECT before, after FROM audit_log WHERE workspace_id = $1 AND action = 'facts.changed'
 ORDER BY created_at
"""


@pytest_asyncio.fixture(scope="module")
async def analysed(database: Database, place: Place) -> AsyncIterator[Analysed]:
    """A brand under the name its site uses, with a finished run."""
    tenant = await make_tenant(database)
    async with site_server("harrow") as url, worker_hands(database, place.settings()) as hands:
        subject = await make_brand(database, tenant, url, name="Harrow Oak")
        run_id = await begin_run(database, subject)
        await work_off(hands, subject, run_id)
        yield Analysed(subject, run_id, url)


@pytest_asyncio.fixture(scope="module")
async def proposed(admin: asyncpg.Connection, analysed: Analysed) -> list[asyncpg.Record]:
    """The facts as the run left them."""
    found: list[asyncpg.Record] = await admin.fetch(ROWS, analysed.brand_id)
    return found


@pytest_asyncio.fixture
async def clean(
    admin: asyncpg.Connection, analysed: Analysed, proposed: list[asyncpg.Record]
) -> None:
    """The brand's facts as its run proposed them."""
    await admin.execute("DELETE FROM brand_fact WHERE brand_id = $1", analysed.brand_id)
    await admin.executemany(RESTORE, [tuple(row) for row in proposed])


@pytest.fixture
def path(analysed: Analysed, clean: None) -> str:
    """Address of the facts."""
    return f"/api/v1/brands/{analysed.brand_id}/facts"


def kept(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The list as a person sends it back."""
    return [{"id": f["id"], "kind": f["kind"], "value": f["value"]} for f in document["facts"]]


async def put(client: httpx.AsyncClient, path: str, facts: list[Any]) -> dict[str, Any]:
    response = await client.put(path, json={"facts": facts})
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.json()
    return document


async def test_a_run_proposes_what_the_site_says_with_source_and_quote(
    owner: httpx.AsyncClient, path: str, analysed: Analysed
) -> None:
    document = await read(owner, path)
    facts = {f["kind"]: f for f in document["facts"]}
    assert facts["category"]["value"] == "furniture workshop"
    assert facts["place"]["value"] == "Sheffield"
    assert facts["place"]["source"].startswith(analysed.url.rstrip("/"))
    assert "Sheffield" in facts["place"]["quote"]
    assert {f["status"] for f in document["facts"]} == {"proposed"}
    assert (document["enough"], document["least"], document["confirmed"]) == (True, 3, 0)


async def test_sending_the_list_back_confirms_it(owner: httpx.AsyncClient, path: str) -> None:
    before = await read(owner, path)
    after = await put(owner, path, kept(before))
    assert [f["value"] for f in after["facts"]] == [f["value"] for f in before["facts"]]
    assert {f["status"] for f in after["facts"]} == {"confirmed"}
    assert after["confirmed"] == len(before["facts"])
    assert all(f["quote"] for f in after["facts"] if f["origin"] == "found")


async def test_a_corrected_value_is_the_persons_and_quotes_nothing(
    owner: httpx.AsyncClient, path: str
) -> None:
    facts = kept(await read(owner, path))
    place = next(f for f in facts if f["kind"] == "place")
    place["value"] = "Rotherham"
    after = await put(owner, path, facts)
    (changed,) = [f for f in after["facts"] if f["kind"] == "place"]
    assert (changed["id"], changed["value"]) == (place["id"], "Rotherham")
    assert (changed["origin"], changed["source"], changed["quote"]) == ("person", "", "")


async def test_a_fact_is_added_and_others_left_out_are_removed(
    owner: httpx.AsyncClient, path: str
) -> None:
    after = await put(owner, path, [{"kind": "founded", "value": " 1998 "}])
    assert [(f["kind"], f["value"]) for f in after["facts"]] == [("founded", "1998")]
    assert not after["enough"]


async def test_a_change_is_in_the_audit_log_and_no_change_is_not(
    owner: httpx.AsyncClient, path: str, admin: asyncpg.Connection, analysed: Analysed
) -> None:
    known = len(await admin.fetch(TRACES, analysed.tenant.workspace_id))
    after = await put(owner, path, [{"kind": "founded", "value": "1998"}])
    await put(owner, path, kept(after))
    traces = await admin.fetch(TRACES, analysed.tenant.workspace_id)
    assert len(traces) == known + 1
    assert '"1998"' in traces[-1]["after"]


async def test_a_change_has_stored_answers_read_again_once(
    owner: httpx.AsyncClient, path: str, admin: asyncpg.Connection, analysed: Analysed
) -> None:
    waiting = (
        "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'visibility.interpret'"
        " AND status = 'todo' AND args ->> 'brand_id' = $1"
    )
    await put(owner, path, [{"kind": "founded", "value": "1998"}])
    await put(owner, path, [{"kind": "founded", "value": "1999"}])
    assert await admin.fetchval(waiting, str(analysed.brand_id)) == 1


@pytest.mark.parametrize(
    ("fact", "sentence"),
    [
        ({"kind": "founded", "value": "long ago"},
         "Write the year with four digits, for example 1998."),
        ({"kind": "priceRange", "value": "cheap"},
         "Write prices with their currency, for example £640–£1,980."),
        ({"kind": "url", "value": "not a site"}, "Write a web address, for example example.com."),
        ({"kind": "place", "value": "  "}, "Write the fact, or take it out of the list."),
        ({"kind": "place", "value": "x" * 201}, "Value must be at most 200 characters"),
        ({"kind": "colour", "value": "red"}, "Choose what kind of fact this is"),
        ({"id": str(new_id()), "kind": "place", "value": "Leeds"},
         "This fact is not in the list any more; reload it."),
    ],
)  # fmt: skip
async def test_bad_input_is_refused_in_a_sentence_and_loses_nothing(
    owner: httpx.AsyncClient, path: str, fact: dict[str, str], sentence: str
) -> None:
    before = await read(owner, path)
    response = await owner.put(path, json={"facts": [fact]})
    assert (response.status_code, response.json()["message"]) == (422, sentence)
    assert await read(owner, path) == before


@pytest.mark.parametrize("second", ["Leeds", "Sheffield"])
async def test_a_kind_has_its_limit_and_no_repeats(
    owner: httpx.AsyncClient, path: str, second: str
) -> None:
    facts = [{"kind": "place", "value": "Leeds"}, {"kind": "place", "value": second}]
    response = await owner.put(path, json={"facts": facts})
    assert response.status_code == 422
    assert response.json()["errors"][0]["pointer"] == "/facts/1/value"


async def test_a_list_read_before_another_change_is_refused(
    owner: httpx.AsyncClient, path: str
) -> None:
    seen = (await owner.get(path)).headers["ETag"]
    first = await owner.put(path, json={"facts": []}, headers={"If-Match": seen})
    assert first.status_code == 200
    second = await owner.put(path, json={"facts": []}, headers={"If-Match": seen})
    assert second.status_code == 412


async def test_another_run_keeps_what_was_decided_and_proposes_nothing_removed(
    owner: httpx.AsyncClient,
    path: str,
    analysed: Analysed,
    hands: JobResources,
    database: Database,
) -> None:
    facts = kept(await read(owner, path))
    place = next(f for f in facts if f["kind"] == "place")
    place["value"] = "Rotherham"
    decided = await put(owner, path, [f for f in facts if f["kind"] != "category"])
    run_id = await begin_run(database, analysed.subject)
    await work_off(hands, analysed.subject, run_id)
    again = await read(owner, path)
    assert [f for f in again["facts"] if f["status"] == "confirmed"] == decided["facts"]
    assert "category" not in {f["kind"] for f in again["facts"]}


async def test_another_tenants_brand_has_no_facts(stranger: httpx.AsyncClient, path: str) -> None:
    assert (await stranger.get(path)).status_code == 404
    assert (await stranger.put(path, json={"facts": []})).status_code == 404
