"""What may explain a change in a brand's numbers: a new model, a changed site, work that was done.

Invariant: read on request from what runs and people left behind, so it is complete for the past and
nothing has to be recorded twice.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Literal
from uuid import UUID
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.watch import EngineBreak, as_named
from presence.domains.results.queries import chart_events as queries
from presence.domains.results.queries.cells import RunRow, scored_runs
from presence.domains.results.queries.engine_breaks import declared_between, engine_breaks
from presence.domains.runs.schemas.runs import RunBasis

Kind = Literal["model", "break", "site", "done"]
_ASKED_WITHIN = timedelta(days=182)
_NAMES = {"gap": "gap", "finding": "technical finding", "recommendation": "recommendation"}


@dataclass(frozen=True, slots=True)
class ChartEvent:
    """Something that happened on a day of the workspace, in words."""

    day: date
    kind: Kind
    text: str


async def chart_events_of(
    session: AsyncSession, brand_id: UUID, start: datetime, end: datetime, zone: ZoneInfo
) -> list[ChartEvent]:
    """Everything in [start, end), oldest first."""
    runs = await scored_runs(session, brand_id, start, end)
    found = _models(runs, zone)
    for seen in await engine_breaks(session):
        if start.date() <= seen.began < end.date() and (name := _asked(runs, seen)):
            found.append(ChartEvent(seen.began, "break", break_words(name, seen.began)))
    for row in await queries.site_changes(session, brand_id, start, end):
        if row.pages:
            words = f"{_count(row.pages, 'page')} of the website changed"
            found.append(ChartEvent(_day(row.at, zone), "site", words))
    done: dict[date, Counter[str]] = {}
    for row in await queries.done(session, brand_id, start, end):
        done.setdefault(_day(row.at, zone), Counter())[row.kind] += 1
    for day, kinds in done.items():
        parts = ", ".join(_count(n, _NAMES[kind]) for kind, n in sorted(kinds.items()))
        found.append(ChartEvent(day, "done", f"Marked as done: {parts}"))
    return sorted(found, key=lambda event: event.day)


async def ended_comparisons(
    session: AsyncSession, brand_id: UUID, since: datetime, until: datetime
) -> list[tuple[str, date]]:
    """The breaks declared in a period that end comparisons of the brand: engine's name, and day.

    An engine counts if a run of the last half year, before the break, was answered by its model.
    """
    seen = await declared_between(session, since, until)
    runs = await scored_runs(session, brand_id, until - _ASKED_WITHIN, until) if seen else []
    named = [
        (_asked([run for run in runs if run.at.date() < one.began], one), one.began) for one in seen
    ]
    return [(name, began) for name, began in named if name]


def _models(runs: list[RunRow], zone: ZoneInfo) -> list[ChartEvent]:
    """Each engine's change of model, at the first run with the new one."""
    last: dict[tuple[RunBasis | None, str], str] = {}
    found = []
    for run in runs:
        for engine, marked in sorted(run.models.items()):
            model = as_named(marked)
            before = last.get((run.basis, engine))
            last[run.basis, engine] = model
            if before is not None and before != model:
                words = f"{run.names.get(engine, engine)} answers with {model}, before {before}"
                found.append(ChartEvent(_day(run.at, zone), "model", words))
    return found


def _asked(runs: list[RunRow], seen: EngineBreak) -> str:
    """The engine's name if a run was answered by a model of the break, else nothing."""
    for run in runs:
        if as_named(run.models.get(seen.engine, "")) in seen.models:
            return run.names.get(seen.engine, seen.engine)
    return ""


def break_words(name: str, began: date) -> str:
    """What a break means for the numbers beside it, without a full stop."""
    day = f"{began:%B} {began.day}"
    return f"{name}’s answers changed on {day}; comparisons across that line are left out"


def _count(n: int, name: str) -> str:
    return f"{n} {name}" if n == 1 else f"{n} {name}s"


def _day(at: datetime, zone: ZoneInfo) -> date:
    return at.astimezone(zone).date()
