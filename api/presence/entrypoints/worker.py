"""The worker process: builds its adapters, registers every slice's jobs and runs the queue.

Invariant: a worker proves that it lives (`jobs/recovery.py`); whatever it was doing when it died
is given to the next one within seconds.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

import asyncpg
from procrastinate import App, BaseRetryStrategy, JobContext, PsycopgConnector, RetryDecision
from procrastinate.jobs import Job
from procrastinate.worker import Worker

import presence.domains.analytics.jobs
import presence.domains.billing.jobs
import presence.domains.brands.jobs
import presence.domains.engines.jobs
import presence.domains.experiments.jobs
import presence.domains.findings.jobs
import presence.domains.identity.jobs
import presence.domains.materials.jobs
import presence.domains.measurement.jobs
import presence.domains.messaging.jobs
import presence.domains.publishing.jobs
import presence.domains.results.jobs
import presence.domains.runs.jobs
import presence.domains.team.jobs
import presence.domains.traffic.jobs
import presence.domains.trends.jobs
import presence.domains.workspaces.jobs
import presence.jobs.resealing  # noqa: F401 - jobs register, tables resolve by name
from presence.adapters.assistants import Assistants
from presence.adapters.crawling import ApartCrawls
from presence.adapters.mail import mailer_of
from presence.adapters.outbound import AddressPolicy, OutboundPoster
from presence.adapters.stripe import payments_of
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.core.clock import clock_of
from presence.core.settings import Settings
from presence.db.address_reading import direct_url, read_address
from presence.db.key_check import check_key
from presence.db.reaching import UNREACHABLE, connect_to_server, reason
from presence.db.server_kind import require_kind_of
from presence.db.session import Database
from presence.domains.workspaces.service.server_turns import ServerTurns
from presence.entrypoints.worker_health import WorkerHealth, answering
from presence.jobs.background_loops import run_loops
from presence.jobs.context import MAX_ATTEMPTS, JobResources, registered_jobs, run_job
from presence.jobs.fairness import POLL_S, FairWorker, take_turns
from presence.jobs.periodic_tasks import run_tasks
from presence.jobs.queue import QUEUE
from presence.jobs.recovery import proof_of_life, watch
from presence.oversight.auditor import keep_invariants

log = logging.getLogger("presence.worker")

GRACE_S = 2.0
RESTART_S = 1.0
POOL_TIMEOUT_S = 3.0


class JobRetryPolicy(BaseRetryStrategy):
    """Try again after 1, 2, 4 and 8 seconds; a job stopped by shutdown is always put back."""

    def get_retry_decision(self, *, exception: BaseException, job: Job) -> RetryDecision | None:
        """None gives the job up."""
        if isinstance(exception, asyncio.CancelledError):
            return RetryDecision(retry_in={"seconds": 0})
        if job.attempts + 1 >= MAX_ATTEMPTS:
            return None
        return RetryDecision(retry_in={"seconds": 2**job.attempts})


def run_worker(settings: Settings, at_end: Callable[[], None] = lambda: None) -> None:
    """Work through the queue until SIGTERM or SIGINT, then end within five seconds.

    `at_end` runs before the process ends, also when threads keep it from ending by itself.
    """
    try:
        asyncio.run(_until_stopped(settings))
    finally:
        at_end()
    if threading.active_count() > 1:
        # A computation in a thread cannot be interrupted, and its job is back on the queue.
        logging.shutdown()
        os._exit(0)


async def _until_stopped(settings: Settings) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    # asyncio.run would wait for running threads without a limit.
    loop.shutdown_default_executor = _leave_threads  # type: ignore[method-assign]  # see above
    clock = clock_of(settings)
    database = Database(settings.database.customer_url, settings.database)
    assistants = Assistants(clock, policy=AddressPolicy(settings.outbound.allowed_networks))
    payments = payments_of(settings)
    async with (
        answering(settings) as health,
        OutboundPoster(settings.outbound, clock) as poster,
        ApartCrawls(
            settings.outbound,
            clock,
            clock_ahead=settings.clock_ahead,
            demand=settings.isolation,
            turns=ServerTurns(database, settings.outbound, clock.now),
        ) as sites,
    ):
        resources = JobResources(
            database,
            settings,
            sites,
            clock,
            _embedder(settings),
            assistants,
            mailer=mailer_of(settings),
            payments=payments,
            poster=poster,
        )
        try:
            while not stop.is_set():
                await _one_life(settings, resources, stop, health)
                if not stop.is_set():
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(stop.wait(), RESTART_S)
        finally:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(assistants.aclose(), 1)
            if payments is not None:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(payments.aclose(), 1)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(database.close(), 1)


async def _leave_threads() -> None:
    """Stands in for the loop's own clean-up; `run_worker` deals with what is left."""


async def _one_life(
    settings: Settings, resources: JobResources, stop: asyncio.Event, health: WorkerHealth
) -> None:
    """Run the queue until asked to stop or until the database goes away."""
    try:
        await _require_connection(settings)
        connector = _connector(settings)
        async with resources.database.transaction() as session:
            await require_kind_of(session)
            await check_key(session, settings)
        async with queue_app(connector, resources).open_async() as app:
            worker = FairWorker(
                app,
                queues=[QUEUE],
                concurrency=settings.worker.concurrency,
                install_signal_handlers=False,
                shutdown_graceful_timeout=GRACE_S,
                update_heartbeat_interval=settings.worker.heartbeat_s,
                stalled_worker_timeout=86_400,  # recovery is ours: pruning would hide the proof
                fetch_job_polling_interval=POLL_S,
                delete_jobs="successful",
            )
            running = asyncio.create_task(_run(worker), name="queue")
            try:
                await _guard(worker, running, resources, stop, health)
            finally:
                worker.stop()  # type: ignore[no-untyped-call]  # the library's own
                await asyncio.wait({running}, timeout=GRACE_S + 1)
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
    except Exception as error:
        health.problem = reason(error) if isinstance(error, UNREACHABLE) else ""
        log.warning("The queue is interrupted: %s: %s", type(error).__name__, error)


async def _require_connection(settings: Settings) -> None:
    """Raise one of UNREACHABLE, whose reason the queue's own pool would not tell."""
    url = direct_url(settings.database, "customer")
    await (await connect_to_server(url, name="presence worker")).close()


def _connector(settings: Settings) -> PsycopgConnector:
    """The queue's pool, which listens for jobs and so needs the server itself."""
    address = read_address(direct_url(settings.database, "customer"), "The database's address")
    conninfo = address.for_psycopg(application_name="presence queue")
    return PsycopgConnector(conninfo=conninfo, min_size=1, max_size=4, timeout=POOL_TIMEOUT_S)


async def _run(worker: Worker) -> None:
    await worker.run()  # type: ignore[no-untyped-call]  # the library's own


async def _guard(
    worker: Worker,
    running: asyncio.Task[None],
    resources: JobResources,
    stop: asyncio.Event,
    health: WorkerHealth,
) -> None:
    """Hold the proof of life and run periodic tasks, until stopped or something breaks."""
    settings = resources.settings
    while worker.worker_id is None:
        if running.done():
            running.result()
        await asyncio.sleep(0.01)
    url = direct_url(settings.database, "customer")
    stalled_after_s = settings.worker.stalled_after_s
    async with proof_of_life(url, worker.worker_id) as connection:
        log.info("Worker %d is ready.", worker.worker_id)
        health.ready, health.problem = True, ""
        tasks: set[asyncio.Task[Any]] = {
            asyncio.create_task(watch(connection, stalled_after_s), name="recovery"),
            asyncio.create_task(run_tasks(resources), name="periodic tasks"),
            asyncio.create_task(run_loops(resources), name="background loops"),
            asyncio.create_task(keep_invariants(settings), name="invariants"),
            asyncio.create_task(stop.wait(), name="stop"),
        }
        try:
            done, _ = await asyncio.wait({running, *tasks}, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()
        except asyncpg.PostgresError as error:
            log.warning("The proof of life is lost: %s", error)
        finally:
            health.ready = False
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


def queue_app(connector: PsycopgConnector, resources: JobResources) -> App:
    """The queue with every registered job."""
    app = take_turns(App(connector=connector), resources.settings.worker.concurrency)
    for name in registered_jobs():
        app.task(name=name, pass_context=True, retry=JobRetryPolicy())(_task(name, resources))
    return app


def _task(name: str, resources: JobResources) -> Callable[..., Any]:
    async def work(context: JobContext, **arguments: Any) -> None:
        await run_job(name, resources, context.job.attempts + 1, arguments)

    return work


def _embedder(settings: Settings) -> Callable[[], Embedder | None]:
    """Loads the model once, when first asked; None when embeddings are switched off or absent."""

    @cache
    def load() -> Embedder | None:
        return load_embedder() if settings.analysis.embeddings else None

    return load
