"""Competitors found in answers: which are suggested to the customer, and which never again.

Invariant: a name that the customer tracks, dismissed or removed is never suggested again, in any
spelling.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.extraction.folding import fold_name
from presence.core.ids import new_id
from presence.domains.brands.models import BrandCompetitor
from presence.domains.brands.queries import competitors as queries
from presence.domains.brands.records import CompetitorDetail, FoundName
from presence.domains.brands.service.brands import require
from presence.domains.brands.service.competitors import detail

MOST = 20
_NAME = 120


async def suggest_competitors(
    session: AsyncSession, brand_id: UUID, run_id: UUID, found: Sequence[FoundName]
) -> int:
    """Suggest names that a run's answers gave as alternatives; returns how many are new.

    Takes the `MOST` names that appear in most prompts. A name already suggested gets this run's
    counts, so repeating the call changes nothing.
    """
    brand = await require(session, brand_id, lock=True)
    rows = await queries.all_of(session, brand_id)
    offered = {fold_name(row.name): row for row in rows if row.status == "suggested"}
    known = {fold_name(name) for name in (brand.name, *brand.aliases)}
    for row in rows:
        if row.status != "suggested":
            known |= {fold_name(name) for name in (row.name, *row.aliases)}
    fresh = 0
    ranked = sorted(found, key=lambda name: (-name.prompts, -name.answers, name.name))
    for name in ranked[:MOST]:
        key = fold_name(name.name)
        if not key or key in known or len(name.name) > _NAME:
            continue
        if key not in offered:
            offered[key] = BrandCompetitor(
                id=new_id(), brand_id=brand_id, name=name.name, status="suggested"
            )
            session.add(offered[key])
            fresh += 1
        _note(offered[key], run_id, name)
    await session.flush()
    return fresh


async def suggested_by(
    session: AsyncSession, brand_id: UUID, run_id: UUID
) -> list[CompetitorDetail]:
    """Suggestions with the counts of this run, most answers first."""
    rows = await queries.with_status(session, brand_id, "suggested")
    found = [detail(row) for row in rows if row.found_in_run_id == run_id]
    return sorted(found, key=lambda one: (-one.answers, one.name))


def _note(row: BrandCompetitor, run_id: UUID, name: FoundName) -> None:
    row.found_in_run_id = run_id
    row.answers, row.prompts, row.engines = name.answers, name.prompts, name.engines
    row.example_answer_id = name.example_answer_id
    row.example_start, row.example_end = name.example_start, name.example_end
