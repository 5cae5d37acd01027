"""Share links: what one shows, to whom, for how long, and nothing besides."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.clock import SystemClock
from presence.db.session import Database
from presence.domains.billing.service import grant
from tests.conftest import Place, browser
from tests.factories.people import make_tenant
from tests.factories.runs import (
    Subject,
    begin_run,
    make_brand,
    session_cookies,
    work_off,
    worker_hands,
)

PRO, PRO_LINKS = 1, 3
PASSWORD = "walking boots"
OWN, SIBLING, FOREIGN = "Harrow", "Quillfeather", "Marlowbrook"


@pytest_asyncio.fixture(scope="module")
async def brands(database: Database, place: Place) -> AsyncIterator[dict[str, Subject]]:
    """Two analysed brands of one workspace and one of another, all on Pro."""
    home, away = await make_tenant(database), await make_tenant(database)
    async with worker_hands(database, place.settings()) as resources:
        made = {}
        for name, tenant in ((OWN, home), (SIBLING, home), (FOREIGN, away)):
            text = f"{name} makes walking boots in {name} Vale and repairs them for ten years."
            told = {"name": name, "description": text, "is_primary": name != SIBLING}
            subject = await make_brand(database, tenant, None, **told)
            async with database.transaction(tenant.binding) as session:
                await grant(session, tenant.user_id, PRO, None)
            await work_off(resources, subject, await begin_run(database, subject))
            made[name] = subject
        yield made


@pytest_asyncio.fixture
async def owner(
    app: FastAPI, database: Database, brands: dict[str, Subject], admin: asyncpg.Connection
) -> AsyncIterator[httpx.AsyncClient]:
    """A browser of the first workspace's owner; links of earlier tests are gone."""
    await admin.execute("DELETE FROM share_link")
    await admin.execute("DELETE FROM login_attempt")
    cookies = await session_cookies(database, brands[OWN].tenant)
    async with browser(app, cookies=cookies) as client:
        yield client


async def share(client: httpx.AsyncClient, brand_id: UUID, **body: Any) -> dict[str, Any]:
    """A new link as the list shows it, with `token`."""
    path = f"/api/v1/brands/{brand_id}/share-links"
    answer = await client.post(path, json={"name": "For the board", **body})
    assert answer.status_code == 201, answer.text
    listed = (await client.get("/api/v1/share-links")).json()["data"]
    line: dict[str, Any] = next(row for row in listed if row["id"] == answer.json()["id"])
    return {**line, "token": line["url"].rpartition("/")[2]}


async def test_a_link_shows_the_numbers_of_the_screens_to_anybody(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, brands: dict[str, Subject]
) -> None:
    brand = f"/api/v1/brands/{brands[OWN].brand_id}"
    link = await share(owner, brands[OWN].brand_id)
    answer = await client.get(f"/api/v1/share/{link['token']}")
    assert answer.status_code == 200, answer.text
    assert "noindex" in answer.headers["x-robots-tag"]
    assert answer.headers["cache-control"] == "no-store"
    view = answer.json()
    assert view["scores"] == (await owner.get(f"{brand}/summary")).json()["scores"]
    span = f"from={view['range']['from']}&to={view['range']['to']}"
    asked = f"metrics=content&metrics=mentionRate&groupBy=engine&{span}"
    (engine,) = (await owner.get(f"{brand}/metrics?{asked}")).json()["groups"]
    (shown,) = view["engines"]
    assert shown["label"] == engine["label"]
    assert shown["values"]["mentionRate"] == engine["values"]["mentionRate"]
    assert [row["label"] for row in view["prompts"]]
    course = (await owner.get(f"{brand}/metrics?metrics=content&{span}")).json()["series"][0]
    assert [p["value"] for p in view["trend"]] == [p["value"] for p in course["points"]]


async def test_only_the_chosen_sections_leave_the_server(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, brands: dict[str, Subject]
) -> None:
    link = await share(owner, brands[OWN].brand_id, sections=["engines"], days=28)
    view = (await client.get(f"/api/v1/share/{link['token']}")).json()
    assert view["engines"]
    for name in ("trend", "competitors", "prompts", "gaps", "recommendations"):
        assert view[name] is None
    assert str(brands[OWN].brand_id) not in str(view)


async def test_what_stands_on_the_trend_leaves_the_server_with_the_trend_alone(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, brands: dict[str, Subject]
) -> None:
    day = SystemClock().now().date().isoformat()
    note = {"day": day, "text": "We moved to another city", "scope": "workspace"}
    path = f"/api/v1/brands/{brands[OWN].brand_id}/annotations"
    written = await owner.post(path, json=note)
    assert written.status_code == 201, written.text
    seen = {}
    for section in ("trend", "engines"):
        link = await share(owner, brands[OWN].brand_id, sections=[section], days=28)
        seen[section] = (await client.get(f"/api/v1/share/{link['token']}")).text
    assert ["another city" in text for text in seen.values()] == [True, False]


async def test_gaps_of_other_topics_than_the_chosen_ones_stay_inside(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, brands: dict[str, Subject]
) -> None:
    shown = []
    for topics in ([], ["A topic without gaps"]):
        link = await share(owner, brands[OWN].brand_id, sections=["gaps"], topics=topics)
        shown.append((await client.get(f"/api/v1/share/{link['token']}")).json()["gaps"])
    assert shown[0]
    assert shown[1] == []


async def test_no_link_reaches_another_brand(
    owner: httpx.AsyncClient, app: FastAPI, database: Database, brands: dict[str, Subject]
) -> None:
    cookies = await session_cookies(database, brands[FOREIGN].tenant)
    async with browser(app, cookies=cookies) as other, browser(app) as visitor:
        links = {
            name: await share(other if name == FOREIGN else owner, subject.brand_id)
            for name, subject in brands.items()
        }
        for name, link in links.items():
            for stranger in set(brands) - {name}:
                wanted = str(brands[stranger].brand_id)
                asked = {"brand": wanted, "brandId": wanted, "workspace": wanted}
                headers = {"X-Workspace-Id": str(brands[stranger].tenant.workspace_id)}
                path = f"/api/v1/share/{link['token']}"
                answer = await visitor.get(path, params=asked, headers=headers)
                assert answer.status_code == 200
                assert name in answer.text
                assert stranger not in answer.text
        theirs = (await other.get("/api/v1/share-links")).json()["data"]
        assert [row["id"] for row in theirs] == [links[FOREIGN]["id"]]


async def test_a_password_is_asked_for_and_guessing_ends(
    owner: httpx.AsyncClient, app: FastAPI, brands: dict[str, Subject]
) -> None:
    link = await share(owner, brands[OWN].brand_id, password=PASSWORD)
    path = f"/api/v1/share/{link['token']}"
    async with browser(app) as known, browser(app, address="192.0.2.9") as guesser:
        locked = await known.get(path)
        assert (locked.status_code, locked.json()["code"]) == (401, "share-locked")
        assert OWN not in locked.text
        given = await known.post(f"{path}/unlock", json={"password": PASSWORD})
        assert given.status_code == 204
        assert "HttpOnly" in given.headers["set-cookie"]
        assert (await known.get(path)).status_code == 200
        for _ in range(5):
            wrong = await guesser.post(f"{path}/unlock", json={"password": "not it at all"})
            assert wrong.status_code == 422
        refused = await guesser.post(f"{path}/unlock", json={"password": PASSWORD})
        assert refused.status_code == 429
        assert int(refused.headers["retry-after"]) > 0
        assert (await known.get(path)).status_code == 200
        await owner.patch(f"/api/v1/share-links/{link['id']}", json={"password": "another one"})
        assert (await known.get(path)).status_code == 401


async def test_over_https_an_unlocked_link_is_remembered_in_a_secure_cookie(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, app: FastAPI, brands: dict[str, Subject]
) -> None:
    link = await share(owner, brands[OWN].brand_id, password=PASSWORD)
    before = app.state.settings
    secure = before.http.model_copy(update={"public_url": "https://presence.test"})
    app.state.settings = before.model_copy(update={"http": secure})
    try:
        path = f"/api/v1/share/{link['token']}/unlock"
        given = (await client.post(path, json={"password": PASSWORD})).headers["set-cookie"]
    finally:
        app.state.settings = before
    assert given.startswith("__Host-presence_share_")
    assert {"Secure", "HttpOnly", "Path=/", "SameSite=lax"} <= set(given.split("; "))


async def test_guessing_from_ever_new_addresses_ends_as_well(
    owner: httpx.AsyncClient, app: FastAPI, brands: dict[str, Subject]
) -> None:
    link = await share(owner, brands[OWN].brand_id, password=PASSWORD)
    path = f"/api/v1/share/{link['token']}/unlock"
    most = app.state.settings.throttle.per_account
    answers = []
    for number in range(most + 1):
        async with browser(app, address=f"198.51.100.{number + 1}") as guesser:
            answers.append(await guesser.post(path, json={"password": f"guess no. {number}"}))
    assert [answer.status_code for answer in answers] == [*[422] * most, 429]
    assert int(answers[-1].headers["retry-after"]) > 0


async def test_what_one_link_unlocked_opens_no_other(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, brands: dict[str, Subject]
) -> None:
    first = await share(owner, brands[OWN].brand_id, password=PASSWORD)
    second = await share(owner, brands[OWN].brand_id, password=PASSWORD)
    await client.post(f"/api/v1/share/{first['token']}/unlock", json={"password": PASSWORD})
    (cookie,) = client.cookies.jar
    name = cookie.name
    client.cookies.set(name.replace(name[-16:], "0" * 16), cookie.value or "")
    assert (await client.get(f"/api/v1/share/{first['token']}")).status_code == 200
    assert (await client.get(f"/api/v1/share/{second['token']}")).status_code == 401
    await client.post(f"/api/v1/share/{second['token']}/unlock", json={"password": PASSWORD})
    assert (await client.get(f"/api/v1/share/{first['token']}")).status_code == 200


@pytest.mark.parametrize(
    ("ending", "reason"),
    [
        ("UPDATE share_link SET expires_at = now()", "expired"),
        ("UPDATE share_link SET revoked_at = now()", "revoked"),
    ],
)
async def test_an_ended_link_says_why_and_shows_nothing(
    owner: httpx.AsyncClient,
    client: httpx.AsyncClient,
    admin: asyncpg.Connection,
    brands: dict[str, Subject],
    ending: str,
    reason: str,
) -> None:
    link = await share(owner, brands[OWN].brand_id)
    await admin.execute(ending)
    for answer in (
        await client.get(f"/api/v1/share/{link['token']}"),
        await client.post(f"/api/v1/share/{link['token']}/unlock", json={"password": "x"}),
    ):
        assert (answer.status_code, answer.json()["reason"]) == (410, reason)
        assert OWN not in answer.text
    assert (await client.get("/api/v1/share/nothing-at-all")).status_code == 404


async def test_revoking_ends_it_at_once_and_frees_its_place(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, brands: dict[str, Subject]
) -> None:
    links = [await share(owner, brands[OWN].brand_id) for _ in range(PRO_LINKS)]
    path = f"/api/v1/brands/{brands[OWN].brand_id}/share-links"
    full = await owner.post(path, json={"name": "One more"})
    assert (full.status_code, full.json()["feature"]) == (403, "share.links")
    assert full.json()["used"] == full.json()["limit"] == PRO_LINKS
    assert (await owner.delete(f"/api/v1/share-links/{links[0]['id']}")).status_code == 204
    assert (await client.get(f"/api/v1/share/{links[0]['token']}")).status_code == 410
    assert (await owner.post(path, json={"name": "One more"})).status_code == 201
    log = (await owner.get("/api/v1/audit-log")).json()["data"]
    assert "share.revoked" in [entry["action"] for entry in log]


async def test_links_beyond_the_plan_pause_and_come_back(
    owner: httpx.AsyncClient,
    client: httpx.AsyncClient,
    admin: asyncpg.Connection,
    brands: dict[str, Subject],
) -> None:
    link = await share(owner, brands[OWN].brand_id)
    workspace = brands[OWN].tenant.workspace_id
    ended = "UPDATE subscriptions SET end_date = $2 WHERE workspace_id = $1"
    await admin.execute(ended, workspace, SystemClock().now() - timedelta(minutes=1))
    paused = await client.get(f"/api/v1/share/{link['token']}")
    assert (paused.status_code, paused.json()["reason"]) == (410, "paused")
    listed = (await owner.get("/api/v1/share-links")).json()
    assert [row["state"] for row in listed["data"]] == ["paused"]
    assert listed["limit"] == 0
    await admin.execute(ended, workspace, None)
    assert (await client.get(f"/api/v1/share/{link['token']}")).status_code == 200


async def test_openings_are_counted_and_waiting_for_a_password_is_none(
    owner: httpx.AsyncClient, client: httpx.AsyncClient, brands: dict[str, Subject]
) -> None:
    link = await share(owner, brands[OWN].brand_id, password=PASSWORD)
    path = f"/api/v1/share/{link['token']}"
    await client.get(path)
    await client.post(f"{path}/unlock", json={"password": PASSWORD})
    for _ in range(2):
        await client.get(path)
    (line,) = (await owner.get("/api/v1/share-links")).json()["data"]
    assert line["views"] == 2
    assert line["lastViewedAt"]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"name": "  "}, "/name"),
        ({"password": "short"}, "/password"),
        ({"expiresAt": "2020-01-01T00:00:00Z"}, "/expiresAt"),
        ({"days": 0}, "/days"),
        ({"from": "2026-02-02", "to": "2026-02-01"}, ""),
        ({"from": "2026-02-02"}, ""),
        ({"sections": ["payments"]}, "/sections/0"),
    ],
)
async def test_a_wrong_wish_is_answered_by_the_field(
    owner: httpx.AsyncClient, brands: dict[str, Subject], body: dict[str, Any], pointer: str
) -> None:
    path = f"/api/v1/brands/{brands[OWN].brand_id}/share-links"
    answer = await owner.post(path, json={"name": "For the board", **body})
    assert answer.status_code == 422
    assert answer.json()["errors"][0]["pointer"] == pointer


async def test_tokens_and_passwords_are_not_readable_in_the_database(
    owner: httpx.AsyncClient, admin: asyncpg.Connection, brands: dict[str, Subject]
) -> None:
    link = await share(owner, brands[OWN].brand_id, password=PASSWORD)
    row = str(dict(await admin.fetchrow("SELECT * FROM share_link")))
    assert link["token"] not in row
    assert PASSWORD not in row
