"""Stores answers with their first reading, the ledger entry and the events, in one transaction.

Invariant: what was paid for is in the ledger, whether its answer could still be stored or not;
a paid answer is stored alone, so a crash loses at most the ones that were in flight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.provenance import reading_version
from presence.analysis.types import Answer, Extraction, Question
from presence.domains.engines.service import settle
from presence.domains.visibility.errors import Superseded
from presence.domains.visibility.queries import asked, results
from presence.domains.visibility.service.rows import Row, answer_row, extraction_row
from presence.domains.visibility.service.runs.engines import Entry, counted
from presence.domains.visibility.service.runs.panels import Prompts
from presence.domains.visibility.service.runs.work import Work, aside

Given = tuple[Question, Answer]
PAUSES_S = (0.2, 1.0, 3.0, 6.0)  # the database may be restarting: an answer is worth waiting


async def store(
    work: Work, prompts: Prompts, entries: Sequence[Entry], given: Sequence[Given]
) -> None:
    """Store free answers; one whose cell has an answer is left as it was."""
    rows, read = await _read(work, prompts, given)
    async with work.ledger.transaction() as session:
        news = await _put(session, work, rows, read)
        await work.ledger.update(session, await tally(session, work, entries, over=False))
        await work.ledger.announce(session, "answer.completed", *news)


async def store_paid(work: Work, prompts: Prompts, question: Question, answer: Answer) -> None:
    """Store one paid answer and settle it, patiently: it cannot be had again for nothing.

    The run's counts follow with its progress, so that several answers can be stored at once.
    Raises Superseded when the run is not ours any more; the answer is then only in the ledger.
    """
    rows, read = await _read(work, prompts, [(question, answer)])
    clock = work.ledger.context.resources.clock
    for pause in (*PAUSES_S, None):
        try:
            await _store_one(work, rows, read, answer)
        except Superseded:
            async with work.ledger.context.transaction() as session:
                await _settle(session, work, rows[0], answer)
            raise
        except (DBAPIError, OSError):
            if pause is None:
                raise
            await clock.sleep(pause)
        else:
            return


async def _read(
    work: Work, prompts: Prompts, given: Sequence[Given]
) -> tuple[list[Row], dict[UUID, Extraction]]:
    entities = EntitySet.of(work.profile)
    rows = [
        {
            **answer_row(answer, question, work.run.brand_id, prompts.ids[answer.prompt.id]),
            "error_code": answer.raw.error_code,
            "round": work.run.round,
        }
        for question, answer in given
    ]

    def read() -> dict[UUID, Extraction]:
        return {
            row["id"]: replace(extract_answer(answer, entities), answer_id=str(row["id"]))
            for row, (_, answer) in zip(rows, given, strict=True)
        }

    return rows, await aside(read)


async def _store_one(
    work: Work, rows: Sequence[Row], read: dict[UUID, Extraction], answer: Answer
) -> None:
    """The budget and the event log are locked last: until the commit others wait for them."""
    async with work.ledger.shared() as session:
        news = await _put(session, work, rows, read)
        await _settle(session, work, rows[0], answer)
        await work.ledger.announce(session, "answer.completed", *news)


async def _put(
    session: AsyncSession, work: Work, rows: Sequence[Row], read: dict[UUID, Extraction]
) -> list[Row]:
    """Store rows whose cells have no answer yet, with their readings; the events to announce."""
    run, version = work.run, reading_version(work.profile)
    if run.round:
        for row in rows:
            place = (row["prompt_id"], row["engine"], row["sample"])
            await asked.replace_attempt(session, run.id, *place, run.round)
    stored = await results.put_answers(session, run.id, rows)
    new = [row for row in rows if row["id"] in stored]
    fresh = [extraction_row(read[row["id"]], version) for row in new]
    await results.put_extractions(session, fresh)
    return [_news(row, read[row["id"]]) for row in new]


async def _settle(session: AsyncSession, work: Work, row: Row, answer: Answer) -> None:
    settings = work.ledger.context.resources.settings
    await settle(session, settings, work.run.id, answer.engine.id, str(row["id"]), answer.raw)


async def tally(session: AsyncSession, work: Work, entries: Sequence[Entry], *, over: bool) -> Row:
    """Columns of the run that count its stored answers."""
    counts = await asked.counts(session, work.run.id)
    return {
        "engines": counted(entries, counts, over=over),
        "valid_answers": sum(c.answered for c in counts.values()),
    }


def _news(row: Row, reading: Extraction) -> Row:
    return {
        "answerId": str(row["id"]),
        "promptId": str(row["prompt_id"]),
        "engine": row["engine"],
        "mentioned": reading.brand_named if row["status"] == "completed" else None,
    }
