"""Marks on charts: notes of people, and what happened by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.clock import SystemClock
from presence.db.session import Database
from presence.domains.billing.service import grant
from presence_standins.sites import site_server
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, begin_run, make_brand, work_off, worker_hands
from tests.factories.team import add_member, opened

PRO = 1


def today() -> str:
    """The day of the product's clock; a run of these tests may begin on the day before."""
    return f"{SystemClock().now().date()}"


@dataclass
class Room:
    """A brand with a run, and browsers of its owner, its editor and somebody who may look."""

    begun: str
    brand: str
    subject: Subject
    owner: httpx.AsyncClient
    editor: httpx.AsyncClient
    viewer: httpx.AsyncClient


@pytest_asyncio.fixture(scope="module")
async def room(app: FastAPI, database: Database, place: Place) -> AsyncIterator[Room]:
    """Everybody, around one analysed brand on Pro."""
    tenant, begun = await make_tenant(database), today()
    async with (
        site_server("harrow-broken") as url,
        worker_hands(database, place.settings()) as resources,
        AsyncExitStack() as stack,
    ):
        subject = await make_brand(database, tenant, url)
        async with database.transaction(tenant.binding) as session:
            await grant(session, tenant.user_id, PRO, None)
        for _ in range(2):
            await work_off(resources, subject, await begin_run(database, subject))
        people = [tenant]
        for role in ("editor", "viewer"):
            people.append(await add_member(database, tenant, role))
        clients = [
            (await stack.enter_async_context(opened(app, database, person))).client
            for person in people
        ]
        brand = f"/api/v1/brands/{subject.brand_id}"
        yield Room(begun, brand, subject, *clients)


async def write(
    room: Room, client: httpx.AsyncClient, text: str, scope: str = "workspace"
) -> dict[str, Any]:
    """A note on today."""
    body = {"day": today(), "text": text, "scope": scope}
    answer = await client.post(f"{room.brand}/annotations", json=body)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def texts(room: Room, client: httpx.AsyncClient, **days: str) -> list[str]:
    """What somebody reads on the chart."""
    answer = await client.get(f"{room.brand}/annotations", params=days)
    assert answer.status_code == 200, answer.text
    return [mark["text"] for mark in answer.json()["data"]]


async def test_the_first_days_there_are_have_no_marks_and_no_fault(room: Room) -> None:
    days = {"from": "0001-01-01", "to": "0001-01-03"}
    answer = await room.viewer.get(f"{room.brand}/annotations", params=days)
    assert (answer.status_code, answer.json()) == (200, {"data": []})


async def test_a_personal_note_is_its_owners_alone(room: Room) -> None:
    note = await write(room, room.viewer, "Ask about this", "personal")
    assert "Ask about this" in await texts(room, room.viewer)
    assert "Ask about this" not in await texts(room, room.owner)
    path = f"/api/v1/annotations/{note['id']}"
    assert (await room.owner.patch(path, json={"text": "Mine"})).status_code == 404
    assert (await room.viewer.patch(path, json={"text": "Asked"})).json()["text"] == "Asked"
    assert (await room.viewer.delete(path)).status_code == 204


async def test_those_who_may_edit_write_for_the_workspace(room: Room) -> None:
    body = {"day": today(), "text": "Relaunch", "scope": "workspace"}
    refused = await room.viewer.post(f"{room.brand}/annotations", json=body)
    assert refused.status_code == 403
    note = await write(room, room.editor, "Relaunch")
    assert "Relaunch" in await texts(room, room.viewer)
    path = f"/api/v1/annotations/{note['id']}"
    assert (await room.viewer.delete(path)).status_code == 403
    listed = (await room.viewer.get(f"{room.brand}/annotations")).json()["data"]
    assert [m["editable"] for m in listed if m["id"] == note["id"]] == [False]
    assert (await room.owner.patch(path, json={"day": "2026-01-02"})).status_code == 200
    assert "Relaunch" not in await texts(room, room.owner)
    span = {"from": "2026-01-01", "to": "2026-01-31"}
    assert await texts(room, room.owner, **span) == ["Relaunch"]


async def test_what_happened_stands_on_its_day(room: Room, admin: asyncpg.Connection) -> None:
    workspace = room.subject.tenant.workspace_id
    await admin.execute(
        "UPDATE run SET engines = jsonb_set(engines, '{0,model}', '\"older\"') WHERE id ="
        " (SELECT min(id::text)::uuid FROM run WHERE workspace_id = $1)",
        workspace,
    )
    await admin.execute(
        "UPDATE page_snapshot SET facts = jsonb_set(facts, '{main_text}', '\"Other words\"')"
        " WHERE id = (SELECT max(p.id::text)::uuid FROM page_snapshot p JOIN crawl c"
        " ON c.id = p.crawl_id AND c.owner = 'brand' WHERE p.workspace_id = $1)",
        workspace,
    )
    site = (await room.owner.get(room.brand)).json()["websiteUrl"].rstrip("/")
    page = {"url": f"{site}/new-boots"}
    added = await room.owner.post(f"{room.brand}/materials", json=page)
    assert added.status_code in {201, 202}, added.text
    gaps = (await room.owner.get(f"{room.brand}/gaps/technical")).json()["data"]
    done = f"{room.brand}/gaps/technical/{gaps[0]['id']}"
    assert (await room.owner.patch(done, json={"status": "done"})).status_code == 200
    marks = (await room.viewer.get(f"{room.brand}/annotations")).json()["data"]
    by_kind = {mark["kind"]: mark for mark in marks if mark["id"] is None}
    assert by_kind["plan"]["text"] == "Now on the Pro plan"
    assert "older" in by_kind["model"]["text"]
    assert by_kind["site"]["text"] == "1 page of the website changed"
    assert by_kind["done"]["text"] == "Marked as done: 1 technical finding"
    assert {mark["day"] for mark in by_kind.values()} <= {room.begun, today()}
    assert not any(mark["editable"] for mark in by_kind.values())
    assert by_kind["material"]["text"].startswith("Material added: ")


async def test_charts_say_where_the_questions_changed(room: Room) -> None:
    said = await room.owner.patch(f"{room.brand}/offer", json={"category": "accountant"})
    assert said.status_code == 200
    assert not any("of the questions" in text for text in await texts(room, room.viewer))
    made = (await room.owner.post(f"{room.brand}/panel/accept", json={})).json()
    mark = f"Version 2 of the questions: {made['added']} new, {made['removed']} gone"
    assert mark in await texts(room, room.viewer)
    await room.owner.post(f"{room.brand}/panel/versions/1/restore")
    assert any("version 1 again" in text for text in await texts(room, room.viewer))


async def test_a_shared_page_shows_the_workspaces_notes_and_no_personal_one(
    room: Room, app: FastAPI
) -> None:
    await write(room, room.owner, "Campaign began")
    await write(room, room.owner, "Only for me", "personal")
    made = await room.owner.post(f"{room.brand}/share-links", json={"name": "Board"})
    links = (await room.owner.get("/api/v1/share-links")).json()["data"]
    (url,) = [link["url"] for link in links if link["id"] == made.json()["id"]]
    async with browser(app) as visitor:
        view = (await visitor.get(f"/api/v1/share/{url.rpartition('/')[2]}")).json()
    shown = [mark["text"] for mark in view["marks"]]
    assert "Campaign began" in shown
    assert "Only for me" not in shown
    assert not any(text.startswith(("Now on", "Marked", "Material")) for text in shown)


async def test_notes_of_another_workspace_do_not_exist(
    room: Room, app: FastAPI, database: Database
) -> None:
    note = await write(room, room.owner, "Ours")
    async with opened(app, database, await make_tenant(database)) as stranger:
        path = f"/api/v1/annotations/{note['id']}"
        assert (await stranger.client.delete(path)).status_code == 404
        assert (await stranger.client.get(f"{room.brand}/annotations")).status_code == 404


async def test_a_note_without_words_or_day_is_refused_by_the_field(room: Room) -> None:
    for body, pointer in (
        ({"text": " "}, "/text"),
        ({"text": "x" * 301}, "/text"),
        ({"day": "soon"}, "/day"),
        ({"scope": "everybody"}, "/scope"),
    ):
        wish = {"day": today(), "text": "Note", "scope": "personal", **body}
        answer = await room.owner.post(f"{room.brand}/annotations", json=wish)
        assert answer.status_code == 422
        assert answer.json()["errors"][0]["pointer"] == pointer


async def test_a_note_goes_with_its_owner_and_a_workspaces_stays(
    room: Room, database: Database, admin: asyncpg.Connection, app: FastAPI
) -> None:
    leaver = await add_member(database, room.subject.tenant, "editor")
    async with opened(app, database, leaver) as gone:
        await write(room, gone.client, "Stays")
        await write(room, gone.client, "Goes", "personal")
    await admin.execute("DELETE FROM membership WHERE user_id = $1", leaver.user_id)
    await admin.execute("DELETE FROM users WHERE id = $1", leaver.user_id)
    left = await admin.fetch("SELECT text FROM annotation WHERE text IN ('Stays', 'Goes')")
    assert [row["text"] for row in left] == ["Stays"]


BREAK = """
INSERT INTO engine_watch_break (id, engine, number, language, began_on, declared_on, models,
  distance, evidence, estimate)
SELECT gen_random_uuid(), e->>'id', 1, 'en', (r.created_at AT TIME ZONE 'UTC')::date,
  current_date, ARRAY[coalesce($2, e->>'model')], 2, 500, '[]'
  FROM run r, jsonb_array_elements(r.engines) e
 WHERE r.brand_id = $1 AND e->>'id' = 'simulator' LIMIT 1
"""


@pytest.mark.parametrize(("model", "told"), [(None, True), ("some-other-model", False)])
async def test_a_break_of_an_assistant_is_told_where_it_ends_comparisons(
    room: Room, admin: asyncpg.Connection, model: str | None, told: bool
) -> None:
    await admin.execute(BREAK, room.subject.brand_id, model)
    try:
        answer = await room.viewer.get(f"{room.brand}/annotations")
    finally:
        await admin.execute("DELETE FROM engine_watch_break")
    marks = answer.json()["data"]
    shown = [mark["text"] for mark in marks if mark["kind"] == "break"]
    assert bool(shown) is told
    assert all("comparisons across that line are left out" in text for text in shown)
    assert "since" not in " ".join(m["text"] for m in marks if m["kind"] == "model")
