"""The dashboard's hot read: one statement over prepared JSON.

What the dashboard shows of a brand's runs changes only when a run does, so it is composed once per
change (`refresh` in `runs/queries/shown_results`) and read as text. Brand, plan and schedule are
read live.

Invariant: one statement resolves the session, the role and the brand; row security filters every
table named here.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.session import Database

_SUMMARY = "SELECT brand_summary($1, $2, $3, $4)"
_RESULTS = text("""
SELECT b.website_url IS NOT NULL AS has_website, v.document
FROM brand b LEFT JOIN brand_results v ON v.workspace_id = b.workspace_id AND v.brand_id = b.id
WHERE b.id = :brand AND b.status <> 'deleted'
""")
_PORTFOLIO = text("""
SELECT b.id, b.name, b.website_url, b.status, b.created_at, v.last_run_at,
  v.document::jsonb -> 'scores' AS scores, v.document::jsonb -> 'gaps' AS gaps,
  coalesce(v.document::jsonb -> 'trend', '[]') AS trend,
  (SELECT r.status FROM run r WHERE r.brand_id = b.id ORDER BY r.created_at DESC LIMIT 1)
    AS run_status
FROM brand b LEFT JOIN brand_results v ON v.workspace_id = b.workspace_id AND v.brand_id = b.id
WHERE b.status <> 'deleted' ORDER BY b.id
""")


@dataclass(frozen=True, slots=True)
class SummaryRow:
    """The columns of `brand_summary`, in order; without a brand all except the role are None.

    `live` and `results` are JSON objects; `results` is None before the first run. They are followed
    by the brand's creation, the last run, the columns for the plan's access rule, and the schedule:
    the next date and why none was started on the last one. Times are in ISO 8601.
    """

    role: str
    live: str | None = None
    results: str | None = None
    created_at: str | None = None
    last_run_at: str | None = None
    plan_id: str | None = None
    status: str | None = None
    current_period_start: str | None = None
    current_period_end: str | None = None
    trial_end: str | None = None
    end_date: str | None = None
    past_due_since: str | None = None
    next_run_at: str | None = None
    skipped_reason: str | None = None


async def summary(
    database: Database, token_hash: bytes, idle: timedelta, brand_id: UUID, now: datetime
) -> SummaryRow | None:
    """The dashboard of a brand in one round trip; None if the token belongs to no session."""
    row = await database.read_value(_SUMMARY, token_hash, idle, brand_id, now)
    found = cast("list[str] | None", row)
    return None if found is None else SummaryRow(*found)


async def stored_results(session: AsyncSession, brand_id: UUID) -> tuple[bool, str | None] | None:
    """(has a website, results as JSON text); None if this workspace has no such brand."""
    row = (await session.execute(_RESULTS, {"brand": brand_id})).one_or_none()
    return None if row is None else (row.has_website, row.document)


async def portfolio(session: AsyncSession) -> list[dict[str, Any]]:
    """Every brand not deleted, oldest first, with what its dashboard shows as JSON."""
    return [dict(row) for row in (await session.execute(_PORTFOLIO)).mappings()]
