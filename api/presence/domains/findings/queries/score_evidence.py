"""SQL statements for the other reads of the API, as prepared JSON.

Invariant: lists are limited here, so a row that a plan does not show never leaves the database.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

_FINDINGS = text("""
SELECT json_build_object('id', id, 'code', code, 'group', "group", 'page', page, 'pages', pages,
    'issue', issue, 'type', type, 'impact', impact, 'action', action, 'fix', fix,
    'effort', effort, 'evidence', evidence, 'bots', bots, 'policyChoice', policy_choice,
    'status', status) AS document
  FROM technical_finding WHERE run_id = :run ORDER BY number LIMIT :limit
""")
_BRIEFS = text("""
SELECT document FROM answer_brief WHERE run_id = :run AND document ->> 'intent' <> 'branded'
   AND document ->> 'status' = 'completed' AND document ->> 'engine' = ANY(:engines)
 ORDER BY position, sample LIMIT :limit
""")
_COUNTS = text("""
SELECT a.engine, a.basis, count(*) FILTER (WHERE a.status = 'completed') AS valid, count(*) AS asked
  FROM answer a JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
 WHERE a.run_id = :run AND NOT p.branded GROUP BY a.engine, a.basis
""")
_ANSWER = text("""
SELECT a.*, p.text AS prompt_text, p.intent, p.topic, p.locale,
       (SELECT e.data FROM extraction e WHERE e.workspace_id = a.workspace_id
           AND e.answer_id = a.id ORDER BY e.created_at DESC LIMIT 1) AS reading
  FROM answer a JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
 WHERE a.id = :answer
""")


async def technical_findings(session: AsyncSession, run_id: UUID, limit: int | None) -> list[Any]:
    """Technical findings in rank order."""
    rows = await session.execute(_FINDINGS, {"run": run_id, "limit": limit})
    return list(rows.scalars())


async def answer_counts(session: AsyncSession, run_id: UUID) -> list[tuple[str, str, int, int]]:
    """(engine, basis, valid, asked) of a run's answers to questions that do not name the brand."""
    rows = await session.execute(_COUNTS, {"run": run_id})
    return [(row.engine, row.basis, row.valid, row.asked) for row in rows]


async def scored_briefs(
    session: AsyncSession, run_id: UUID, engines: Collection[str], limit: int | None
) -> list[Any]:
    """Valid answers of `engines` to questions that do not name the brand, in panel order."""
    asked = {"run": run_id, "engines": sorted(engines), "limit": limit}
    return list((await session.execute(_BRIEFS, asked)).scalars())


async def answer(session: AsyncSession, answer_id: UUID) -> Any | None:
    """An answer with its prompt and its newest extraction."""
    return (await session.execute(_ANSWER, {"answer": answer_id})).one_or_none()
