"""The jobs that notify a workspace of what happened, one per kind of event."""

from __future__ import annotations

from uuid import UUID

from presence.domains.messaging.service.alerts.evaluation import evaluate_rules
from presence.domains.messaging.service.notifications.delivery import notify_workspace
from presence.jobs.context import JobContext, tenant_job
from presence.jobs.notify import EVENTS, RUN_ENDED


def _declare_job(event: str) -> None:
    @tenant_job(event)
    async def notify(context: JobContext, subject_id: UUID) -> None:
        await notify_workspace(context, event, subject_id)
        if event == RUN_ENDED:
            await evaluate_rules(context, subject_id)


for _event in EVENTS:
    _declare_job(_event)
