"""From a page to a visit: what logs count of each page beside the answers that cite it.

Invariant: only answers behind the metrics count, and only requests the plan shows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics.page_steps import (
    Fetches,
    OwnCitation,
    SitePage,
    Steps,
    page_of,
    page_of_url,
    page_steps,
)
from presence.analysis.scoring.intervals import wilson
from presence.domains.analytics.queries import funnel as queries
from presence.domains.analytics.schemas.funnel import (
    FunnelOut,
    FunnelPageOut,
    FunnelStepOut,
    StepName,
    Stop,
)
from presence.domains.analytics.service.answer_lists import counted_runs
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import brand_profile
from presence.domains.results.queries import cells
from presence.domains.traffic.service import summaries
from presence.domains.traffic.service.summaries import Asked
from presence.domains.traffic.service.wrong_lines import table

MOST_SHOWN: Final = 200
_DEFAULT: Final = timedelta(days=summaries.DEFAULT_DAYS - 1)
_HEADER: Final = (
    *("site", "page", "fetched", "live", "refused", "cited answers", "naming the brand"),
    *("share of questions", "share low", "share high", "visits", "stops at"),
)


@dataclass(frozen=True, slots=True)
class FunnelQuery:
    """Days (inclusive, None chooses) and the step at which the pages wanted stop (None: all)."""

    first: date | None = None
    last: date | None = None
    stop: Stop | None = None


@dataclass(frozen=True, slots=True)
class _Found:
    first: date
    last: date
    limited: bool
    counted: bool
    answered: tuple[date, date]
    runs: int
    answers: int
    questions: int
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
    stops = Counter(one.stop for one in found.pages if one.stop is not None)
    wanted = _wanted(found.pages, asked.stop)
    return FunnelOut(
        first=found.first,
        last=found.last,
        limited=found.limited,
        counted=found.counted,
        answered_from=found.answered[0],
        answered_to=found.answered[1],
        runs=found.runs,
        answers=found.answers,
        questions=found.questions,
        steps=_steps(found),
        pages=len(found.pages),
        stops=dict(stops),
        total=len(wanted),
        data=[_page(one, found.questions) for one in wanted[:MOST_SHOWN]],
    )


async def funnel_csv(
    session: AsyncSession, brand_id: UUID, asked: FunnelQuery, now: datetime
) -> bytes:
    """All the pages as CSV. Raises the same as `funnel`."""
    found = await _found(session, brand_id, asked, now)
    rows = (_page(one, found.questions) for one in _wanted(found.pages, asked.stop))
    return table([_HEADER, *(tuple(_cell(value) for _, value in row) for row in rows)])


def _cell(value: object) -> object:
    return "" if value is None else value


async def _found(
    session: AsyncSession, brand_id: UUID, asked: FunnelQuery, now: datetime
) -> _Found:
    profile = await brand_profile(session, brand_id)
    limits = (await current_plan(session)).limits
    require_feature(limits, "analytics.full")
    logged = await summaries.page_steps(session, brand_id, Asked(asked.first, asked.last), now)
    days = (logged.first, logged.last)
    if asked.first is None and asked.last is None:  # a log may be older than the newest analysis
        days = (min(logged.first, now.date() - _DEFAULT), now.date())
    read, runs, pairs = await counted_runs(session, brand_id, days, now, limits.analytics_days)
    rows = await cells.cells(session, runs, runs[-1].basis) if runs else []
    known = [row for row in rows if row.cell.cited_known]
    cited = [OwnCitation(*row) for row in await queries.cited_pages(session, pairs)]
    home = page_of_url(profile.website or "")
    return _Found(
        first=logged.first,
        last=logged.last,
        limited=logged.limited,
        counted=logged.counted,
        answered=(read.first, read.last),
        runs=len(runs),
        answers=sum(row.cell.cited_known for row in known),
        questions=len({row.prompt for row in known}),
        citing=len({one.answer for one in cited}),
        naming=len({one.answer for one in cited if one.named}),
        pages=page_steps(
            (
                (
                    _place(one.site, one.page, home),
                    Fetches(one.fetched, one.live, one.refused, one.visits),
                )
                for one in logged.pages
            ),
            cited,
            counted=logged.counted,
            asked=bool(known),
        ),
    )


def _place(site: str, page: str, home: SitePage | None) -> SitePage:
    """The page of a log, which may leave out the site when it serves one only."""
    return page_of(site or (home.site if home else ""), page)


def _wanted(pages: Iterable[Steps], stop: Stop | None) -> list[Steps]:
    return [one for one in pages if stop is None or one.stop == stop]


def _steps(found: _Found) -> list[FunnelStepOut]:
    pages = found.pages
    named = {
        "fetched": ([one.fetched for one in pages], None, None),
        "live": ([one.live for one in pages], None, None),
        "cited": ([one.cited for one in pages], found.citing, found.answers),
        "named": ([one.named for one in pages], found.naming, found.answers),
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


def _page(one: Steps, questions: int) -> FunnelPageOut:
    share = wilson(one.prompts, questions) if questions >= max(one.prompts, 1) else None
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
        stop=one.stop,
    )
