"""API keys: shown once, hashed at rest, no mightier than their maker, their scope and the plan."""

from __future__ import annotations

from hashlib import sha256
from uuid import UUID

import asyncpg
import httpx
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.workspaces.service.keys import MOST_KEYS
from tests.factories.people import PASSWORD
from tests.factories.team import (
    GROWTH,
    PRO,
    SCALE,
    Person,
    add_member,
    bearer,
    issue_key,
    opened,
    owner_on,
)

BRAND = {"brandName": "Marlow", "websiteUrl": "https://marlow.example", "targetAudience": "Walkers"}


async def test_a_key_reads_without_a_cookie_and_its_secret_is_nowhere_at_rest(
    client: httpx.AsyncClient, owner: Person, admin: asyncpg.Connection
) -> None:
    secret = await issue_key(owner.client)
    brands = await client.get("/api/v1/brands", headers=bearer(secret))
    assert brands.status_code == 200, brands.text
    row = await admin.fetchrow(
        "SELECT * FROM api_key WHERE workspace_id = $1", owner.tenant.workspace_id
    )
    assert row["key_hash"] == sha256(secret.encode()).digest()
    assert secret.startswith(row["prefix"])
    assert len(secret) - len(row["prefix"]) >= 22  # of base64: 128 bits nobody is shown again
    assert row["last_used_at"] is not None
    listed = (await owner.client.get("/api/v1/api-keys")).json()
    assert secret not in str(listed)
    assert listed["allowedScope"] == "read"


async def test_a_key_that_opens_nothing_is_unauthenticated_whatever_cookie_comes_along(
    owner: Person,
) -> None:
    for header in ("Bearer pk_wrong", "Bearer ", "bearer x"):
        refused = await owner.client.get("/api/v1/brands", headers={"Authorization": header})
        assert refused.status_code == 401, header


async def test_a_key_does_not_manage_people_keys_or_accounts(
    client: httpx.AsyncClient, owner: Person
) -> None:
    headers = bearer(await issue_key(owner.client))
    for path in ("/api/v1/invitations", "/api/v1/api-keys", "/api/v1/audit-log", "/api/v1/usage"):
        refused = await client.get(path, headers=headers)
        assert refused.status_code == 403, path
        assert refused.json()["message"] == "API keys cannot do this. Sign in instead."
    assert (await client.get("/api/user", headers=headers)).status_code == 401


async def test_a_reading_key_writes_nothing(client: httpx.AsyncClient, owner: Person) -> None:
    headers = bearer(await issue_key(owner.client))
    refused = await client.post("/api/v1/brands", json=BRAND, headers=headers)
    assert refused.status_code == 403
    assert refused.json()["message"] == "This API key may only read."


async def test_a_workspace_has_so_many_keys_and_no_more(owner: Person) -> None:
    for number in range(MOST_KEYS):
        await issue_key(owner.client, name=f"Number {number}")
    refused = await owner.client.post("/api/v1/api-keys", json={"name": "One more"})
    assert refused.status_code == 409
    assert refused.json()["message"].startswith(f"A workspace can have {MOST_KEYS} API keys.")
    assert len((await owner.client.get("/api/v1/api-keys")).json()["data"]) == MOST_KEYS


async def test_the_plan_decides_which_keys_there_are_and_whether_they_work(
    app: FastAPI, client: httpx.AsyncClient, database: Database, admin: asyncpg.Connection
) -> None:
    tenant = await owner_on(database, SCALE)
    async with opened(app, database, tenant) as owner:
        headers = bearer(await issue_key(owner.client, scope="write"))
        made = await client.post("/api/v1/brands", json=BRAND, headers=headers)
        assert made.status_code == 201, made.text
        entry = (await owner.client.get("/api/v1/audit-log?action=api_key.")).json()["data"][0]
        assert entry["via"] is None
        lower = "UPDATE subscriptions SET plan_id = $2 WHERE workspace_id = $1"
        await admin.execute(lower, tenant.workspace_id, GROWTH)
        refused = await client.delete(f"/api/v1/brands/{made.json()['id']}", headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "plan-limit")
        assert (await client.get("/api/v1/brands", headers=headers)).status_code == 200
        wanted = {"name": "More", "scope": "write"}
        assert (await owner.client.post("/api/v1/api-keys", json=wanted)).status_code == 403
        await admin.execute(lower, tenant.workspace_id, PRO)
        assert (await client.get("/api/v1/brands", headers=headers)).status_code == 403


async def test_a_rotated_key_has_two_secrets_for_a_while_or_one_at_once(
    client: httpx.AsyncClient, owner: Person, admin: asyncpg.Connection
) -> None:
    first = await issue_key(owner.client)
    key_id = (await owner.client.get("/api/v1/api-keys")).json()["data"][0]["id"]
    rotated = await owner.client.post(f"/api/v1/api-keys/{key_id}/rotate")
    second = rotated.json()["secret"]
    for secret in (first, second):
        assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 200
    third = (
        await owner.client.post(f"/api/v1/api-keys/{key_id}/rotate", json={"overlapHours": 0})
    ).json()["secret"]
    for secret in (first, second):
        assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 401
    assert (await client.get("/api/v1/brands", headers=bearer(third))).status_code == 200


async def test_an_old_secret_opens_nothing_once_its_time_is_over(
    client: httpx.AsyncClient, owner: Person, admin: asyncpg.Connection
) -> None:
    old = await issue_key(owner.client)
    key_id = (await owner.client.get("/api/v1/api-keys")).json()["data"][0]["id"]
    rotated = await owner.client.post(f"/api/v1/api-keys/{key_id}/rotate")
    over = "UPDATE api_key SET previous_until = now() - interval '1 second' WHERE id = $1"
    await admin.execute(over, UUID(key_id))
    answers = [
        await client.get("/api/v1/brands", headers=bearer(secret))
        for secret in (old, rotated.json()["secret"])
    ]
    assert [answer.status_code for answer in answers] == [401, 200]


async def test_a_key_is_rotated_by_who_made_it_alone_and_revoked_by_any_admin(
    app: FastAPI, client: httpx.AsyncClient, database: Database, owner: Person
) -> None:
    secret = await issue_key(owner.client, everyWorkspace=True)
    colleague = await add_member(database, owner.tenant, "admin")
    async with opened(app, database, colleague) as person:
        key = (await person.client.get("/api/v1/api-keys")).json()["data"][0]
        refused = await person.client.post(f"/api/v1/api-keys/{key['id']}/rotate")
        assert (refused.status_code, key["yours"]) == (403, False)
        assert "You can revoke it instead." in refused.json()["message"]
        assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 200
        assert (await person.client.delete(f"/api/v1/api-keys/{key['id']}")).status_code == 204
    assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 401


async def test_the_keys_of_an_account_that_is_to_be_deleted_open_nothing(
    client: httpx.AsyncClient, owner: Person
) -> None:
    secret = await issue_key(owner.client)
    ended = await owner.client.request("DELETE", "/api/v1/me", json={"password": PASSWORD})
    assert ended.status_code == 200, ended.text
    assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 401


async def test_an_expired_or_revoked_key_opens_nothing(
    client: httpx.AsyncClient, owner: Person, admin: asyncpg.Connection
) -> None:
    secret = await issue_key(owner.client, expiresInDays=1)
    ended = "UPDATE api_key SET expires_at = now() WHERE workspace_id = $1"
    await admin.execute(ended, owner.tenant.workspace_id)
    assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 401
    other = await issue_key(owner.client)
    key_id = (await owner.client.get("/api/v1/api-keys")).json()["data"][0]["id"]
    assert (await owner.client.delete(f"/api/v1/api-keys/{key_id}")).status_code == 204
    assert (await client.get("/api/v1/brands", headers=bearer(other))).status_code == 401


async def test_the_keys_of_a_removed_member_are_gone_and_a_demoted_one_s_do_less(
    app: FastAPI, client: httpx.AsyncClient, database: Database, owner: Person
) -> None:
    member = await add_member(database, owner.tenant, "admin")
    async with opened(app, database, member) as person:
        secret = await issue_key(person.client)
    path = f"/api/v1/members/{member.user_id}"
    await owner.client.patch(path, json={"role": "billing"})
    assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 403
    await owner.client.delete(path)
    assert (await client.get("/api/v1/brands", headers=bearer(secret))).status_code == 401


async def test_a_key_for_every_workspace_names_the_one_it_means(
    app: FastAPI, client: httpx.AsyncClient, database: Database, owner: Person
) -> None:
    second = await owner_on(database, GROWTH)
    foreign = await owner_on(database, GROWTH)
    async with opened(app, database, second) as other:
        body = {"email": owner.tenant.email, "role": "admin"}
        made = (await other.client.post("/api/v1/invitations", json=body)).json()["id"]
        url = (await other.client.post(f"/api/v1/invitations/{made}/link")).json()["url"]
    narrow = await issue_key(owner.client)
    wide = await issue_key(owner.client, everyWorkspace=True)
    token = url.partition("#")[2]
    assert (await owner.client.post(f"/api/v1/invitations/{token}/accept")).status_code == 200

    async def members(secret: str, workspace: object) -> httpx.Response:
        headers = bearer(secret, **{"X-Workspace-Id": str(workspace)})
        return await client.get("/api/v1/members", headers=headers)

    there = await members(wide, second.workspace_id)
    assert {m["email"] for m in there.json()["data"]} == {second.email, owner.tenant.email}
    assert (await members(narrow, owner.tenant.workspace_id)).status_code == 200
    for secret, workspace in (
        (narrow, second.workspace_id),
        (wide, foreign.workspace_id),
        (wide, "nonsense"),
    ):
        assert (await members(secret, workspace)).status_code == 403


async def test_a_page_of_another_site_may_call_with_a_key_and_with_nothing_else(
    owner: Person,
) -> None:
    secret = await issue_key(owner.client)
    foreign = {"Origin": "https://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    asked = {
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "authorization",
    }
    preflight = await owner.client.options("/api/v1/brands", headers={**foreign, **asked})
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-origin"] == "*"
    answered = await owner.client.get("/api/v1/brands", headers={**bearer(secret), **foreign})
    assert answered.headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-credentials" not in answered.headers
    by_cookie = await owner.client.get("/api/v1/brands", headers=foreign)
    assert "access-control-allow-origin" not in by_cookie.headers
    frozen = await owner.client.options("/api/user", headers={**foreign, **asked})
    assert "access-control-allow-origin" not in frozen.headers
