"""Stage `answers`: asks each engine every question once, and stores each answer immediately.

The simulator answers first, in batches, so that there is something to see; then all assistants
together, with a bounded number of questions in flight, shared fairly.

Invariant: an answer is stored, under its idempotency key, before anything is concluded from it; a
question whose answer is stored is never asked again in the same round.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from presence.analysis.pipeline import Ingested, ask_one, corpus, questions
from presence.analysis.ports import AssistantEngine
from presence.analysis.simulator import Simulator
from presence.analysis.types import Answer, EngineSpec, Panel, Question, RawAnswer
from presence.domains.engines.service import Asker
from presence.domains.runs.queries import asked
from presence.domains.runs.service.answers.answer_writer import AfterBatch, AnswerWriter, Round
from presence.domains.runs.service.answers.extractions import store_missing
from presence.domains.runs.service.answers.fair_queue import FairQueue
from presence.domains.runs.service.answers.storing import store, store_and_announce, tally
from presence.domains.runs.service.engines import planned_anew
from presence.domains.runs.service.panels import Prompts, answers_of
from presence.domains.runs.service.work import Work

BATCH = 10  # free answers stored per transaction
# Answers of a run between asked and kept, over all engines. An engine is asked twenty at once
# (its own limit); a few more places let those go on while others are kept.
IN_FLIGHT = 24


async def build_engine(work: Work, ingested: Ingested) -> Simulator:
    """The built-in engine over everything the run has read."""
    embedder = await work.embedder()

    def build() -> Simulator:
        return Simulator(
            corpus(work.profile, ingested, work.documents), work.profile, embedder, work.seed
        )

    return await asyncio.to_thread(build)


def cells(work: Work, prompts: Prompts, spec: EngineSpec) -> tuple[Question, ...]:
    """Every question for one engine: the panel's in all samples, the neutral one once.

    Keys are the providers' idempotency keys: the same cell has a different one in each round.
    """
    panel = [prompt for prompt in prompts.panel.prompts if prompt.id != prompts.neutral]
    neutral = [prompt for prompt in prompts.panel.prompts if prompt.id == prompts.neutral]
    samples, seed = work.run.samples, work.seed
    made = [
        *questions(Panel(tuple(panel), ""), spec, samples, seed),
        *(q for q in questions(Panel(tuple(neutral), ""), spec, 1, seed) if q.sample == 0),
    ]
    prefix, suffix = f"{work.run.id}:{spec.id}", work.run.round
    return tuple(replace(q, key=f"{prefix}:{q.prompt_id}:{q.sample}:{suffix}") for q in made)


async def ask(work: Work, prompts: Prompts, simulator: Simulator, after: AfterBatch) -> None:
    """Ask what has not been asked yet; `after(done, total)` runs after each stored batch or answer.

    Raises Superseded if another worker owns the run, once what was in flight is in the ledger.
    """
    round_ = await _open_round(work, prompts, after)
    await work.lease.begin("answers", round_.total, round_.done)
    await _announce_the_rest(round_)
    free = round_.open.pop(simulator.spec.id, [])
    if free:
        await _ask_simulator(round_, simulator, free)
    if any(round_.open.values()):
        await _ask_assistants(round_)
    async with work.lease.transaction() as session:
        values = await tally(session, work, round_.entries, over=True)
        await work.lease.update(session, values)
    work.run.engines = values["engines"]
    await work.lease.end("answers", round_.done, round_.total)


async def _open_round(work: Work, prompts: Prompts, after: AfterBatch) -> Round:
    planned = {spec.id: cells(work, prompts, spec) for spec in work.specs}
    total = sum(map(len, planned.values()))
    entries = planned_anew(work.run.engines, {name: len(qs) for name, qs in planned.items()})
    async with work.lease.transaction() as session:
        known = await asked.finished_cells(session, work.run.id, work.run.round)
        values = await tally(session, work, entries, over=False)
        await work.lease.update(session, {**values, "total_answers": total})
    open_ = {
        name: [q for q in qs if (q.prompt_id, name, q.sample) not in known]
        for name, qs in planned.items()
    }
    done = total - sum(map(len, open_.values()))
    by_key = {prompt.id: prompt for prompt in prompts.panel.prompts}
    return Round(work, prompts, entries, open_, done, total, after, by_key)


async def _ask_simulator(round_: Round, engine: Simulator, free: Sequence[Question]) -> None:
    await engine.prepare(cells(round_.work, round_.prompts, engine.spec))
    clock = round_.work.lease.context.resources.clock
    for start in range(0, len(free), BATCH):
        batch = free[start : start + BATCH]
        given = await asyncio.gather(
            *(ask_one(engine, round_.by_key[q.prompt_id], q, clock) for q in batch)
        )
        pairs = list(zip(batch, given, strict=True))
        await store(round_.work, round_.prompts, round_.entries, pairs)
        await round_.stored(len(batch))
        await round_.count_answers()


async def _ask_assistants(round_: Round) -> None:
    """Up to `IN_FLIGHT` questions at once; an answer is stored before its slot is reused.

    After an error, or when the worker is stopped, nothing new is asked, and answers that still
    arrive are stored, because they have been paid for.
    """
    context = round_.work.lease.context
    asker = Asker(context.resources, context.workspace_id, round_.work.run.id)
    engines = {spec.id: _Through(asker, spec) for spec in round_.work.specs}
    queue, writer = FairQueue(round_.open), AnswerWriter(round_)

    async def ask_open() -> None:
        while not writer.faults and (turn := queue.next()) is not None:
            name, question = turn
            prompt = round_.by_key[question.prompt_id]
            answer = await ask_one(engines[name], prompt, question, context.resources.clock)
            queue.done(name)
            await writer.submit(question, answer)

    writer.open()
    tasks = [asyncio.create_task(ask_open()) for _ in range(IN_FLIGHT)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await writer.close()
    if writer.faults:
        raise writer.faults[0]


async def _announce_the_rest(round_: Round) -> None:
    """Extract and announce answers that an earlier worker stored but did not announce."""
    work, prompts = round_.work, round_.prompts
    async with work.lease.transaction() as session:
        rows = await asked.unread_answers(session, work.run.id)
    found = answers_of(rows, prompts, {spec.id: spec for spec in work.specs})
    if found:
        await store_and_announce(
            work, [(prompts.ids[answer.prompt.id], answer) for answer in found]
        )


class _Through(AssistantEngine):
    """An assistant as seen by the asking stage: called within shared limits and budgets."""

    def __init__(self, asker: Asker, spec: EngineSpec) -> None:
        self._asker, self._spec = asker, spec

    @property
    def spec(self) -> EngineSpec:
        """The engine as recorded with the run."""
        return self._spec

    async def ask(self, question: Question) -> RawAnswer:
        """The answer, or the failure of the last attempt."""
        return await self._asker.ask(self._spec.id, question)


async def read_answers(work: Work, answers: Sequence[Answer]) -> None:
    """Stage `extract`: every answer has been extracted when it ends."""
    await work.lease.begin("extract", len(answers))
    await store_missing(work.lease.transaction, work.profile, answers)
    await work.lease.end("extract", len(answers), len(answers))
