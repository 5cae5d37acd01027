"""A worker process of the queue assurances: the product's worker with a job that leaves marks.

Invariant: the job's effect is stored the way the product's jobs store theirs, under a key and in
one transaction; beside it every execution is noted, so that nothing done twice stays unseen.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
from multiprocessing.process import BaseProcess

import asyncpg
from sqlalchemy import text

from presence.core.settings import DatabaseSettings, Settings, WorkerSettings
from presence.entrypoints.worker import run_worker
from presence.jobs.context import JobContext, tenant_job

JOB = "assurance.mark"
TABLES = """
CREATE TABLE assurance_execution (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number bigint NOT NULL, pid integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT clock_timestamp(), ended_at timestamptz);
CREATE INDEX ON assurance_execution (number);
CREATE TABLE assurance_receipt (number bigint PRIMARY KEY);
CREATE TABLE assurance_account (workspace_id uuid PRIMARY KEY, effects bigint NOT NULL);
GRANT SELECT, INSERT, UPDATE ON assurance_execution, assurance_receipt, assurance_account
  TO customer;
"""
_BEGIN = text("INSERT INTO assurance_execution (number, pid) VALUES (:number, :pid) RETURNING id")
_RECEIPT = text(
    "INSERT INTO assurance_receipt VALUES (:number) ON CONFLICT DO NOTHING RETURNING number"
)
_EFFECT = text(
    "INSERT INTO assurance_account VALUES (:workspace, 1)"
    " ON CONFLICT (workspace_id) DO UPDATE SET effects = assurance_account.effects + 1"
)
_END = text("UPDATE assurance_execution SET ended_at = clock_timestamp() WHERE id = :id")
_FORKS = multiprocessing.get_context("forkserver")


@tenant_job(JOB)
async def mark(context: JobContext, number: int, takes_ms: int) -> None:
    """Note the start, take some time, store the effect once and note the end."""
    async with context.transaction() as session:
        values = {"number": number, "pid": os.getpid()}
        execution = (await session.execute(_BEGIN, values)).scalar_one()
    await asyncio.sleep(takes_ms / 1000)
    async with context.transaction() as session:
        fresh = (await session.execute(_RECEIPT, {"number": number})).scalar_one_or_none()
        if fresh is not None:
            await session.execute(_EFFECT, {"workspace": context.workspace_id})
        await session.execute(_END, {"id": execution})


def start(url: str, concurrency: int) -> BaseProcess:
    """A worker process on the database at `url`; killed or terminated by whoever started it."""
    _FORKS.set_forkserver_preload(["tests.assurance.mark_worker"])
    process = _FORKS.Process(target=_main, args=(url, concurrency), daemon=True)
    process.start()
    return process


def kill(process: BaseProcess) -> None:
    """SIGKILL, and wait until it is gone."""
    if process.pid is not None and process.is_alive():
        os.kill(process.pid, signal.SIGKILL)
    process.join()


def _main(url: str, concurrency: int) -> None:
    settings = Settings(
        database=DatabaseSettings(customer_url=url, pool_size=concurrency + 2),
        worker=WorkerSettings(concurrency=concurrency),
    )
    run_worker(settings)


async def make_tables(admin: asyncpg.Connection) -> None:
    """Where the marks go."""
    await admin.execute(TABLES)
