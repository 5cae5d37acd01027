"""What the last crawl shows about bots and about itself.

Invariant: read from the crawl behind the shown technical results, never fetched again.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.audit.bots import bot_access as bots_of
from presence.analysis.crawler import ROBOTS_NAME, USER_AGENT
from presence.analysis.types import SiteCrawl
from presence.domains.findings.queries.advice_site import crawl_of_brand
from presence.domains.findings.schemas.conclusions_site import (
    BotAccessOut,
    BotOut,
    CrawlOut,
    ProblemOut,
)
from presence.domains.findings.service.lists import shown_of
from presence.domains.runs.service.codec import load

_REFUSED_SHOWN = 100
HOW_TO_ALLOW = f"User-agent: {ROBOTS_NAME}\nAllow: /"


async def _crawl(
    session: AsyncSession, brand_id: UUID
) -> tuple[UUID | None, bool, SiteCrawl | None, list[str]]:
    """(run, whether the brand has a website, its crawl, final URLs read). Raises NotFound."""
    shown = await shown_of(session, brand_id)
    found = None
    if shown.technical is not None:
        found = await crawl_of_brand(session, shown.technical)
    if found is None:
        return None, shown.has_website, None, []
    data, urls = found
    return shown.technical, shown.has_website, load(SiteCrawl, data), list(urls)


async def bot_access(session: AsyncSession, brand_id: UUID) -> BotAccessOut:
    """Every bot by purpose; none before the first crawl. Raises NotFound."""
    run_id, _, crawl, urls = await _crawl(session, brand_id)
    return BotAccessOut(
        run_id=run_id,
        robots_url=crawl.robots_url if crawl else "",
        robots_status=crawl.robots_status if crawl else None,
        checked_at=crawl.finished_at if crawl else None,
        bots=[BotOut.model_validate(bot) for bot in bots_of(crawl, urls)] if crawl else [],
    )


async def crawl_summary(session: AsyncSession, brand_id: UUID) -> CrawlOut:
    """Pages found, read and refused, and how to admit our crawler. Raises NotFound."""
    run_id, has_website, crawl, urls = await _crawl(session, brand_id)
    refused = crawl.refused if crawl else ()
    found = max(crawl.discovered, len(urls)) + len(refused) if crawl else 0
    problem = crawl.unreachable if crawl else None
    return CrawlOut(
        applicable=has_website,
        run_id=run_id,
        start_url=crawl.start_url if crawl else "",
        final_url=crawl.final_url if crawl else "",
        pages_found=found,
        pages_crawled=len(urls),
        pages_blocked=len(refused),
        complete=crawl is not None and bool(urls) and crawl.discovered <= len(urls),
        refused_pages=list(refused[:_REFUSED_SHOWN]),
        sitemaps=list(crawl.sitemaps) if crawl else [],
        sitemap_urls=crawl.sitemap_urls if crawl else 0,
        robots_name=ROBOTS_NAME,
        user_agent=(crawl.user_agent if crawl else "") or USER_AGENT,
        how_to_allow=HOW_TO_ALLOW,
        started_at=crawl.started_at if crawl else None,
        finished_at=crawl.finished_at if crawl else None,
        problem=ProblemOut.model_validate(problem) if problem else None,
    )
