"""What engines say a brand is: extracted from stored answers when a run ends, shown as cards.

Invariant: nothing is asked and nothing is written on the brand's behalf: a card quotes a stored
answer to "What is {brand}?" verbatim, and its assessments are stored with their version.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.facts import (
    AUDIENCE_MATCHES,
    LEAST,
    TONE_MATCHES,
    Fact,
    Interpretation,
    excerpt,
    interpret,
)
from presence.analysis.pipeline import Ingested
from presence.analysis.ports import Embedder
from presence.analysis.types import (
    Answer,
    AudienceFit,
    BrandProfile,
    EngineSpec,
    Extraction,
    PanelPrompt,
    RawAnswer,
    Tone,
)
from presence.core.errors import NotFound
from presence.core.settings import Settings
from presence.domains.analytics.queries import facts as queries
from presence.domains.analytics.schemas.facts import (
    EngineState,
    InterpretationCardOut,
    InterpretationOut,
    InterpretationsOut,
)
from presence.domains.analytics.service.interpretations.facts import facts_of, propose_facts
from presence.domains.brands.service import brand_profile, get_brand
from presence.domains.engines.records import Engine
from presence.domains.engines.service import list_engines
from presence.domains.runs.service.answers.extractions import extractions_of
from presence.domains.runs.service.codec import dump, load
from presence.domains.runs.service.panels import Prompts
from presence.domains.runs.service.rows import CITATIONS, Row
from presence.domains.runs.service.work import Work
from presence.http.events import publish
from presence.jobs.context import JobContext

EVENT = "interpretations.updated"
DEFAULT_TONE: Tone = "Friendly"
IMPORTED = "imported"
Read = Sequence[tuple[Answer, Extraction]]


async def interpret_run(
    work: Work, prompts: Prompts, ingested: Ingested, scored: Read, fit: AudienceFit | None
) -> None:
    """Propose the facts a run found and assess its answers about the brand; stores both."""
    await propose_facts(work, ingested)
    read = [
        (answer, extraction)
        for answer, extraction in scored
        if answer.prompt.id == prompts.neutral and answer.sample == 0 and answer.valid
    ]
    tone = cast("Tone", fit.tone) if fit else work.profile.tone or DEFAULT_TONE
    embedder = await work.embedder()
    async with work.lease.transaction() as session:
        facts = await facts_of(session, work.run.brand_id)
    rows = await asyncio.to_thread(
        lambda: _rows(work.profile, facts, read, tone, embedder, work.seed)
    )
    stored = [{**row, "run_id": work.run.id, "brand_id": work.run.brand_id} for row in rows]
    async with work.lease.transaction() as session:
        await queries.put_interpretations(session, stored)


async def reinterpret(context: JobContext, brand_id: UUID) -> None:
    """Job `visibility.interpret`: assess each engine's newest answer again, with current data."""
    async with context.transaction() as session:
        try:
            profile = await brand_profile(session, brand_id)
        except NotFound:
            return
        facts = await facts_of(session, brand_id)
        answers = await queries.latest_answers(session, brand_id)
        measured = await queries.tone(session, brand_id)
    tone = profile.tone or cast("Tone", measured or DEFAULT_TONE)
    embedder = await asyncio.to_thread(context.resources.embedder)
    given = [_answer(found) for found in answers]
    extractions = await extractions_of(context.transaction, profile, given)

    def compute() -> list[Row]:
        rows: list[Row] = []
        for found, answer, read in zip(answers, given, extractions, strict=True):
            for row in _rows(profile, facts, [(answer, read)], tone, embedder, found.seed):
                rows.append({**row, "run_id": found.run_id, "brand_id": brand_id})
        return rows

    stored = await asyncio.to_thread(compute)
    async with context.transaction() as session:
        await queries.put_interpretations(session, stored)
        await publish(session, EVENT, {"brandId": str(brand_id)})


def _rows(
    profile: BrandProfile,
    facts: Sequence[Fact],
    read: Read,
    tone: Tone,
    embedder: Embedder | None,
    seed: int,
) -> list[Row]:
    return [
        _row(answer, interpret(profile, facts, answer, extraction, tone, embedder, seed))
        for answer, extraction in read
    ]


def _row(answer: Answer, made: Interpretation) -> Row:
    return {
        "answer_id": UUID(answer.id),
        "engine": answer.engine.id,
        "version": made.version,
        "recognised": made.recognised,
        "tone": made.tone,
        "tone_match": made.tone_match,
        "relevance": made.relevance,
        "match_score": made.match.score,
        "facts": {
            "correct": [dump(said) for said in made.match.correct],
            "wrong": [dump(said) for said in made.match.wrong],
            "missing": [dump(said) for said in made.match.missing],
        },
        "method": made.method,
    }


def _answer(row: Any) -> Answer:
    """A stored answer to the neutral question."""
    prompt = PanelPrompt(row.prompt_key, row.question, "branded", row.topic, row.locale, True)
    engine = EngineSpec(row.engine, row.engine_name, "", row.model, row.surface, row.basis)
    citations = None if row.citations is None else load(CITATIONS, row.citations)
    raw = RawAnswer("completed", row.text, row.model, citations)
    return Answer(str(row.id), prompt, engine, row.sample, row.answered_at, raw)


async def interpretations(
    session: AsyncSession, settings: Settings, brand_id: UUID
) -> InterpretationsOut:
    """One card per engine of the registry, in its order. Raises NotFound."""
    brand = await get_brand(session, brand_id)
    facts = await facts_of(session, brand_id)
    read = {row.engine: row for row in await queries.cards(session, brand_id)}
    engines = [e for e in await list_engines(session, settings) if e.id != IMPORTED]
    return InterpretationsOut(
        brand_id=brand_id,
        question_about=brand.name,
        facts=len(facts),
        least=LEAST,
        cards=[_card(engine, read, enough=len(facts) >= LEAST) for engine in engines],
    )


def _card(engine: Engine, read: Mapping[str, Any], *, enough: bool) -> InterpretationCardOut:
    row = read.get(engine.id)
    state = _state(engine, row)
    shown = row if state == "answered" else None
    return InterpretationCardOut(
        engine=engine.id,
        engine_name=engine.name,
        basis=engine.basis,
        surface=shown.surface if shown else engine.surface,
        state=state,
        how_to_connect=engine.how_to_connect if state == "not-connected" else "",
        interpretation=None if shown is None else _shown(shown, enough=enough),
    )


def _state(engine: Engine, row: Any | None) -> EngineState:
    """The plan is checked first: what it does not include is not sent."""
    if not engine.enabled_on_plan:
        return "locked"
    if row is not None:
        return "answered"
    return "not-asked" if engine.status == "connected" else engine.status


def _shown(row: Any, *, enough: bool) -> InterpretationOut:
    tone, relevance = row.tone_match, row.relevance
    return InterpretationOut.from_row(
        row,
        excerpt=excerpt(row.text),
        tone_friendly=None if tone is None else tone >= TONE_MATCHES,
        audience_match=None if relevance is None else relevance >= AUDIENCE_MATCHES,
        enough_facts=enough,
        **row.facts,
    )
