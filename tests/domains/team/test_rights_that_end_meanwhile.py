"""Whoever sends slowly has at its end the right they have then, not the one they began with.

A body that a route reads itself arrives after its sender was let in, and a patient one takes hours.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha512
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.http.incoming_bodies import MOST
from tests.conftest import browser
from tests.factories.files import DOCX_TYPE, docx_file
from tests.factories.runs import make_brand
from tests.factories.team import (
    SCALE,
    Person,
    add_member,
    bearer,
    issue_key,
    opened,
    owner_on,
)

PADDING = b" " * (MOST + 1)  # so much is let in before all of it is there
# The same every time, and hardly to be made smaller.
LONG_DOCUMENT = docx_file(*(sha512(b"%d" % line).hexdigest() for line in range(900)))
ROWS = (
    "SELECT (SELECT count(*) FROM material WHERE workspace_id = $1)"
    " + (SELECT count(*) FROM prompt WHERE workspace_id = $1)"
    " + (SELECT count(*) FROM run WHERE workspace_id = $1)"
    " + (SELECT count(*) FROM brand WHERE workspace_id = $1)"
)
Ending = Callable[["Scene"], Awaitable[object]]


@dataclass(frozen=True)
class Scene:
    """A workspace with a brand, its owner, and an admin whose right is about to end."""

    owner: Person
    member: Person
    brand_id: UUID
    admin: asyncpg.Connection

    async def rows(self) -> int:
        """What stands in the workspace that a body could add to."""
        return int(await self.admin.fetchval(ROWS, self.owner.tenant.workspace_id))

    async def execute(self, statement: str) -> None:
        """Change something of the member behind the product's back."""
        await self.admin.execute(statement, self.member.tenant.user_id)


@pytest_asyncio.fixture
async def scene(
    app: FastAPI, database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Scene]:
    tenant = await owner_on(database, SCALE)
    brand = await make_brand(database, tenant)
    member = await add_member(database, tenant, "admin")
    async with opened(app, database, tenant) as owner, opened(app, database, member) as person:
        yield Scene(owner, person, brand.brand_id, admin)


async def removed(scene: Scene) -> None:
    done = await scene.owner.client.delete(f"/api/v1/members/{scene.member.id}")
    assert done.status_code == 204, done.text


async def demoted(scene: Scene) -> None:
    body = {"role": "viewer"}
    done = await scene.owner.client.patch(f"/api/v1/members/{scene.member.id}", json=body)
    assert done.status_code == 204, done.text


async def left(scene: Scene) -> None:
    done = await scene.member.client.post("/api/v1/members/leave")
    assert done.status_code == 204, done.text


async def signed_out(scene: Scene) -> None:
    assert (await scene.member.client.post("/api/logout")).is_success


async def paused(scene: Scene) -> None:
    await scene.execute("UPDATE membership SET paused = true WHERE user_id = $1")


async def disabled(scene: Scene) -> None:
    await scene.execute("UPDATE users SET is_active = false WHERE id = $1")


async def locked(scene: Scene) -> None:
    await scene.execute(
        "UPDATE workspace SET require_second_factor = true WHERE id ="
        " (SELECT workspace_id FROM membership WHERE user_id = $1)"
    )


ENDINGS: tuple[Ending, ...] = (removed, demoted, left, signed_out, paused, disabled, locked)


def bodies(brand_id: UUID) -> dict[str, tuple[str, str, object]]:
    """Method, path and JSON, or a document, of each call whose body its route reads."""
    brand = f"/api/v1/brands/{brand_id}"
    return {
        "page": ("POST", f"{brand}/materials", {"url": "https://harrow.example/boots"}),
        "document": ("POST", f"{brand}/materials", LONG_DOCUMENT),
        "answers": ("POST", f"{brand}/answers/import", {"text": "Harrow boots last."}),
        "preview": ("POST", f"{brand}/answers/import/preview", {"text": "Harrow boots last."}),
        "questions": ("POST", f"{brand}/prompts/import", {"rows": [{"text": "Which boots last?"}]}),
        "brand": (
            "POST",
            "/api/v1/brands",
            {
                "brandName": "Marlow",
                "description": "We make boots. " * 8,
                "targetAudience": "Hill walkers who want boots that last",
            },
        ),
        "business": ("POST", "/api/business-info", {"businessName": "Mine"}),
    }


async def slowly(
    client: httpx.AsyncClient,
    call: tuple[str, str, object],
    meanwhile: Callable[[], Awaitable[object]] | None,
    **headers: str,
) -> httpx.Response:
    """Send so much that the call is let in, have something happen, and send the rest."""
    method, path, body = call
    kind = {"content-type": "application/json"}
    content = PADDING + json.dumps(body).encode() if not isinstance(body, bytes) else b""
    if isinstance(body, bytes):
        form = httpx.Request(
            method,
            "http://presence.test",
            data={"docTitle": "Boots"},
            files={"file": ("boots.docx", body, DOCX_TYPE)},
        )
        content, kind = form.read(), {"content-type": form.headers["content-type"]}

    async def sent() -> AsyncIterator[bytes]:
        yield content[: MOST + 1]
        if meanwhile is not None:
            await meanwhile()
        yield content[MOST + 1 :]

    return await client.request(method, path, content=sent(), headers={**kind, **headers})


@pytest.mark.parametrize("end", ENDINGS, ids=lambda end: end.__name__)
async def test_a_body_that_arrives_after_the_right_ended_changes_nothing(
    scene: Scene, end: Ending
) -> None:
    before = await scene.rows()
    call = bodies(scene.brand_id)["answers"]
    answer = await slowly(scene.member.client, call, lambda: end(scene))
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    assert "Nothing was saved" in answer.json()["message"]
    assert await scene.rows() == before


@pytest.mark.parametrize("what", list(bodies(UUID(int=0))))
async def test_each_call_that_reads_its_own_body_asks_again(scene: Scene, what: str) -> None:
    before = await scene.rows()
    call = bodies(scene.brand_id)[what]
    answer = await slowly(scene.member.client, call, lambda: removed(scene))
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    assert await scene.rows() == before
    named = (await scene.owner.client.get("/api/business-info")).json()["businessName"]
    assert named != "Mine"


@pytest.mark.parametrize("what", list(bodies(UUID(int=0))))
async def test_whoever_keeps_the_right_may_send_slowly(scene: Scene, what: str) -> None:
    answer = await slowly(scene.member.client, bodies(scene.brand_id)[what], None)
    assert answer.is_success, answer.text


async def test_another_edition_of_a_document_asks_again(scene: Scene) -> None:
    added = await slowly(scene.member.client, bodies(scene.brand_id)["document"], None)
    path = f"/api/v1/brands/{scene.brand_id}/materials/{added.json()['id']}"
    call = ("PUT", f"{path}/document", LONG_DOCUMENT)
    answer = await slowly(scene.member.client, call, lambda: removed(scene))
    assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    assert (await scene.owner.client.get(path)).json()["fileSize"] == added.json()["fileSize"]


async def test_a_key_that_was_revoked_meanwhile_changes_nothing(scene: Scene, app: FastAPI) -> None:
    secret = await issue_key(scene.member.client, scope="write")
    (key,) = (await scene.owner.client.get("/api/v1/api-keys")).json()["data"]
    before = await scene.rows()

    async def revoke() -> None:
        done = await scene.owner.client.delete(f"/api/v1/api-keys/{key['id']}")
        assert done.status_code == 204, done.text

    call = bodies(scene.brand_id)["answers"]
    headers: dict[str, Any] = bearer(secret)
    async with browser(app) as program:
        answer = await slowly(program, call, revoke, **headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "right-ended"), answer.text
    assert await scene.rows() == before


async def test_whoever_looks_at_another_of_their_workspaces_meanwhile_loses_nothing(
    scene: Scene, database: Database, admin: asyncpg.Connection
) -> None:
    other = await owner_on(database, None)
    join = "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')"
    await admin.execute(join, other.workspace_id, scene.member.tenant.user_id)

    async def look_elsewhere() -> None:
        path = f"/api/v1/workspaces/{other.workspace_id}/switch"
        assert (await scene.member.client.post(path)).is_success

    call = bodies(scene.brand_id)["answers"]
    answer = await slowly(scene.member.client, call, look_elsewhere)
    assert answer.status_code == 202, answer.text
