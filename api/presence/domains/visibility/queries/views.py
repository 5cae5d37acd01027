"""SQL statements for the other reads of the API, as prepared JSON.

Invariant: lists are limited here, so a row that a plan does not show never leaves the database.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import TextClause, text
from sqlalchemy.ext.asyncio import AsyncSession

_RUN = text("SELECT run_summary(r)::text FROM run r WHERE r.id = :run")
_RUNS = text("""
SELECT id, run_summary(r)::text AS document FROM run r
 WHERE brand_id = :brand AND (CAST(:after AS uuid) IS NULL OR id < :after)
 ORDER BY id DESC LIMIT :limit
""")
_COUNT_RUNS = text("SELECT count(*) FROM run WHERE brand_id = :brand")
_FINDINGS = text("""
SELECT json_build_object('id', id, 'code', code, 'group', "group", 'page', page, 'pages', pages,
    'issue', issue, 'type', type, 'impact', impact, 'action', action, 'fix', fix,
    'effort', effort, 'evidence', evidence, 'bots', bots, 'policyChoice', policy_choice,
    'status', status) AS document
  FROM technical_finding WHERE run_id = :run ORDER BY number LIMIT :limit
""")
_BRIEFS = text("""
SELECT document FROM answer_brief WHERE run_id = :run AND document ->> 'intent' <> 'branded'
 ORDER BY position, sample LIMIT :limit
""")
_ANSWER = text("""
SELECT a.*, p.text AS prompt_text, p.intent, p.topic, p.locale,
       (SELECT e.data FROM extraction e WHERE e.workspace_id = a.workspace_id
           AND e.answer_id = a.id ORDER BY e.created_at DESC LIMIT 1) AS reading
  FROM answer a JOIN prompt p ON p.workspace_id = a.workspace_id AND p.id = a.prompt_id
 WHERE a.id = :answer
""")


async def run_document(session: AsyncSession, run_id: UUID) -> str | None:
    """A run as JSON text."""
    found: str | None = (await session.execute(_RUN, {"run": run_id})).scalar_one_or_none()
    return found


async def run_documents(
    session: AsyncSession, brand_id: UUID, after: UUID | None, limit: int
) -> tuple[list[tuple[UUID, str]], int]:
    """Runs of a brand as (id, JSON text), newest first, and their total number."""
    rows = await session.execute(_RUNS, {"brand": brand_id, "after": after, "limit": limit})
    total: int = (await session.execute(_COUNT_RUNS, {"brand": brand_id})).scalar_one()
    return [(row.id, row.document) for row in rows], total


async def technical_findings(session: AsyncSession, run_id: UUID, limit: int | None) -> list[Any]:
    """Technical findings in rank order."""
    return await _documents(session, _FINDINGS, run_id, limit)


async def scored_briefs(session: AsyncSession, run_id: UUID, limit: int | None) -> list[Any]:
    """Answers that count for scores (no branded questions) in panel order, samples ascending."""
    return await _documents(session, _BRIEFS, run_id, limit)


async def _documents(
    session: AsyncSession, statement: TextClause, run_id: UUID, limit: int | None
) -> list[Any]:
    rows = await session.execute(statement, {"run": run_id, "limit": limit})
    return list(rows.scalars())


async def answer(session: AsyncSession, answer_id: UUID) -> Any | None:
    """An answer with its prompt and its newest extraction."""
    return (await session.execute(_ANSWER, {"answer": answer_id})).one_or_none()
