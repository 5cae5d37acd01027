"""One run held by one worker: its fixed inputs and how stages access the database.

Invariant: what a stage needs is loaded in a short transaction, computed with none open, and stored
in a short transaction under the run's lease.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Any, TypeVar

from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.ports import Embedder
from presence.analysis.types import (
    Answer,
    AuditReport,
    BrandProfile,
    DocumentText,
    EngineSpec,
)
from presence.domains.brands.service import brand_profile
from presence.domains.materials.service import documents_of
from presence.domains.runs.models import Run
from presence.domains.runs.queries import evidence
from presence.domains.runs.service.codec import dump, load
from presence.domains.runs.service.engines import asked_specs, spec_of
from presence.domains.runs.service.other_part import choose_other_part
from presence.domains.runs.service.panels import PANEL, Prompts, answers_of, load_panel
from presence.domains.runs.service.run_kinds import Pipeline, pipeline_of
from presence.domains.runs.service.run_lease import RunLease

T = TypeVar("T")
DOCUMENTS = tuple[DocumentText, ...]
PROFILE, DOCUMENT_TEXTS, INGESTED, AUDIT = "profile", "documents", "ingested", "audit"


class RunFailed(Exception):
    """The run cannot produce anything; `code` and the sentence are shown to the customer."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class Work:
    """The claimed run with the inputs that were fixed for it."""

    lease: RunLease
    run: Run
    profile: BrandProfile
    documents: tuple[DocumentText, ...]
    stored: dict[str, Any]

    @property
    def seed(self) -> int:
        """The seed of every random choice of the run."""
        return self.run.seed

    async def embedder(self) -> Embedder | None:
        """Local embeddings, loaded outside the event loop."""
        return await asyncio.to_thread(self.lease.context.resources.embedder)

    async def remember(self, kind: str, data: Any) -> None:
        """Store an intermediate result so that a resumed run does not compute it again."""
        async with self.lease.transaction() as session:
            await evidence.put_input(session, self.run.id, kind, data)
        self.stored[kind] = data

    @property
    def reading_versions(self) -> dict[str, str]:
        """The versions that matter to a run that only extracts answers."""
        return {"extractor": EXTRACTOR_VERSION}

    @property
    def pipeline(self) -> Pipeline:
        """The steps of this kind of run."""
        return pipeline_of(self.run.kind)

    @property
    def specs(self) -> tuple[EngineSpec, ...]:
        """Engines of the run that have something to ask, in the run's order."""
        return asked_specs(self.run.engines)

    async def answers(self, prompts: Prompts) -> tuple[Answer, ...]:
        """Every stored answer by engine in the run's order, then the panel's, samples ascending."""
        async with self.lease.transaction() as session:
            rows = await evidence.answers(session, self.run.id)
        specs = {spec_of(entry).id: spec_of(entry) for entry in self.run.engines}
        return await asyncio.to_thread(lambda: answers_of(rows, prompts, specs))

    async def earlier_answers(self) -> tuple[Prompts, tuple[Answer, ...]]:
        """Questions and answers of the newest run that asked; empty if there is none."""
        async with self.lease.transaction() as session:
            run = await choose_other_part(session, self.run)
            if run is None:
                return load_panel(None), ()
            rows = await evidence.answers(session, run.id)
            stored = await evidence.inputs(session, run.id)
        specs = {spec_of(entry).id: spec_of(entry) for entry in run.engines}
        prompts = load_panel(stored.get(PANEL))
        return prompts, await asyncio.to_thread(lambda: answers_of(rows, prompts, specs))

    async def earlier_audit(self) -> AuditReport | None:
        """The audit of the newest run that made one."""
        async with self.lease.transaction() as session:
            run = await choose_other_part(session, self.run)
            stored = {} if run is None else await evidence.inputs(session, run.id)
        data = stored.get(AUDIT)
        return None if data is None else load(AuditReport, data)


async def open_work(lease: RunLease, run: Run) -> Work:
    """Fix the brand's current state for this run; a resumed run keeps what it began with."""
    async with lease.transaction() as session:
        profile = await brand_profile(session, run.brand_id)
        documents = tuple(await documents_of(session, run.brand_id))
        await evidence.put_input(session, run.id, PROFILE, dump(profile))
        await evidence.put_input(session, run.id, DOCUMENT_TEXTS, dump(documents, DOCUMENTS))
        stored = await evidence.inputs(session, run.id)
    return Work(
        lease,
        run,
        load(BrandProfile, stored[PROFILE]),
        load(DOCUMENTS, stored[DOCUMENT_TEXTS]),
        stored,
    )
