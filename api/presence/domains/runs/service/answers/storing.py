"""Stores answers with their ledger entries, then their extractions with the events.

Invariant: what was paid for is in the ledger, whether or not its answer could still be stored; a
paid answer is stored before it is extracted, and one that was not announced is announced when the
run is resumed.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from typing import TypedDict, TypeVar, cast
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.provenance import reading_version
from presence.analysis.types import Answer, Extraction, Question
from presence.domains.engines.service import charge_usage
from presence.domains.runs.errors import Superseded
from presence.domains.runs.queries import asked, evidence
from presence.domains.runs.service.answers.counted_answers import count_answers
from presence.domains.runs.service.engines import Entry, counted
from presence.domains.runs.service.panels import Prompts
from presence.domains.runs.service.rows import Row, answer_row, extraction_row
from presence.domains.runs.service.work import Work

T = TypeVar("T")
Given = tuple[Question, Answer]
Kept = tuple[UUID, Answer]  # the stored prompt, and the answer under its stored id
PAUSES_S = (0.2, 1.0, 3.0, 6.0)  # the database may be restarting: an answer is worth waiting for


async def store(
    work: Work, prompts: Prompts, entries: Sequence[Entry], given: Sequence[Given]
) -> None:
    """Store free answers; one whose cell already has an answer is left unchanged."""
    rows = _rows(work, prompts, given)
    everything = [_kept(row, answer) for row, (_, answer) in zip(rows, given, strict=True)]
    read = await _read(work, everything)
    async with work.lease.transaction() as session:
        stored = await _put(session, work, rows)
        new = [kept for kept in everything if kept[1].id in stored]
        await _put_readings(session, work, [read[kept[1].id] for kept in new])
        await work.lease.update(session, await tally(session, work, entries, over=False))
        await work.lease.announce(session, "answer.completed", *_news(new, read))
    count_answers(answer for _, answer in new)


async def keep_paid(work: Work, prompts: Prompts, given: Sequence[Given]) -> list[Kept]:
    """Store paid answers of one engine and charge them, with retries because they were paid for.

    Returns what is new, for extraction with `store_and_announce`. The run's counts are updated with
    its progress. Answers of one engine share an account, so no two of these calls wait for each
    other. Raises Superseded if another worker owns the run; the answers are then only in the
    ledger.
    """
    try:
        return await _retrying(work, lambda: _keep(work, prompts, given), len(given) == 1)
    except DBAPIError:
        if len(given) == 1:
            raise
    return [  # one that cannot be stored must not affect the others
        kept for one in given for kept in await keep_paid(work, prompts, [one])
    ]


async def store_and_announce(work: Work, kept: Sequence[Kept]) -> None:
    """Store the extractions of stored answers and announce them. Raises Superseded."""
    read = await _read(work, kept)

    async def put() -> None:
        async with work.lease.shared() as session:
            await _put_readings(session, work, [read[answer.id] for _, answer in kept])
            await work.lease.announce(session, "answer.completed", *_news(kept, read))

    await _retrying(work, put, patient=True)


async def _retrying(work: Work, attempt: Callable[[], Awaitable[T]], patient: bool) -> T:
    """Retry while the database is unavailable; permanent errors are raised at once."""
    clock = work.lease.context.resources.clock
    for pause in PAUSES_S:
        try:
            return await attempt()
        except (DBAPIError, OSError) as fault:
            if not patient and not _is_away(fault):
                raise
            await clock.sleep(pause)
    return await attempt()


def _is_away(fault: Exception) -> bool:
    return isinstance(fault, OSError) or bool(getattr(fault, "connection_invalidated", False))


async def _keep(work: Work, prompts: Prompts, given: Sequence[Given]) -> list[Kept]:
    """The budget is locked last: others wait for it until the commit."""
    rows = _rows(work, prompts, given)
    pairs = [(row, answer) for row, (_, answer) in zip(rows, given, strict=True)]
    try:
        async with work.lease.shared() as session:
            stored = await _put(session, work, rows)
            await _charge_usage(session, work, pairs)
    except Superseded:
        async with work.lease.context.transaction() as session:
            await _charge_usage(session, work, pairs)
        raise
    new = [kept for kept in (_kept(*pair) for pair in pairs) if kept[1].id in stored]
    count_answers(answer for _, answer in new)
    return new


def _rows(work: Work, prompts: Prompts, given: Sequence[Given]) -> list[Row]:
    return [
        {
            **answer_row(answer, question, work.run.brand_id, prompts.ids[answer.prompt.id]),
            "error_code": answer.raw.error_code,
            "round": work.run.round,
        }
        for question, answer in given
    ]


def _kept(row: Row, answer: Answer) -> Kept:
    return cast("UUID", row["prompt_id"]), replace(answer, id=str(row["id"]))


async def _read(work: Work, kept: Sequence[Kept]) -> dict[str, Extraction]:
    entities = EntitySet.of(work.profile)
    return await asyncio.to_thread(lambda: {a.id: extract_answer(a, entities) for _, a in kept})


async def _put(session: AsyncSession, work: Work, rows: Sequence[Row]) -> set[str]:
    """Store rows whose cells have no answer yet; returns the ids stored now."""
    run = work.run
    if run.round:
        for row in rows:
            await asked.replace_attempt(session, run.id, row, run.round)
    return {str(key) for key in await evidence.put_answers(session, run.id, rows)}


async def _put_readings(session: AsyncSession, work: Work, read: Sequence[Extraction]) -> None:
    version = reading_version(work.profile)
    await evidence.put_extractions(session, [extraction_row(found, version) for found in read])


async def _charge_usage(
    session: AsyncSession, work: Work, pairs: Sequence[tuple[Row, Answer]]
) -> None:
    asked_ = {str(row["id"]): answer.raw for row, answer in pairs}
    settings = work.lease.context.resources.settings
    await charge_usage(session, settings, work.run.id, pairs[0][1].engine.id, asked_)


class Tally(TypedDict):
    """The columns of a run that count its stored answers."""

    engines: list[Entry]
    valid_answers: int


async def tally(
    session: AsyncSession, work: Work, entries: Sequence[Entry], *, over: bool
) -> Tally:
    """The columns of the run that count its stored answers."""
    counts = await asked.counts(session, work.run.id)
    return {
        "engines": counted(entries, counts, over=over),
        "valid_answers": sum(c.answered for c in counts.values()),
    }


def _news(kept: Sequence[Kept], read: dict[str, Extraction]) -> list[Row]:
    return [
        {
            "answerId": answer.id,
            "promptId": str(prompt_id),
            "engine": answer.engine.id,
            "mentioned": read[answer.id].brand_named if answer.valid else None,
        }
        for prompt_id, answer in kept
    ]
