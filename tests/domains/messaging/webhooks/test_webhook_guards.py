"""Webhooks and Slack: what each refuses, and what is left of a message nobody may have any more."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from uuid import UUID

import asyncpg
import httpx
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.messaging.service.endpoints.digesting import use_date
from presence.domains.messaging.service.endpoints.managing import MOST
from presence.jobs.context import JobContext, JobResources
from presence_standins.receiver import Receiver
from tests.conftest import browser
from tests.factories.endpoints import send_due
from tests.factories.moving import analysed, at
from tests.factories.people import Tenant
from tests.factories.runs import make_brand, session_cookies
from tests.factories.webhooks import EVENTS, PATH, happens, log_of, made

SLACK = "/api/v1/integrations/slack"
LOWER = "UPDATE subscriptions SET plan_id = 1 WHERE workspace_id = $1"


@pytest_asyncio.fixture
async def channel(client: httpx.AsyncClient, taking: Receiver) -> dict[str, str]:
    """The owner's Slack channel as it was connected."""
    body = {"url": taking.url("/services/T2/B2/guarded0"), "events": ["digest"]}
    connected = await client.post(SLACK, json=body)
    assert connected.status_code == 200, connected.text
    found: dict[str, str] = connected.json()
    return found


async def test_an_address_that_is_not_encrypted_is_refused(
    app: FastAPI, database: Database, owner: Tenant
) -> None:
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        answers = [
            await client.post(PATH, json={"name": "Out", "url": url, "events": EVENTS})
            for url in ("http://example.com/", "https://example.com/")
        ]
    assert [answer.status_code for answer in answers] == [422, 201]
    assert "https://" in answers[0].json()["errors"][0]["detail"]


async def test_a_webhook_does_not_move_to_an_address_of_our_own_network(
    app: FastAPI, database: Database, owner: Tenant
) -> None:
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        webhook = await made(client, "https://example.com/hook")
        moved = await client.patch(f"{PATH}/{webhook['id']}", json={"url": "https://169.254.1.1/"})
        (kept,) = [w for w in (await client.get(PATH)).json()["data"] if w["id"] == webhook["id"]]
    assert (moved.status_code, kept["url"]) == (422, webhook["url"])


async def test_a_workspace_has_so_many_webhooks_and_no_more(
    app: FastAPI, database: Database, owner: Tenant
) -> None:
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        body = {"name": "Out", "url": "https://example.com/", "events": EVENTS}
        answers = [await client.post(PATH, json=body) for _ in range(MOST + 1)]
        kept = (await client.get(PATH)).json()["data"]
    assert answers[-1].status_code == 409
    assert len(kept) == MOST


async def test_a_slack_channel_is_turned_into_no_webhook(
    client: httpx.AsyncClient, channel: dict[str, str], taking: Receiver
) -> None:
    path = f"{PATH}/{channel['id']}"
    changed = await client.patch(path, json={"url": taking.url("/ok/elsewhere")})
    rotated = await client.post(f"{path}/rotate")
    assert (changed.status_code, rotated.status_code) == (422, 409)
    assert "secret" not in rotated.json()
    assert (await client.get(SLACK)).json()["connection"]["url"] == channel["url"]


async def test_a_message_that_waits_is_not_sent_again_beside_itself(
    client: httpx.AsyncClient, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/ok/waiting"))
    test = (await client.post(f"{PATH}/{webhook['id']}/test")).json()
    again = await client.post(f"{PATH}/{webhook['id']}/deliveries/{test['id']}/redeliver")
    assert again.status_code == 409, again.text


async def test_a_message_that_waited_is_not_sent_once_the_plan_has_no_webhooks(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    admin: asyncpg.Connection,
    taking: Receiver,
) -> None:
    webhook = await made(client, taking.url("/ok/lowered"))
    await happens(hands, owner)
    await admin.execute(LOWER, owner.workspace_id)
    await send_due(hands)
    (line,) = await log_of(client, webhook)
    assert taking.at("/ok/lowered") == []
    assert (line["status"], line["lastError"]) == (
        "failed",
        "The plan does not include this any more.",
    )


async def test_no_trial_message_waits_once_the_plan_has_no_webhooks(
    client: httpx.AsyncClient, owner: Tenant, admin: asyncpg.Connection, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/ok/trial"))
    await admin.execute(LOWER, owner.workspace_id)
    tried = await client.post(f"{PATH}/{webhook['id']}/test")
    assert tried.status_code == 409, tried.text
    assert await log_of(client, webhook) == []


async def test_nothing_waits_for_a_webhook_the_plan_does_not_have(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    admin: asyncpg.Connection,
    taking: Receiver,
) -> None:
    webhook = await made(client, taking.url("/ok/without"))
    await admin.execute(LOWER, owner.workspace_id)
    await happens(hands, owner)
    assert await log_of(client, webhook) == []


async def test_a_message_that_waited_is_not_sent_once_its_webhook_is_off(
    client: httpx.AsyncClient, owner: Tenant, hands: JobResources, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/ok/off"))
    await happens(hands, owner)
    off = await client.patch(f"{PATH}/{webhook['id']}", json={"active": False})
    assert off.status_code == 200, off.text
    await send_due(hands)
    (line,) = await log_of(client, webhook)
    assert (taking.at("/ok/off"), line["status"]) == ([], "failed")


async def test_a_channel_the_plan_does_not_have_any_more_gets_no_summary(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    channel: dict[str, str],
) -> None:
    await analysed(database, hands, await make_brand(database, owner))
    await admin.execute(LOWER, owner.workspace_id)
    later = at(hands, datetime.now(UTC) + timedelta(days=8))
    await use_date(JobContext(owner.workspace_id, 1, later), UUID(channel["id"]))
    assert await log_of(client, channel) == []
