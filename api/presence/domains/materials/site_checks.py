"""Asking for a look at an address, and doing it in the background (E-36).

Invariant: the look is asked for within the caller's transaction and done with none open; a
workspace can ask only so often, because each look makes us visit a stranger's server.
"""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.crawler import normalize_url
from presence.core.errors import FieldError, NotFound, RateLimited, ValidationFailed
from presence.domains.materials.queries import site_checks as queries
from presence.domains.materials.records import INVALID_URL, SiteCheckRef, SiteResult
from presence.jobs.queue import enqueue

JOB = "materials.check_site"
GIVE_UP = "materials.give_up_check"
MOST_PER_WINDOW = 60
WINDOW = timedelta(hours=1)
INTERRUPTED = "The check was interrupted on our side. Please try again."


async def request_check(session: AsyncSession, workspace_id: UUID, typed: str) -> SiteCheckRef:
    """Queue a look at what somebody typed. Raises ValidationFailed or RateLimited."""
    try:
        url = normalize_url(typed)
    except ValueError as error:
        problem = FieldError("/url", INVALID_URL, "url")
        raise ValidationFailed(INVALID_URL, errors=(problem,)) from error
    if await queries.recent_checks(session, WINDOW) >= MOST_PER_WINDOW:
        raise RateLimited(
            "Too many site checks. Please try again later.",
            headers={"Retry-After": str(int(WINDOW.total_seconds()))},
        )
    check_id = await queries.insert_check(session, url)
    await enqueue(session, JOB, {"check_id": check_id}, workspace_id=workspace_id)
    return SiteCheckRef(check_id, url)


async def read_check(session: AsyncSession, check_id: UUID) -> SiteCheckRef:
    """A site check and what it found so far. Raises NotFound."""
    row = await queries.find_check(session, check_id)
    if row is None:
        raise NotFound("We could not find that check.")
    return SiteCheckRef(row.id, row.url, SiteResult(**row.result) if row.result else None)


async def give_up_check(session: AsyncSession, check_id: UUID) -> None:
    """End a check whose job will not come back; one that has its result keeps it."""
    row = await queries.find_check(session, check_id)
    if row is not None and row.result is None:
        await finish_check(session, check_id, SiteResult(reachable=False, reason=INTERRUPTED))


async def finish_check(session: AsyncSession, check_id: UUID, result: SiteResult) -> None:
    """Store what was found."""
    await queries.finish_check(session, check_id, asdict(result))
