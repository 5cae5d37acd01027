"""The observations on which the headline of a stored run is based."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.scoring import Observation, headline_observations
from presence.analysis.types import (
    Answer,
    EngineSpec,
    Extraction,
    PanelPrompt,
)
from presence.domains.runs.models import Run, StoredAnswer
from presence.domains.runs.queries import evidence
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.panels import PANEL
from presence.domains.runs.service.rows import answer_of


async def stored_observations(session: AsyncSession, run: Run) -> tuple[Observation, ...]:
    """The observations on which a stored run's headline is based."""
    panel = (await evidence.inputs(session, run.id)).get(PANEL, {"prompts": []})
    prompts = {p.id: p for p in load(tuple[PanelPrompt, ...], panel["prompts"])}
    read = await evidence.extractions(session, run.id)
    answers = [
        answer_of(row, prompts[row.prompt_key], _engine(row))
        for row in await evidence.answers(session, run.id)
        if row.prompt_key in prompts
    ]
    return observations(answers, [load(Extraction, row.data) for row in read.values()])


def observations(
    answers: Sequence[Answer], extractions: Sequence[Extraction]
) -> tuple[Observation, ...]:
    """Valid answers to neutral prompts on the headline's basis."""
    return tuple(headline_observations(answers, extractions)[1])


def _engine(row: StoredAnswer) -> EngineSpec:
    surface: Any = row.surface
    basis: Any = row.basis
    return EngineSpec(row.engine, row.engine_name, "", row.model, surface, basis)
