"""Digests: what moved, at the right hour, once, and never to somebody who stopped them."""

from __future__ import annotations

import asyncio
import re
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import asyncpg
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.db.session import Database
from presence.domains.billing.service import grant
from presence.domains.messaging.jobs.digests import due
from presence.domains.messaging.service.digests.dates import next_date
from presence.domains.messaging.service.digests.due_dates import take_turn
from presence.domains.results.schemas.results import ScoreOut
from presence.domains.results.service.score_words import SCORES, STANDS_FOR, score_text
from presence.domains.team.service import sync_seats
from presence.jobs.context import AccountContext, JobResources
from tests.conftest import browser
from tests.factories.moving import analysed, at, issued, reader, say_moved, turn
from tests.factories.people import Tenant
from tests.factories.post import Post, text_of
from tests.factories.runs import Subject, make_brand, session_cookies
from tests.factories.team import add_member

QUIET = "Nothing significant moved"
CADENCE = "SELECT cadence FROM digest WHERE user_id = $1"
NEXT = "SELECT next_at FROM digest WHERE user_id = $1"
ISSUES = "SELECT count(*) FROM digest_issue WHERE user_id = $1"
SLOT = "SELECT slot FROM digest_issue WHERE user_id = $1"
MAILS = "SELECT status FROM mail WHERE user_id = $1 AND template = 'digest'"


@pytest_asyncio.fixture
async def subject(database: Database) -> Subject:
    """A reader's brand."""
    return await make_brand(database, await reader(database))


async def test_a_digest_equals_the_dashboard_to_the_digit(
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
    app: FastAPI,
) -> None:
    run_id = await analysed(database, hands, subject)
    await say_moved(database, admin, subject, run_id, points=6.4)
    (message,) = await issued(hands, subject.tenant, post)
    cookies = await session_cookies(database, subject.tenant)
    async with browser(app, cookies=cookies) as client:
        summary = (await client.get(f"/api/v1/brands/{subject.brand_id}/summary")).json()
    shown = {name: score for name, score in summary["scores"].items() if score}
    assert shown
    for name, score in shown.items():
        label = STANDS_FOR.get(score["standsFor"], SCORES[name])
        assert f"{label}: {score_text(ScoreOut.model_validate(score))}" in text_of(message)
    assert f"Open content gaps: {summary['gaps']['content']['open']}" in text_of(message)
    assert message["Subject"] == "Harrow: Coverage +6 points"


async def test_both_parts_tell_the_same_numbers_and_each_leads_to_its_screen(
    subject: Subject, hands: JobResources, database: Database, post: Post
) -> None:
    await analysed(database, hands, subject)
    (message,) = await issued(hands, subject.tenant, post)
    html = text_of(message, "html")
    for value in re.findall(r"(?m)^[A-Z][\w ]+: (\d+(?: \(\d+–\d+\))?)", text_of(message)):
        assert f"<strong>{value}</strong>" in html
    where = f"workspace={subject.tenant.workspace_id}&amp;brand={subject.brand_id}"
    gaps = f"/dashboard/ai-visibility-gaps/content?{where}"
    for address in (f"/dashboard?{where}&amp;evidence=content", gaps):
        assert f'href="http://presence.test{address}"' in html


@pytest.mark.parametrize("verdict", ["within noise", "not enough data", "model changed"])
async def test_what_is_no_significant_change_is_said_once_for_all(
    verdict: str,
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    second = await make_brand(
        database, subject.tenant, name="Marlow", is_primary=False, website_url=None
    )
    for brand in (subject, second):
        run_id = await analysed(database, hands, brand)
        await say_moved(database, admin, brand, run_id, points=3.0, verdict=verdict)
    (message,) = await issued(hands, subject.tenant, post)
    assert text_of(message).count(QUIET) == 1
    assert "points" not in text_of(message)
    assert {"Harrow", "Marlow"} <= set(text_of(message).splitlines())


async def test_first_results_are_told_without_a_word_of_change(
    subject: Subject, hands: JobResources, database: Database, post: Post
) -> None:
    await analysed(database, hands, subject)
    (message,) = await issued(hands, subject.tenant, post)
    assert "Where you stand" in text_of(message)
    assert QUIET not in text_of(message)


async def test_a_time_without_an_analysis_sends_nothing(
    subject: Subject, hands: JobResources, admin: asyncpg.Connection, post: Post
) -> None:
    assert await issued(hands, subject.tenant, post) == []
    assert await admin.fetchval(MAILS, subject.tenant.user_id) == "skipped"


async def test_nobody_is_written_to_at_an_address_they_did_not_confirm(
    database: Database, hands: JobResources, post: Post
) -> None:
    brand = await make_brand(database, await reader(database, is_verified=False))
    await analysed(database, hands, brand)
    assert await issued(hands, brand.tenant, post) == []


async def test_a_digest_names_the_head_of_the_activity_as_it_was_when_it_was_written(
    subject: Subject, hands: JobResources, database: Database, post: Post, app: FastAPI
) -> None:
    await analysed(database, hands, subject)
    (message,) = await issued(hands, subject.tenant, post)
    cookies = await session_cookies(database, subject.tenant)
    async with browser(app, cookies=cookies) as client:
        document = (await client.get("/api/v1/audit-log/file")).json()
    hashes = {entry["sequence"]: entry["hash"] for entry in document["entries"]}
    number, hashed = re.findall(r"(\d+):([0-9a-f]{64})", text_of(message))[0]
    assert hashes[int(number)] == hashed
    assert int(number) == max(hashes)


async def test_what_was_told_is_not_told_again(
    subject: Subject, hands: JobResources, database: Database, post: Post
) -> None:
    await analysed(database, hands, subject)
    assert len(await issued(hands, subject.tenant, post)) == 1
    await turn(hands, subject.tenant, datetime.now(UTC) + timedelta(days=40))
    assert await post.deliver() == []


async def test_a_date_is_used_once_by_however_many_workers(
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    await analysed(database, hands, subject)
    now = datetime.now(UTC)
    await asyncio.gather(*(turn(hands, subject.tenant, now) for _ in range(4)))
    later = now + timedelta(days=8)
    await asyncio.gather(*(turn(hands, subject.tenant, later) for _ in range(8)))
    assert await admin.fetchval(ISSUES, subject.tenant.user_id) == 1
    assert len(await post.deliver()) == 1


@pytest.mark.parametrize("zone", ["Pacific/Pago_Pago", "Pacific/Kiritimati", "Europe/Berlin"])
async def test_a_worker_that_dies_before_its_end_leaves_the_date_to_the_next(
    zone: str,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    subject = await make_brand(database, await reader(database, time_zone=zone))
    await analysed(database, hands, subject)
    now = datetime.now(UTC)
    await turn(hands, subject.tenant, now)
    later = at(hands, now + timedelta(days=8))

    class Dying(AccountContext):
        """Its transaction never commits."""

        def transaction(self, workspace_id: object = None) -> object:  # type: ignore[override]  # a fault
            return _cut(super().transaction())

    with pytest.raises(_Killed):
        await take_turn(Dying(subject.tenant.user_id, 1, later))
    assert await admin.fetchval(ISSUES, subject.tenant.user_id) == 0
    for attempt in (2, 3):
        await take_turn(AccountContext(subject.tenant.user_id, attempt, later))
    assert len(await post.deliver()) == 1
    slot = await admin.fetchval(SLOT, subject.tenant.user_id)
    assert slot.astimezone(ZoneInfo(zone)).strftime("%a %H:%M") == "Mon 08:00"


class _Killed(Exception):
    """The process ends."""


class _cut:
    def __init__(self, whole: object) -> None:
        self._whole = whole

    async def __aenter__(self) -> object:
        return await self._whole.__aenter__()  # type: ignore[attr-defined]  # a transaction

    async def __aexit__(self, *_: object) -> None:
        await self._whole.__aexit__(_Killed, _Killed(), None)  # type: ignore[attr-defined]  # see above
        raise _Killed


@pytest.mark.parametrize(
    ("zone", "after", "due"),
    [
        ("UTC", "2027-03-10T12:00+00:00", "2027-03-15T08:00+00:00"),
        ("Pacific/Pago_Pago", "2027-03-10T12:00+00:00", "2027-03-15T19:00+00:00"),
        ("Pacific/Kiritimati", "2027-03-10T12:00+00:00", "2027-03-14T18:00+00:00"),
        ("America/New_York", "2027-03-08T14:00+00:00", "2027-03-15T12:00+00:00"),
        ("Europe/Berlin", "2027-10-26T12:00+00:00", "2027-11-01T07:00+00:00"),
        ("Asia/Kathmandu", "2027-03-15T02:15+00:00", "2027-03-22T02:15+00:00"),
    ],
)
def test_weekly_dates_are_monday_at_eight_on_the_readers_clock(
    zone: str, after: str, due: str
) -> None:
    found = next_date("weekly", datetime.fromisoformat(after), ZoneInfo(zone))
    assert found == datetime.fromisoformat(due)
    assert found.astimezone(ZoneInfo(zone)).strftime("%a %H:%M") == "Mon 08:00"


@pytest.mark.parametrize("zone", ["Pacific/Pago_Pago", "Pacific/Kiritimati", "America/New_York"])
def test_a_year_has_every_monday_and_every_first_once(zone: str) -> None:
    for cadence, count in (("weekly", 52), ("monthly", 12)):
        moment, dates = datetime(2027, 1, 1, 23, tzinfo=UTC), []
        while (moment := next_date(cadence, moment, ZoneInfo(zone))) < datetime(  # type: ignore[arg-type]  # both are cadences
            2028, 1, 1, 23, tzinfo=UTC
        ):
            dates.append(moment.astimezone(ZoneInfo(zone)))
        assert len(dates) == count
        assert {d.strftime("%H:%M") for d in dates} == {"08:00"}


async def test_a_reader_who_moves_gets_the_next_one_at_eight_over_there(
    subject: Subject, hands: JobResources, admin: asyncpg.Connection
) -> None:
    now = datetime(2027, 3, 10, 12, tzinfo=UTC)
    await turn(hands, subject.tenant, now)
    await admin.execute(
        "UPDATE users SET time_zone = 'Pacific/Kiritimati' WHERE id = $1", subject.tenant.user_id
    )
    await due(at(hands, now))
    jobs = "SELECT count(*) FROM procrastinate_jobs WHERE args ->> 'account_id' = $1"
    assert await admin.fetchval(jobs, str(subject.tenant.user_id)) == 1
    await turn(hands, subject.tenant, now)
    found = await admin.fetchval(
        "SELECT next_at FROM digest WHERE user_id = $1", subject.tenant.user_id
    )
    assert found == datetime(2027, 3, 14, 18, tzinfo=UTC)


async def test_the_free_plan_has_monthly_digests_and_a_paid_one_weekly(
    database: Database, hands: JobResources, admin: asyncpg.Connection
) -> None:
    tenant, now = await reader(database, plan=None), datetime(2027, 3, 10, 12, tzinfo=UTC)
    await turn(hands, tenant, now)
    assert await admin.fetchval(NEXT, tenant.user_id) == datetime(2027, 4, 1, 8, tzinfo=UTC)
    async with database.transaction(tenant.binding) as session:
        await grant(session, tenant.user_id, 1, None)
    await turn(hands, tenant, now)
    assert await admin.fetchval(NEXT, tenant.user_id) == datetime(2027, 3, 15, 8, tzinfo=UTC)


async def test_a_member_who_gets_their_seat_back_gets_the_plans_digests_with_it(
    database: Database, hands: JobResources, admin: asyncpg.Connection, post: Post
) -> None:
    owner, now = await reader(database, plan=2), datetime.now(UTC)
    late = await add_member(database, owner, "viewer")
    await admin.execute("UPDATE membership SET paused = true WHERE user_id = $1", late.user_id)
    await turn(hands, late, now)
    assert await admin.fetchval(CADENCE, late.user_id) == "monthly"
    await post.deliver("digest.follow_plan")  # the plan's digests were arranged before its seats
    async with database.transaction(owner.binding) as session:
        await sync_seats(session)
    await post.deliver("digest.turn")
    assert await admin.fetchval(CADENCE, late.user_id) == "weekly"


async def test_all_workspaces_of_a_person_come_in_one_mail(
    subject: Subject,
    hands: JobResources,
    database: Database,
    admin: asyncpg.Connection,
    post: Post,
) -> None:
    other = await make_brand(database, await reader(database), name="Marlow")
    await admin.execute(
        "INSERT INTO membership (workspace_id, user_id, role) VALUES ($1, $2, 'viewer')",
        other.tenant.workspace_id,
        subject.tenant.user_id,
    )
    for brand in (subject, other):
        await analysed(database, hands, brand)
    (message,) = await issued(hands, subject.tenant, post)
    assert {"Harrow", "Marlow"} <= set(text_of(message).splitlines())
    billing = Tenant(subject.tenant.user_id, other.tenant.workspace_id, "")
    await admin.execute(
        "UPDATE membership SET role = 'billing' WHERE workspace_id = $1 AND user_id = $2",
        billing.workspace_id,
        billing.user_id,
    )
    cookies = await session_cookies(database, subject.tenant)
    async with browser(post.app, cookies=cookies) as client:
        assert (await client.post("/api/v1/digest/test")).status_code == 202
    (message,) = await post.deliver()
    assert "Marlow" not in text_of(message)


async def test_a_mail_program_stops_digests_with_one_post_and_no_log_in(
    subject: Subject, hands: JobResources, database: Database, post: Post, app: FastAPI
) -> None:
    await analysed(database, hands, subject)
    (message,) = await issued(hands, subject.tenant, post)
    assert message["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    address = str(message["List-Unsubscribe"]).strip("<>")
    async with browser(app) as stranger:
        form = {"List-Unsubscribe": "One-Click"}
        assert (await stranger.get(address)).status_code == 200
        assert await frequency_of(app, database, subject.tenant) == "weekly"
        stopped = await stranger.post(address, data=form)
        assert (stopped.status_code, "Stopped" in stopped.text) == (200, True)
        assert await frequency_of(app, database, subject.tenant) == "off"
        await turn(hands, subject.tenant, datetime.now(UTC) + timedelta(days=90))
        assert await post.deliver() == []
        assert (await stranger.post(f"{address}?again=1", data={})).status_code == 200
        assert await frequency_of(app, database, subject.tenant) == "weekly"
        assert (await stranger.post(f"{address[:-2]}00", data=form)).status_code == 404


async def frequency_of(app: FastAPI, database: Database, tenant: Tenant) -> str:
    """What the settings screen says."""
    async with browser(app, cookies=await session_cookies(database, tenant)) as client:
        said: str = (await client.get("/api/v1/digest")).json()["frequency"]
    return said


async def test_a_test_says_when_there_is_nothing_to_send_and_does_not_flood(
    subject: Subject, hands: JobResources, database: Database, post: Post, app: FastAPI
) -> None:
    cookies = await session_cookies(database, subject.tenant)
    async with browser(app, cookies=cookies) as client:
        empty = await client.post("/api/v1/digest/test")
        assert (empty.status_code, "nothing to send" in empty.json()["detail"]) == (409, True)
        await analysed(database, hands, subject)
        answers = [await client.post("/api/v1/digest/test") for _ in range(6)]
    assert [answer.status_code for answer in answers] == [202] * 5 + [429]
    assert len(await post.deliver()) == 5


async def test_a_choice_is_kept_and_shows_the_next_date(
    subject: Subject, database: Database, app: FastAPI
) -> None:
    async with browser(app, cookies=await session_cookies(database, subject.tenant)) as client:
        monthly = (await client.put("/api/v1/digest", json={"frequency": "monthly"})).json()
        assert (monthly["cadence"], monthly["weeklyAllowed"]) == ("monthly", True)
        assert datetime.fromisoformat(monthly["nextAt"]).day == 1
        off = (await client.put("/api/v1/digest", json={"frequency": "off"})).json()
        assert off["nextAt"] is None
        wrong = await client.put("/api/v1/digest", json={"frequency": "hourly"})
        assert wrong.status_code == 422


async def test_the_first_look_at_everybody_gives_each_a_date(
    hands: JobResources, database: Database, admin: asyncpg.Connection, post: Post
) -> None:
    tenant = await reader(database)
    await due(hands)
    await post.deliver("digest.turn")
    row = await admin.fetchrow(
        "SELECT cadence, next_at FROM digest WHERE user_id = $1", tenant.user_id
    )
    assert row["cadence"] == "weekly"
    assert row["next_at"] > datetime.now(UTC)
