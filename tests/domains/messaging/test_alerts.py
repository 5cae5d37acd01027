"""Alerts: on significant changes only, once, with a pause, and with a reason that can be read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from presence.domains.measurement.service.run_summary import HeadlineScore
from presence.domains.messaging.models import AlertEvent, AlertRule
from presence.domains.messaging.service.alerts.evaluation import evaluate_rules, meets
from presence.domains.messaging.service.alerts.words import reason_of
from presence.jobs.context import JobContext, JobResources
from tests.conftest import Place, browser
from tests.factories.moving import analysed, at, say_moved
from tests.factories.people import Tenant
from tests.factories.post import Post, text_of
from tests.factories.runs import Subject, make_brand, session_cookies, worker_hands
from tests.factories.team import PRO, add_member, owner_on

PATH = "/api/v1/alert-rules"
RULE = {
    "name": "Content falls",
    "metric": "content",
    "condition": "falls-by",
    "threshold": 5,
    "channels": ["in-app", "email"],
}


@pytest_asyncio.fixture(scope="module")
async def analysed_once(
    database: Database, place: Place, admin: asyncpg.Connection
) -> tuple[Subject, UUID]:
    """A brand with a finished run."""
    subject = await make_brand(database, await owner_on(database, PRO))
    await admin.execute(
        "UPDATE users SET email_verified = true WHERE id = $1", subject.tenant.user_id
    )
    async with worker_hands(database, place.settings()) as hands:
        return subject, await analysed(database, hands, subject)


@pytest_asyncio.fixture
async def subject(analysed_once: tuple[Subject, UUID], admin: asyncpg.Connection) -> Subject:
    """The brand; no rule is left of another test."""
    workspace_id = analysed_once[0].tenant.workspace_id
    await admin.execute("DELETE FROM alert_rule WHERE workspace_id = $1", workspace_id)
    await admin.execute("DELETE FROM notification WHERE workspace_id = $1", workspace_id)
    await admin.execute("DELETE FROM procrastinate_jobs")
    return analysed_once[0]


@pytest_asyncio.fixture
async def client(
    app: FastAPI, database: Database, subject: Subject
) -> AsyncIterator[httpx.AsyncClient]:
    """The owner's browser."""
    async with browser(app, cookies=await session_cookies(database, subject.tenant)) as opened:
        yield opened


async def made(client: httpx.AsyncClient, **changes: Any) -> dict[str, Any]:
    """A new rule."""
    response = await client.post(PATH, json={**RULE, **changes})
    assert response.status_code == 201, response.text
    rule: dict[str, Any] = response.json()
    return rule


async def judged(hands: JobResources, subject: Subject, run_id: UUID) -> None:
    """The rules judge a run."""
    await evaluate_rules(JobContext(subject.tenant.workspace_id, 1, hands), run_id)


async def history(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    """What the screen lists."""
    lines: list[dict[str, Any]] = (await client.get(f"{PATH}/history")).json()["data"]
    return lines


async def test_a_significant_fall_is_told_once_with_its_reason(
    client: httpx.AsyncClient,
    app: FastAPI,
    subject: Subject,
    analysed_once: tuple[Subject, UUID],
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    rule, run_id = await made(client), analysed_once[1]
    await say_moved(database, admin, subject, run_id, points=-6.4)
    for _ in range(2):
        await judged(hands, subject, run_id)
    (line,) = await history(client)
    summary = (await client.get(f"/api/v1/brands/{subject.brand_id}/summary")).json()
    value = summary["scores"]["content"]["value"]
    assert (line["outcome"], line["ruleName"]) == ("sent", "Content falls")
    assert line["reason"].startswith(f"Coverage fell by 6 points to {value}")
    assert line["reason"].endswith("The rule asks for a fall of at least 5 points.")
    post = Post(app, admin)
    await post.deliver("notification.alert-fired")
    (message,) = await post.deliver()
    assert message["Subject"] == "Harrow: Content falls"
    assert line["reason"] in text_of(message)
    assert "List-Unsubscribe" in message
    (bell,) = (await client.get("/api/v1/notifications")).json()["data"]
    assert (bell["kind"], bell["data"]["reason"]) == ("alert-fired", line["reason"])
    (listed,) = (await client.get(PATH)).json()["data"]
    assert (listed["id"], listed["lastSentAt"] is not None) == (rule["id"], True)


@pytest.mark.parametrize(
    ("valid", "said"),
    [(60, "counted from 60 answers."), (58, "counted from 58 of 60 answers; the others failed.")],
)
async def test_an_alert_says_how_many_answers_were_counted(
    valid: int,
    said: str,
    client: httpx.AsyncClient,
    subject: Subject,
    analysed_once: tuple[Subject, UUID],
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    await made(client)
    await say_moved(database, admin, subject, analysed_once[1], points=-6.4)
    counts = "UPDATE run SET valid_answers = $2, total_answers = 60 WHERE id = $1"
    await admin.execute(counts, analysed_once[1], valid)
    await judged(hands, subject, analysed_once[1])
    assert said in (await history(client))[0]["reason"]


def test_an_alert_of_a_technical_score_counts_no_answers() -> None:
    measured = {"value": 50.0, "low": 48.0, "high": 52.0, "points": -6.0}
    event = AlertEvent(metric="technical", condition="falls-by", threshold=5.0, **measured)
    assert reason_of(event) == (
        "Technical AI Visibility fell by 6 points to 50 (48–52). "
        "The rule asks for a fall of at least 5 points."
    )


async def test_an_alert_names_a_content_score_that_stands_for_coverage(
    app: FastAPI,
    client: httpx.AsyncClient,
    subject: Subject,
    analysed_once: tuple[Subject, UUID],
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    await made(client)
    await say_moved(database, admin, subject, analysed_once[1], points=-6.4)
    stands = "UPDATE score SET detail = detail || $2 WHERE run_id = $1 AND metric = 'content'"
    await admin.execute(stands, analysed_once[1], '{"stands_for": "coverage"}')
    await judged(hands, subject, analysed_once[1])
    assert (await history(client))[0]["reason"].startswith("Coverage fell by 6 points to ")
    await Post(app, admin).deliver("notification.alert-fired")
    (bell,) = (await client.get("/api/v1/notifications")).json()["data"]
    assert bell["data"]["what"] == "Coverage"


async def test_a_test_is_told_to_whoever_asks_and_is_no_alert(
    app: FastAPI, database: Database, admin: asyncpg.Connection
) -> None:
    owner = await owner_on(database, PRO)
    await add_member(database, owner, "admin")
    brand = await make_brand(database, owner)
    await admin.execute("UPDATE users SET email_verified = true WHERE id = $1", owner.user_id)
    await admin.execute("DELETE FROM procrastinate_jobs")
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        rule = await made(client, brandId=str(brand.brand_id))
        sent = await client.post(f"{PATH}/{rule['id']}/test")
        assert (sent.status_code, sent.json()) == (202, {"sent": rule["channels"]})
        (message,) = await Post(app, admin).deliver()
        assert (message["To"], message["Subject"]) == (owner.email, "Harrow: Content falls (test)")
        (bell,) = (await client.get("/api/v1/notifications")).json()["data"]
        assert bell["data"]["reason"].startswith("This is a test.")
        assert await history(client) == []
        assert (await client.get(PATH)).json()["data"][0]["lastSentAt"] is None
        answers = [await client.post(f"{PATH}/{rule['id']}/test") for _ in range(5)]
        assert [answer.status_code for answer in answers] == [202] * 4 + [429]


@pytest.mark.parametrize("verdict", ["within noise", "not enough data", "model changed"])
async def test_a_change_that_may_be_chance_is_never_told(
    verdict: str,
    client: httpx.AsyncClient,
    subject: Subject,
    analysed_once: tuple[Subject, UUID],
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    await made(client)
    await say_moved(database, admin, subject, analysed_once[1], points=-40.0, verdict=verdict)
    await judged(hands, subject, analysed_once[1])
    assert await history(client) == []


async def test_a_rule_pauses_and_the_history_says_so(
    client: httpx.AsyncClient,
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    await made(client, cooldownHours=24)
    now, outcomes = hands.clock.now(), []
    for hours in (0, 23, 25):
        run_id = await analysed(database, hands, subject)
        await say_moved(database, admin, subject, run_id, points=-9.0)
        await judged(at(hands, now + timedelta(hours=hours)), subject, run_id)
        outcomes.append((await history(client))[0]["outcome"])
    assert outcomes == ["sent", "cooling-down", "sent"]


@pytest.mark.parametrize(
    ("condition", "threshold", "value", "points", "met"),
    [
        ("falls-by", 5, 50, -5, True),
        ("falls-by", 5, 50, -4.9, False),
        ("falls-by", 5, 50, 9, False),
        ("rises-by", 5, 50, 5, True),
        ("changes-by", 5, 50, -7, True),
        ("changes-by", 5, 50, 4, False),
        ("falls-below", 50, 48, -4, True),
        ("falls-below", 50, 44, -4, False),
        ("rises-above", 50, 52, 4, True),
        ("rises-above", 50, 60, 4, False),
    ],
)
def test_conditions_are_met_where_they_say(
    condition: str, threshold: float, value: float, points: float, met: bool
) -> None:
    rule = AlertRule(condition=condition, threshold=threshold)
    assert meets(rule, HeadlineScore("content", value, value, value, points, "moved")) is met


async def test_a_rule_can_be_changed_switched_off_deleted_and_brought_back(
    client: httpx.AsyncClient,
    subject: Subject,
    analysed_once: tuple[Subject, UUID],
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
) -> None:
    rule = await made(client)
    one = f"{PATH}/{rule['id']}"
    changed = (await client.patch(one, json={"threshold": 12.5, "active": False})).json()
    assert (changed["threshold"], changed["active"]) == (12.5, False)
    await say_moved(database, admin, subject, analysed_once[1], points=-20.0)
    await judged(hands, subject, analysed_once[1])
    assert await history(client) == []
    assert (await client.delete(one)).status_code == 204
    assert (await client.get(PATH)).json()["data"] == []
    assert (await client.patch(one, json={"active": True})).status_code == 404
    assert (await client.post(f"{one}/restore")).status_code == 200
    assert [row["id"] for row in (await client.get(PATH)).json()["data"]] == [rule["id"]]


async def test_a_repeated_request_makes_one_rule(client: httpx.AsyncClient) -> None:
    headers = {"Idempotency-Key": new_id().hex}
    answers = [await client.post(PATH, json=RULE, headers=headers) for _ in range(2)]
    assert answers[0].json()["id"] == answers[1].json()["id"]


@pytest.mark.parametrize(
    ("changes", "pointer"),
    [
        ({"threshold": 0}, "/threshold"),
        ({"threshold": 101}, "/threshold"),
        ({"channels": []}, "/channels"),
        ({"name": " "}, "/name"),
        ({"metric": "clicks"}, "/metric"),
        ({"cooldownHours": -1}, "/cooldownHours"),
    ],
)
async def test_a_rule_that_makes_no_sense_is_refused_by_its_field(
    changes: dict[str, Any], pointer: str, client: httpx.AsyncClient
) -> None:
    answer = await client.post(PATH, json={**RULE, **changes})
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (422, pointer)


async def test_plans_and_roles_decide(app: FastAPI, database: Database, subject: Subject) -> None:
    free = await owner_on(database, None)
    async with browser(app, cookies=await session_cookies(database, free)) as client:
        assert (await client.post(PATH, json=RULE)).json()["feature"] == "digest.weekly"
        assert (await client.get(PATH)).json()["allowed"] is False
    owner: Tenant = subject.tenant
    async with browser(app, cookies=await session_cookies(database, owner)) as client:
        refused = await client.post(PATH, json={**RULE, "channels": ["slack"]})
        assert refused.json()["feature"] == "digest.slack"
        foreign = await client.post(PATH, json={**RULE, "brandId": str(new_id())})
        assert foreign.status_code == 404
    viewer = await add_member(database, owner, "viewer")
    async with browser(app, cookies=await session_cookies(database, viewer)) as client:
        assert (await client.get(PATH)).status_code == 200
        assert (await client.post(PATH, json=RULE)).status_code == 403
