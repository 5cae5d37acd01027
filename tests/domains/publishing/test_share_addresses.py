"""The address of a share link opens what it shows: a key that may only read is not told it."""

from __future__ import annotations

import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from tests.conftest import browser
from tests.factories.people import make_tenant
from tests.factories.runs import make_brand, session_cookies
from tests.factories.team import bearer, issue_key

LARGEST_PLAN = 3


async def test_a_read_key_lists_share_links_without_their_addresses(
    app: FastAPI, client: httpx.AsyncClient, database: Database
) -> None:
    tenant = await make_tenant(database)
    told = {"name": "Harrow", "description": "Walking boots for all.", "is_primary": True}
    subject = await make_brand(database, tenant, None, **told)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, LARGEST_PLAN, None)
    async with browser(app, cookies=await session_cookies(database, tenant)) as owner:
        path = f"/api/v1/brands/{subject.brand_id}/share-links"
        made = await owner.post(path, json={"name": "For the board"})
        assert made.status_code == 201, made.text
        keys = {scope: await issue_key(owner, scope=scope) for scope in ("read", "write")}
        (own,) = (await owner.get("/api/v1/share-links")).json()["data"]
    seen = {
        scope: (await client.get("/api/v1/share-links", headers=bearer(key))).json()["data"]
        for scope, key in keys.items()
    }
    token = own["url"].rpartition("/")[2]
    assert seen["write"][0]["url"] == own["url"]
    assert seen["read"][0]["url"] is None
    assert token not in str(seen["read"])
