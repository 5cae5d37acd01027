"""The analysis of one material: what it reads, how it ends, and what later runs make of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import asyncpg
import pytest

from presence.analysis.types import FetchProblem
from presence.db.session import Database
from presence.domains.materials import service
from presence.domains.materials.jobs import stranded_materials
from presence.domains.materials.service.analysing import ANALYSE, GIVE_UP, RATE_FIT
from presence.jobs.context import JobResources, run_job
from tests.analysis.fakes import FakeFetcher, FakePage, sites_of, text_page
from tests.conftest import Place
from tests.domains.brands.conftest import PRO, Desk, OpenDesk
from tests.domains.materials.test_materials_api import add_document
from tests.domains.materials.test_materials_api import replace as put_edition
from tests.factories.files import docx_file
from tests.factories.runs import worker_hands

URL = "https://harrowoak.example/families"
ROBOTS = "https://harrowoak.example/robots.txt"
HTML = (
    "<html lang='en-GB'><head><title>Tables for families</title></head><body>"
    "<h1>Tables for families</h1>"
    "<p>Our oak tables are made for busy families with small children, every day.</p>"
    "<p>They cost from £900 and are safe without varnish. Families get a ten year guarantee.</p>"
    "</body></html>"
)


@asynccontextmanager
async def hands(
    database: Database, place: Place, pages: Mapping[str, FakePage | str]
) -> AsyncIterator[JobResources]:
    """A worker to whom the web is `pages`."""
    async with worker_hands(database, place.settings()) as resources:
        yield replace(resources, sites=sites_of(FakeFetcher(dict(pages))))


async def added(desk: Desk, url: str = URL) -> str:
    """A page that waits for its analysis."""
    answer = await desk.post("materials", json={"url": url})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


async def work(resources: JobResources, desk: Desk, job: str = ANALYSE, **ids: str) -> None:
    """Do a job of the workspace here and now."""
    await run_job(job, resources, 1, {**ids, "workspace_id": str(desk.tenant.workspace_id)})


async def test_a_page_is_read_and_judged_with_its_evidence(
    open_desk: OpenDesk, database: Database, place: Place
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, {URL: HTML}) as resources:
        key = await added(desk)
        await work(resources, desk, material_id=key)
        read = await desk.get("materials", key)
    assert (read["status"], read["failure"]) == ("ready", None)
    assert (read["title"], read["language"]) == ("Tables for families", "en-GB")
    assert read["wordCount"] > 20
    fit = read["fit"]
    assert fit["low"] <= fit["value"] <= fit["high"]
    assert read["audienceFit"] == round(fit["value"]) > 0
    quotes = [item["quote"] for item in fit["items"] if item["score"]]
    assert quotes
    assert all(quote in HTML for quote in quotes)


@pytest.mark.parametrize(
    ("pages", "sentence"),
    [
        ({ROBOTS: text_page("User-agent: *\nDisallow: /"), URL: HTML},
         "The site's robots.txt asks our crawler to stay away."),
        ({URL: FakePage(HTML, status=404)}, "The address answers with an error (status 404)."),
        ({URL: FakePage("%PDF", headers=(("content-type", "application/pdf"),))},
         "The address is not a web page."),
        ({URL: FakePage("<html><body><img src=a.png></body></html>")},
         "The page holds no readable text."),
        ({URL: FakePage("", problem=FetchProblem("timeout", "The site did not answer in time."))},
         "The site did not answer in time."),
    ],
    ids=["robots", "error", "no page", "no text", "no answer"],
)  # fmt: skip
async def test_a_page_that_cannot_be_read_says_why(
    open_desk: OpenDesk,
    database: Database,
    place: Place,
    pages: dict[str, FakePage | str],
    sentence: str,
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, pages) as resources:
        key = await added(desk)
        await work(resources, desk, material_id=key)
        read = await desk.get("materials", key)
    assert (read["status"], read["failure"]) == ("failed", sentence)
    assert read["audienceFit"] is None


async def test_what_was_read_before_stays_when_a_page_is_away(
    open_desk: OpenDesk, database: Database, place: Place
) -> None:
    async with open_desk(PRO) as desk:
        key = await added(desk)
        async with hands(database, place, {URL: HTML}) as resources:
            await work(resources, desk, material_id=key)
        await desk.post("materials", key, "analyze")
        async with hands(database, place, {URL: FakePage("", status=500)}) as resources:
            await work(resources, desk, material_id=key)
        read = await desk.get("materials", key)
    assert read["status"] == "failed"
    assert "families" in read["excerpt"]


async def test_a_material_deleted_meanwhile_is_left_alone(
    open_desk: OpenDesk, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, {URL: HTML}) as resources:
        key = await added(desk)
        await desk.client.delete(desk.path("materials", key))
        await work(resources, desk, material_id=key)
        status = await admin.fetchval("SELECT status FROM material WHERE id::text = $1", key)
    assert status == "queued"


FIRST = "Submarine crews order sonar maintenance kits for hulls from our dock every winter."
SECOND = "Our oak tables are made for busy families with small children, every day."


async def uploaded(desk: Desk) -> str:
    """The first edition of a document, waiting for its analysis."""
    answer = await add_document(desk, docx_file(FIRST))
    assert answer.status_code == 202, answer.text
    return str(answer.json()["id"])


def while_judging(resources: JobResources, happens: Callable[[], Coroutine[Any, Any, Any]]) -> Any:
    """A worker during whose first judgement something happens."""
    loop, left = asyncio.get_running_loop(), [happens]

    def embedder() -> None:
        if left:
            asyncio.run_coroutine_threadsafe(left.pop()(), loop).result()

    return replace(resources, embedder=embedder)


async def test_a_judgement_that_another_edition_overtook_is_left_to_the_new_words(
    open_desk: OpenDesk, database: Database, place: Place
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, {}) as resources:
        key = await uploaded(desk)
        overtaken = while_judging(resources, lambda: put_edition(desk, key, SECOND))
        await work(overtaken, desk, material_id=key)
        waiting = await desk.get("materials", key)
        await work(resources, desk, material_id=key)
        read = await desk.get("materials", key)
    assert (waiting["status"], waiting["audienceFit"]) == ("queued", None)
    assert read["status"] == "ready"
    assert "families" in quoted(read)


async def test_words_that_another_edition_replaced_are_not_judged_anew(
    open_desk: OpenDesk, database: Database, place: Place
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, {}) as resources:
        key = await uploaded(desk)
        await work(resources, desk, material_id=key)

        async def another_edition() -> None:
            await put_edition(desk, key, SECOND)
            await work(resources, desk, material_id=key)

        brand = str(desk.brand_id)
        await work(while_judging(resources, another_edition), desk, RATE_FIT, brand_id=brand)
        read = await desk.get("materials", key)
    assert read["status"] == "ready"
    assert "families" in quoted(read)


def quoted(read: dict[str, Any]) -> str:
    """The words that earned a material its audience fit."""
    return " ".join(item["quote"] for item in read["fit"]["items"])


async def test_runs_read_what_was_added(
    open_desk: OpenDesk, database: Database, place: Place
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, {URL: HTML}) as resources:
        key = await added(desk)
        await work(resources, desk, material_id=key)
        async with database.transaction(desk.tenant.binding) as session:
            (text,) = await service.documents_of(session, desk.brand_id)
    assert (text.source, text.title) == (URL, "Tables for families")
    assert (1, "Tables for families") in text.blocks


async def test_another_audience_has_materials_judged_anew(
    open_desk: OpenDesk, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, {URL: HTML}) as resources:
        key = await added(desk)
        await work(resources, desk, material_id=key)
        before = (await desk.get("materials", key))["audienceFit"]
        change = {"targetAudience": "Submarine crews who need sonar maintenance"}
        answer = await desk.client.patch(desk.path(), json=change)
        assert answer.status_code == 200, answer.text
        waiting = await admin.fetchval(
            "SELECT count(*) FROM procrastinate_jobs WHERE task_name = $1 AND status = 'todo'"
            " AND args ->> 'brand_id' = $2",
            RATE_FIT,
            str(desk.brand_id),
        )
        await work(resources, desk, RATE_FIT, brand_id=str(desk.brand_id))
        after = (await desk.get("materials", key))["audienceFit"]
    assert waiting == 1
    assert after < before


async def test_work_whose_job_is_gone_is_given_up_with_a_reason(
    open_desk: OpenDesk, database: Database, place: Place, admin: asyncpg.Connection
) -> None:
    async with open_desk(PRO) as desk, hands(database, place, {}) as resources:
        lost, waiting = await added(desk), await added(desk, f"{URL}/2")
        await admin.execute("UPDATE material SET changed_at = now() - interval '1 hour'")
        await admin.execute(
            "DELETE FROM procrastinate_jobs WHERE args ->> 'material_id' = $1", lost
        )
        await stranded_materials(resources)
        given_up = await handed_over(admin, desk)
        await work(resources, desk, GIVE_UP, material_id=lost)
        read = await desk.get("materials", lost)
    assert given_up == [lost]
    assert waiting not in given_up
    assert read["failure"] == "The analysis was interrupted on our side. Please analyze it again."


async def handed_over(admin: asyncpg.Connection, desk: Desk) -> list[Any]:
    """Materials of the workspace that a sweep wants to give up."""
    rows = await admin.fetch(
        "SELECT args ->> 'material_id' AS id FROM procrastinate_jobs"
        " WHERE task_name = $1 AND args ->> 'workspace_id' = $2",
        GIVE_UP,
        str(desk.tenant.workspace_id),
    )
    return [row["id"] for row in rows]
