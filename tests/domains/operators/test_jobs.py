"""A job is run again, called off or let pass in a state that allows it, or the answer says why."""

from __future__ import annotations

import asyncpg
import pytest

from tests.factories.staff import BASE, Colleague

REASON = "A customer asked for it"
STATES = ("todo", "doing", "succeeded", "failed", "cancelled", "aborted")
MAY = {
    "retry": {"failed", "cancelled", "aborted"},
    "cancel": {"todo"},
    "move-to-front": {"todo"},
}
AFTER = {"retry": "todo", "cancel": "cancelled", "move-to-front": "todo"}


async def job(admin: asyncpg.Connection, status: str, key: str | None = None) -> int:
    """A job in a state."""
    return int(
        await admin.fetchval(
            "INSERT INTO procrastinate_jobs (queue_name, task_name, status, queueing_lock)"
            " VALUES ('default', 'mail.send', CAST($1 AS procrastinate_job_status), $2)"
            " RETURNING id",
            status,
            key,
        )
    )


@pytest.mark.parametrize("status", STATES)
@pytest.mark.parametrize("action", MAY)
async def test_an_action_changes_the_job_or_says_why_it_cannot(
    boss: Colleague, admin: asyncpg.Connection, action: str, status: str
) -> None:
    key = await job(admin, status)
    answer = await boss.client.post(f"{BASE}/jobs/{key}/{action}", json={"reason": REASON})
    now = await admin.fetchval("SELECT status::text FROM procrastinate_jobs WHERE id = $1", key)
    if status in MAY[action]:
        assert (answer.status_code, now) == (200, AFTER[action]), answer.text
        return
    assert (answer.status_code, now) == (409, status)
    assert answer.json()["message"].startswith("This job ")


async def test_a_job_that_waits_under_another_number_is_not_run_twice(
    boss: Colleague, admin: asyncpg.Connection
) -> None:
    key = await job(admin, "failed", "report:1")
    await job(admin, "todo", "report:1")
    answer = await boss.client.post(f"{BASE}/jobs/{key}/retry", json={"reason": REASON})
    assert (answer.status_code, answer.json()["message"]) == (
        409,
        "The same job is waiting already under another number.",
    )
