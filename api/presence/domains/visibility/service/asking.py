"""Stage `answers`: put every question to the engine once, and store what it said at once.

Invariant: an answer is stored, under its idempotency key, before anything is concluded from it;
a question whose answer is stored is never asked again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from uuid import UUID

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.pipeline import Ingested, ask_one, corpus, questions
from presence.analysis.ports import AssistantEngine
from presence.analysis.simulator import Simulator
from presence.analysis.types import Answer, EngineSpec, Extraction, Question
from presence.domains.visibility.queries import results
from presence.domains.visibility.service.rows import Row, answer_row, extraction_row
from presence.domains.visibility.service.work import Prompts, Work, aside

BATCH = 10  # free answers stored per transaction; a paid answer is always stored alone
AfterBatch = Callable[[int, int], Awaitable[None]]


async def build_engine(work: Work, ingested: Ingested) -> Simulator:
    """The key-free engine over everything the run has read."""
    embedder = await work.embedder()

    def build() -> Simulator:
        return Simulator(
            corpus(work.profile, ingested, work.documents), work.profile, embedder, work.seed
        )

    return await aside(build)


def engine_entry(spec: EngineSpec, answered: int, failed: int) -> Row:
    """An engine as a run shows it."""
    return {
        "id": spec.id,
        "name": spec.name,
        "surface": spec.surface,
        "model": spec.model,
        "detail": spec.detail,
        "answered": answered,
        "failed": failed,
    }


async def ask(work: Work, prompts: Prompts, engine: Simulator, after_batch: AfterBatch) -> None:
    """Ask what was not asked yet; `after_batch(done, total)` runs after each stored batch."""
    planned = questions(prompts.panel, engine.spec, work.run.samples, work.seed)
    async with work.ledger.transaction() as session:
        known = await results.answered_keys(session, work.run.id)
        await work.ledger.update(
            session, {"total_answers": len(planned), "basis": engine.spec.basis}
        )
    open_ = [q for q in planned if (q.prompt_id, engine.spec.id, q.sample) not in known]
    done = len(planned) - len(open_)
    await work.ledger.begin("answers", len(planned), done)
    if open_:
        await engine.prepare(planned)
    size = BATCH if engine.spec.basis == "simulator" else 1
    for start in range(0, len(open_), size):
        batch = await _ask_batch(work, prompts, engine, open_[start : start + size])
        await _store(work, prompts, engine.spec, batch)
        done += len(batch)
        await work.ledger.progress("answers", done, len(planned))
        await after_batch(done, len(planned))
    await work.ledger.end("answers", done, len(planned))


async def _ask_batch(
    work: Work, prompts: Prompts, engine: AssistantEngine, batch: Sequence[Question]
) -> list[tuple[Question, Answer]]:
    by_key = {prompt.id: prompt for prompt in prompts.panel.prompts}
    clock = work.ledger.context.resources.clock
    answers = await asyncio.gather(*(ask_one(engine, by_key[q.prompt_id], q, clock) for q in batch))
    return list(zip(batch, answers, strict=True))


async def _store(
    work: Work, prompts: Prompts, engine: EngineSpec, batch: Sequence[tuple[Question, Answer]]
) -> None:
    """Answers with their first reading and their events, in one transaction."""
    entities = EntitySet.of(work.profile)
    rows: list[Row] = []
    read: dict[UUID, Extraction] = {}
    for question, answer in batch:
        row = answer_row(answer, question, work.run.brand_id, prompts.ids[answer.prompt.id])
        rows.append(row)
        read[row["id"]] = replace(extract_answer(answer, entities), answer_id=str(row["id"]))
    async with work.ledger.transaction() as session:
        stored = await results.put_answers(session, work.run.id, rows)
        new = [row for row in rows if row["id"] in stored]
        await results.put_extractions(session, [extraction_row(read[row["id"]]) for row in new])
        counts = await results.answer_counts(session, work.run.id)
        answered, failed = counts.get(engine.id, (0, 0))
        values = {"engines": [engine_entry(engine, answered, failed)], "valid_answers": answered}
        await work.ledger.update(session, values)
        news = [_answer_news(row, read[row["id"]]) for row in new]
        await work.ledger.announce(session, "answer.completed", *news)


def _answer_news(row: Row, reading: Extraction) -> Row:
    return {
        "answerId": str(row["id"]),
        "promptId": str(row["prompt_id"]),
        "engine": row["engine"],
        "mentioned": reading.brand_named if row["status"] == "completed" else None,
    }


async def read_answers(work: Work, answers: Sequence[Answer]) -> None:
    """Stage `extract`: store what each answer says."""
    entities = EntitySet.of(work.profile)
    await work.ledger.begin("extract", len(answers))
    read = await aside(lambda: tuple(extract_answer(answer, entities) for answer in answers))
    async with work.ledger.transaction() as session:
        await results.put_extractions(session, [extraction_row(item) for item in read])
    await work.ledger.end("extract", len(answers), len(answers))
