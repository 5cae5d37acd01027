"""Why a number changed between a run and the run before.

Invariant: numbers are those that the two runs reported, and the parts are computed when asked for
from stored answers, so they are never older than the scores they explain.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final, Literal
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.types import COVERAGE, Competitor
from presence.analysis.why import (
    Cause,
    Explanation,
    MovementRow,
    Part,
    TwoRuns,
    explain,
    explain_overall,
    why_in_words,
)
from presence.core.errors import Conflict, NotFound, PlanLimitReached
from presence.domains.billing.entitlements import UPGRADE_URL
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.results.schemas.results import DeltaOut
from presence.domains.results.schemas.why import (
    Unexplained,
    WhyMetric,
    WhyNumberOut,
    WhyOut,
    WhyPartOut,
    WhyRowOut,
)
from presence.domains.results.service.comparison import comparable_run
from presence.domains.results.service.ranges import history_start
from presence.domains.results.service.why_runs import (
    ReadRevision,
    ReadRun,
    read_run,
    readings_of,
    revision_of,
)
from presence.domains.runs.models import Run
from presence.domains.runs.queries import runs
from presence.domains.runs.queries.shown import shown_runs
from presence.domains.workspaces.service import workspace_zone

MOST_ROWS: Final = 20
MOST_ANSWERS: Final = 20
MOST_DETAILS: Final = 10
_ENDED = ("completed", "partial")
_LOCKED = "Your plan does not show changes that far back. Upgrade to see more of your history."


async def why_changed(
    session: AsyncSession, brand_id: UUID, run_id: UUID, metric: WhyMetric, now: datetime
) -> WhyOut:
    """Split the change of a number since the comparable run before.

    Changes nothing. Raises NotFound for a brand or run of another workspace or one without results,
    PlanLimitReached for a run that the plan's history does not show, and Conflict where too many
    answers would have to be read again first.
    """
    await get_brand(session, brand_id)
    run = await runs.get_run(session, run_id)
    if run is None or run.brand_id != brand_id or run.status not in _ENDED:
        raise NotFound("We could not find that analysis.")
    await _require_shown(session, run, now)
    previous = await comparable_run(session, run)
    if previous is None:
        return _nothing(metric, run, None, "first_run")
    before = await revision_of(session, previous, reported=True)
    after = await revision_of(session, run, reported=False)
    if before is None or after is None or not _measured(metric, (run, after), (previous, before)):
        return _nothing(metric, run, previous, "not_measured")
    compared = _Loaded(run, previous, before, after)
    return await _explained(session, compared, metric)


def _measured(metric: WhyMetric, *sides: tuple[Run, ReadRevision]) -> bool:
    """Whether both runs have the number. An overall score without content is the technical one."""
    covered = metric == "overall" and any(run.verdict == COVERAGE for run, _ in sides)
    return not covered and all({metric, "content"} <= side.scores.keys() for _, side in sides)


async def why_sentence(
    session: AsyncSession, brand_id: UUID, run_id: UUID | None, now: datetime
) -> str:
    """The sentence on why Content AI Visibility changed in a run that is shown; empty if none."""
    if run_id is None:
        return ""
    try:
        number = (await why_changed(session, brand_id, run_id, "content", now)).number
    except Conflict:  # its answers are still to be read ahead
        return ""
    return "" if number is None else number.summary


async def _require_shown(session: AsyncSession, run: Run, now: datetime) -> None:
    days = (await current_plan(session)).limits.analytics_days
    since = history_start(now, await workspace_zone(session), days) if days else None
    shown = await shown_runs(session, run.brand_id)
    if (since is None or run.created_at < since) and (shown is None or run.id not in shown.runs):
        asked = {"feature": "analytics.days", "limit": days, "upgradeUrl": UPGRADE_URL}
        raise PlanLimitReached(_LOCKED, extra=asked)


class _Loaded:
    """Two runs with the versions of their scores that are compared."""

    def __init__(self, run: Run, previous: Run, before: ReadRevision, after: ReadRevision) -> None:
        self.run, self.previous = run, previous
        self.before, self.after = before, after


async def _explained(session: AsyncSession, loaded: _Loaded, metric: WhyMetric) -> WhyOut:
    readings, old = await readings_of(session, loaded.previous, loaded.before, loaded.after)
    new = await read_run(session, loaded.run, loaded.after.profile)
    if old.basis != new.basis:
        return _nothing(metric, loaded.run, loaded.previous, "basis_changed")
    was, now = loaded.before.scores, loaded.after.scores
    names = {c.id: c.name for c in loaded.after.profile.competitors}
    two = TwoRuns(
        readings,
        new.observations,
        reported={m: (was[m].value, now[m].value) for m in was.keys() & now.keys()},
        asked=(old.questions.keys(), new.questions.keys()),
        names=names,
    )
    found = await asyncio.to_thread(lambda: _explain(two, metric, loaded))
    if found is None:
        return _nothing(metric, loaded.run, loaded.previous, "not_measured")
    return WhyOut(
        metric=metric,
        run_id=loaded.run.id,
        at=loaded.run.created_at,
        before_run_id=loaded.previous.id,
        before_at=loaded.previous.created_at,
        unexplained=None,
        number=_number(found, loaded, old, new),
    )


def _explain(two: TwoRuns, metric: WhyMetric, loaded: _Loaded) -> Explanation | None:
    if metric != "overall":
        return explain(two, metric)
    content = explain(two, "content")
    technical = _has_technical(loaded.before), _has_technical(loaded.after)
    return None if content is None else explain_overall(content, two.reported["overall"], technical)


def _has_technical(revision: ReadRevision) -> bool:
    """Whether the overall score contains a technical one, measured by this run or another."""
    scores = revision.scores
    return "technical" in scores or scores["overall"].value != scores["content"].value


def _number(found: Explanation, loaded: _Loaded, old: ReadRun, new: ReadRun) -> WhyNumberOut:
    delta = loaded.after.scores[found.metric].delta
    return WhyNumberOut(
        before=found.before,
        after=found.after,
        points=found.points,
        delta=None if delta is None else DeltaOut.model_validate(delta),
        summary=why_in_words(found),
        parts=[_part(part, _details(part.cause, found, loaded, old, new)) for part in found.parts],
        noise_share=None if found.noise is None else 100.0 * found.noise,
        shared_questions=found.shared_questions,
        movement=[row for kind in _KINDS for row in _rows(found.rows, kind)],
    )


_KINDS: Final[tuple[Literal["topic", "question", "engine", "competitor"], ...]] = (
    "topic", "question", "engine", "competitor",
)  # fmt: skip


def _rows(rows: Iterable[MovementRow], kind: str) -> list[WhyRowOut]:
    return [
        WhyRowOut(
            kind=row.kind,
            key=row.key,
            label=row.label,
            points=row.points,
            before=row.before,
            after=row.after,
            count_before=len(row.answers_before),
            count_after=len(row.answers_after),
            answers_before=[UUID(key) for key in row.answers_before[:MOST_ANSWERS]],
            answers_after=[UUID(key) for key in row.answers_after[:MOST_ANSWERS]],
        )
        for row in [row for row in rows if row.kind == kind][:MOST_ROWS]
    ]


def _part(part: Part, details: Sequence[str]) -> WhyPartOut:
    shown = [*details[:MOST_DETAILS]]
    if len(details) > MOST_DETAILS:
        shown.append(f"and {len(details) - MOST_DETAILS} more")
    return WhyPartOut(
        cause=part.cause, points=part.points, low=part.low, high=part.high, details=shown
    )


def _details(
    cause: Cause, found: Explanation, loaded: _Loaded, old: ReadRun, new: ReadRun
) -> list[str]:
    if cause == "questions":
        return [f"Added: {new.questions[q].text}" for q in found.questions_in] + [
            f"Removed: {old.questions[q].text}" for q in found.questions_out
        ]
    if cause == "engines":
        return [f"Added: {new.engines[e].name}" for e in found.engines_in] + [
            f"Missing: {old.engines[e].name}" for e in found.engines_out
        ]
    if cause == "model":
        return [
            f"{new.engines[e].name} answers with {new.engines[e].model},"
            f" before {old.engines[e].model}"
            for e in found.changed_models
        ]
    if cause == "competitors":
        return _listed(loaded.before.profile.competitors, loaded.after.profile.competitors)
    return _read_anew(loaded) if cause == "reading" else []


def _listed(old: Sequence[Competitor], new: Sequence[Competitor]) -> list[str]:
    before, after = {c.id: c for c in old}, {c.id: c for c in new}
    found = [f"Added: {c.name}" for key, c in after.items() if key not in before]
    found += [f"Removed: {c.name}" for key, c in before.items() if key not in after]
    for key in before.keys() & after.keys():
        was, now = before[key], after[key]
        if was.name != now.name:
            found.append(f"Renamed: {was.name} is now {now.name}")
        elif was != now:
            found.append(f"Edited: {now.name}")
    return sorted(found)


def _read_anew(loaded: _Loaded) -> list[str]:
    before, after = loaded.before, loaded.after
    old, new = before.profile, after.profile
    changed = (
        ("The brand's name", old.name != new.name),
        ("The brand's other names", sorted(old.aliases) != sorted(new.aliases)),
        ("The brand's website", (old.website, old.prefixes) != (new.website, new.prefixes)),
        ("Detection of names", before.reading.partition("+")[0] != after.reading.partition("+")[0]),
        ("The formula", before.scores["content"].model != after.scores["content"].model),
    )
    return [f"{what} changed" for what, differs in changed if differs]


def _nothing(metric: WhyMetric, run: Run, previous: Run | None, reason: Unexplained) -> WhyOut:
    return WhyOut(
        metric=metric,
        run_id=run.id,
        at=run.created_at,
        before_run_id=None if previous is None else previous.id,
        before_at=None if previous is None else previous.created_at,
        unexplained=reason,
        number=None,
    )
