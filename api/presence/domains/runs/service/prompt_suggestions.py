"""Suggests questions that the panel does not ask yet, from what the brand sells.

Invariant: nothing is suggested that the brand ever had, asked or dismissed, and customers are not
swamped: while enough suggestions are waiting, none are added.
"""

from __future__ import annotations

import asyncio

from presence.analysis.panel import suggest_prompts
from presence.analysis.pipeline import Ingested
from presence.analysis.types import PanelPrompt
from presence.domains.brands.service import (
    known_questions,
    save_suggestions,
    waiting_suggestions,
)
from presence.domains.runs.service.understanding import understand
from presence.domains.runs.service.work import Work

ENOUGH = 20


async def offer_questions(work: Work, ingested: Ingested) -> None:
    """Fill the brand's suggestions up to `ENOUGH`."""
    async with work.lease.transaction() as session:
        missing = ENOUGH - await waiting_suggestions(session, work.run.brand_id)
        known = await known_questions(session, work.run.brand_id)
    if missing <= 0:
        return
    offer = await understand(work, ingested)
    embedder = await work.embedder()

    def compute() -> tuple[PanelPrompt, ...]:
        return suggest_prompts(work.profile, offer, known, missing, embedder)

    offered = await asyncio.to_thread(compute)
    async with work.lease.transaction() as session:
        await save_suggestions(session, work.run.brand_id, offered)
