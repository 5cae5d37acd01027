"""kill -9 of worker, database or API in the middle of a run loses and doubles nothing."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from tests.crash.conftest import TIMEOUT_S, Product, queue_run, ready, signed_in, until
from tests.factories.events import read_events
from tests.factories.runs import Subject

pytestmark = pytest.mark.timeout(150)

ANSWERS = "SELECT count(*) FROM answer WHERE run_id = $1"
TOLD = "SELECT id FROM run_event WHERE run_id = $1 AND id BETWEEN $2 AND $3 ORDER BY id"
STATUS = "SELECT status, total_answers, valid_answers, lease FROM run WHERE id = $1"
KILL_AT = 30
LOGGED_OUT_S = 6


async def reaches_answers(product: Product, run: Any, least: int = KILL_AT) -> None:
    """Wait until the run is in the middle of its answers."""

    async def enough() -> bool:
        return await product.number(ANSWERS, run) >= least

    await until(enough, "the run never reached its answers", product)


async def ends(product: Product, run: Any) -> Any:
    """Wait for the end of the run; its row."""

    async def ended() -> bool:
        return (await product.fetch(STATUS, run))[0]["status"] not in {"queued", "running"}

    await until(ended, "the run never ended", product)
    return (await product.fetch(STATUS, run))[0]


async def assert_whole(product: Product, run: Any, row: Any) -> None:
    """Every answer once, every event once and in order, one set of final scores."""
    assert row["status"] == "completed"
    stored = await product.number(ANSWERS, run)
    assert stored == row["total_answers"] == row["valid_answers"] > KILL_AT
    keys = "SELECT count(DISTINCT (prompt_id, engine, sample)) FROM answer WHERE run_id = $1"
    assert await product.number(keys, run) == stored
    told = "SELECT count(*) FROM run_event WHERE run_id = $1 AND event = 'answer.completed'"
    assert await product.number(told, run) == stored
    finished = "SELECT count(*) FROM run_event WHERE run_id = $1 AND event = 'run.completed'"
    assert await product.number(finished, run) == 1
    gaps = (
        "SELECT max(id) - count(*) FROM run_event WHERE workspace_id ="
        " (SELECT workspace_id FROM run WHERE id = $1)"
    )
    assert await product.number(gaps, run) == 0
    doubled = (
        "SELECT count(*) FROM (SELECT metric FROM score WHERE run_id = $1 AND revision = 1"
        " GROUP BY metric, engine HAVING count(*) > 1 OR bool_or(provisional)) AS wrong"
    )
    assert await product.number(doubled, run) == 0


async def test_a_killed_workers_run_is_finished_by_the_next_one(
    processes: Product, subject: Subject
) -> None:
    run = await queue_run(processes, subject)
    processes.start("worker")
    await reaches_answers(processes, run)
    processes.kill("worker")
    before = await processes.fetch("SELECT id, answered_at FROM answer WHERE run_id = $1", run)
    processes.start("worker")
    row = await ends(processes, run)
    await assert_whole(processes, run, row)
    assert row["lease"] == 2
    kept = await processes.fetch(
        "SELECT id, answered_at FROM answer WHERE run_id = $1 ORDER BY answered_at LIMIT $2",
        run,
        len(before),
    )
    assert set(kept) == set(before), "an answered question was asked again"


async def test_a_run_survives_the_death_of_the_database(
    processes: Product, subject: Subject
) -> None:
    run = await queue_run(processes, subject)
    processes.start("worker")
    await reaches_answers(processes, run)
    await asyncio.to_thread(processes.kill_postgres)
    await asyncio.to_thread(processes.restart_postgres)
    row = await ends(processes, run)
    await assert_whole(processes, run, row)
    assert processes.processes["worker"].poll() is None, "the worker did not live through it"


async def test_a_reader_misses_nothing_while_the_api_dies(
    processes: Product, subject: Subject
) -> None:
    processes.start("api")
    async with signed_in(processes, subject) as client:
        run = await queue_run(processes, subject)
        seen = [int(event["id"]) for event in await read_events(client, run, stop_after=1)]
        processes.start("worker")
        await reaches_answers(processes, run)
        processes.kill("api")
        processes.start("api")
        await ready(processes, client)
        rest = await read_events(client, run, after=seen[-1], until="run.completed")
        seen += [int(event["id"]) for event in rest]
    told = await processes.fetch(TOLD, run, seen[0], seen[-1])
    assert seen == [row["id"] for row in told]
    await assert_whole(processes, run, await ends(processes, run))


async def test_a_stream_says_that_it_ends_soon_after_its_reader_logged_out(
    processes: Product, subject: Subject
) -> None:
    processes.start("api")
    async with (
        signed_in(processes, subject) as client,
        asyncio.timeout(TIMEOUT_S),
        client.stream("GET", "/api/v1/events") as stream,
    ):
        lines = stream.aiter_lines()
        assert await anext(lines) == "retry: 3000"
        assert (await client.post("/api/logout")).status_code == 204
        async with asyncio.timeout(LOGGED_OUT_S):
            last = [line async for line in lines if line]
    assert last[0] == "event: stream.closed"


async def test_a_worker_ends_within_five_seconds_and_its_run_goes_on(
    processes: Product, subject: Subject
) -> None:
    run = await queue_run(processes, subject)
    processes.start("worker")
    await reaches_answers(processes, run)
    worker = processes.processes.pop("worker")
    worker.terminate()
    await asyncio.to_thread(worker.wait, 5)
    assert worker.returncode == 0
    processes.start("worker")
    await assert_whole(processes, run, await ends(processes, run))
