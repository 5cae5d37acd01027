"""Technical findings with their evidence: lists, decisions and re-checks; bots and the crawl."""

from __future__ import annotations

from uuid import UUID

from fastapi import Response

from presence.domains.findings.routes.conclusion_queries import FINDING_FILTERS, FindingQuery
from presence.domains.findings.schemas.conclusions import DecideIn, FindingRowOut, FindingsOut
from presence.domains.findings.schemas.conclusions_site import BotAccessOut, CrawlOut
from presence.domains.findings.service import decisions, lists
from presence.domains.findings.service import recheck as advice_recheck
from presence.domains.findings.service import site as advice_site
from presence.domains.identity.context import CurrentUser
from presence.domains.runs.context import RUN, VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent

router = slice_router("findings")
_FINDINGS = "/api/v1/brands/{brand_id}/gaps/technical"
_ONE = f"{_FINDINGS}/{{finding_id}}"


@router.get(_FINDINGS, dependencies=[*VIEW, FINDING_FILTERS])
async def technical_gaps(
    brand_id: UUID, session: TenantSession, asked: FindingQuery
) -> FindingsOut:
    """List technical findings.

    Limited to the findings the plan shows; `locked` counts the rest. `filter[status]=closed` lists
    findings that the newest run no longer found.
    """
    return await lists.listing(session, brand_id, FindingsOut, asked)


@router.get(_ONE, dependencies=VIEW)
async def technical_gap(brand_id: UUID, finding_id: UUID, session: TenantSession) -> FindingRowOut:
    """Get a technical finding with its evidence, fix and last re-check."""
    return await decisions.one(session, brand_id, FindingRowOut, finding_id)


@router.patch(_ONE, dependencies=RUN)
async def decide_finding(
    brand_id: UUID, finding_id: UUID, change: DecideIn, user: CurrentUser, session: TenantSession
) -> FindingRowOut:
    """Update the status, assignee or note of a technical finding.

    Dismissing a finding requires a reason.
    """
    changes = change.model_dump(exclude_unset=True)
    (row,) = await decisions.decide(
        session, brand_id, FindingRowOut, [finding_id], changes, user.user_id
    )
    return row


@router.post(f"{_ONE}/undo", dependencies=RUN, responses=documented(409))
async def undo_finding(
    brand_id: UUID, finding_id: UUID, user: CurrentUser, session: TenantSession
) -> FindingRowOut:
    """Undo the last change to a technical finding.

    409 when there is nothing to undo.
    """
    return await decisions.undo(session, brand_id, FindingRowOut, finding_id, user.user_id)


@router.post(f"{_ONE}/recheck", status_code=202, dependencies=RUN, responses=documented(409, 429))
@idempotent
async def recheck_finding(
    brand_id: UUID,
    finding_id: UUID,
    user: CurrentUser,
    session: TenantSession,
    response: Response,
    repeatable: RepeatableDep,
) -> FindingRowOut:
    """Re-check a technical finding now.

    Fetches the affected pages again in the background. The event `finding.updated` announces the
    result. 409 for a finding of an earlier run, 429 after too many re-checks.
    """
    row = await advice_recheck.request(session, brand_id, finding_id, user.user_id)
    response.headers["Location"] = _ONE.format(brand_id=brand_id, finding_id=finding_id)
    return row


@router.get("/api/v1/brands/{brand_id}/bot-access", dependencies=VIEW)
async def bot_access(brand_id: UUID, session: TenantSession) -> BotAccessOut:
    """List which bots can access the brand's site.

    For each bot: allowed, blocked or a policy choice, with the robots.txt line that decides.
    """
    return await advice_site.bot_access(session, brand_id)


@router.get("/api/v1/brands/{brand_id}/crawl", dependencies=VIEW)
async def crawl(brand_id: UUID, session: TenantSession) -> CrawlOut:
    """Get the result of crawling the brand's site.

    Includes the pages that were found, read and refused.
    """
    return await advice_site.crawl_summary(session, brand_id)
