"""Imports answers from other sources as a run of their own.

Invariant: an import is accepted completely or not at all; its answers are shown and can be filtered
but never enter a score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.imported import ImportedAnswer, as_raw
from presence.analysis.types import Answer, EngineSpec, Question
from presence.core.settings import Settings
from presence.domains.brands.service import prompts_for_texts
from presence.domains.engines.service import list_engines
from presence.domains.runs.queries import evidence
from presence.domains.runs.service.engines import Entry, entry_of
from presence.domains.runs.service.lifecycle import hand_to_worker, insert_run
from presence.domains.runs.service.orders import RunPlan
from presence.domains.runs.service.panels import freeze
from presence.domains.runs.service.rows import answer_row

ENGINE = "imported"
CHUNK = 500


async def import_answers(
    session: AsyncSession, settings: Settings, brand_id: UUID, items: Sequence[ImportedAnswer]
) -> UUID:
    """Store the answers under the brand's questions; returns the run whose job extracts them.

    Raises NotFound for a foreign brand.
    """
    by_text = await prompts_for_texts(session, brand_id, (item.prompt for item in items))
    spec = await _spec(session, settings)
    entry: Entry = {**entry_of(spec, len(items)), "status": "answered", "answered": len(items)}
    plan = RunPlan(len(by_text), 1, (entry,))
    run_id = await insert_run(session, brand_id, "manual", "imported", plan)
    chosen = {prompt.id: prompt for prompt in by_text.values()}
    await freeze(session, run_id, "", tuple(chosen.values()), None)
    seen: Counter[UUID] = Counter()
    rows = []
    for item in items:
        prompt = by_text[item.prompt]
        sample = seen[prompt.id]
        seen[prompt.id] += 1
        question = Question(prompt.prompt.id, item.prompt, prompt.prompt.locale, sample, 0)
        moment = item.answered_at or datetime.now(UTC)
        answer = Answer("", prompt.prompt, spec, sample, moment, as_raw(item))
        row = answer_row(answer, question, brand_id, prompt.id)
        rows.append({**row, "engine_name": (item.engine or spec.name)[:200]})
    for start in range(0, len(rows), CHUNK):
        await evidence.put_answers(session, run_id, rows[start : start + CHUNK])
    await hand_to_worker(session, run_id, brand_id)
    return run_id


async def _spec(session: AsyncSession, settings: Settings) -> EngineSpec:
    shown = next(e for e in await list_engines(session, settings) if e.id == ENGINE)
    return EngineSpec(shown.id, shown.name, shown.provider, shown.model, "imported", "imported")
