"""One run in the hands of one worker: its frozen inputs and how stages take turns.

Invariant: what a stage needs is loaded in a short transaction, computed with none open, and
stored in a short transaction under the run's lease.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from uuid import UUID

from presence.analysis.ports import Embedder
from presence.analysis.types import (
    Answer,
    BrandProfile,
    DocumentText,
    EngineSpec,
    Panel,
)
from presence.domains.brands.service import brand_profile
from presence.domains.materials.service import documents_of
from presence.domains.visibility.models import Run
from presence.domains.visibility.queries import results
from presence.domains.visibility.service.codec import dump, load
from presence.domains.visibility.service.ledger import Ledger
from presence.domains.visibility.service.rows import answer_of

T = TypeVar("T")
DOCUMENTS = tuple[DocumentText, ...]
PROFILE, DOCUMENT_TEXTS, INGESTED, PANEL, TOPICS, AUDIT = (
    "profile", "documents", "ingested", "panel", "topics", "audit",
)  # fmt: skip


class RunFailed(Exception):
    """The run can produce nothing; `code` and the sentence are shown to the customer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Prompts:
    """The panel of the run and the row of each prompt by panel key."""

    panel: Panel
    ids: Mapping[str, UUID]


@dataclass(frozen=True, slots=True)
class Work:
    """The claimed run with the inputs it was frozen with."""

    ledger: Ledger
    run: Run
    profile: BrandProfile
    documents: tuple[DocumentText, ...]
    stored: dict[str, Any]

    @property
    def seed(self) -> int:
        """Seed of every random choice of the run."""
        return self.run.seed

    async def embedder(self) -> Embedder | None:
        """Local embeddings, loaded outside the event loop."""
        return await asyncio.to_thread(self.ledger.context.resources.embedder)

    async def remember(self, kind: str, data: Any) -> None:
        """Keep an intermediate result so that a resumed run does not make it again."""
        async with self.ledger.transaction() as session:
            await results.put_input(session, self.run.id, kind, data)
        self.stored[kind] = data

    async def answers(self, prompts: Prompts, engine: EngineSpec) -> tuple[Answer, ...]:
        """Every stored answer in the panel's order, samples ascending."""
        async with self.ledger.transaction() as session:
            rows = await results.answers(session, self.run.id)
        by_key = {prompt.id: prompt for prompt in prompts.panel.prompts}
        order = {key: number for number, key in enumerate(by_key)}
        known = [row for row in rows if row.prompt_key in by_key and row.engine == engine.id]
        known.sort(key=lambda row: (order[row.prompt_key], row.sample))
        return await aside(lambda: tuple(answer_of(r, by_key[r.prompt_key], engine) for r in known))


async def aside(compute: Callable[[], T]) -> T:
    """Run heavy computation in a thread, so that heartbeats and other jobs go on."""
    return await asyncio.to_thread(compute)


async def open_work(ledger: Ledger, run: Run) -> Work:
    """Freeze the brand as it is now for this run; a resumed run keeps what it began with."""
    async with ledger.transaction() as session:
        profile = await brand_profile(session, run.brand_id)
        documents = tuple(await documents_of(session, run.brand_id))
        await results.put_input(session, run.id, PROFILE, dump(profile))
        await results.put_input(session, run.id, DOCUMENT_TEXTS, dump(documents, DOCUMENTS))
        stored = await results.inputs(session, run.id)
    return Work(
        ledger,
        run,
        load(BrandProfile, stored[PROFILE]),
        load(DOCUMENTS, stored[DOCUMENT_TEXTS]),
        stored,
    )
