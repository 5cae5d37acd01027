"""The registry and the usage of a workspace through the API."""

from __future__ import annotations

from uuid import UUID

import httpx

from presence.analysis.types import RawAnswer
from presence.core.settings import EngineSettings, Settings
from presence.db.session import Database
from presence.domains.engines.service import engines_for_run
from tests.domains.engines.conftest import on_plan
from tests.domains.engines.test_budget import DONE, LOST, promise, store
from tests.factories.people import Tenant


async def test_the_whole_registry_is_listed_in_order_with_how_to_connect(
    owner: httpx.AsyncClient,
) -> None:
    engines = (await owner.get("/api/v1/engines")).json()
    assert [(e["id"], e["name"]) for e in engines] == [
        ("chatgpt", "ChatGPT"),
        ("perplexity", "Perplexity"),
        ("gemini", "Gemini"),
        ("claude", "Claude"),
        ("compatible", "OpenAI-compatible server"),
        ("simulator", "Simulator"),
        ("imported", "Imported answers"),
    ]
    by_id = {e["id"]: e for e in engines}
    assert by_id["gemini"]["status"] == "not-connected"
    assert "aistudio.google.com" in by_id["gemini"]["howToConnect"]
    assert by_id["chatgpt"]["surface"] == "API with web search"
    assert by_id["compatible"]["surface"] == "local model"
    assert by_id["simulator"]["basis"] == "simulator"


async def test_a_run_asks_what_is_connected_up_to_the_plans_number_and_the_simulator_last(
    database: Database, settings: Settings
) -> None:
    keys = {name: {"api_key": "k"} for name in ("chatgpt", "perplexity", "gemini", "claude")}
    all_of_them = settings.model_copy(update={"engines": EngineSettings.model_validate(keys)})
    for plan, expected in ((None, 3), (1, 4)):
        tenant = await on_plan(database, plan)
        async with database.transaction(tenant.binding) as session:
            specs = await engines_for_run(session, all_of_them)
        assert [s.id for s in specs] == [*list(keys)[:expected], "simulator"]


async def test_a_disabled_engine_is_not_asked(database: Database, settings: Settings) -> None:
    tenant = await on_plan(database, None)
    off = {"chatgpt": {"api_key": "k", "enabled": False}}
    changed = settings.model_copy(update={"engines": EngineSettings.model_validate(off)})
    async with database.transaction(tenant.binding) as session:
        assert [s.id for s in await engines_for_run(session, changed)] == ["simulator"]


async def test_usage_of_a_new_workspace_is_zero_of_the_plan(owner: httpx.AsyncClient) -> None:
    usage = (await owner.get("/api/v1/usage")).json()
    assert usage["budget"] == {
        "account": "plan",
        "used": 0,
        "reserved": 0,
        "limit": 30,
        "usedUsd": "0.000000",
        "reservedUsd": "0.000000",
        "limitUsd": "0.600000",
    }
    assert usage["entries"]["data"] == usage["engines"] == usage["ownKeys"] == []
    assert {"feature": "brands.max", "used": 0, "limit": 1} in usage["features"]
    assert usage["period"]["resetsAt"] == usage["period"]["end"]


async def test_usage_tells_what_was_asked_on_whose_key_at_what_cost(
    owner: httpx.AsyncClient, database: Database, settings: Settings, tenant: Tenant
) -> None:
    run = await promise(database, tenant, settings, {"chatgpt": 3, "perplexity": 2})
    sonar = RawAnswer("completed", "x", "sonar", input_tokens=500, output_tokens=500, searches=1)
    for engine, raw in (("chatgpt", DONE), ("chatgpt", LOST), ("perplexity", sonar)):
        await store(database, tenant, settings, run, engine, raw)
    usage = (await owner.get("/api/v1/usage")).json()
    assert (usage["budget"]["used"], usage["budget"]["reserved"]) == (2, 2)
    assert usage["engines"] == [
        {
            "id": "chatgpt",
            "name": "ChatGPT",
            "keySource": "deployment",
            "answers": 1,
            "failed": 1,
            "costUsd": "0.000350",
        },
        {
            "id": "perplexity",
            "name": "Perplexity",
            "keySource": "deployment",
            "answers": 1,
            "failed": 0,
            "costUsd": "0.006000",
        },
    ]
    assert usage["keySources"] == [
        {"keySource": "deployment", "answers": 2, "failed": 1, "costUsd": "0.006350"}
    ]
    newest = usage["entries"]["data"][0]
    assert (newest["engine"], newest["runId"], newest["costUsd"]) == (
        "perplexity",
        str(run),
        "0.006000",
    )
    assert UUID(newest["answerId"])


async def test_the_ledger_is_paged_newest_first_without_gap_or_repeat(
    owner: httpx.AsyncClient, database: Database, settings: Settings, tenant: Tenant
) -> None:
    run = await promise(database, tenant, settings, {"compatible": 7})
    for _ in range(7):
        await store(database, tenant, settings, run, "compatible", DONE)
    seen, cursor = [], None
    while True:
        params = {"limit": 3, **({"cursor": cursor} if cursor else {})}
        entries = (await owner.get("/api/v1/usage", params=params)).json()["entries"]
        seen += [entry["id"] for entry in entries["data"]]
        cursor = entries["page"]["nextCursor"]
        if cursor is None:
            break
    assert len(seen) == len(set(seen)) == 7
    assert seen == sorted(seen, reverse=True)
    assert entries["page"]["total"] == 7


async def test_another_workspaces_usage_is_not_seen(
    owner: httpx.AsyncClient, database: Database, settings: Settings
) -> None:
    other = await on_plan(database, None)
    run = await promise(database, other, settings, {"chatgpt": 3})
    await store(database, other, settings, run, "chatgpt", DONE)
    usage = (await owner.get("/api/v1/usage")).json()
    assert usage["budget"]["used"] == usage["entries"]["page"]["total"] == 0
