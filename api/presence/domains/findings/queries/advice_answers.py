"""SQL statements for the content gap of the question that an answer belongs to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_GAPS: Final = text("""
SELECT a.id AS answer_id, g.id, g.prompt, g.number
  FROM answer a
  JOIN content_gap g ON g.workspace_id = a.workspace_id AND g.prompt_id = a.prompt_id
 WHERE a.id = ANY(:answers) AND g.run_id = :run AND g.status NOT IN ('done', 'dismissed')
   AND (CAST(:most AS integer) IS NULL OR g.number <= :most)
 ORDER BY g.number
""")


@dataclass(frozen=True, slots=True)
class AnswerGap:
    """An open gap: the lost question, and its rank in its run, from 1."""

    id: UUID
    prompt: str
    number: int


async def gaps_of_answers(
    session: AsyncSession, run_id: UUID, answers: Sequence[UUID], most: int | None
) -> list[tuple[UUID, AnswerGap]]:
    """(answer, gap) by rank; `most` is the plan's preview, None for all gaps."""
    asked = {"answers": list(dict.fromkeys(answers)), "run": run_id, "most": most}
    rows = await session.execute(_GAPS, asked)
    return [(row.answer_id, AnswerGap(row.id, row.prompt, row.number)) for row in rows]
