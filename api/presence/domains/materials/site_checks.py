"""Requests a check of an address, which is done in the background.

Invariant: the check is requested in the caller's transaction and done with none open; a person and
a workspace can request only so many, and a site is checked once a minute across all customers,
because each check makes us visit a stranger's server.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.crawler import normalize_url
from presence.analysis.types import SiteLook
from presence.core.errors import NotFound, ValidationFailed
from presence.core.settings import Settings
from presence.domains.materials.queries import site_checks as queries
from presence.domains.materials.records import INVALID_URL, SiteCheckRef
from presence.domains.workspaces.service import quotas
from presence.domains.workspaces.service.site_visits import take_visit
from presence.jobs.queue import enqueue

JOB = "materials.check_site"
GIVE_UP = "materials.give_up_check"
INTERRUPTED = "The check was interrupted on our side. Please try again."


@dataclass(frozen=True, slots=True)
class AskedBy:
    """Who requests a check, and in which workspace."""

    user_id: UUID
    workspace_id: UUID


async def request_check(
    session: AsyncSession, settings: Settings, by: AskedBy, typed: str
) -> SiteCheckRef:
    """Queue a check of what somebody entered, or return the workspace's own of a moment ago.

    Raises ValidationFailed or RateLimited.
    """
    try:
        url = normalize_url(typed)
    except ValueError as error:
        raise ValidationFailed.at("/url", INVALID_URL, "url") from error
    known = await queries.recent_check(session, url, settings.outbound.site_every_s)
    if known is not None:
        return SiteCheckRef(known, url)
    await quotas.use_up_both(session, quotas.SITE_CHECKS, by.user_id, by.workspace_id)
    await take_visit(session, settings, url)
    await queries.forget_old(session)
    check_id = await queries.insert_check(session, url)
    await enqueue(session, JOB, {"check_id": check_id}, workspace_id=by.workspace_id)
    return SiteCheckRef(check_id, url)


async def read_check(session: AsyncSession, check_id: UUID) -> SiteCheckRef:
    """A site check and its results so far. Raises NotFound."""
    row = await queries.find_check(session, check_id)
    if row is None:
        raise NotFound("We could not find that check.")
    return SiteCheckRef(row.id, row.url, SiteLook(**row.result) if row.result else None)


async def give_up_check(session: AsyncSession, check_id: UUID) -> None:
    """End a check whose job will not return; one that has its result keeps it."""
    row = await queries.find_check(session, check_id)
    if row is not None and row.result is None:
        await finish_check(session, check_id, SiteLook(reachable=False, reason=INTERRUPTED))


async def finish_check(session: AsyncSession, check_id: UUID, result: SiteLook) -> None:
    """Store the result."""
    await queries.finish_check(session, check_id, asdict(result))
