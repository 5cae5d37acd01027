"""Webhooks that fail: tried again, said why, given up at last, in nobody's way."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
from fastapi import FastAPI

from presence.core.settings import OutboundSettings
from presence.db.session import Database
from presence.domains.messaging.service.endpoints.dispatcher import (
    MOST_PER_ENDPOINT,
    MOST_PER_WORKSPACE,
    Sender,
)
from presence.domains.messaging.service.endpoints.managing import MOST
from presence.domains.messaging.service.endpoints.sending import BACK_OFF
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.jobs.context import JobContext, JobResources
from presence.jobs.notify import ENDPOINT_DISABLED
from presence_standins.certificates import self_signed
from presence_standins.receiver import Receiver, receiver
from tests.factories.endpoints import posting, send_due
from tests.factories.moving import at
from tests.factories.people import Tenant
from tests.factories.post import Post
from tests.factories.team import SCALE, owner_on
from tests.factories.webhooks import (
    EVENTS,
    PATH,
    happens,
    log_of,
    made,
    opened_by,
    state_of,
)

REST = "UPDATE delivery SET next_at = 'infinity' WHERE status = 'waiting'"
GIVEN_UP = "SELECT min(created_at) FROM delivery_attempt WHERE workspace_id = $1 AND error > ''"


@pytest.mark.parametrize(
    ("path", "code", "said"),
    [
        ("/status/500", 500, "It answered 500."),
        ("/slow/5", None, "did not answer completely"),
        ("/to?http://169.254.169.254/latest/meta-data", 302, "redirect, which is not followed"),
    ],
)
async def test_a_failing_receiver_is_tried_again_later_and_the_log_says_why(
    path: str,
    code: int | None,
    said: str,
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    taking: Receiver,
) -> None:
    webhook = await made(client, taking.url(path))
    await happens(hands, owner)
    await send_due(hands)
    (line,) = await log_of(client, webhook)
    assert line["lastStatusCode"] == code
    assert said in line["lastError"]
    assert_waits(line)
    assert (await state_of(client, webhook))["failingSince"] is not None


async def test_a_certificate_nobody_vouches_for_is_refused(
    client: httpx.AsyncClient, owner: Tenant, hands: JobResources, tmp_path: Path
) -> None:
    with receiver(certificate=self_signed(tmp_path, "127.0.0.1")) as secure:
        webhook = await made(client, secure.url("/ok"))
        await happens(hands, owner)
        await send_due(hands)
        (line,) = await log_of(client, webhook)
    assert "its certificate is not trusted" in line["lastError"]
    assert_waits(line)
    assert secure.taken == []


async def test_a_private_address_is_refused_when_typed_and_again_when_sent(
    client: httpx.AsyncClient, app: FastAPI, owner: Tenant, hands: JobResources, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/ok/private"))
    await happens(hands, owner)
    async with posting(hands, OutboundSettings()) as guarded:
        await send_due(guarded)
    (line,) = await log_of(client, webhook)
    assert "leads to a private or reserved network" in line["lastError"]
    assert_waits(line)
    assert taking.at("/ok/private") == []
    app.state.settings = app.state.settings.model_copy(update={"outbound": OutboundSettings()})
    for url in (
        "https://10.0.0.8/x",
        "https://[::1]/x",
        "http://example.com/",
        "ftp://a.b/",
        "x" * 9,
    ):
        answer = await client.post(PATH, json={"name": "Inside", "url": url, "events": EVENTS})
        assert answer.status_code == 422, url
        assert answer.json()["errors"][0]["pointer"] == "/url"


@pytest.mark.parametrize(
    ("path", "said", "deadline_s"),
    [
        ("/status/500", "It answered 500.", 1.0),
        ("/slow/5", "did not answer completely", 0.2),
        ("/to?http://169.254.169.254/latest", "a redirect, which is not followed", 1.0),
        ("", "its certificate is not trusted", 1.0),
    ],
    ids=["error", "slow", "redirect", "certificate"],
)
async def test_a_receiver_that_never_works_is_switched_off_and_owners_are_told(
    path: str,
    said: str,
    deadline_s: float,
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    taking: Receiver,
    tmp_path: Path,
) -> None:
    with receiver(certificate=self_signed(tmp_path, "127.0.0.1")) as secure:
        webhook = await made(client, taking.url(path) if path else secure.url("/never"))
        await happens(hands, owner)
        moment = datetime.now(UTC) + timedelta(seconds=1)
        async with posting(hands, deadline_s=deadline_s) as sender:
            for step in (*BACK_OFF, timedelta(0)):
                assert (await state_of(client, webhook))["status"] == "active"
                await send_due(sender, moment)
                moment += step * 1.3
    off = await state_of(client, webhook)
    assert (off["status"], said in off["reason"]) == ("disabled", True), off
    await happens(hands, owner)
    await send_due(hands, moment)
    (line,) = await log_of(client, webhook)
    assert (line["status"], line["attempts"]) == ("failed", len(BACK_OFF) + 1)
    await notify_workspace(JobContext(owner.workspace_id, 1, hands), ENDPOINT_DISABLED, line["id"])
    bell = (await client.get("/api/v1/notifications")).json()["data"]
    told = next(one for one in bell if one["kind"] == "endpoint-disabled")
    assert told["data"]["endpoint"] == "Warehouse"
    assert (await client.post(f"{PATH}/{webhook['id']}/test")).status_code == 409
    again = await client.patch(f"{PATH}/{webhook['id']}", json={"active": True})
    assert (again.json()["status"], again.json()["reason"]) == ("active", "")


async def test_a_receiver_that_is_gone_is_believed_at_once(
    client: httpx.AsyncClient, owner: Tenant, hands: JobResources, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/status/410"))
    await happens(hands, owner)
    await send_due(hands)
    assert (await state_of(client, webhook))["status"] == "disabled"


async def test_slow_receivers_keep_nobody_waiting(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    taking: Receiver,
    admin: asyncpg.Connection,
) -> None:
    for number in range(5):
        await made(client, taking.url(f"/slow/{5 + number}"), name=f"Slow {number}")
    await made(client, taking.url("/ok/quick"), name="Quick")
    for _ in range(3):
        await happens(hands, owner)
    await send_due(hands)
    first, second, third = taking.at("/ok/quick")
    given_up = (await admin.fetchval(GIVEN_UP, owner.workspace_id)).timestamp()
    assert max(first.at, second.at) < given_up < third.at


def assert_waits(line: dict[str, Any]) -> None:
    """The first wait, about five seconds from the try on, has begun."""
    assert line["status"] == "waiting"
    wait = datetime.fromisoformat(line["nextAt"]) - datetime.now(UTC)
    assert wait < 2 * BACK_OFF[0]


async def test_another_tenants_webhook_and_mail_do_not_wait_for_slow_receivers(
    client: httpx.AsyncClient,
    app: FastAPI,
    database: Database,
    owner: Tenant,
    hands: JobResources,
    taking: Receiver,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    await admin.execute(REST)  # what other tests left behind takes no place here
    for number in range(MOST):
        await made(client, taking.url(f"/slow/{5 + number}"), name=f"Slow {number}")
    for _ in range(2):
        await happens(hands, owner)
    neighbour = await owner_on(database, SCALE)
    async with opened_by(app, database, neighbour, taking) as theirs:
        await made(theirs, taking.url("/ok/neighbour"))
        await happens(hands, neighbour)
        async with asyncio.TaskGroup() as group:
            began = await Sender(at(hands, datetime.now(UTC) + timedelta(seconds=1)), group).turn()
            await theirs.post("/api/v1/auth/forgot", json={"email": neighbour.email})
            assert len(await post.deliver()) == 1
            mailed = time.time()
    assert began == MOST_PER_WORKSPACE + 1 < MOST * MOST_PER_ENDPOINT
    (taken,) = taking.at("/ok/neighbour")
    given_up = (await admin.fetchval(GIVEN_UP, owner.workspace_id)).timestamp()
    assert max(taken.at, mailed) < given_up


async def test_a_dead_workers_message_is_sent_by_the_next_one(
    client: httpx.AsyncClient, owner: Tenant, hands: JobResources, taking: Receiver
) -> None:
    await made(client, taking.url("/ok/killed"))
    await happens(hands, owner)

    class Dying:
        """The process ends while the other side is waited for."""

        async def post(self, *_: object) -> Any:
            """Never comes back."""
            raise RuntimeError("killed")

    now = datetime.now(UTC) + timedelta(seconds=1)
    await send_due(replace(hands, poster=Dying()), now)
    await send_due(hands, now + timedelta(seconds=30))
    assert taking.at("/ok/killed") == []
    await send_due(hands, now + timedelta(seconds=61))
    assert len(taking.at("/ok/killed")) == 1
