"""The jobs that tell a workspace what happened, one per happening."""

from __future__ import annotations

from uuid import UUID

from presence.domains.outputs.service.alerts.judging import judge
from presence.domains.outputs.service.notifications.delivery import tell
from presence.jobs.context import JobContext, tenant_job
from presence.jobs.notify import HAPPENINGS, RUN_ENDED


def _teller(happening: str) -> None:
    @tenant_job(happening)
    async def told(context: JobContext, subject_id: UUID) -> None:
        await tell(context, happening, subject_id)
        if happening == RUN_ENDED:
            await judge(context, subject_id)


for _happening in HAPPENINGS:
    _teller(_happening)
