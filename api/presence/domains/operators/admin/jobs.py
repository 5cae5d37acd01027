"""The queue: waiting, running and failed jobs; retrying, canceling and moving them."""

from __future__ import annotations

from presence.domains.operators.context import OperatorCallDep, console, current_operation
from presence.domains.operators.queries.lists import JOBS
from presence.domains.operators.resources import Resource, act, add_resource, found
from presence.domains.operators.schemas import JobRecordOut, ReasonIn
from presence.domains.operators.service import jobs as service
from presence.http.adminlists import NumberKey
from presence.http.session import SessionDep

router = console("operators")
jobs = Resource("jobs", JOBS, JobRecordOut)
add_resource(router, jobs)


@act(router, jobs, "retry")
async def retry(
    key: NumberKey, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Retry a failed or canceled job."""
    current_operation().before["status"] = (await found(session, jobs, key))["status"]
    await service.retry(session, key)


@act(router, jobs, "cancel")
async def cancel(
    key: NumberKey, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Cancel a queued job."""
    current_operation().before["status"] = (await found(session, jobs, key))["status"]
    await service.cancel(session, key)


@act(router, jobs, "move-to-front")
async def move_to_front(
    key: NumberKey, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Move a queued job to the front of the queue."""
    current_operation().before["priority"] = (await found(session, jobs, key))["priority"]
    await service.move_to_front(session, key)
