"""Saved views: whose they are, what they hold, and with which a screen begins."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import dataclass
from typing import Any

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.publishing.service.views import MOST
from tests.factories.people import make_tenant
from tests.factories.runs import Subject, make_brand
from tests.factories.team import add_member, opened

ONE = "/api/v1/views/"


@dataclass
class Room:
    """A brand, and browsers of its owner, an editor and somebody who may look."""

    brand: Subject
    path: str
    owner: httpx.AsyncClient
    editor: httpx.AsyncClient
    viewer: httpx.AsyncClient


@pytest_asyncio.fixture
async def room(app: FastAPI, database: Database) -> AsyncIterator[Room]:
    """Everybody, around one brand."""
    owner = await make_tenant(database)
    subject = await make_brand(database, owner)
    people = [owner, *[await add_member(database, owner, role) for role in ("editor", "viewer")]]
    async with AsyncExitStack() as stack:
        clients = [
            (await stack.enter_async_context(opened(app, database, person))).client
            for person in people
        ]
        yield Room(subject, f"/api/v1/brands/{subject.brand_id}/views", *clients)


def a_view(**changes: Any) -> dict[str, Any]:
    """A view as a screen sends it."""
    filters = "tab=prompts&range=28d&compare=year"
    return {
        "name": "Boots",
        "screen": "analytics",
        "query": filters,
        "scope": "personal",
        **changes,
    }


async def keep(room: Room, client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    """A kept view."""
    answer = await client.post(room.path, json=a_view(**changes))
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def names(room: Room, client: httpx.AsyncClient) -> list[str]:
    """What somebody reads in their list."""
    answer = await client.get(room.path)
    assert answer.status_code == 200, answer.text
    return [view["name"] for view in answer.json()["data"]]


async def test_a_personal_view_is_its_owners_alone(room: Room) -> None:
    view = await keep(room, room.viewer)
    assert (view["query"], view["scope"], view["editable"]) == (
        "tab=prompts&range=28d&compare=year",
        "personal",
        True,
    )
    assert await names(room, room.viewer) == ["Boots"]
    assert await names(room, room.owner) == []
    assert (await room.owner.patch(ONE + view["id"], json={"name": "Mine"})).status_code == 404
    assert (await room.owner.delete(ONE + view["id"])).status_code == 404


async def test_the_workspaces_views_are_kept_by_those_who_may_edit(room: Room) -> None:
    refused = await room.viewer.post(room.path, json=a_view(scope="workspace"))
    assert refused.status_code == 403
    view = await keep(room, room.editor, scope="workspace")
    (seen,) = (await room.viewer.get(room.path)).json()["data"]
    assert (seen["id"], seen["editable"]) == (view["id"], False)
    assert (await room.viewer.patch(ONE + view["id"], json={"name": "X"})).status_code == 403
    assert (await room.viewer.delete(ONE + view["id"])).status_code == 403
    changed = await room.owner.patch(ONE + view["id"], json={"query": "?tab=sources&q=boots"})
    assert changed.json()["query"] == "tab=sources&q=boots"


async def test_what_does_not_belong_to_a_view_is_left_out_of_it(room: Room) -> None:
    open_above = "brand=b1&answer=a1&number=answered&of=topic:x&wording=m1"
    query = f"?{open_above}&engine=chatgpt&engine=claude&q=a%20b"
    view = await keep(room, room.owner, query=query)
    assert view["query"] == "engine=chatgpt&engine=claude&q=a+b"


async def test_each_begins_with_a_view_of_their_own(room: Room) -> None:
    shared = await keep(room, room.editor, scope="workspace", isDefault=True)
    own = await keep(room, room.viewer, name="Own")
    for view in (shared, own):
        set_first = await room.viewer.patch(ONE + view["id"], json={"isDefault": True})
        assert set_first.json()["isDefault"] is True

    async def first(client: httpx.AsyncClient) -> list[str]:
        found = (await client.get(room.path)).json()["data"]
        return [view["name"] for view in found if view["isDefault"]]

    assert (await first(room.viewer), await first(room.editor)) == (["Own"], ["Boots"])
    assert await first(room.owner) == []
    await room.viewer.patch(ONE + own["id"], json={"isDefault": False})
    assert (await first(room.viewer), await first(room.editor)) == ([], ["Boots"])


async def test_a_removed_view_comes_back_as_it_was(room: Room, admin: asyncpg.Connection) -> None:
    view = await keep(room, room.owner, isDefault=True)
    assert (await room.owner.delete(ONE + view["id"])).status_code == 204
    assert await names(room, room.owner) == []
    assert (await room.owner.patch(ONE + view["id"], json={"name": "X"})).status_code == 404
    back = await room.owner.post(f"{ONE}{view['id']}/restore")
    assert back.json() == view
    await room.owner.delete(ONE + view["id"])
    await keep(room, room.owner)
    taken = await room.owner.post(f"{ONE}{view['id']}/restore")
    assert taken.status_code == 409
    await admin.execute("UPDATE saved_view SET removed_at = removed_at - interval '2 days'")
    assert (await room.owner.post(f"{ONE}{view['id']}/restore")).status_code == 404
    await keep(room, room.owner, name="Next")
    kept = await admin.fetch(
        "SELECT removed_at FROM saved_view WHERE brand_id = $1", room.brand.brand_id
    )
    assert [row["removed_at"] for row in kept] == [None, None]


async def test_a_name_is_given_once_for_each_owner_and_screen(room: Room) -> None:
    await keep(room, room.owner)
    taken = await room.owner.post(room.path, json=a_view(name=" boots "))
    assert taken.status_code == 409
    assert taken.json()["errors"][0]["pointer"] == "/name"
    await keep(room, room.owner, screen="trends")
    await keep(room, room.owner, scope="workspace")
    await keep(room, room.editor)
    other = await keep(room, room.owner, name="Shoes")
    renamed = await room.owner.patch(ONE + other["id"], json={"name": "BOOTS"})
    assert renamed.status_code == 409
    same = await room.owner.patch(ONE + other["id"], json={"name": "SHOES"})
    assert same.json()["name"] == "SHOES"


async def test_a_view_that_cannot_be_kept_is_refused_by_the_field(room: Room) -> None:
    for body, pointer in (
        ({"name": " "}, "/name"),
        ({"name": "x" * 81}, "/name"),
        ({"screen": "pricing"}, "/screen"),
        ({"query": "q=" + "x" * 2_000}, "/query"),
        ({"query": "&".join("engine=a" for _ in range(61))}, "/query"),
        ({"query": "q=%0Aa"}, "/query"),
        ({"scope": "everybody"}, "/scope"),
    ):
        answer = await room.owner.post(room.path, json=a_view(**body))
        assert answer.status_code == 422, body
        assert answer.json()["errors"][0]["pointer"] == pointer


async def test_a_brand_has_room_for_so_many_views(room: Room, admin: asyncpg.Connection) -> None:
    await admin.execute(
        "INSERT INTO saved_view (id, workspace_id, brand_id, screen, name, query)"
        " SELECT gen_random_uuid(), $1, $2, 'trends', 'n' || n, '' FROM generate_series(1, $3) n",
        room.brand.tenant.workspace_id,
        room.brand.brand_id,
        MOST,
    )
    full = await room.owner.post(room.path, json=a_view(scope="workspace"))
    assert full.status_code == 409
    assert "Delete some first" in full.json()["message"]
    await keep(room, room.owner)


async def test_views_of_another_workspace_do_not_exist(
    room: Room, app: FastAPI, database: Database
) -> None:
    view = await keep(room, room.owner, scope="workspace")
    async with opened(app, database, await make_tenant(database)) as stranger:
        assert (await stranger.client.get(room.path)).status_code == 404
        assert (await stranger.client.delete(ONE + view["id"])).status_code == 404
        restored = await stranger.client.post(f"{ONE}{view['id']}/restore")
        assert restored.status_code == 404


async def test_a_personal_view_goes_with_the_membership(
    room: Room, database: Database, admin: asyncpg.Connection, app: FastAPI
) -> None:
    leaver = await add_member(database, room.brand.tenant, "editor")
    async with opened(app, database, leaver) as gone:
        await keep(room, gone.client, name="Stays", scope="workspace", isDefault=True)
        await keep(room, gone.client, name="Goes")
    await admin.execute("DELETE FROM membership WHERE user_id = $1", leaver.user_id)
    assert await names(room, room.owner) == ["Stays"]
    assert await admin.fetchval("SELECT count(*) FROM saved_view WHERE name = 'Goes'") == 0
