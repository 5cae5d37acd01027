"""Background jobs of what-if experiments and of experiments with controls."""

from __future__ import annotations

from uuid import UUID

from presence.domains.experiments.queries.experiments import DUE
from presence.domains.experiments.service.experiment_verdicts import (
    JUDGE,
    judge_after_run,
    rate_experiment,
)
from presence.domains.experiments.service.what_if import JOB as WHAT_IF
from presence.domains.experiments.service.what_if import VERIFY
from presence.domains.experiments.service.what_if_job import perform, verify
from presence.jobs.context import (
    JobContext,
    JobResources,
    tenant_job,
)
from presence.jobs.periodic_tasks import find_due, hand_over, periodic_task

MOST = 100


@tenant_job(WHAT_IF)
async def what_if(context: JobContext, what_if_id: UUID) -> None:
    """Run a what-if experiment."""
    await perform(context, what_if_id)


@tenant_job(VERIFY)
async def verify_predictions(context: JobContext, run_id: UUID) -> None:
    """Compare predictions and experiments with the results of an analysis."""
    await verify(context, run_id)
    await judge_after_run(context, run_id)


@tenant_job(JUDGE)
async def judge_experiment(context: JobContext, experiment_id: UUID) -> None:
    """Give an experiment its verdict."""
    await rate_experiment(context, experiment_id)


@periodic_task("experiments.due")
async def due_experiments(resources: JobResources) -> None:
    """Find experiments whose window has ended."""
    found = await find_due(resources, DUE, now=resources.clock.now(), limit=MOST)
    await hand_over(resources, JUDGE, "experiment_id", found)
