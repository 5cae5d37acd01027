"""What the crawl of a brand's site found out about bots and pages, on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.visibility.schemas.results import Count
from presence.http.schemas import ApiOut


class BotOut(ApiOut):
    """One bot on this site.

    `verdict` is by robots.txt over the judged pages; a blocked training bot is a policy choice.
    `byUserAgent` compares fetches made under the bot's name with ours: "not blocked" means not
    blocked by user agent, no more.
    """

    name: str
    vendor: str
    purpose: Literal["search", "user", "training"]
    verdict: Literal["allowed", "partly blocked", "blocked", "policy choice", "unknown"]
    line: str
    line_number: Count
    group: str
    pages_blocked: Count
    pages_judged: Count
    by_user_agent: Literal["not blocked", "blocked", "not tested"]
    user_agent_reason: str


class BotAccessOut(ApiOut):
    """Which bots may read the site, from the crawl of the shown run; no bots without one."""

    run_id: UUID | None
    robots_url: str
    robots_status: Count | None
    checked_at: datetime | None
    bots: list[BotOut]


class ProblemOut(ApiOut):
    """Why nothing could be read, as a sentence."""

    code: str
    message: str


class CrawlOut(ApiOut):
    """The crawl of the shown run; `applicable` is false for a brand without a website.

    `refusedPages` are the first of those our own robots group kept us from, `blockedPages` how
    many. `robotsName` and `userAgent` are how we name ourselves; `howToAllow` lets us in.
    """

    applicable: bool
    run_id: UUID | None
    start_url: str
    final_url: str
    pages_found: Count
    pages_crawled: Count
    pages_blocked: Count
    complete: bool
    refused_pages: list[str]
    sitemaps: list[str]
    sitemap_urls: Count
    robots_name: str
    user_agent: str
    how_to_allow: str
    started_at: datetime | None
    finished_at: datetime | None
    problem: ProblemOut | None
