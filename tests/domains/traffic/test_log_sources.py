"""Log sources: added, listed, their tokens shown once, replaced and taken away."""

from __future__ import annotations

from hashlib import sha256

import asyncpg
import pytest
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.traffic.service.sources import MOST_SOURCES
from presence.jobs.context import JobResources
from tests.domains.traffic.sending import clean
from tests.domains.traffic.site import Site, site_on
from tests.factories.team import GROWTH, PRO, add_member, bearer, opened

TOKEN_ROW = "SELECT token_hash, prefix FROM traffic_source WHERE id = $1"


async def test_a_token_is_shown_once_and_stored_as_its_digest(
    site: Site, admin: asyncpg.Connection
) -> None:
    made = await site.add_source()
    row = await admin.fetchrow(TOKEN_ROW, made["source"]["id"])
    assert row["token_hash"] == sha256(made["token"].encode()).digest()
    assert made["token"].startswith(row["prefix"])
    listed = await site.read("/sources")
    assert made["token"] not in str(listed)
    assert listed["data"][0]["tokenPrefix"] == row["prefix"]


async def test_a_source_of_files_has_no_token_to_show_or_to_replace(site: Site) -> None:
    made = await site.add_source("upload")
    assert made["token"] is None
    refused = await site.client.post(site.path(f"/sources/{made['source']['id']}/rotate"))
    assert refused.status_code == 409
    assert refused.json()["message"] == "This source takes files only and has no token."


async def test_a_new_token_ends_the_one_before_and_a_revoked_source_has_none(
    site: Site, admin: asyncpg.Connection
) -> None:
    made = await site.add_source()
    source = made["source"]["id"]
    renewed = (await site.client.post(site.path(f"/sources/{source}/rotate"))).json()
    assert renewed["token"] != made["token"]
    stored = await admin.fetchval("SELECT token_hash FROM traffic_source WHERE id = $1", source)
    assert stored == sha256(renewed["token"].encode()).digest()
    revoked = await site.client.post(site.path(f"/sources/{source}/revoke"))
    assert (revoked.status_code, revoked.json()["tokenPrefix"]) == (200, None)
    assert (await admin.fetchrow(TOKEN_ROW, source))["token_hash"] is None


async def test_a_token_opens_nothing_of_the_api(site: Site) -> None:
    made = await site.add_source()
    for path in ("/api/v1/brands", site.path("/sources")):
        refused = await site.client.get(path, headers=bearer(made["token"]))
        assert refused.status_code == 401, path


async def test_names_are_the_brands_own_and_there_are_so_many_sources_and_no_more(
    site: Site,
) -> None:
    await site.add_source("upload", "Main site")
    twice = await site.client.post(
        site.path("/sources"), json={"name": "Main site", "kind": "upload"}
    )
    assert twice.status_code == 409
    assert "Choose a different one" in twice.json()["message"]
    for number in range(1, MOST_SOURCES):
        await site.add_source("upload", f"Site {number}")
    more = await site.client.post(site.path("/sources"), json={"name": "More", "kind": "upload"})
    assert more.status_code == 409
    assert more.json()["message"].startswith(f"A brand can have {MOST_SOURCES} log sources.")


async def test_deleting_a_source_deletes_what_was_counted_from_it(
    site: Site, hands: JobResources, admin: asyncpg.Connection
) -> None:
    made = await site.add_source("upload")
    source = made["source"]["id"]
    await admin.execute(
        "INSERT INTO traffic_hour (workspace_id, source_id, hour, bot, purpose, site, page,"
        " status, requests) VALUES ($1, $2, date_trunc('hour', now()), 'GPTBot', 'training', '',"
        " '/', 200, 3)",
        site.tenant.workspace_id,
        source,
    )
    gone = await site.client.delete(site.path(f"/sources/{source}"))
    assert gone.status_code == 204
    assert (await site.read("/sources"))["data"] == []
    await clean(hands, site, source)
    count = "SELECT count(*) FROM traffic_hour WHERE workspace_id = $1"
    assert await admin.fetchval(count, site.tenant.workspace_id) == 0
    again = await site.client.delete(site.path(f"/sources/{source}"))
    assert again.status_code == 404


@pytest.mark.parametrize("role", ["editor", "viewer", "billing"])
async def test_only_owners_and_admins_let_a_server_send_lines(
    app: FastAPI, database: Database, site: Site, role: str
) -> None:
    member = await add_member(database, site.tenant, role)
    async with opened(app, database, member) as person:
        refused = await person.client.post(
            site.path("/sources"), json={"name": "Mine", "kind": "push"}
        )
        assert refused.status_code == 403, refused.text


async def test_another_workspaces_sources_do_not_exist(
    app: FastAPI, database: Database, site: Site
) -> None:
    source = (await site.add_source())["source"]["id"]
    async with site_on(app, database, GROWTH) as other:
        for method, tail in (
            ("POST", f"/sources/{source}/rotate"),
            ("POST", f"/sources/{source}/revoke"),
            ("DELETE", f"/sources/{source}"),
        ):
            for path in (site.path(tail), other.path(tail)):
                answer = await other.client.request(method, path)
                assert answer.status_code == 404, path
        assert (await other.client.get(site.path("/sources"))).status_code == 404


async def test_pro_takes_files_but_no_pushes(app: FastAPI, database: Database) -> None:
    async with site_on(app, database, PRO) as site:
        await site.add_source("upload")
        refused = await site.client.post(
            site.path("/sources"), json={"name": "Pushed", "kind": "push"}
        )
        assert refused.status_code == 403
        assert refused.json()["feature"] == "traffic.full"
