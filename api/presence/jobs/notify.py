"""Requests notifications in the caller's own transaction; `messaging` decides the recipients.

Invariant: a notification is requested exactly when the change that causes it was committed; the
event travels as a job's name, its subject as an id.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.tenancy import binding_of
from presence.jobs.queue import enqueue

RUN_ENDED = "notification.run-ended"  # a run
MEMBER_JOINED = "notification.member-joined"  # the person who joined
PLAN_CHANGED = "notification.plan-changed"  # a fresh id, or the event that changed it
REPORT_READY = "notification.report-ready"  # a report
EXPORT_READY = "notification.export-ready"  # an export of a view
ALERT_FIRED = "notification.alert-fired"  # an alert event
ENDPOINT_DISABLED = "notification.endpoint-disabled"  # the delivery that was given up
EXPERIMENT_JUDGED = "notification.experiment-judged"  # an experiment
EVENTS = (
    RUN_ENDED,
    MEMBER_JOINED,
    PLAN_CHANGED,
    REPORT_READY,
    EXPORT_READY,
    ALERT_FIRED,
    ENDPOINT_DISABLED,
    EXPERIMENT_JUDGED,
)


async def request_notice(session: AsyncSession, event: str, subject_id: UUID) -> None:
    """Notify the bound workspace of `event`, one of `EVENTS`."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("A notification needs a workspace.")
    await enqueue(
        session,
        event,
        {"subject_id": subject_id},
        workspace_id=workspace_id,
        unique=f"{event}:{subject_id}",
    )
