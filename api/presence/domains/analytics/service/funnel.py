"""From a page to a visit: what logs count of each page beside the answers that cite it.

Invariant: only answers behind the metrics count, and only requests the plan shows.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics.page_steps import (
    Fetches,
    KnownSteps,
    OwnCitation,
    SitePage,
    Steps,
    page_of,
    page_of_url,
    page_steps,
)
from presence.analysis.scoring.intervals import clustered_rate
from presence.domains.analytics.queries import funnel as queries
from presence.domains.analytics.schemas.funnel import (
    FunnelOut,
    FunnelPageOut,
    FunnelStepOut,
    Missing,
    StepName,
)
from presence.domains.analytics.service.answer_lists import counted_runs
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import brand_profile
from presence.domains.results.queries import cells
from presence.domains.results.service.ranges import DaySpan
from presence.domains.traffic.records import RequestedPages
from presence.domains.traffic.service import summaries
from presence.domains.traffic.service.summaries import Asked
from presence.domains.traffic.service.wrong_lines import table
from presence.domains.workspaces.service import workspace_zone

MOST_SHOWN: Final = 200
_DEFAULT: Final = timedelta(days=summaries.DEFAULT_DAYS - 1)
_STALE: Final = timedelta(days=7)
_HEADER: Final = (
    *("site", "page", "fetched for an index", "fetched for a user", "refused or failed"),
    *("cited in answers", "of them naming the brand", "share of answers", "share from", "share to"),
    *("page views", "missing"),
)


@dataclass(frozen=True, slots=True)
class FunnelQuery:
    """Days (inclusive, None chooses) and what the pages wanted miss (None: all)."""

    first: date | None = None
    last: date | None = None
    missing: Missing | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    """`asked` counts the answers whose sources are known, by question."""

    logged: RequestedPages
    answered: DaySpan
    runs: int
    asked: Counter[Hashable]
    citing: int
    naming: int
    pages: list[Steps]


async def funnel(
    session: AsyncSession, brand_id: UUID, asked: FunnelQuery, now: datetime
) -> FunnelOut:
    """The steps and the pages.

    Raises NotFound, ValidationFailed, and PlanLimitReached without full analytics.
    """
    found = await _found(session, brand_id, asked, now)
    missing = Counter(one.missing for one in found.pages if one.missing is not None)
    wanted = _wanted(found.pages, asked.missing)
    return FunnelOut(
        first=found.logged.first,
        last=found.logged.last,
        limited=found.logged.limited,
        counted=found.logged.counted,
        newest_logged=found.logged.newest,
        cut=found.logged.cut,
        answered_from=found.answered.first,
        answered_to=found.answered.last,
        runs=found.runs,
        answers=found.asked.total(),
        questions=len(found.asked),
        steps=_steps(found),
        pages=len(found.pages),
        missing=dict(missing),
        total=len(wanted),
        data=[_page(one, found.asked) for one in wanted[:MOST_SHOWN]],
    )


async def funnel_csv(
    session: AsyncSession, brand_id: UUID, asked: FunnelQuery, now: datetime
) -> bytes:
    """All the pages as CSV. Raises the same as `funnel`."""
    found = await _found(session, brand_id, asked, now)
    rows = (_page(one, found.asked) for one in _wanted(found.pages, asked.missing))
    return table([_HEADER, *(tuple(_cell(value) for _, value in row) for row in rows)])


def _cell(value: object) -> object:
    return "" if value is None else value


async def _found(
    session: AsyncSession, brand_id: UUID, asked: FunnelQuery, now: datetime
) -> _Found:
    profile = await brand_profile(session, brand_id)
    limits = (await current_plan(session)).limits
    require_feature(limits, "analytics.full")
    logged = await summaries.requested_pages(session, brand_id, Asked(asked.first, asked.last), now)
    days = (logged.first, logged.last)
    if asked.first is None and asked.last is None:  # a log may be older than the newest analysis
        today = now.astimezone(await workspace_zone(session)).date()
        days = (min(logged.first, today - _DEFAULT), today)
    read, runs, pairs = await counted_runs(session, brand_id, days, now, limits.analytics_days)
    rows = await cells.cells(session, runs, runs[-1].basis) if runs else []
    answers = Counter[Hashable]()
    for row in rows:
        if row.cell.cited_known:
            answers[row.prompt] += row.cell.cited_known
    cited = [OwnCitation(*row) for row in await queries.cited_pages(session, pairs)]
    pages = await asyncio.to_thread(_pages, profile.website, logged, cited, read, bool(answers))
    return _Found(
        logged=logged,
        answered=read,
        runs=len(runs),
        asked=answers,
        citing=len({one.answer for one in cited}),
        naming=len({one.answer for one in cited if one.named}),
        pages=pages,
    )


def _pages(
    website: str | None,
    logged: RequestedPages,
    cited: list[OwnCitation],
    read: DaySpan,
    asked: bool,
) -> list[Steps]:
    home = page_of_url(website or "")
    requests = [
        (
            _place(one.site, one.page, home),
            Fetches(one.fetched, one.live, one.served, one.refused, one.visits),
        )
        for one in logged.pages
    ]
    whole = not logged.cut and logged.newest >= read.last - _STALE
    sites = frozenset(place.site for place, _ in requests) if whole else frozenset[str]()
    return page_steps(requests, cited, KnownSteps(sites, asked))


def _place(site: str, page: str, home: SitePage | None) -> SitePage:
    """The page of a log, which may leave out the site when it serves one only."""
    return page_of(site or (home.site if home else ""), page)


def _wanted(pages: Iterable[Steps], missing: Missing | None) -> list[Steps]:
    return [one for one in pages if missing is None or one.missing == missing]


def _steps(found: _Found) -> list[FunnelStepOut]:
    pages = found.pages
    named = {
        "fetched": ([one.fetched for one in pages], None, None),
        "live": ([one.live for one in pages], None, None),
        "cited": ([one.cited for one in pages], found.citing, found.asked.total()),
        "named": ([one.named for one in pages], found.naming, found.asked.total()),
        "visited": ([one.visits for one in pages], None, None),
    }
    names: tuple[StepName, ...] = ("fetched", "live", "cited", "named", "visited")
    return [
        FunnelStepOut(
            step=name,
            pages=sum(1 for count in counts if count),
            count=sum(counts) if total is None else total,
            of=of,
        )
        for name in names
        for counts, total, of in (named[name],)
    ]


def _page(one: Steps, asked: Counter[Hashable]) -> FunnelPageOut:
    share = clustered_rate(
        [min(one.prompts[each], asked[each]) for each in asked], [*asked.values()]
    )
    return FunnelPageOut(
        site=one.place.site,
        page=one.place.page,
        fetched=one.fetched,
        live=one.live,
        refused=one.refused,
        cited=one.cited,
        named=one.named,
        share=None if share is None else 100.0 * share.value,
        share_low=None if share is None else 100.0 * share.low,
        share_high=None if share is None else 100.0 * share.high,
        visits=one.visits,
        missing=one.missing,
    )
