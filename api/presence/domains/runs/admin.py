"""The console's routes for runs, answers, findings, brands and gaps in the catalogue."""

from __future__ import annotations

from uuid import UUID

from presence.domains.operators.context import May, OperatorCallDep, console, current_operation
from presence.domains.operators.resources import Resource, act, add_resource, enter
from presence.domains.operators.schemas import ReasonIn
from presence.domains.runs.admin_schemas import (
    AnswerRecordOut,
    AttentionOut,
    BrandRecordOut,
    CategoryGapRecordOut,
    FindingRecordOut,
    RunRecordOut,
)
from presence.domains.runs.queries import console as lists
from presence.domains.runs.service import by_staff
from presence.domains.runs.service.attention import attention
from presence.http.session import NowDep, SessionDep, SettingsDep

router = console("runs")
runs = Resource("runs", lists.RUNS, RunRecordOut)
answers = Resource("answers", lists.ANSWERS, AnswerRecordOut)
findings = Resource("findings", lists.FINDINGS, FindingRecordOut)
brands = Resource("brands", lists.BRANDS, BrandRecordOut)
category_gaps = Resource("category-gaps", lists.CATEGORY_GAPS, CategoryGapRecordOut)
for resource in (runs, answers, findings, brands, category_gaps):
    add_resource(router, resource)
FULL = "full"


@router.get("/attention", name="attention", dependencies=[May("attention", "list")])
async def needs_attention(session: SessionDep, settings: SettingsDep, now: NowDep) -> AttentionOut:
    """List what needs attention, worst first.

    Each item names the list that shows it.
    """
    return AttentionOut.model_validate(await attention(session, settings, now))


@act(router, runs, "cancel")
async def cancel(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Cancel a queued or running run."""
    row = await enter(session, runs, key)
    current_operation().before["status"] = row["status"]
    await by_staff.cancel(session, key, row["status"])


@act(router, runs, "retry-failed")
async def retry_failed(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Retry the failed answers of a run."""
    row = await enter(session, runs, key)
    current_operation().before["status"] = row["status"]
    failed = row["total_answers"] > row["valid_answers"]
    await by_staff.retry(session, key, row["status"], failed=failed)


@act(router, runs, "rerun")
async def rerun(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Start a new run for the brand of this run."""
    row = await enter(session, runs, key)
    current_operation().after["brandId"] = str(row["brand_id"])
    await by_staff.rerun(session, row["brand_id"], FULL)


@act(router, brands, "rerun")
async def rerun_brand(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Start a run for a brand."""
    await enter(session, brands, key)
    await by_staff.rerun(session, key, FULL)


@act(router, brands, "reparse")
async def reparse_brand(
    key: UUID, body: ReasonIn, session: SessionDep, operator_call: OperatorCallDep
) -> None:
    """Extract and score the stored answers of a brand again with the current version."""
    await enter(session, brands, key)
    await by_staff.reparse(session, key)
