"""Loads two runs so that the change of their numbers can be explained.

Invariant: whoever asks changes nothing. Answers nobody extracted in a way that is needed are read
again for this one time, so many and no more; a job stores that reading ahead (`why_ahead`).
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.provenance import reading_version, way_of_reading
from presence.analysis.scoring import Observation, headline_basis, headline_of
from presence.analysis.types import (
    Answer,
    Basis,
    BrandProfile,
    EngineSpec,
    Extraction,
    PanelPrompt,
    RawAnswer,
)
from presence.analysis.watch import EngineBreak, as_answered
from presence.analysis.why import Readings
from presence.core.errors import Conflict
from presence.domains.results.models import RunRevision, StoredScore
from presence.domains.results.queries import why as queries
from presence.domains.results.queries.engine_breaks import engine_breaks
from presence.domains.results.service.rereading import reread
from presence.domains.results.service.revised import headline_in
from presence.domains.runs.models import Run
from presence.domains.runs.service.codec import load

MOST_READ = 2_500  # answers of a run read in a request, in each of up to four ways
_TOO_MANY = (
    "These answers were last read in another way, and are too many to read while you wait. Score"
    " the stored answers again, then open this once more."
)


@dataclass(frozen=True, slots=True)
class ReadRun:
    """A run in one way of reading: its headline's observations and the questions it asked."""

    basis: Basis | None
    observations: Sequence[Observation]
    questions: dict[str, PanelPrompt]
    engines: dict[str, EngineSpec]


@dataclass(frozen=True, slots=True)
class ReadRevision:
    """A version of a run's scores: for whom and how its answers were read, and the scores."""

    reading: str
    profile: BrandProfile
    scores: dict[str, StoredScore]


async def revision_of(session: AsyncSession, run: Run, *, reported: bool) -> ReadRevision | None:
    """The version a run reported itself, or the one it shows now; None if it has none."""
    row: RunRevision | None
    if reported:
        row = await queries.reported(session, run.id)
    else:
        row = await queries.revision(session, run.id, run.revision)
    if row is None:
        return None
    scores = await queries.scores(session, run.id, row.number)
    return ReadRevision(row.reading, load(BrandProfile, row.profile), scores)


async def read_run(session: AsyncSession, run: Run, profile: BrandProfile) -> ReadRun:
    """A run as read for `profile`; from stored extractions where every answer has one.

    Raises Conflict where too many answers would have to be read.
    """
    read = await _as_read(session, run, profile)
    day, breaks = run.created_at.astimezone(UTC).date(), await engine_breaks(session)
    return _since_breaks(read, day, breaks) if breaks else read


async def _as_read(session: AsyncSession, run: Run, profile: BrandProfile) -> ReadRun:
    rows = await queries.answers(session, run.id, reading_version(profile))
    unread = sum(row.reading is None for row in rows)
    if not unread:
        return _from_rows(rows)
    if unread > MOST_READ:  # guard: why.most-read
        raise Conflict(_TOO_MANY)
    read = await reread(_same(session), run.id, profile)
    basis, observations = headline_in(read)
    slim = [o.answer for o in read.every]
    return ReadRun(basis, observations, _questions(slim), _engines(slim))


async def readings_of(
    session: AsyncSession, run: Run, before: ReadRevision, after: ReadRevision
) -> tuple[Readings, ReadRun]:
    """The earlier run's answers in every way needed, and that run as it is read now.

    Raises Conflict as `read_run`.
    """
    now = await _now(session, run, before, after)
    stored = await read_run(session, run, before.profile)
    if reading_version(before.profile) == reading_version(now) == before.reading:
        return Readings.unchanged(stored.observations), stored
    current = await read_run(session, run, now)
    listed = _listed(before.profile) != _listed(after.profile)
    named = _named(before, before.profile) != _named(after, now)
    if not listed or not named:
        renamed = stored if listed else current
        relisted = current if listed else stored
        return _readings(stored, renamed, relisted, current), current
    renamed = await read_run(session, run, _renamed(before, now))
    relisted_now = (
        await read_run(session, run, _relisted(before, after)) if _is_ours(before) else None
    )
    return _readings(stored, renamed, relisted_now, current), current


async def ways_of(
    session: AsyncSession, run: Run, before: ReadRevision, after: ReadRevision
) -> tuple[BrandProfile, ...]:
    """For whom the earlier run's answers are read in `readings_of`."""
    now = await _now(session, run, before, after)
    listed = _listed(before.profile) != _listed(after.profile)
    if not listed or _named(before, before.profile) == _named(after, now):
        return before.profile, now
    mixed = (_relisted(before, after),) if _is_ours(before) else ()
    return before.profile, now, _renamed(before, now), *mixed


async def _now(
    session: AsyncSession, run: Run, before: ReadRevision, after: ReadRevision
) -> BrandProfile:
    return replace(after.profile, decided=await _decided(session, run, before))


def _renamed(before: ReadRevision, now: BrandProfile) -> BrandProfile:
    """Names as they are now, the competitors of before."""
    return replace(now, competitors=before.profile.competitors)


def _relisted(before: ReadRevision, after: ReadRevision) -> BrandProfile:
    """Names as before, the competitors of now."""
    return replace(before.profile, competitors=after.profile.competitors)


def _is_ours(before: ReadRevision) -> bool:
    """Whether today's extraction can still read as that version did."""
    return way_of_reading(before.reading).startswith(f"{EXTRACTOR_VERSION}+")


def _readings(
    stored: ReadRun, renamed: ReadRun, relisted: ReadRun | None, current: ReadRun
) -> Readings:
    return Readings(
        stored.observations,
        renamed.observations,
        None if relisted is None else relisted.observations,
        current.observations,
    )


async def _decided(session: AsyncSession, run: Run, before: ReadRevision) -> Any:
    """What people have decided about the earlier run's answers so far."""
    shown = await revision_of(session, run, reported=False)
    return (shown or before).profile.decided


def _listed(profile: BrandProfile) -> list[Any]:
    return sorted(profile.competitors, key=lambda c: c.id)


def _named(revision: ReadRevision, profile: BrandProfile) -> tuple[str, str]:
    """How answers are read apart from the list of competitors."""
    extractor = revision.reading.partition("+")[0]
    return extractor, reading_version(replace(profile, competitors=()))


def _from_rows(rows: Sequence[Any]) -> ReadRun:
    prompts: dict[str, PanelPrompt] = {}
    engines: dict[tuple[str, str], EngineSpec] = {}
    answers, observed = [], []
    for row in rows:
        prompt = prompts.setdefault(row.prompt_key, _prompt(row))
        named = (row.engine, row.model)
        spec = engines.setdefault(named, _engine(row))
        raw = RawAnswer(row.status, "", row.model)
        answer = Answer(str(row.id), prompt, spec, row.sample, row.answered_at, raw)
        answers.append(answer)
        if answer.valid:
            observed.append(Observation(answer, _extraction(row)))
    basis = headline_basis(answers)
    headline = [] if basis is None else headline_of(answers, observed, basis)
    return ReadRun(basis, headline, _questions(answers), _engines(answers))


def _since_breaks(read: ReadRun, day: date, breaks: Sequence[EngineBreak]) -> ReadRun:
    """The run with its models told apart by the breaks of their engines before it."""

    def marked(o: Observation) -> Observation:
        raw = o.answer.raw
        model = as_answered(o.engine_id, raw.model, day, breaks)
        return replace(o, answer=replace(o.answer, raw=replace(raw, model=model)))

    engines = {
        name: replace(spec, model=as_answered(name, spec.model, day, breaks))
        for name, spec in read.engines.items()
    }
    observations = [marked(o) for o in read.observations]
    return replace(read, observations=observations, engines=engines)


def _prompt(row: Any) -> PanelPrompt:
    return PanelPrompt(
        row.prompt_key, row.question, row.intent, row.topic, row.locale, row.branded, row.version
    )


def _engine(row: Any) -> EngineSpec:
    return EngineSpec(row.engine, row.engine_name, "", row.model, row.surface, row.basis)


def _extraction(row: Any) -> Extraction:
    ranks = tuple((entity, rank) for entity, rank in row.positions)
    return Extraction(
        str(row.id), (), ranks, None, (), None, row.recommended, row.cited_owned, row.reading
    )


def _questions(answers: Sequence[Answer]) -> dict[str, PanelPrompt]:
    return {a.prompt.id: a.prompt for a in answers if not a.prompt.branded}


def _engines(answers: Sequence[Answer]) -> dict[str, EngineSpec]:
    return {a.engine.id: a.engine for a in answers}


def _same(session: AsyncSession) -> Any:
    """A transaction that is the session's own, for work that expects to open some."""

    @asynccontextmanager
    async def transaction() -> AsyncIterator[AsyncSession]:
        yield session

    return transaction
