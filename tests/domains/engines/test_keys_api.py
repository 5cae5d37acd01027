"""A workspace's own keys through the API, and the job that tries them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest

from presence.analysis.ports import EngineAccess, Probe
from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.engines.jobs import check_key
from presence.jobs.context import JobContext, JobResources
from tests.analysis.fakes import FakeClock, FakeFetcher, sites_of
from tests.domains.engines.providers import Hands, Provider, question
from tests.factories.people import Tenant

KEY = "sk-proj-abcdefghijklmnop-9876"
CHATGPT = "/api/v1/engines/chatgpt/credential"
COMPATIBLE = "/api/v1/engines/compatible/credential"
REFUSED = Probe(False, "ChatGPT refused the key.", "unauthorized")
USD_CAP = {"unit": "usd", "value": "12.50"}


class Tried(Provider):
    """A provider that also says whether a key works."""

    verdict = Probe(True, "ChatGPT answers with gpt-6-luna.")

    async def probe(self, access: EngineAccess) -> Probe:
        self.accesses.append(access)
        return self.verdict


async def run_checks(
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
    verdict: Probe | None = None,
) -> Tried:
    """Run the queued tests of the tenant's keys."""
    provider = Tried(FakeClock())
    provider.verdict = verdict or provider.verdict
    resources = JobResources(
        database, settings, sites_of(FakeFetcher({})), provider.clock, lambda: None, provider
    )
    rows = await admin.fetch(
        "DELETE FROM procrastinate_jobs WHERE task_name = 'engines.check_key'"
        " AND args->>'workspace_id' = $1 RETURNING args->>'credential_id' AS id",
        str(tenant.workspace_id),
    )
    assert rows, "a try was queued"
    for row in rows:
        await check_key(JobContext(tenant.workspace_id, 1, resources), UUID(row["id"]))
    return provider


async def put(client: httpx.AsyncClient, path: str = CHATGPT, **body: Any) -> dict[str, Any]:
    """Store a key; the answer's body."""
    answer = await client.put(path, json=body)
    assert answer.status_code == 200, answer.text
    stored: dict[str, Any] = answer.json()
    return stored


async def test_a_key_goes_in_and_never_comes_out(
    owner: httpx.AsyncClient, admin: asyncpg.Connection, tenant: Tenant
) -> None:
    stored = await put(owner, apiKey=KEY, monthlyCap=USD_CAP)
    shown = (await owner.get(CHATGPT)).json()
    assert stored == shown
    assert shown == {
        "engine": "chatgpt",
        "connected": True,
        "last4": "9876",
        "baseUrl": "",
        "model": "",
        "monthlyCap": USD_CAP,
        "lastCheck": None,
    }
    secret = await admin.fetchval(
        "SELECT secret FROM engine_credential WHERE workspace_id = $1", tenant.workspace_id
    )
    logged = await admin.fetch(
        "SELECT action, after::text FROM audit_log"
        " WHERE workspace_id = $1 AND action LIKE 'engine%'",
        tenant.workspace_id,
    )
    assert KEY.encode() not in secret
    assert [row["action"] for row in logged] == ["engine.key_set"]
    assert KEY not in str(logged)


async def test_the_worker_asks_with_the_workspaces_own_key(
    owner: httpx.AsyncClient, database: Database, settings: Settings, tenant: Tenant
) -> None:
    await put(owner, apiKey=KEY, model="gpt-5.6-luna")
    clock = FakeClock()
    hands = Hands(database, settings, tenant, clock, Provider(clock))
    await hands.asker().ask("chatgpt", question())
    access = hands.provider.accesses[0]
    assert (access.api_key, access.model) == (KEY, "gpt-5.6-luna")
    engine = next(e for e in (await owner.get("/api/v1/engines")).json() if e["id"] == "chatgpt")
    assert (engine["keySource"], engine["model"]) == ("workspace", "gpt-5.6-luna")


async def test_a_try_tells_whether_the_key_works(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
) -> None:
    await put(owner, apiKey=KEY)
    provider = await run_checks(database, settings, tenant, admin)
    assert provider.accesses[0].api_key == KEY
    check = (await owner.get(CHATGPT)).json()["lastCheck"]
    assert (check["ok"], check["message"]) == (True, "ChatGPT answers with gpt-6-luna.")


async def test_a_refused_key_suspends_the_engine_until_it_works(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
) -> None:
    await put(owner, apiKey=KEY)
    await run_checks(database, settings, tenant, admin, REFUSED)
    listed = {e["id"]: e["status"] for e in (await owner.get("/api/v1/engines")).json()}
    assert listed["chatgpt"] == "suspended"
    answer = await owner.post(f"{CHATGPT}/test")
    assert answer.status_code == 202
    await run_checks(database, settings, tenant, admin)
    listed = {e["id"]: e["status"] for e in (await owner.get("/api/v1/engines")).json()}
    assert listed["chatgpt"] == "connected"


async def test_a_provider_that_is_down_does_not_suspend_the_key(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
) -> None:
    await put(owner, apiKey=KEY)
    down = Probe(False, "ChatGPT is overloaded.", "overloaded")
    await run_checks(database, settings, tenant, admin, down)
    shown = (await owner.get(CHATGPT)).json()["lastCheck"]
    assert (shown["ok"], shown["message"]) == (None, "ChatGPT is overloaded.")
    assert (await owner.get("/api/v1/engines")).json()[0]["status"] == "connected"


async def test_a_typed_address_is_marked_so_that_every_connection_to_it_is_guarded(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
) -> None:
    await put(owner, COMPATIBLE, baseUrl="http://93.184.215.14/v1", model="tiny")
    provider = await run_checks(database, settings, tenant, admin)
    assert provider.accesses[0].typed is True


async def test_trying_too_often_is_refused_with_the_wait(
    owner: httpx.AsyncClient, settings: Settings
) -> None:
    await put(owner, apiKey=KEY)
    for _ in range(settings.engines.tests_per_hour):
        assert (await owner.post(f"{CHATGPT}/test")).status_code == 202
    refused = await owner.post(f"{CHATGPT}/test")
    assert refused.status_code == 429
    assert refused.headers["Retry-After"] == "3600"


async def test_a_forgotten_key_gives_way_to_the_deployments(owner: httpx.AsyncClient) -> None:
    await put(owner, apiKey=KEY)
    assert (await owner.delete(CHATGPT)).status_code == 204
    assert (await owner.delete(CHATGPT)).status_code == 204
    assert (await owner.get(CHATGPT)).json()["connected"] is False
    engine = (await owner.get("/api/v1/engines")).json()[0]
    assert (engine["status"], engine["keySource"]) == ("connected", "deployment")


@pytest.mark.parametrize(
    "address",
    ["http://127.0.0.1:8000/v1", "http://[::1]:8000/v1", "http://10.0.0.8/v1", "http://ollama/v1",
     "http://169.254.169.254/latest", "http://192.168.1.4:8000", "http://localhost:8000/v1",
     "http://[64:ff9b::7f00:1]/v1", "ftp://example.com", "http://me:you@example.com/v1",
     "nonsense"],
)  # fmt: skip
async def test_an_address_inside_our_network_is_refused(
    owner: httpx.AsyncClient, address: str
) -> None:
    body = {"baseUrl": address, "model": "tiny", "apiKey": "none"}
    answer = await owner.put(COMPATIBLE, json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["pointer"] == "/baseUrl"


async def test_a_private_address_is_refused_with_what_to_give_instead(
    owner: httpx.AsyncClient,
) -> None:
    body = {"baseUrl": "http://10.0.0.8/v1", "model": "tiny", "apiKey": "none"}
    answer = await owner.put(COMPATIBLE, json=body)
    assert answer.json()["detail"].endswith("Give one that is reachable from the internet.")


async def test_a_public_server_is_connected_without_a_key(owner: httpx.AsyncClient) -> None:
    stored = await put(owner, COMPATIBLE, baseUrl="https://models.example.com/v1", model="tiny")
    assert (stored["connected"], stored["last4"]) == (True, "")
    assert stored["baseUrl"] == "https://models.example.com/v1"


async def test_a_name_that_leads_inside_is_refused_by_the_worker(
    owner: httpx.AsyncClient, database: Database, settings: Settings, tenant: Tenant
) -> None:
    await put(owner, COMPATIBLE, baseUrl="http://localhost.localdomain:8000/v1", model="tiny")
    clock = FakeClock()
    hands = Hands(database, settings, tenant, clock, Provider(clock))
    raw = await hands.asker().ask("compatible", question())
    assert (raw.status, raw.error_code) == ("failed", "bad-request")
    assert hands.provider.asked_at == []


async def test_a_stored_key_is_not_sent_to_another_server_without_entering_it_again(
    owner: httpx.AsyncClient,
) -> None:
    first, other = "https://models.example.com/v1", "https://collector.example.net/v1"
    await put(owner, COMPATIBLE, baseUrl=first, model="tiny", apiKey=KEY)
    moved = await owner.put(COMPATIBLE, json={"baseUrl": other, "model": "tiny"})
    assert moved.status_code == 422
    assert moved.json()["message"] == "Enter the key again when you change the server address."
    assert (await owner.get(COMPATIBLE)).json()["baseUrl"] == first


async def test_changing_the_cap_keeps_the_key_and_its_last_check(
    owner: httpx.AsyncClient,
    database: Database,
    settings: Settings,
    tenant: Tenant,
    admin: asyncpg.Connection,
) -> None:
    await put(owner, apiKey=KEY)
    await run_checks(database, settings, tenant, admin)
    stored = await put(owner, monthlyCap={"unit": "answers", "value": 500})
    assert stored["last4"] == "9876"
    assert stored["lastCheck"]["ok"] is True
    assert stored["monthlyCap"] == {"unit": "answers", "value": "500.00"}


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/apiKey"),
        ({"apiKey": "   "}, "/apiKey"),
        ({"apiKey": "a key with spaces"}, "/apiKey"),
        ({"apiKey": KEY, "baseUrl": "https://example.com"}, "/baseUrl"),
        ({"apiKey": KEY, "monthlyCap": {"unit": "answers", "value": 1.5}}, "/monthlyCap/value"),
        ({"apiKey": KEY, "monthlyCap": {"unit": "usd", "value": -1}}, "/monthlyCap/value"),
        ({"apiKey": "x" * 501}, "/apiKey"),
    ],
)
async def test_bad_input_names_the_field(
    owner: httpx.AsyncClient, body: dict[str, Any], pointer: str
) -> None:
    answer = await owner.put(CHATGPT, json=body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["errors"][0]["pointer"] == pointer
    assert (await owner.get(CHATGPT)).json()["connected"] is False


async def test_only_owner_and_admin_may_touch_keys(
    tenant: Tenant,
    owner: httpx.AsyncClient,
    admin: asyncpg.Connection,
) -> None:
    for role in ("admin", "editor", "viewer", "billing"):
        await admin.execute(
            "UPDATE membership SET role = $1 WHERE user_id = $2", role, tenant.user_id
        )
        status = 200 if role == "admin" else 403
        assert (await owner.get(CHATGPT)).status_code == status, role
        assert (await owner.put(CHATGPT, json={"apiKey": KEY})).status_code == status, role


@pytest.mark.parametrize("engine", ["simulator", "imported", "copilot"])
async def test_an_engine_without_keys_is_not_found(owner: httpx.AsyncClient, engine: str) -> None:
    assert (await owner.get(f"/api/v1/engines/{engine}/credential")).status_code == 404
