"""Webhooks and Slack: signed, tried again, given up at last, in nobody's way."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.core.settings import OutboundSettings, SlackSettings
from presence.db.session import Database
from presence.domains.outputs.service.endpoints.digesting import use_date
from presence.domains.outputs.service.endpoints.sending import BACK_OFF
from presence.domains.outputs.service.notifications.telling import tell
from presence.domains.outputs.service.reports.words import score_text
from presence.jobs.context import JobContext, JobResources
from presence.jobs.notify import ENDPOINT_DISABLED, PLAN_CHANGED, RUN_ENDED
from presence_standins.certificates import self_signed
from presence_standins.receiver import Receiver, receiver, verified
from tests.conftest import Place, browser
from tests.factories.endpoints import posting, send_due
from tests.factories.moving import analysed, at, say_moved
from tests.factories.people import Tenant
from tests.factories.runs import LOOPBACK, make_brand, session_cookies, worker_hands
from tests.factories.team import SCALE, owner_on

PATH, SLACK = "/api/v1/webhooks", "/api/v1/integrations/slack"
EVENTS = ["run-completed", "plan-changed"]
PRIVATE = ("https://10.0.0.8/x", "https://[::1]/x", "http://example.com/", "ftp://a.b/", "x" * 9)
GIVEN_UP = "SELECT min(created_at) FROM delivery_attempt WHERE workspace_id = $1 AND error > ''"


@pytest.fixture(scope="module")
def taking() -> Iterator[Receiver]:
    """Somebody's server."""
    with receiver() as running:
        yield running


@pytest_asyncio.fixture
async def hands(database: Database, place: Place) -> AsyncIterator[JobResources]:
    """A worker that may post to this machine."""
    settings = place.settings(mail={"host": "mail.test"})
    async with worker_hands(database, settings) as worker, posting(worker) as resources:
        yield resources


@pytest_asyncio.fixture
async def owner(database: Database) -> Tenant:
    """Somebody on the plan that has webhooks."""
    return await owner_on(database, SCALE)


@pytest_asyncio.fixture
async def client(
    app: FastAPI, database: Database, owner: Tenant, taking: Receiver
) -> AsyncIterator[httpx.AsyncClient]:
    """Their browser, at a product that opens loopback and takes this receiver for Slack."""
    before = app.state.settings
    host = taking.origin.removeprefix("http://")
    app.state.settings = before.model_copy(
        update={
            "outbound": OutboundSettings(allowed_networks=LOOPBACK),
            "slack": SlackSettings(hosts=(host,)),
        }
    )
    async with browser(app, cookies=await session_cookies(database, owner)) as opened:
        yield opened
    app.state.settings = before


async def made(client: httpx.AsyncClient, url: str, **changes: Any) -> dict[str, Any]:
    """A new webhook with its secret."""
    body = {"name": "Warehouse", "url": url, "events": EVENTS, **changes}
    response = await client.post(PATH, json=body)
    assert response.status_code == 201, response.text
    webhook: dict[str, Any] = response.json()
    return webhook


async def happens(hands: JobResources, owner: Tenant) -> None:
    """Something endpoints are told of."""
    await tell(JobContext(owner.workspace_id, 1, hands), PLAN_CHANGED, new_id())


async def log_of(client: httpx.AsyncClient, webhook: dict[str, Any]) -> list[dict[str, Any]]:
    """The deliveries as the screen lists them."""
    lines: list[dict[str, Any]] = (await client.get(f"{PATH}/{webhook['id']}/deliveries")).json()[
        "data"
    ]
    return lines


async def state_of(client: httpx.AsyncClient, webhook: dict[str, Any]) -> dict[str, Any]:
    """The webhook as it is now."""
    found = (await client.get(PATH)).json()["data"]
    return next(one for one in found if one["id"] == webhook["id"])


async def test_a_finished_run_reaches_a_receiver_that_checks_the_signature(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    database: Database,
    taking: Receiver,
) -> None:
    webhook = await made(client, taking.url("/ok/run"))
    subject = await make_brand(database, owner)
    run_id = await analysed(database, hands, subject)
    for _ in range(2):
        await tell(JobContext(owner.workspace_id, 1, hands), RUN_ENDED, run_id)
    await send_due(hands)
    (taken,) = taking.at("/ok/run")
    assert verified(taken, webhook["secret"])
    assert not verified(taken, "whsec_" + "A" * 44)
    assert not verified(replace(taken, body=taken.body + b" "), webhook["secret"])
    assert not verified(taken, webhook["secret"], time.time() + 301)
    assert taken.json["type"] == "run.completed"
    assert taken.json["data"]["runId"] == str(run_id)
    assert taken.json["data"]["brandName"] == "Harrow"
    (line,) = await log_of(client, webhook)
    assert (line["status"], line["attempts"], line["lastStatusCode"]) == ("delivered", 1, 204)
    assert line["messageId"] == taken.id


async def test_a_secret_is_shown_once_and_the_former_signs_for_another_day(
    client: httpx.AsyncClient, owner: Tenant, hands: JobResources, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/ok/rotated"))
    assert webhook["secret"] not in (await client.get(PATH)).text
    fresh = (await client.post(f"{PATH}/{webhook['id']}/rotate")).json()["secret"]
    await happens(hands, owner)
    await send_due(hands)
    (taken,) = taking.at("/ok/rotated")
    assert verified(taken, fresh)
    assert verified(taken, webhook["secret"])
    await happens(hands, owner)
    await send_due(hands, datetime.now(UTC) + timedelta(hours=25))
    after = taking.at("/ok/rotated")[-1]
    later = time.time() + 25 * 3_600
    assert verified(after, fresh, later)
    assert not verified(after, webhook["secret"], later)


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
    assert (line["status"], line["lastStatusCode"]) == ("waiting", code)
    assert said in line["lastError"]
    wait = datetime.fromisoformat(line["nextAt"]) - datetime.now(UTC)
    assert timedelta(seconds=2) < wait < timedelta(seconds=8)
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


async def test_every_try_is_the_same_message_until_it_arrives(
    client: httpx.AsyncClient, owner: Tenant, hands: JobResources, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/flaky/2"))
    await happens(hands, owner)
    moment = datetime.now(UTC) + timedelta(seconds=1)
    for step in (*BACK_OFF[:2], timedelta(0)):
        await send_due(hands, moment)
        moment += step * 1.3
    tries = taking.at("/flaky/2")
    assert len({one.id for one in tries}) == 1
    assert len({one.body for one in tries}) == 1
    assert len(tries) == 3
    (line,) = await log_of(client, webhook)
    assert (line["status"], line["attempts"]) == ("delivered", 3)
    detail = (await client.get(f"{PATH}/{webhook['id']}/deliveries/{line['id']}")).json()
    assert [one["statusCode"] for one in detail["log"]] == [204, 500, 500]
    assert detail["payload"] == tries[0].json


async def test_a_receiver_that_never_works_is_switched_off_and_owners_are_told(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    admin: asyncpg.Connection,
    taking: Receiver,
) -> None:
    webhook = await made(client, taking.url("/status/502"))
    await happens(hands, owner)
    moment = datetime.now(UTC) + timedelta(seconds=1)
    for step in (*BACK_OFF, timedelta(0)):
        assert (await state_of(client, webhook))["status"] == "active"
        await send_due(hands, moment)
        moment += step * 1.3
    assert len(taking.at("/status/502")) == len(BACK_OFF) + 1
    off = await state_of(client, webhook)
    assert (off["status"], "It answered 502." in off["reason"]) == ("disabled", True)
    await happens(hands, owner)
    await send_due(hands, moment)
    (line,) = await log_of(client, webhook)
    assert line["status"] == "failed"
    await tell(JobContext(owner.workspace_id, 1, hands), ENDPOINT_DISABLED, line["id"])
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


async def test_a_message_is_sent_again_under_its_id(
    client: httpx.AsyncClient, owner: Tenant, hands: JobResources, taking: Receiver
) -> None:
    webhook = await made(client, taking.url("/ok/again"))
    test = await client.post(f"{PATH}/{webhook['id']}/test")
    assert (test.status_code, test.json()["event"]) == (202, "test")
    await send_due(hands)
    path = f"{PATH}/{webhook['id']}/deliveries/{test.json()['id']}/redeliver"
    assert (await client.post(path)).status_code == 202
    await send_due(hands, datetime.now(UTC) + timedelta(seconds=5))
    first, second = taking.at("/ok/again")
    assert first.id == second.id


async def test_slack_gets_the_same_in_words_and_its_address_is_never_shown(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    database: Database,
    taking: Receiver,
) -> None:
    secret = taking.url("/services/T000/B000/abcdefgh")
    foreign = await client.post(SLACK, json={"url": "https://evil.example/x", "events": EVENTS})
    assert "hooks.slack.com" in foreign.json()["errors"][0]["detail"]
    body = {"url": secret, "events": ["run-completed", "digest"]}
    connected = await client.post(SLACK, json=body)
    assert connected.status_code == 200, connected.text
    assert "abcdefgh" not in (await client.get(SLACK)).text
    subject = await make_brand(database, owner, name="A & <B>")
    await tell(
        JobContext(owner.workspace_id, 1, hands),
        RUN_ENDED,
        await analysed(database, hands, subject),
    )
    await send_due(hands)
    (taken,) = taking.at("/services/T000/B000/abcdefgh")
    assert taken.json["text"] == "The analysis of A & <B> is ready"
    assert "A &amp; &lt;B&gt;" in taken.json["blocks"][0]["text"]["text"]
    assert "webhook-signature" not in taken.headers
    assert (await client.delete(SLACK)).status_code == 204
    assert (await client.get(SLACK)).json()["connection"] is None


async def test_nothing_is_sent_once_the_plan_has_no_webhooks(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    admin: asyncpg.Connection,
    taking: Receiver,
) -> None:
    webhook = await made(client, taking.url("/ok/lapsed"))
    await admin.execute(
        "UPDATE subscriptions SET plan_id = 1 WHERE workspace_id = $1", owner.workspace_id
    )
    await happens(hands, owner)
    await send_due(hands)
    assert taking.at("/ok/lapsed") == []
    assert (await state_of(client, webhook))["paused"] is True


async def test_a_channel_gets_its_summary_once_on_monday_and_none_without_an_analysis(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    taking: Receiver,
) -> None:
    subject = await make_brand(database, owner)
    run_id = await analysed(database, hands, subject)
    await say_moved(database, admin, subject, run_id, points=6.4)
    body = {"url": taking.url("/services/T1/B1/summary0"), "events": ["digest"]}
    connection = (await client.post(SLACK, json=body)).json()
    context = JobContext(owner.workspace_id, 1, at(hands, datetime.now(UTC) + timedelta(days=8)))
    for _ in range(2):
        await use_date(context, UUID(connection["id"]))
    await send_due(hands, datetime.now(UTC) + timedelta(days=8, minutes=1))
    (taken,) = taking.at("/services/T1/B1/summary0")
    summary = (await client.get(f"/api/v1/brands/{subject.brand_id}/summary")).json()
    value = score_text(summary["scores"]["content"])
    assert f"• Content AI Visibility: {value}, +6 points" in taken.json["blocks"][0]["text"]["text"]
    later = datetime.now(UTC) + timedelta(days=16)
    await use_date(JobContext(owner.workspace_id, 1, at(hands, later)), UUID(connection["id"]))
    await send_due(hands, later + timedelta(minutes=1))
    assert len(taking.at("/services/T1/B1/summary0")) == 1
