"""Versions of a run's scores: what each was made from, stored beside the older ones.

Invariant: the same inputs extracted and scored in the same way are one revision, however often they
are concluded; anything else is a new one, and the newest is shown.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.provenance import way_of_reading
from presence.analysis.scoring import SCORE_MODEL
from presence.analysis.types import BrandProfile
from presence.domains.results.queries import rescoring, stored_scores
from presence.domains.results.schemas.rescore import (
    BreakOut,
    RevisionOut,
    RevisionsOut,
    RunRevisionsOut,
)
from presence.domains.runs.service.codec import dump
from presence.domains.runs.service.rows import Row
from presence.domains.runs.service.run_views import no_brand

Reason = Literal["run", "retry", "rescore"]
MAX_RUNS = 120
FIRST = 1


@dataclass(frozen=True, slots=True)
class RevisionInputs:
    """The inputs of a revision's scores."""

    reason: Reason
    reading: str
    versions: Mapping[str, str]
    profile: BrandProfile
    inputs_hash: str
    answers: int


async def store_revision(
    session: AsyncSession, run_id: UUID, brand_id: UUID, made: RevisionInputs, rows: Sequence[Row]
) -> bool:
    """Store score rows as the run's newest revision and show it; False if already stored.

    The run's provisional scores are removed in either case.
    """
    newest = await rescoring.newest_revision(session, run_id)
    same = newest is not None and (newest.reading, newest.score_model, newest.inputs_hash) == (
        made.reading,
        SCORE_MODEL,
        made.inputs_hash,
    )
    if same:
        await stored_scores.put_scores(session, run_id, ())
        return False
    number = FIRST if newest is None else newest.number + 1
    await stored_scores.put_scores(
        session, run_id, [stamped(row, run_id, brand_id, made, number) for row in rows]
    )
    await rescoring.add_revision(
        session,
        {
            "run_id": run_id,
            "number": number,
            "reason": made.reason if number > FIRST else "run",
            "reading": made.reading,
            "score_model": SCORE_MODEL,
            "versions": dict(made.versions),
            "profile": dump(made.profile),
            "inputs_hash": made.inputs_hash,
            "answers": made.answers,
        },
    )
    return True


def stamped(row: Row, run_id: UUID, brand_id: UUID, made: RevisionInputs, number: int) -> Row:
    """A final score row with all the fields it must carry."""
    return {
        **row,
        "run_id": run_id,
        "brand_id": brand_id,
        "inputs_hash": made.inputs_hash,
        "reading": made.reading,
        "revision": number,
        "provisional": False,
    }


async def revisions_document(session: AsyncSession, brand_id: UUID) -> RevisionsOut:
    """Versions of the brand's newest runs side by side, and where a chart breaks.

    A break is placed at a run shown with other formulas, or another extraction of its answers, than
    the previous run. Raises NotFound.
    """
    if not await rescoring.brand_exists(session, brand_id):
        raise no_brand()
    found = await rescoring.revisions(session, brand_id, MAX_RUNS)
    runs = [RunRevisionsOut.model_validate(run) for run in found]
    return RevisionsOut(runs=runs, breaks=breaks_of(runs))


def breaks_of(runs: Sequence[RunRevisionsOut]) -> list[BreakOut]:
    """The breaks in a list of runs given newest first; oldest break first."""
    found: list[BreakOut] = []
    before: RevisionOut | None = None
    for run in reversed(runs):
        shown = next((r for r in run.revisions if r.number == run.shown), None)
        if shown is None:
            continue
        if before is not None:
            found += _breaks(run, before, shown)
        before = shown
    return found


def _breaks(run: RunRevisionsOut, before: RevisionOut, shown: RevisionOut) -> Iterator[BreakOut]:
    pairs: tuple[tuple[Literal["formula", "reading"], str, str], ...] = (
        ("formula", before.score_model, shown.score_model),
        ("reading", before.reading, shown.reading),
    )
    for what, old, new in pairs:
        if way_of_reading(old) != way_of_reading(new):
            yield BreakOut(at=run.at, run_id=run.run_id, what=what, before=old, after=new)
