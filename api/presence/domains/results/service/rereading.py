"""Extracts a run's stored answers again, in chunks, keeping only what scoring needs.

Invariant: an answer already extracted in this way is not extracted again, so interrupted work
resumes where it stopped; texts are released chunk by chunk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.provenance import answer_digest, reading_version
from presence.analysis.scoring import Observation, observe, slim
from presence.analysis.types import (
    Answer,
    BrandProfile,
    EngineSpec,
    Extraction,
    PanelPrompt,
    RawAnswer,
)
from presence.domains.results.queries import rescoring
from presence.domains.runs.queries import evidence
from presence.domains.runs.service.codec import load
from presence.domains.runs.service.rows import CITATIONS, extraction_row

Transaction = Callable[[], AbstractAsyncContextManager[AsyncSession]]
AfterChunk = Callable[[AsyncSession, int, Sequence[Extraction]], Awaitable[None]]


@dataclass(slots=True)
class Reread:
    """A run's answers without their texts, and the extraction of each."""

    every: list[Observation] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    prompts: dict[str, UUID] = field(default_factory=dict)

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers, valid or not."""
        return tuple(o.answer for o in self.every)

    @property
    def extractions(self) -> tuple[Extraction, ...]:
        """Their extractions, in the same order."""
        return tuple(o.extraction for o in self.every)

    @property
    def valid(self) -> list[Observation]:
        """Observations of valid answers."""
        return [o for o in self.every if o.answer.valid]


async def reread(
    transaction: Transaction,
    run_id: UUID,
    profile: BrandProfile,
    after_chunk: AfterChunk | None = None,
) -> Reread:
    """Extract all answers of a run for `profile`; with `after_chunk` the results are stored.

    `after_chunk(session, answers, fresh)` runs in the transaction that stores a chunk, with the new
    extractions.
    """
    reader = _Reader(profile)
    found = Reread()
    after: UUID | None = None
    while True:
        async with transaction() as session:
            rows = await rescoring.chunk(session, run_id, reader.reading, after)
        if not rows:
            return found
        chunk = rows
        fresh = await asyncio.to_thread(lambda: reader.read(chunk, found))  # noqa: B023 - awaited at once
        if after_chunk is not None:
            async with transaction() as session:
                stored = [extraction_row(item, reader.reading) for item in fresh]
                await evidence.put_extractions(session, stored)
                await after_chunk(session, len(rows), fresh)
        after = rows[-1].id


class _Reader:
    """Turns rows into slim observations; prompts and engines are built once each."""

    def __init__(self, profile: BrandProfile) -> None:
        self.reading = reading_version(profile)
        self._entities = EntitySet.of(profile)
        self._prompts: dict[str, PanelPrompt] = {}
        self._engines: dict[tuple[str, str], EngineSpec] = {}

    def read(self, rows: Sequence[Any], found: Reread) -> list[Extraction]:
        """Add the rows to `found`; returns the extractions that were not stored yet."""
        fresh: list[Extraction] = []
        for row in rows:
            answer = self._answer(row)
            if row.reading is None:
                extraction = extract_answer(answer, self._entities)
                fresh.append(extraction)
            else:
                extraction = load(Extraction, row.reading)
            found.every.append(slim(observe(answer, extraction)))
            found.digests.append(answer_digest(answer))
            found.prompts[row.prompt_key] = row.prompt_id
        return fresh

    def _answer(self, row: Any) -> Answer:
        if row.prompt_key not in self._prompts:
            self._prompts[row.prompt_key] = PanelPrompt(
                row.prompt_key,
                row.question,
                row.intent,
                row.topic,
                row.locale,
                row.branded,
                row.version,
            )
        named = (row.engine, row.model)
        if named not in self._engines:
            self._engines[named] = EngineSpec(
                row.engine, row.engine_name, "", row.model, row.surface, row.basis
            )
        citations = None if row.citations is None else load(CITATIONS, row.citations)
        raw = RawAnswer(row.status, row.text, row.model, citations)
        return Answer(
            str(row.id),
            self._prompts[row.prompt_key],
            self._engines[named],
            row.sample,
            row.answered_at,
            raw,
        )
