"""Experiments with controls: what changed because of what you did."""

from __future__ import annotations

from uuid import UUID

from fastapi import Response

from presence.domains.billing.context import Open
from presence.domains.experiments.schemas.experiments import (
    ExperimentDetailOut,
    ExperimentIn,
    ExperimentOut,
    ExperimentPlanOut,
    ExperimentRecordOut,
)
from presence.domains.experiments.service import experiments as service
from presence.domains.experiments.service.experiment_record import experiment_record
from presence.domains.identity.context import CurrentUser
from presence.domains.runs.context import RUN, VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut, PagingDep, cut
from presence.http.session import NowDep

router = slice_router("experiments")


@router.post(
    "/api/v1/brands/{brand_id}/experiments/plan", dependencies=VIEW, responses=documented(409)
)
async def plan_experiment(
    brand_id: UUID, asked: ExperimentIn, session: TenantSession, now: NowDep
) -> ExperimentPlanOut:
    """See what an experiment could tell before you register it.

    Draws the controls and computes the smallest effect it detects with a probability of 80 %.
    Nothing is stored; the same request later draws the same questions until a new run is complete.
    """
    return await service.plan(session, brand_id, asked, now)


@router.post(
    "/api/v1/brands/{brand_id}/experiments",
    status_code=201,
    dependencies=[*RUN, Open("what-if")],
    responses=documented(409),
)
@idempotent
async def register_experiment(
    brand_id: UUID,
    asked: ExperimentIn,
    user: CurrentUser,
    session: TenantSession,
    now: NowDep,
    response: Response,
    repeatable: RepeatableDep,
) -> ExperimentDetailOut:
    """Register an experiment, which starts it.

    Fixes the questions of both arms, the metric, the window and the smallest effect worth having.
    The verdict is given once, when the window ends. Returns 409 before the first run, if no effect
    could be distinguished from chance, or if another running experiment uses the questions.
    """
    made = await service.register(session, brand_id, asked, user.user_id, now)
    response.headers["Location"] = f"/api/v1/experiments/{made.id}"
    return made


@router.get("/api/v1/brands/{brand_id}/experiments", dependencies=VIEW)
async def controlled_experiments(
    brand_id: UUID, session: TenantSession, paging: PagingDep
) -> ListOut[ExperimentOut]:
    """List the experiments of a brand, newest first."""
    rows, total = await service.listing(session, brand_id, paging.after, paging.probe)
    shown, page = cut(rows, paging, lambda row: row.id, total)
    return ListOut(data=list(shown), page=page)


@router.get("/api/v1/experiments/{experiment_id}", dependencies=VIEW)
async def controlled_experiment(experiment_id: UUID, session: TenantSession) -> ExperimentDetailOut:
    """Get an experiment with its verdict, every question before and after, and every run."""
    return await service.show(session, experiment_id)


@router.post(
    "/api/v1/experiments/{experiment_id}/stop", dependencies=RUN, responses=documented(409)
)
async def stop_experiment(
    experiment_id: UUID, session: TenantSession, now: NowDep
) -> ExperimentDetailOut:
    """Stop a running experiment.

    A stopped experiment gets no verdict, however well it was going. Stopping it again changes
    nothing; 409 once it has ended.
    """
    return await service.stop(session, experiment_id, now)


@router.get("/api/v1/experiment-record", dependencies=VIEW)
async def experiments_record(session: TenantSession) -> ExperimentRecordOut:
    """See which kinds of advice worked, over everybody who uses this deployment.

    Counts and effects only, and only where at least five workspaces have a verdict.
    """
    return await experiment_record(session)
