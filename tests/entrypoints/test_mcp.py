"""The protocol as an assistant speaks it: the official client, over HTTP and over stdio."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

import httpx2
import pytest
import pytest_asyncio
import uvicorn
from fastapi import FastAPI
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client

from presence.core.ids import new_id
from presence.db.session import Database
from presence.entrypoints.mcp.tools import KEY_SCOPE
from tests.conftest import Place, browser
from tests.factories.moving import analysed
from tests.factories.runs import Subject, make_brand, session_cookies, worker_hands
from tests.factories.team import SCALE, issue_key, owner_on

TOOLS = {
    "list_brands", "get_scores", "get_metrics", "list_content_gaps", "list_technical_issues",
    "list_recommendations", "list_answers", "get_answer", "start_analysis", "get_analysis",
    "list_changes", "explain_change",
}  # fmt: skip


@dataclass
class Served:
    """A running product with an analysed brand, and keys of its owner."""

    address: str
    app: FastAPI
    subject: Subject
    reading: str
    writing: str


@pytest_asyncio.fixture(scope="module")
async def served(app: FastAPI, database: Database, place: Place) -> AsyncIterator[Served]:
    """The application on a port of its own."""
    owner = await owner_on(database, SCALE)
    subject = await make_brand(database, owner)
    async with worker_hands(database, place.settings()) as hands:
        await analysed(database, hands, subject)
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        reading = await issue_key(client, scope="read")
        writing = await issue_key(client, scope="write")
    config = uvicorn.Config(app, host="127.0.0.1", port=0, log_level="error")
    server = uvicorn.Server(config)
    task = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - the library offers nothing to wait for
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield Served(f"http://127.0.0.1:{port}", app, subject, reading, writing)
    server.should_exit = True
    await task


@asynccontextmanager
async def assistant(served: Served, key: str) -> AsyncIterator[Client]:
    """The client over HTTP with a key."""
    headers = {"Authorization": f"Bearer {key}"}
    async with httpx2.AsyncClient(headers=headers, timeout=30) as http:
        transport = streamable_http_client(f"{served.address}/mcp", http_client=http)
        async with Client(transport) as client:
            yield client


async def use(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    """What a tool answers."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    found: dict[str, Any] = result.structured_content or {}
    return found


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """The sentence a tool refuses with."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error, result.structured_content
    return " ".join(str(getattr(part, "text", "")) for part in result.content)


async def test_the_tools_are_listed_and_say_what_they_change(served: Served) -> None:
    async with assistant(served, served.reading) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert set(tools) == TOOLS
    hints = {
        name: tool.annotations and tool.annotations.read_only_hint for name, tool in tools.items()
    }
    assert {name for name, reads in hints.items() if not reads} == {"start_analysis"}
    assert all(tool.description for tool in tools.values())


async def test_each_tool_declares_which_key_it_needs(served: Served) -> None:
    async with assistant(served, served.reading) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert "needs an API key" in (client.instructions or "")
    scopes = {name: (tool.meta or {}).get(KEY_SCOPE) for name, tool in tools.items()}
    assert scopes == dict.fromkeys(TOOLS, "read") | {"start_analysis": "write"}
    assert "API key" in (tools["start_analysis"].description or "")


async def test_scores_are_the_dashboards(served: Served, database: Database) -> None:
    async with assistant(served, served.reading) as client:
        brands = await use(client, "list_brands")
        brand_id = brands["data"][0]["id"]
        scores = await use(client, "get_scores", brand_id=brand_id)
    cookies = await session_cookies(database, served.subject.tenant)
    async with browser(served.app, cookies=cookies) as browsing:
        summary = (await browsing.get(f"/api/v1/brands/{brand_id}/summary")).json()
    assert scores["scores"] == summary["scores"]
    assert scores["gaps"] == summary["gaps"]
    assert scores["basis"] == summary["basis"]


async def test_gaps_answers_and_recommendations_are_those_of_the_screens(
    served: Served, database: Database
) -> None:
    brand = f"/api/v1/brands/{served.subject.brand_id}"
    pairs = {
        "list_content_gaps": "gaps/content",
        "list_technical_issues": "gaps/technical",
        "list_recommendations": "recommendations",
        "list_changes": "changes",
        "list_answers": "answers",
    }
    cookies = await session_cookies(database, served.subject.tenant)
    async with (
        assistant(served, served.reading) as client,
        browser(served.app, cookies=cookies) as browsing,
    ):
        for tool, path in pairs.items():
            said = await use(client, tool, brand_id=str(served.subject.brand_id), limit=3)
            assert said["data"] == (await browsing.get(f"{brand}/{path}?limit=3")).json()["data"]
        answer_id = said["data"][0]["id"]
        whole = await use(client, "get_answer", answer_id=answer_id)
        assert whole["id"] == answer_id
        asked = {"metrics": ["mentionRate"], "group_by": "engine"}
        metrics = await use(client, "get_metrics", brand_id=str(served.subject.brand_id), **asked)
        assert metrics["groupBy"] == "engine"


async def test_a_change_is_explained_as_on_the_screens(served: Served) -> None:
    brand_id = str(served.subject.brand_id)
    async with assistant(served, served.reading) as client:
        run_id = (await use(client, "get_scores", brand_id=brand_id))["run"]["id"]
        found = await use(client, "explain_change", brand_id=brand_id, run_id=run_id)
    assert (found["runId"], found["unexplained"]) == (run_id, "first_run")


async def test_an_analysis_is_started_once_and_only_with_a_key_that_may(served: Served) -> None:
    brand_id = str(served.subject.brand_id)
    async with assistant(served, served.reading) as client:
        assert "may only read" in await refusal(client, "start_analysis", brand_id=brand_id)
    async with assistant(served, served.writing) as client:
        run = await use(client, "start_analysis", brand_id=brand_id)
        assert (await use(client, "get_analysis", run_id=run["id"]))["status"] == "queued"
        assert "already" in await refusal(client, "start_analysis", brand_id=brand_id)


async def test_another_workspaces_brand_does_not_exist(served: Served) -> None:
    async with assistant(served, served.reading) as client:
        said = await refusal(client, "get_scores", brand_id=str(new_id()))
        wrong = await refusal(client, "get_scores", brand_id="no id")
    assert said.endswith("We could not find that brand.")
    assert "brand_id" in wrong


@pytest.mark.parametrize("key", ["", "pk_nothing"])
async def test_without_a_key_that_opens_nothing_is_answered(served: Served, key: str) -> None:
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    headers = {"Accept": "application/json, text/event-stream"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    async with httpx2.AsyncClient() as client:
        answer = await client.post(f"{served.address}/mcp", json=call, headers=headers)
    assert (answer.status_code, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert "list_brands" not in answer.text


async def test_a_page_of_another_site_is_refused(served: Served) -> None:
    headers = {"Origin": "https://elsewhere.example", "Authorization": f"Bearer {served.reading}"}
    async with httpx2.AsyncClient() as client:
        answer = await client.post(f"{served.address}/mcp", json={}, headers=headers)
    assert answer.status_code == 403


async def test_the_same_over_standard_input_and_output(served: Served) -> None:
    command = StdioServerParameters(
        command=sys.executable,
        args=["-c", "from presence.entrypoints.cli import app; app()", "mcp"],
        env={
            **os.environ,
            "PRESENCE_API_KEY": served.reading,
            "PRESENCE_URL": served.address,
            "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        },
    )
    async with Client(stdio_client(command)) as client:
        assert {tool.name for tool in (await client.list_tools()).tools} == TOOLS
        brands = await use(client, "list_brands")
    assert brands["data"][0]["name"] == "Harrow"


async def test_the_command_asks_for_a_key(served: Served) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "PRESENCE_API_KEY"}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "from presence.entrypoints.cli import app; app()",
        "mcp",
        env={**environment, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    out, error = await process.communicate()
    assert (process.returncode, out) == (1, b"")
    assert b"Set PRESENCE_API_KEY" in error
