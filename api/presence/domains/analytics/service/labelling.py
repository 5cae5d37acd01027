"""People's corrections as labelled texts, for the set used to measure the detector.

Invariant: a text is what the detector finds today without any decision, changed only by people's
corrections; a span that the answer or the brand no longer has is omitted.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.labelled import LabelCorrection, as_line, from_correction
from presence.analysis.types import (
    Answer,
    BrandProfile,
    EngineSpec,
    PanelPrompt,
    RawAnswer,
)
from presence.db.session import Database
from presence.db.tenancy import TenantBinding
from presence.domains.analytics.queries import reviews
from presence.domains.brands.service import brand_profile
from presence.domains.results.queries import bundles
from presence.domains.runs.queries import runs
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.rows import CITATIONS
from presence.domains.runs.service.run_views import no_run


async def corrected_lines(database: Database, run_id: UUID) -> list[str]:
    """One JSON line per corrected answer of the brand that a run belongs to. Raises NotFound."""
    async with database.transaction() as session:
        workspace_id = await bundles.workspace_of(session, run_id)
    if workspace_id is None:
        raise no_run()
    async with database.transaction(TenantBinding(workspace_id)) as session:
        run = await runs.get_run(session, run_id)
        if run is None:
            raise no_run()
        profile = await brand_profile(session, run.brand_id)
        rows = await reviews.corrections(session, run.brand_id)
    return await asyncio.to_thread(lambda: _lines(profile, rows))


def _lines(profile: BrandProfile, rows: Sequence[Any]) -> list[str]:
    known = {"brand", *(c.id for c in profile.competitors)}
    said: dict[UUID, list[LabelCorrection]] = defaultdict(list)
    answers: dict[UUID, Any] = {}
    for row in rows:
        if row.entity in known and row.end_at <= len(row.text):
            answers[row.answer_id] = row
            said[row.answer_id].append(
                LabelCorrection(row.kind, row.entity, row.start_at, row.end_at)
            )
    return [_line(profile, answers[key], said) for key in sorted(said)]


def _line(profile: BrandProfile, row: Any, said: Mapping[UUID, Sequence[LabelCorrection]]) -> str:
    plain = replace(profile, language=row.locale, decided=())
    citations = None if row.citations is None else load(CITATIONS, row.citations)
    key = str(row.answer_id)
    prompt = PanelPrompt(row.prompt_key, row.question, "discovery", "", row.locale)
    engine = EngineSpec(row.engine, row.engine, "", row.model, row.surface, row.basis)
    raw = RawAnswer("completed", row.text, row.model, citations)
    answer = Answer(key, prompt, engine, 0, row.answered_at, raw)
    found = extract_answer(answer, EntitySet.of(plain))
    return as_line(from_correction(key, row.text, plain, found, said[row.answer_id]))
