"""Finds the open content gap that an answer belongs to.

Invariant: a gap that the plan does not show is never named.
"""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.findings.queries import advice_answers as queries
from presence.domains.findings.queries.advice_answers import AnswerGap as AnswerGap
from presence.domains.findings.service.lists import preview, shown_of


async def gaps_of_answers(
    session: AsyncSession, brand_id: UUID, answers: Sequence[UUID]
) -> dict[UUID, AnswerGap]:
    """For each answer, the gap of its question; the worst one if there are several.

    Raises NotFound for a foreign brand.
    """
    run_id = (await shown_of(session, brand_id)).run_of("gap")
    if run_id is None or not answers:
        return {}
    found = await queries.gaps_of_answers(session, run_id, answers, await preview(session, "gap"))
    return dict(reversed(found))
