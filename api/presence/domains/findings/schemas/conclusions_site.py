"""What the crawl of a brand's site found out about bots and pages, on the wire."""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from presence.domains.results.schemas.results import Count
from presence.http.schemas import ApiOut


class BotOut(ApiOut):
    """The access of one bot to the site.

    `verdict` applies robots.txt to the checked pages; blocking a training bot is a policy choice.
    `byUserAgent` compares fetches under the bot's name with regular ones: "not blocked" only means
    not blocked by user agent.
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
    """Bot access to the site, from the crawl of the run shown; `bots` is empty without a crawl."""

    run_id: UUID | None
    robots_url: str
    robots_status: Count | None
    checked_at: datetime | None
    bots: list[BotOut]


class ProblemOut(ApiOut):
    """Why nothing could be read, as a code and a sentence."""

    code: str
    message: str


class CrawlOut(ApiOut):
    """The crawl of the run shown; `applicable` is false for a brand without a website.

    `refusedPages` lists the first pages that robots.txt closes to our crawler, `blockedPages`
    counts all of them. `robotsName` and `userAgent` identify the crawler; `howToAllow` explains how
    to grant it access.
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
