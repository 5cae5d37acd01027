"""Webhooks and Slack: signed, tried again, given up at last, in nobody's way."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import asyncpg
import httpx

from presence.db.session import Database
from presence.domains.messaging.service.endpoints.digesting import use_date
from presence.domains.messaging.service.endpoints.sending import BACK_OFF
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.domains.results.schemas.results import ScoreOut
from presence.domains.results.service.score_words import score_text
from presence.jobs.context import JobContext, JobResources
from presence.jobs.notify import RUN_ENDED
from presence_standins.receiver import Receiver, verified
from tests.factories.endpoints import send_due
from tests.factories.moving import analysed, at, say_moved
from tests.factories.people import Tenant
from tests.factories.runs import make_brand
from tests.factories.webhooks import (
    EVENTS,
    PATH,
    happens,
    log_of,
    made,
    state_of,
)

SLACK = "/api/v1/integrations/slack"


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
        await notify_workspace(JobContext(owner.workspace_id, 1, hands), RUN_ENDED, run_id)
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


async def test_a_deleted_workspace_sends_nothing(
    client: httpx.AsyncClient,
    owner: Tenant,
    hands: JobResources,
    admin: asyncpg.Connection,
    taking: Receiver,
) -> None:
    await made(client, taking.url("/ok/deleted"))
    await happens(hands, owner)
    deleted = "UPDATE workspace SET deleted_at = $2 WHERE id = $1"
    await admin.execute(deleted, owner.workspace_id, datetime.now(UTC))
    await send_due(hands)
    assert taking.at("/ok/deleted") == []
    await admin.execute(deleted, owner.workspace_id, None)
    await send_due(hands)
    assert len(taking.at("/ok/deleted")) == 1


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
    await notify_workspace(
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
    value = score_text(ScoreOut.model_validate(summary["scores"]["content"]))
    assert f"• Coverage: {value}, +6 points" in taken.json["blocks"][0]["text"]["text"]
    later = datetime.now(UTC) + timedelta(days=16)
    await use_date(JobContext(owner.workspace_id, 1, at(hands, later)), UUID(connection["id"]))
    await send_due(hands, later + timedelta(minutes=1))
    assert len(taking.at("/services/T1/B1/summary0")) == 1
