"""Who asks x who approves x what happened between: only two independent people carry it out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

import asyncpg
import httpx
import pytest
import pytest_asyncio
from fastapi import FastAPI

from presence.core.ids import new_id
from presence.db.session import Database
from tests.conftest import Place
from tests.factories.people import make_tenant
from tests.factories.staff import BASE, Colleague, approve, join, later

REASON = "The customer asked for it in writing"
DAYS_CHAINED, DAYS_APART = 80, 100


@dataclass(frozen=True)
class Pair:
    """Two admins let in on the command line, a third one, and the superuser's connection."""

    asks: Colleague
    approves: Colleague
    third: Colleague
    admin: asyncpg.Connection

    async def tie(self, made: UUID, maker: UUID, days: int = 0, kind: str = "invited") -> None:
        """Let `maker` have asked for the account so many days ago."""
        statement = (
            "INSERT INTO staff_origin (id, staff_id, kind, requested_by, created_at)"
            " VALUES (gen_random_uuid(), $1, $2, $3, now() - make_interval(days => $4))"
        )
        await self.admin.execute(statement, made, kind, maker, days)


@pytest_asyncio.fixture
async def pair(
    console: FastAPI, operator_database: Database, admin: asyncpg.Connection
) -> AsyncIterator[Pair]:
    """Fresh for each test; their accounts were let in long before."""
    people = [await join(console, operator_database) for _ in range(3)]
    ids = [person.id for person in people]
    await admin.execute(
        "UPDATE staff_origin SET created_at = now() - interval '2 years' WHERE staff_id = ANY($1)",
        ids,
    )
    yield Pair(people[0], people[1], people[2], admin)
    for person in people:
        await person.client.aclose()


@pytest_asyncio.fixture
async def workspace(database: Database) -> UUID:
    """What is to be deleted."""
    return (await make_tenant(database)).workspace_id


async def ask(who: Colleague, workspace: UUID) -> str:
    """Ask for the deletion; the request's id."""
    path = f"{BASE}/workspaces/{workspace}/delete"
    answer = await who.client.post(path, json={"reason": REASON})
    assert answer.status_code == 202, answer.text
    return str(answer.json()["approvalId"])


async def is_deleted(pair: Pair, workspace: UUID) -> bool:
    found = await pair.admin.fetchval("SELECT deleted_at FROM workspace WHERE id = $1", workspace)
    return found is not None


async def do(who: Colleague, whose: Colleague, action: str, **body: object) -> httpx.Response:
    path = f"{BASE}/staff/{whose.id}/{action}"
    return await who.client.post(path, json={"reason": REASON, **body})


Between = Callable[[Pair, str], Awaitable[None]]


async def _made_by_whoever_asked(pair: Pair, _: str) -> None:
    await pair.tie(pair.approves.id, pair.asks.id, days=500)


async def _made_whoever_asked(pair: Pair, _: str) -> None:
    await pair.tie(pair.asks.id, pair.approves.id, days=500)


async def _reset_by_whoever_asked(pair: Pair, _: str) -> None:
    await pair.tie(pair.approves.id, pair.asks.id, days=400, kind="reset")


async def _promoted_by_whoever_asked(pair: Pair, _: str) -> None:
    await pair.tie(pair.approves.id, pair.asks.id, days=400, kind="promoted")


async def _let_in_again_by_whoever_asked(pair: Pair, _: str) -> None:
    await pair.tie(pair.approves.id, pair.asks.id, days=400, kind="enabled")


async def _made_by_somebody_they_made(pair: Pair, _: str) -> None:
    await pair.tie(pair.third.id, pair.asks.id, DAYS_CHAINED)
    await pair.tie(pair.approves.id, pair.third.id, DAYS_CHAINED)


async def _both_made_by_a_third(pair: Pair, _: str) -> None:
    await pair.tie(pair.asks.id, pair.third.id, DAYS_CHAINED)
    await pair.tie(pair.approves.id, pair.third.id, DAYS_CHAINED)


async def _one_mailbox(pair: Pair, _: str) -> None:
    name, _, domain = pair.asks.email.partition("@")
    change = "UPDATE staff SET email = $2 WHERE id = $1"
    await pair.admin.execute(change, pair.approves.id, f"{name}+two@{domain}")


async def _approver_raised_meanwhile(pair: Pair, _: str) -> None:
    await pair.admin.execute("UPDATE staff SET power_since = now() WHERE id = $1", pair.approves.id)


async def _asker_disabled(pair: Pair, _: str) -> None:
    assert (await do(pair.third, pair.asks, "disable")).status_code == 200


async def _asker_demoted(pair: Pair, _: str) -> None:
    done = await do(pair.third, pair.asks, "change-role", role="support-l2")
    assert done.status_code == 200, done.text


async def _asker_reset(pair: Pair, _: str) -> None:
    waits = await do(pair.third, pair.asks, "reset-sign-in")
    done = await approve(pair.admin, pair.approves, waits.json()["approvalId"])
    assert done.status_code == 200, done.text


async def _asker_disabled_and_let_in_again(pair: Pair, _: str) -> None:
    await _asker_disabled(pair, _)
    waits = await do(pair.third, pair.asks, "enable")
    done = await approve(pair.admin, pair.approves, waits.json()["approvalId"])
    assert done.status_code == 200, done.text


async def _asker_disabled_behind_the_product(pair: Pair, _: str) -> None:
    change = "UPDATE staff SET status = 'disabled' WHERE id = $1"
    await pair.admin.execute(change, pair.asks.id)


async def _approver_demoted(pair: Pair, _: str) -> None:
    done = await do(pair.third, pair.approves, "change-role", role="support-l2")
    assert done.status_code == 200, done.text


async def _approver_disabled(pair: Pair, _: str) -> None:
    assert (await do(pair.third, pair.approves, "disable")).status_code == 200


async def _expired(pair: Pair, approval: str) -> None:
    change = "UPDATE approval SET expires_at = now() - interval '1 second' WHERE id = $1"
    await pair.admin.execute(change, UUID(approval))


async def _subject_exchanged(pair: Pair, approval: str) -> None:
    change = (
        "UPDATE approval SET subject_id = (SELECT id FROM workspace WHERE id <> subject_id LIMIT 1)"
        " WHERE id = $1"
    )
    await pair.admin.execute(change, UUID(approval))


async def _facts_exchanged(pair: Pair, approval: str) -> None:
    change = 'UPDATE approval SET facts = facts || \'{"role": "admin"}\' WHERE id = $1'
    await pair.admin.execute(change, UUID(approval))


async def _asked_for_by_somebody_else(pair: Pair, approval: str) -> None:
    change = "UPDATE approval SET requested_by = $2 WHERE id = $1"
    await pair.admin.execute(change, UUID(approval), pair.third.id)


async def _prolonged(pair: Pair, approval: str) -> None:
    change = "UPDATE approval SET expires_at = expires_at + interval '1 year' WHERE id = $1"
    await pair.admin.execute(change, UUID(approval))


TIED = "do not count as two people"
REFUSED: dict[Between, tuple[int, str]] = {
    _made_by_whoever_asked: (403, TIED),
    _made_whoever_asked: (403, TIED),
    _reset_by_whoever_asked: (403, TIED),
    _promoted_by_whoever_asked: (403, TIED),
    _let_in_again_by_whoever_asked: (403, TIED),
    _made_by_somebody_they_made: (403, TIED),
    _both_made_by_a_third: (403, TIED),
    _one_mailbox: (403, TIED),
    _approver_raised_meanwhile: (409, "Another admin has to decide, or it has to be asked"),
    _asker_disabled: (409, "This request was withdrawn"),
    _asker_demoted: (409, "This request was withdrawn"),
    _asker_reset: (409, "This request was withdrawn"),
    _asker_disabled_and_let_in_again: (409, "This request was withdrawn"),
    _asker_disabled_behind_the_product: (409, "may not ask for it any more"),
    _approver_demoted: (403, "Your role in the console does not allow that"),
    _approver_disabled: (401, "not signed in"),
    _expired: (409, "This request has expired"),
    _subject_exchanged: (409, "changed after it was made"),
    _facts_exchanged: (409, "changed after it was made"),
    _asked_for_by_somebody_else: (409, "changed after it was made"),
    _prolonged: (409, "changed after it was made"),
}


@pytest.mark.parametrize("between", REFUSED, ids=lambda between: between.__name__.strip("_"))
async def test_it_is_not_carried_out(pair: Pair, workspace: UUID, between: Between) -> None:
    approval = await ask(pair.asks, workspace)
    seen = await pair.approves.client.get(f"{BASE}/approvals/{approval}")
    await between(pair, approval)
    done = await approve(pair.admin, pair.approves, approval, seal=seen.json()["seal"])
    status, said = REFUSED[between]
    assert done.status_code == status, done.text
    assert said in done.json()["message"]
    assert not await is_deleted(pair, workspace)


async def _nothing(pair: Pair, approval: str) -> None:
    return


async def _made_by_the_same_long_ago(pair: Pair, _: str) -> None:
    await pair.tie(pair.asks.id, pair.third.id, DAYS_APART)
    await pair.tie(pair.approves.id, pair.third.id, DAYS_APART)


async def _set_up_anew_on_the_command_line(pair: Pair, _: str) -> None:
    await pair.tie(pair.approves.id, pair.asks.id, days=500)
    await pair.admin.execute(
        "INSERT INTO staff_origin (id, staff_id, kind, created_at)"
        " VALUES (gen_random_uuid(), $1, 'reset', now() - interval '1 day')",
        pair.approves.id,
    )


@pytest.mark.parametrize(
    "between",
    [_nothing, _made_by_the_same_long_ago, _set_up_anew_on_the_command_line],
    ids=lambda between: between.__name__.strip("_"),
)
async def test_two_people_carry_it_out(pair: Pair, workspace: UUID, between: Between) -> None:
    approval = await ask(pair.asks, workspace)
    await between(pair, approval)
    done = await approve(pair.admin, pair.approves, approval)
    assert (done.status_code, done.json().get("status")) == (200, "approved"), done.text
    assert await is_deleted(pair, workspace)


async def test_somebody_let_in_after_it_was_asked_for_does_not_decide(
    console: FastAPI, operator_database: Database, pair: Pair, workspace: UUID
) -> None:
    approval = await ask(pair.asks, workspace)
    newcomer = await join(console, operator_database)
    done = await approve(pair.admin, newcomer, approval)
    await newcomer.client.aclose()
    assert done.status_code == 409, done.text
    assert not await is_deleted(pair, workspace)


@pytest.mark.parametrize("code", ["", "000000", "not a code"])
async def test_without_a_right_code_nothing_is_approved(
    pair: Pair, workspace: UUID, code: str
) -> None:
    approval = await ask(pair.asks, workspace)
    done = await approve(pair.admin, pair.approves, approval, code=code)
    assert done.status_code == 422, done.text
    assert not await is_deleted(pair, workspace)


async def test_a_code_that_was_used_approves_nothing(pair: Pair, database: Database) -> None:
    first, second = [(await make_tenant(database)).workspace_id for _ in range(2)]
    one, two = await ask(pair.asks, first), await ask(pair.asks, second)
    await later(pair.admin, pair.approves)
    code = pair.approves.code()
    answers = []
    for approval in (one, two):
        shown = (await pair.approves.client.get(f"{BASE}/approvals/{approval}")).json()
        body = {"reason": REASON, "code": code, "seal": shown["seal"]}
        path = f"{BASE}/approvals/{approval}/approve"
        answers.append((await pair.approves.client.post(path, json=body)).status_code)
    assert answers == [200, 422]
    assert not await is_deleted(pair, second)


async def test_somebody_without_an_authenticator_is_told_how_to_get_one(
    pair: Pair, workspace: UUID
) -> None:
    approval = await ask(pair.asks, workspace)
    shown = (await pair.approves.client.get(f"{BASE}/approvals/{approval}")).json()
    await pair.admin.execute("UPDATE staff SET last_step = 0 WHERE id = $1", pair.approves.id)
    body = {"reason": REASON, "code": pair.approves.code(), "seal": shown["seal"]}
    path = f"{BASE}/approvals/{approval}/approve"
    done = await pair.approves.client.post(path, json=body)
    assert done.status_code == 422, done.text
    assert "no authenticator app yet" in done.json()["errors"][0]["detail"]


async def test_what_was_not_shown_is_not_approved(pair: Pair, workspace: UUID) -> None:
    approval = await ask(pair.asks, workspace)
    done = await approve(pair.admin, pair.approves, approval, seal="ab" * 32)
    assert done.status_code == 409, done.text
    assert "not the request you were shown" in done.json()["message"]


async def test_of_two_tabs_and_two_admins_at_once_one_carries_it_out(
    pair: Pair, workspace: UUID
) -> None:
    approval = await ask(pair.asks, workspace)
    await later(pair.admin, pair.approves, pair.third)
    shown = (await pair.approves.client.get(f"{BASE}/approvals/{approval}")).json()
    path = f"{BASE}/approvals/{approval}/approve"
    calls = []
    for who in (pair.approves, pair.approves, pair.third, pair.third):
        body = {"reason": REASON, "code": who.code(), "seal": shown["seal"]}
        calls.append(who.client.post(path, json=body))
    done = await asyncio.gather(*calls)
    statuses = sorted(answer.status_code for answer in done)
    assert statuses[0] == 200
    assert set(statuses[1:]) <= {409, 422}
    purges = "SELECT count(*) FROM procrastinate_jobs WHERE task_name = 'workspaces.purge' AND args->>'workspace_id' = $1"  # noqa: E501
    assert await pair.admin.fetchval(purges, str(workspace)) == 1


async def test_whoever_stops_being_an_admin_while_approving_carries_nothing_out(
    pair: Pair, workspace: UUID
) -> None:
    path = f"{BASE}/approvals/{await ask(pair.asks, workspace)}"
    await later(pair.admin, pair.approves)
    seal = (await pair.approves.client.get(path)).json()["seal"]
    body = {"reason": REASON, "code": pair.approves.code(), "seal": seal}
    waits = "SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted)"
    async with pair.admin.transaction():
        demoted = "UPDATE staff SET role = 'support-l2' WHERE id = $1"
        await pair.admin.execute(demoted, pair.approves.id)
        call = asyncio.create_task(pair.approves.client.post(f"{path}/approve", json=body))
        while not (call.done() or await pair.admin.fetchval(waits)):  # noqa: ASYNC110 - the lock
            await asyncio.sleep(0.02)
    assert ((await call).status_code, await is_deleted(pair, workspace)) == (403, False)


async def test_nobody_decides_about_their_own_account(pair: Pair) -> None:
    waits = await do(pair.asks, pair.approves, "reset-sign-in")
    done = await approve(pair.admin, pair.approves, waits.json()["approvalId"])
    assert (done.status_code, done.json()["message"]) == (
        409,
        "This is about your own account. Another admin has to decide.",
    )


async def test_the_consoles_role_cannot_change_what_was_asked_for(
    pair: Pair, place: Place, workspace: UUID
) -> None:
    approval = await ask(pair.asks, workspace)
    connection = await asyncpg.connect(place.url("operator"))
    try:
        for column in ("facts", "subject_id", "requested_by", "reason", "expires_at"):
            with pytest.raises(asyncpg.InsufficientPrivilegeError):
                await connection.execute(f"UPDATE approval SET {column} = {column}")  # noqa: S608
    finally:
        await connection.close()
    assert (await approve(pair.admin, pair.approves, approval)).status_code == 200


async def test_what_expired_is_shown_as_expired_and_may_be_asked_for_again(
    pair: Pair, workspace: UUID
) -> None:
    approval = await ask(pair.asks, workspace)
    await _expired(pair, approval)
    shown = (await pair.third.client.get(f"{BASE}/approvals/{approval}")).json()
    assert shown["status"] == "expired"
    again = await ask(pair.asks, workspace)
    assert again != approval
    assert (await approve(pair.admin, pair.approves, again)).status_code == 200


async def test_a_waiting_request_says_who_what_why_and_until_when(
    pair: Pair, workspace: UUID
) -> None:
    email = f"{new_id().hex}@presence.example"
    body = {"email": email, "role": "admin", "reason": REASON}
    answer = await pair.asks.client.post(f"{BASE}/staff", json=body)
    approval = answer.json()["approvalId"]
    shown = (await pair.approves.client.get(f"{BASE}/approvals/{approval}")).json()
    assert shown["what"] == f"Invite {email} to the console as admin"
    assert (shown["requestedByEmail"], shown["reason"]) == (pair.asks.email, REASON)
    assert shown["status"] == "waiting"
    assert shown["expiresAt"] > shown["createdAt"]
