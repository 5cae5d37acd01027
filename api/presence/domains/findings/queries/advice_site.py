"""SQL statements for re-checks of findings, and for the stored crawl without page texts.

Invariant: a finding has at most one pending re-check.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.findings.models import Recheck, TechnicalFinding
from presence.domains.runs.models import Crawl, PageSnapshot


async def lock_finding(session: AsyncSession, finding_id: UUID) -> None:
    """Make checking a finding's re-checks and requesting one a single step."""
    await session.execute(
        select(TechnicalFinding.id).where(TechnicalFinding.id == finding_id).with_for_update()
    )


async def last_recheck(session: AsyncSession, finding_id: UUID) -> Recheck | None:
    """The newest re-check of a finding."""
    return (
        await session.execute(
            select(Recheck)
            .where(Recheck.finding_id == finding_id)
            .order_by(Recheck.created_at.desc())
            .limit(1)
        )
    ).scalar_one_or_none()


async def rechecks_since(
    session: AsyncSession, brand_id: UUID, span: timedelta
) -> tuple[int, datetime | None, datetime]:
    """How many re-checks a brand requested within `span`, the time of the first, and now."""
    row = (
        await session.execute(
            select(func.count(), func.min(Recheck.created_at), func.now()).where(
                Recheck.brand_id == brand_id, Recheck.created_at > func.now() - span
            )
        )
    ).one()
    return row[0], row[1], row[2]


async def add_recheck(
    session: AsyncSession, brand_id: UUID, finding_id: UUID, user_id: UUID
) -> UUID:
    """Store a request for a re-check."""
    key = new_id()
    await session.execute(
        insert(Recheck).values(
            id=key, brand_id=brand_id, finding_id=finding_id, requested_by=user_id
        )
    )
    return key


async def waiting_recheck(
    session: AsyncSession, recheck_id: UUID
) -> tuple[Recheck, TechnicalFinding] | None:
    """A re-check that has not ended, locked until the commit, with its finding."""
    row = (
        await session.execute(
            select(Recheck, TechnicalFinding)
            .join(TechnicalFinding, TechnicalFinding.id == Recheck.finding_id)
            .where(Recheck.id == recheck_id, Recheck.status == "queued")
            .with_for_update(of=Recheck)
        )
    ).one_or_none()
    return None if row is None else (row[0], row[1])


async def end_recheck(session: AsyncSession, recheck_id: UUID, outcome: str, detail: str) -> None:
    """Record how a re-check ended."""
    await session.execute(
        update(Recheck)
        .where(Recheck.id == recheck_id)
        .values(status="done", outcome=outcome, detail=detail, finished_at=func.now())
    )


async def change_finding(
    session: AsyncSession, finding_id: UUID, values: Mapping[str, Any]
) -> None:
    """Store new evidence for a finding that was checked again."""
    await session.execute(
        update(TechnicalFinding)
        .where(TechnicalFinding.id == finding_id)
        .values(**values, checked_at=func.now())
    )


async def open_findings(session: AsyncSession, run_id: UUID, code: str) -> int:
    """How many findings of one code are not closed."""
    counted = select(func.count()).where(
        TechnicalFinding.run_id == run_id,
        TechnicalFinding.code == code,
        TechnicalFinding.status.not_in(("done", "dismissed")),
    )
    return (await session.execute(counted)).scalar_one()


async def crawl_of_brand(session: AsyncSession, run_id: UUID) -> tuple[Any, Sequence[str]] | None:
    """The brand's crawl in a run without its pages, and the final URLs of those read."""
    crawl = (
        await session.execute(
            select(Crawl.id, Crawl.data).where(Crawl.run_id == run_id, Crawl.owner == "brand")
        )
    ).one_or_none()
    if crawl is None:
        return None
    urls = await session.execute(
        select(PageSnapshot.facts["final_url"].astext)
        .where(PageSnapshot.crawl_id == crawl.id)
        .order_by(PageSnapshot.number)
    )
    return crawl.data, urls.scalars().all()
