"""Starts, cancels and resumes runs.

Invariant: a brand has at most one active run of a kind, and an active run has its job, enqueued in
the transaction that made it active; what it may spend was reserved there too.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import AppError, Conflict, NotFound, RateLimited
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.db.tenancy import binding_of
from presence.domains.brands.service import get_brand
from presence.domains.engines.errors import BudgetExhausted
from presence.domains.engines.service import release, reserve
from presence.domains.runs.errors import RunActive, RunOver
from presence.domains.runs.models import Run
from presence.domains.runs.queries import asked, runs, schedules
from presence.domains.runs.queries.shown_results import refresh
from presence.domains.runs.service import counted_runs
from presence.domains.runs.service.orders import Order, RunPlan, plan_run
from presence.domains.runs.service.panels import freeze
from presence.domains.runs.service.run_kinds import Kind, pipeline_of
from presence.domains.runs.service.run_lease import blank_stages
from presence.domains.runs.service.schedule.dates import ensure_dates
from presence.domains.workspaces.service.console import is_paused
from presence.domains.workspaces.service.site_visits import book_turn
from presence.http.events import publish
from presence.jobs.notify import RUN_ENDED, request_notice
from presence.jobs.queue import enqueue

Trigger = Literal["initial", "confirmed", "manual", "scheduled"]
JOB = "visibility.run"
FULL = Order()
HELD = "Asked once you confirm what we understood, or by itself after a few minutes."
CANCELED = {"code": "canceled", "message": "The analysis was canceled."}
INTERRUPTED = {
    "code": "interrupted",
    "message": "The analysis was interrupted on our side. Please run it again.",
}


async def start_run(
    session: AsyncSession,
    settings: Settings,
    brand_id: UUID,
    trigger: Trigger,
    order: Order = FULL,
) -> UUID:
    """Queue a run of the brand with the engines connected now; returns its id.

    The seed is derived from the brand, so runs of an unchanged site give unchanged numbers. Raises
    NotFound for a foreign brand, Conflict for a paused one, RunActive (409 with Location) while one
    of that kind is active, RateLimited while the site is analysed for many others, and
    BudgetExhausted if the answers cannot be paid for. Only the first run continues without
    assistants in that case, so that a new customer sees something. Unless the order is confirmed,
    it holds them back anyway until a later run asks them; a smaller one leaves the others waiting.
    """
    await _require_free(session, brand_id, order.kind)
    plan = await plan_run(session, settings, brand_id, order)
    wait = timedelta(seconds=settings.analysis.confirm_within_s)
    held = bool(trigger == "initial" and not order.confirmed and wait and plan.assistants)
    if held:
        plan = plan.without_assistants(HELD)
    run_id = await insert_run(session, brand_id, trigger, order.kind, plan)
    if plan.prompts:
        await freeze(session, run_id, "", plan.prompts, None)
    try:
        async with session.begin_nested():
            await reserve(session, settings, run_id, plan.wanted)
    except BudgetExhausted as exhausted:
        if trigger != "initial":
            raise
        reduced = plan.without_assistants(exhausted.message)
        await runs.set_values(session, run_id, {"engines": list(reduced.entries)})
    if order.kind == "full":
        await ensure_dates(session, brand_id)
    asks_all = pipeline_of(order.kind).asks and pipeline_of(order.kind).concludes
    if held or (asks_all and not order.is_smaller):
        until = datetime.now(UTC) + wait if held else None
        await schedules.update_schedule(session, brand_id, {"held_until": until})
    turn = await _turn(session, settings, brand_id, order.kind, trigger)
    await hand_to_worker(session, run_id, brand_id, turn)
    return run_id


async def _turn(
    session: AsyncSession, settings: Settings, brand_id: UUID, kind: Kind, trigger: Trigger
) -> datetime | None:
    """When the brand's site may be crawled; None means now.

    Raises RateLimited if a manual run would have to wait long.
    """
    website = (await get_brand(session, brand_id)).website_url
    if website is None or not pipeline_of(kind).crawls:
        return None
    if trigger == "confirmed" and await runs.read_lately(session, brand_id, datetime.now(UTC)):
        return None
    return await book_turn(session, settings, website, patient=trigger != "manual")


async def _require_free(session: AsyncSession, brand_id: UUID, kind: Kind) -> None:
    brand = await get_brand(session, brand_id)
    if await is_paused(session):
        raise Conflict("This workspace is paused. Please contact support.")
    if brand.status == "paused":
        raise Conflict("This brand is paused. Resume it to analyze it.")
    await runs.lock_brand(session, brand_id)
    active = await runs.active_run(session, brand_id, kind)
    if active is not None:
        raise RunActive.of(active)


async def start_refusal(
    session: AsyncSession, settings: Settings, brand_id: UUID, kind: Kind
) -> AppError | None:
    """Why somebody could not start a run of this kind now, whatever it costs.

    Starting is tried by its own rules and undone, so nothing is booked or counted.
    """
    attempt = await session.begin_nested()
    try:
        await _require_free(session, brand_id, kind)
        await _turn(session, settings, brand_id, kind, "manual")
    except (Conflict, RateLimited) as refused:
        return refused
    finally:
        await attempt.rollback()
    return None


async def insert_run(
    session: AsyncSession, brand_id: UUID, trigger: Trigger, kind: Kind, plan: RunPlan
) -> UUID:
    """Store a queued run; its job must still be enqueued (`hand_to_worker`)."""
    return await runs.insert_run(
        session,
        {
            "id": new_id(),
            "brand_id": brand_id,
            "kind": kind,
            "trigger": trigger,
            "seed": brand_id.int % 2**31,
            "panel_size": plan.panel_size,
            "samples": plan.samples,
            "engines": list(plan.entries),
            "stages": blank_stages(kind),
        },
    )


async def hand_to_worker(
    session: AsyncSession, run_id: UUID, brand_id: UUID, turn: datetime | None = None
) -> None:
    """Enqueue the run's job, at its `turn` if any, and announce it; last in its transaction."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise NotFound("We could not find that brand.")
    job_id = await enqueue(
        session, JOB, {"run_id": run_id}, workspace_id=workspace_id, schedule_at=turn
    )
    await runs.set_values(session, run_id, {"job_id": job_id})
    await refresh(session, brand_id)
    await publish(session, "run.queued", {"runId": str(run_id), "brandId": str(brand_id)}, run_id)


async def retry_failed(session: AsyncSession, settings: Settings, run_id: UUID) -> None:
    """Retry the run's failed answers, and nothing else; the run is active until then.

    A failed answer is kept as history once a new one has replaced it; a run canceled meanwhile ends
    as it had ended. Raises NotFound, Conflict if nothing failed, a newer run has ended since or the
    run is still active, RunActive, BudgetExhausted.
    """
    run = await _require(session, run_id)
    if run.status in runs.ACTIVE:
        raise Conflict("This analysis is still running.")
    failed = await asked.failed_cells(session, run_id)
    if not failed or run.status == "canceled":
        raise Conflict("No answer of this analysis can be asked again.")
    await _require_free(session, run.brand_id, run.kind)  # type: ignore[arg-type]  # as stored
    if await runs.newer_run(session, run):
        raise Conflict("A newer analysis of this brand has replaced this one.")
    await reserve(session, settings, run_id, failed)
    ended = {"status": run.status, "failure": run.failure, "stages": run.stages}
    await runs.reopen(session, run_id, ended)
    await hand_to_worker(session, run_id, run.brand_id)


async def cancel_run(session: AsyncSession, run_id: UUID) -> None:
    """End an active run; what its worker still computes is not stored. Raises RunOver if ended.

    Its provisional scores and findings are deleted: an interrupted count must not look like a
    result.
    """
    run = await _require(session, run_id)
    if not await end_without_results(session, run, "canceled", CANCELED):
        raise RunOver("This analysis has already ended.")


async def end_stranded(session: AsyncSession, run_id: UUID) -> None:
    """End a run that no job will ever end; does nothing if its job exists after all."""
    run = await runs.get_run(session, run_id)
    if run is None or await runs.has_job(session, run.job_id):
        return
    await end_without_results(session, run, "failed", INTERRUPTED)


async def end_without_results(
    session: AsyncSession, run: Run, status: str, failure: dict[str, str]
) -> bool:
    """End an active run as `status`; a resumed one ends as it had ended before."""
    again: dict[str, Any] | None = run.ended_as
    if not await runs.end_active(session, run.id, again or {"status": status, "failure": failure}):
        return False
    await runs.delete_unfinished(session, run.id, findings=again is None)
    await release(session, run.id)
    await refresh(session, run.brand_id)
    if status == "failed":
        await request_notice(session, RUN_ENDED, run.id)
    news = {"runId": str(run.id), "brandId": str(run.brand_id), "status": status}
    await publish(session, "run.failed", {**news, "failure": failure}, run.id)
    counted_runs.cut_short(run.kind, status)
    return True


async def _require(session: AsyncSession, run_id: UUID) -> Run:
    run = await runs.get_run(session, run_id)
    if run is None:
        raise NotFound("We could not find that analysis.")
    return run
