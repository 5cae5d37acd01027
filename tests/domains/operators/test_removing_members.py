"""Staff who take a member out are told what that member opened to the outside, and may end it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

import presence.domains.team.jobs  # noqa: F401 - registers the job
from presence.db.session import Database
from presence.jobs.context import run_job
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.runs import make_brand, worker_hands
from tests.factories.staff import BASE, REASON, Colleague
from tests.factories.team import add_member

SHARE = """
INSERT INTO share_link (id, workspace_id, brand_id, user_id, name, token_hash, sealed_token,
  sections, days)
SELECT gen_random_uuid(), $1, $2, $3, $4::text, sha256($4::text::bytea), '\\x00', '[]', 30
"""
HOOK = """
INSERT INTO endpoint (id, workspace_id, created_by, kind, name, url, secret, events, status)
SELECT gen_random_uuid(), $1, $2, 'webhook', $3, 'https://hooks.example.com', '\\x00', '[]',
  'active'
"""
OPEN = """
SELECT name FROM share_link WHERE workspace_id = $1 AND revoked_at IS NULL
UNION SELECT name FROM endpoint WHERE workspace_id = $1 AND status = 'active'
"""
SETTLING = "SELECT args FROM procrastinate_jobs WHERE task_name = 'team.settle_seats'"
THEIRS = [("share-link", "For the agency"), ("webhook", "Their server")]
OURS = {"For the board", "Our server"}


@dataclass(frozen=True)
class Leaver:
    """A member who goes, by the console's key, and the workspace's database."""

    key: str
    workspace_id: Any
    admin: asyncpg.Connection

    async def open_names(self) -> set[str]:
        return {row["name"] for row in await self.admin.fetch(OPEN, self.workspace_id)}


@pytest_asyncio.fixture
async def leaver(database: Database, admin: asyncpg.Connection) -> Leaver:
    """Each kind of channel of theirs, and of the owner's."""
    owner = await make_tenant(database)
    brand = (await make_brand(database, owner)).brand_id
    member = await add_member(database, owner, "admin")
    where = owner.workspace_id
    for who, link, hook in (
        (member, "For the agency", "Their server"),
        (owner, "For the board", "Our server"),
    ):
        await admin.execute(SHARE, where, brand, who.user_id, link)
        await admin.execute(HOOK, where, who.user_id, hook)
    return Leaver(f"{where}.{member.user_id}", where, admin)


def named(answer: dict[str, Any]) -> list[tuple[str, str]]:
    return [(channel["kind"], channel["name"]) for channel in answer["data"]]


async def test_staff_are_told_what_stays_before_they_remove_somebody(
    boss: Colleague, leaver: Leaver
) -> None:
    answer = await boss.client.get(f"{BASE}/members/{leaver.key}/outlets")
    assert answer.status_code == 200, answer.text
    assert named(answer.json()) == THEIRS


@pytest.mark.parametrize(
    ("asked", "said", "left"),
    [
        ({}, "keep", OURS | {name for _, name in THEIRS}),
        ({"outlets": "keep"}, "keep", OURS | {name for _, name in THEIRS}),
        ({"outlets": "end"}, "end", OURS),
    ],
)
async def test_what_a_removed_member_opened_is_named_and_stays_or_ends_as_asked(
    boss: Colleague, leaver: Leaver, asked: dict[str, str], said: str, left: set[str]
) -> None:
    path = f"{BASE}/members/{leaver.key}/remove"
    answer = await boss.client.post(path, json={"reason": REASON, **asked})
    assert answer.status_code == 200, answer.text
    assert (answer.json()["outlets"], named(answer.json())) == (said, THEIRS)
    assert await leaver.open_names() == left


async def test_the_seat_of_whoever_is_removed_is_given_to_an_owner_who_waits(
    boss: Colleague, leaver: Leaver, database: Database, place: Place
) -> None:
    pause = "UPDATE membership SET paused = true WHERE workspace_id = $1 AND role = 'owner'"
    await leaver.admin.execute(pause, leaver.workspace_id)
    answer = await boss.client.post(f"{BASE}/members/{leaver.key}/remove", json={"reason": REASON})
    assert answer.status_code == 200, answer.text
    waiting = [json.loads(row["args"]) for row in await leaver.admin.fetch(SETTLING)]
    async with worker_hands(database, place.settings()) as hands:
        for job in waiting:
            await run_job("team.settle_seats", hands, 1, job)
    left = "SELECT role, paused FROM membership WHERE workspace_id = $1"
    found = await leaver.admin.fetch(left, leaver.workspace_id)
    assert [tuple(row) for row in found] == [("owner", False)]


INVITE = """
INSERT INTO invitation (id, workspace_id, email, role, invited_by, sending_id, sent_at, expires_at)
SELECT gen_random_uuid(), $1, $2, 'viewer', $3, gen_random_uuid(), now(), now() + interval '7 days'
"""


async def test_the_one_entry_of_the_log_names_all_that_ended_with_the_removal(
    boss: Colleague, leaver: Leaver
) -> None:
    inviter = leaver.key.partition(".")[2]
    for email in ("one@example.com", "two@example.com"):
        await leaver.admin.execute(INVITE, leaver.workspace_id, email, inviter)
    path = f"{BASE}/members/{leaver.key}/remove"
    answer = await boss.client.post(path, json={"reason": REASON, "outlets": "end"})
    assert answer.status_code == 200, answer.text
    query = "SELECT after FROM audit_log WHERE workspace_id = $1 AND action = 'member.removed'"
    (row,) = await leaver.admin.fetch(query, leaver.workspace_id)
    after = json.loads(row["after"])
    assert sorted((o["kind"], o["name"]) for o in after["ended"]) == THEIRS
    assert [o["id"] for o in after["ended"]] == [o["id"] for o in answer.json()["data"]]
    withdrawn = sorted(invitation["email"] for invitation in after["withdrawn"])
    assert withdrawn == ["one@example.com", "two@example.com"]
    assert set(after) == {"operation", "outlets", "ended", "withdrawn"}


async def test_nobody_below_the_second_level_looks_at_them(
    colleagues: dict[str, Colleague], leaver: Leaver
) -> None:
    reading = colleagues["support-l1"].client
    assert (await reading.get(f"{BASE}/members/{leaver.key}/outlets")).status_code == 403
