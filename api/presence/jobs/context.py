"""What a job is: a named async function bound to one workspace, or to one person, through the
database hook.

Invariant: a job sees its tenant only through its context's `transaction()`; the registry is the
one list of names a worker can run, so a name that nobody registered is a failing test.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager, nullcontext
from dataclasses import dataclass
from time import perf_counter
from typing import Any
from uuid import UUID

from opentelemetry.trace import SpanContext, SpanKind
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.ports import Clock, Embedder, EngineFactory, Sites
from presence.core import metrics
from presence.core.mail import Mailer
from presence.core.outgoing import Poster
from presence.core.payments import PaymentGateway
from presence.core.registry import Registry
from presence.core.settings import Settings
from presence.core.telemetry import TRACE_ARGUMENT, read_traceparent, root_span
from presence.db.session import Database
from presence.db.tenancy import TenantBinding

_log = logging.getLogger(__name__)
MAX_ATTEMPTS = 5
WORKSPACE_ARGUMENT = "workspace_id"
ACCOUNT_ARGUMENT = "account_id"


@dataclass(frozen=True, slots=True)
class JobResources:
    """What an entry point gives every job. `embedder` may load a model: call it in a thread.

    Without `payments` nobody can pay online.
    """

    database: Database
    settings: Settings
    sites: Sites
    clock: Clock
    embedder: Callable[[], Embedder | None]
    assistants: EngineFactory
    mailer: Mailer | None = None
    payments: PaymentGateway | None = None
    poster: Poster | None = None


@dataclass(frozen=True, slots=True)
class JobContext:
    """One execution of a job. `attempt` counts from 1; `MAX_ATTEMPTS` is the last one."""

    workspace_id: UUID
    attempt: int
    resources: JobResources

    @property
    def last_attempt(self) -> bool:
        """Whether an exception now means that the job is given up."""
        return self.attempt >= MAX_ATTEMPTS

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncSession]:
        """A short transaction as this job's workspace; never hold it while working."""
        binding = TenantBinding(workspace_id=self.workspace_id)
        async with self.resources.database.transaction(binding) as session:
            yield session


@dataclass(frozen=True, slots=True)
class AccountContext:
    """One execution of a job that belongs to a person; `attempt` as in `JobContext`."""

    user_id: UUID
    attempt: int
    resources: JobResources

    @property
    def last_attempt(self) -> bool:
        """Whether an exception now means that the job is given up."""
        return self.attempt >= MAX_ATTEMPTS

    @asynccontextmanager
    async def transaction(self, workspace_id: UUID | None = None) -> AsyncIterator[AsyncSession]:
        """A short transaction as this person, in a workspace when one is named."""
        binding = TenantBinding(workspace_id=workspace_id, user_id=self.user_id)
        async with self.resources.database.transaction(binding) as session:
            yield session


Handler = Callable[..., Awaitable[None]]
_REGISTRY: Registry[Handler] = Registry("jobs")


def tenant_job(name: str) -> Callable[[Handler], Handler]:
    """Register `async def handler(context: JobContext, **ids)` under `name` (`slice.verb`).

    UUID arguments arrive as UUID. The handler must be safe to run again from the start: a killed
    worker's job is retried.
    """
    return _REGISTRY.under(name)


def account_job(name: str) -> Callable[[Handler], Handler]:
    """Register `async def handler(context: AccountContext, **ids)`, as `tenant_job` does.

    Enqueue it with `account_id=` instead of `workspace_id=`.
    """
    return tenant_job(name)


def registered_jobs() -> dict[str, Handler]:
    """Every registered job by name (those whose modules were imported)."""
    return dict(_REGISTRY)


async def run_job(
    name: str, resources: JobResources, attempt: int, arguments: dict[str, Any]
) -> None:
    """Run one job with the arguments stored in the queue. Raises KeyError for an unknown name.

    Its span continues the trace of the enqueuing code, if that was recorded.
    """
    trace = arguments.get(TRACE_ARGUMENT)
    ids = {key: _as_id(value) for key, value in arguments.items() if key != TRACE_ARGUMENT}
    context: JobContext | AccountContext
    if ACCOUNT_ARGUMENT in ids:
        context = AccountContext(ids.pop(ACCOUNT_ARGUMENT), attempt, resources)
        owner = {"userId": str(context.user_id)}
    else:
        context = JobContext(ids.pop(WORKSPACE_ARGUMENT), attempt, resources)
        owner = {"workspaceId": str(context.workspace_id)}
    parent = read_traceparent(trace) if isinstance(trace, str) else None
    with _measured(name, attempt, owner), _traced(name, attempt, parent):
        await _REGISTRY[name](context, **ids)


@contextmanager
def _measured(name: str, attempt: int, owner: dict[str, str]) -> Iterator[None]:
    if attempt > 1:
        metrics.job_retries.labels(name).inc()
    started, result = perf_counter(), "failed"
    metrics.worker_busy.inc()
    try:
        yield
        result = "succeeded"
    finally:
        metrics.worker_busy.dec()
        seconds = perf_counter() - started
        metrics.job_duration.labels(name, result).observe(seconds)
        fields: dict[str, object] = {
            "job": name,
            "try": attempt,
            "result": result,
            "milliseconds": round(seconds * 1000, 1),
            **owner,
        }
        _log.info("Job %s %s.", name, result, extra={"fields": fields})


def _traced(name: str, attempt: int, parent: SpanContext | None) -> AbstractContextManager[object]:
    if parent is None:
        return nullcontext()
    attributes: dict[str, str | int] = {
        "messaging.system": "postgresql",
        "presence.job": name,
        "presence.try": attempt,
    }
    return root_span(f"job {name}", SpanKind.CONSUMER, parent, attributes)


def _as_id(value: Any) -> Any:
    return UUID(value) if isinstance(value, str) else value
