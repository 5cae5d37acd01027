"""What engines say a brand is: one card per engine, read off stored answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.analysis.types import DocumentText
from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.analytics.service.interpretations.cards import reinterpret
from presence.domains.materials.service import add_document
from presence.http.uploads import DOCX_TYPE, Upload
from presence.jobs.context import JobContext, JobResources
from presence_standins import engines
from presence_standins.engines.world import DEFAULT_WORLD, KnownBrand
from tests.conftest import Place, browser
from tests.factories.analysed import read
from tests.factories.people import make_tenant
from tests.factories.runs import (
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

KNOWN = KnownBrand(
    "Harrow", "https://harrow.example", "hand-stitched leather walking boots from Northumberland",
    1.0, {"perplexity": 0.0},
)  # fmt: skip
FACTS = [
    {"kind": "offering", "value": "hand-stitched leather walking boots"},
    {"kind": "place", "value": "Northumberland"},
    {"kind": "founded", "value": "1998"},
]
STORED = "SELECT text FROM answer WHERE id = $1"
ORDER = ["chatgpt", "perplexity", "gemini", "claude", "compatible", "simulator"]


@dataclass
class Asked:
    """A brand that two stand-in assistants and the simulator were asked about."""

    subject: Subject
    run_id: UUID
    hands: JobResources

    @property
    def path(self) -> str:
        """Address of the cards."""
        return f"/api/v1/brands/{self.subject.brand_id}/interpretations"

    @property
    def context(self) -> JobContext:
        """An execution of a job."""
        return JobContext(self.subject.tenant.workspace_id, 1, self.hands)


@pytest_asyncio.fixture(scope="module")
async def asked(database: Database, place: Place) -> AsyncIterator[Asked]:
    async with engines.start(world=DEFAULT_WORLD.with_brand(KNOWN)) as running:
        connected = {
            name: {"api_key": "deployment", "base_url": running.base(name)}
            for name in ("chatgpt", "perplexity")
        }
        settings = place.settings(engines={**connected, "attempts": 1, "free_allowance_usd": 50})
        subject = await make_brand(database, await make_tenant(database))
        async with worker_hands(database, settings) as hands:
            run_id = await begin_run(database, subject, settings=settings)
            await work_off(hands, subject, run_id)
            yield Asked(subject, run_id, hands)


@pytest_asyncio.fixture
async def person(
    app: FastAPI, database: Database, asked: Asked
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of the brand's owner."""
    cookies = await session_cookies(database, asked.subject.tenant)
    async with browser(app, cookies=cookies) as client:
        yield client


async def cards(client: httpx.AsyncClient, asked: Asked) -> dict[str, dict[str, Any]]:
    """Cards by engine."""
    return {card["engine"]: card for card in (await read(client, asked.path))["cards"]}


async def test_there_is_a_card_for_every_engine_in_the_registrys_order(
    person: httpx.AsyncClient, asked: Asked
) -> None:
    shown = (await read(person, asked.path))["cards"]
    assert [card["engine"] for card in shown] == ORDER
    assert [card["engineName"] for card in shown][:3] == ["ChatGPT", "Perplexity", "Gemini"]


async def test_an_answered_card_quotes_the_stored_answer(
    person: httpx.AsyncClient, asked: Asked, admin: asyncpg.Connection
) -> None:
    card = (await cards(person, asked))["chatgpt"]
    made = card["interpretation"]
    assert card["state"] == "answered"
    assert made["runId"] == str(asked.run_id)
    stored = await admin.fetchval(STORED, UUID(made["answerId"]))
    assert stored.startswith(made["excerpt"])
    assert made["recognised"]
    assert made["toneFriendly"] == (made["toneMatch"] >= 60)
    assert (made["audienceMatch"], made["relevance"]) == (None, None)  # one short paragraph


async def test_an_engine_that_does_not_know_the_brand_is_a_finding(
    person: httpx.AsyncClient, asked: Asked
) -> None:
    card = (await cards(person, asked))["perplexity"]
    made = card["interpretation"]
    assert card["state"] == "answered"
    assert "couldn't find" in made["excerpt"]
    assert not made["recognised"]
    assert (made["toneFriendly"], made["audienceMatch"], made["correct"]) == (None, None, [])


async def test_an_engine_without_a_key_says_how_to_connect(
    person: httpx.AsyncClient, asked: Asked
) -> None:
    # The app itself has no keys: only what was asked before is shown.
    card = (await cards(person, asked))["gemini"]
    assert (card["state"], card["interpretation"]) == ("not-connected", None)
    assert "key" in card["howToConnect"]


async def test_the_simulator_is_called_a_simulator(person: httpx.AsyncClient, asked: Asked) -> None:
    card = (await cards(person, asked))["simulator"]
    assert (card["basis"], card["surface"]) == ("simulator", "simulator")


async def test_changed_facts_are_held_against_the_stored_answers(
    person: httpx.AsyncClient, asked: Asked, admin: asyncpg.Connection
) -> None:
    put = await person.put(f"/api/v1/brands/{asked.subject.brand_id}/facts", json={"facts": FACTS})
    assert put.status_code == 200, put.text
    await reinterpret(asked.context, asked.subject.brand_id)
    made = (await cards(person, asked))["chatgpt"]["interpretation"]
    assert {said["kind"] for said in made["correct"]} == {"offering", "place"}
    assert [said["kind"] for said in made["missing"]] == ["founded"]
    assert made["matchScore"] == pytest.approx(100 * 3.5 / 4.5, abs=1e-3)
    stored = await admin.fetchval(STORED, UUID(made["answerId"]))
    for said in made["correct"]:
        assert stored[said["start"] : said["end"]] == said["said"]


async def test_below_three_facts_there_is_no_match_score(
    person: httpx.AsyncClient, asked: Asked
) -> None:
    path = f"/api/v1/brands/{asked.subject.brand_id}/facts"
    assert (await person.put(path, json={"facts": FACTS[:2]})).status_code == 200
    await reinterpret(asked.context, asked.subject.brand_id)
    made = (await cards(person, asked))["chatgpt"]["interpretation"]
    assert (made["matchScore"], made["enoughFacts"]) == (None, False)


async def test_reading_again_changes_nothing_when_nothing_changed(
    person: httpx.AsyncClient, asked: Asked
) -> None:
    await reinterpret(asked.context, asked.subject.brand_id)
    first = await cards(person, asked)
    await reinterpret(asked.context, asked.subject.brand_id)
    second = await cards(person, asked)
    for shown in (*first.values(), *second.values()):
        (shown["interpretation"] or {}).pop("readAt", None)
    assert first == second


async def test_a_material_shows_the_cards_of_its_brand(
    person: httpx.AsyncClient, asked: Asked, admin: asyncpg.Connection
) -> None:
    material = new_id()
    await admin.execute(
        "INSERT INTO material (id, workspace_id, brand_id, kind, url)"
        " VALUES ($1, $2, $3, 'website', 'https://harrow.example/shop')",
        material,
        asked.subject.tenant.workspace_id,
        asked.subject.brand_id,
    )
    path = f"/api/v1/materials/{material}/interpretations"
    assert await read(person, path) == await read(person, asked.path)
    assert (await person.get(f"/api/v1/materials/{new_id()}/interpretations")).status_code == 404


async def test_a_materials_own_facts_are_what_its_cards_are_held_against(
    person: httpx.AsyncClient, asked: Asked, database: Database
) -> None:
    text = (
        "Harrow makes hand-stitched leather walking boots. Harrow is based in Northumberland."
        " Harrow was founded in 1998. Our boots cost from £240 to £390."
    )
    upload = Upload("boots.docx", DOCX_TYPE, text.encode())
    document = DocumentText("boots.docx", "Boots", ((0, text),), 27)
    async with database.transaction(asked.subject.tenant.binding) as session:
        made_from = Upload("about.docx", DOCX_TYPE, b"about")
        await add_document(session, asked.subject.brand_id, made_from, document)
        key = await add_document(session, asked.subject.brand_id, upload, document)
    found = await read(person, f"/api/v1/materials/{key}/interpretations")
    shown = {card["engine"]: card["interpretation"] for card in found["cards"]}
    chatgpt, perplexity = shown["chatgpt"], shown["perplexity"]
    assert found["facts"] >= 3
    assert "Northumberland" in {said["value"] for said in chatgpt["correct"]}
    assert chatgpt["matchScore"] > 0
    assert "1998" in {said["value"] for said in chatgpt["missing"]}
    assert perplexity["correct"] == []


async def test_a_brand_without_a_run_has_cards_without_answers(
    app: FastAPI, database: Database, described: Subject
) -> None:
    cookies = await session_cookies(database, described.tenant)
    async with browser(app, cookies=cookies) as client:
        found = await read(client, f"/api/v1/brands/{described.brand_id}/interpretations")
    assert {card["state"] for card in found["cards"]} == {"not-connected", "not-asked"}


@pytest.mark.parametrize(
    ("change", "queued"),
    [
        ({"tone": "Expert"}, "visibility.interpret"),
        ({"targetAudience": "Surgeons"}, "visibility.rescore"),
    ],
    ids=["tone", "audience"],
)
async def test_another_tone_or_audience_has_the_answers_judged_again(
    person: httpx.AsyncClient,
    asked: Asked,
    admin: asyncpg.Connection,
    change: dict[str, str],
    queued: str,
) -> None:
    brand = str(asked.subject.brand_id)
    await admin.execute("DELETE FROM procrastinate_jobs WHERE args ->> 'brand_id' = $1", brand)
    changed = await person.patch(f"/api/v1/brands/{brand}", json=change, headers={"If-Match": "*"})
    assert changed.status_code == 200, changed.text
    found = await admin.fetch(
        "SELECT task_name FROM procrastinate_jobs WHERE args ->> 'brand_id' = $1"
        " AND task_name IN ('visibility.interpret', 'visibility.rescore')",
        brand,
    )
    assert [row["task_name"] for row in found] == [queued]
