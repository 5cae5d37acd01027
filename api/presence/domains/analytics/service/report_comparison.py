"""What a platform reports of pages beside what answers cite of them.

Invariant: the two are set side by side and compared by rank alone; neither changes the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.analytics.page_steps import SitePage, page_of, page_of_url
from presence.analysis.analytics.rank_agreement import LEAST_PAGES, rank_agreement
from presence.core.errors import Conflict
from presence.domains.analytics.queries import funnel as queries
from presence.domains.analytics.schemas.report_comparison import (
    ComparedPageOut,
    ReportComparisonOut,
    WhyNot,
)
from presence.domains.analytics.service.answer_lists import counted_runs
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import brand_profile
from presence.domains.results.queries import cells
from presence.domains.traffic.report_records import ReportTable
from presence.domains.traffic.service.platform_reports import get_report

MOST_LISTED: Final = 50
_NO_PAGES: Final = "This report is not about pages. Only reports by page can be compared."


async def compare_report(
    session: AsyncSession, brand_id: UUID, report_id: UUID, now: datetime
) -> ReportComparisonOut:
    """The comparison of a report of pages.

    Raises NotFound, Conflict for a report of anything else, and PlanLimitReached without full
    analytics or where the plan does not show the report.
    """
    profile = await brand_profile(session, brand_id)
    limits = (await current_plan(session)).limits
    require_feature(limits, "analytics.full")
    report = await get_report(session, brand_id, report_id, None)
    if report.line.subject != "pages":  # guard: traffic.compares-pages
        raise Conflict(_NO_PAGES)
    days = (report.line.first, report.line.last)
    read, runs, pairs = await counted_runs(session, brand_id, days, now, limits.analytics_days)
    rows = await cells.cells(session, runs, runs[-1].basis) if runs else []
    answers = sum(row.cell.cited_known for row in rows)
    citing: dict[SitePage, set[Hashable]] = defaultdict(set)
    for url, answer, *_ in await queries.cited_pages(session, pairs):
        if (page := page_of_url(url)) is not None:
            citing[page].add(answer)
    reported = _reported(report, page_of_url(profile.website or ""))
    cited = [len(citing.get(page, ())) for page in reported]
    found = rank_agreement([*reported.values()], [float(n) for n in cited]) if answers else None
    return ReportComparisonOut(
        column=report.line.columns[report.line.main].name,
        answered_from=read.first,
        answered_to=read.last,
        answers=answers,
        pages=len(reported),
        agreement=None if found is None else found.value,
        low=None if found is None else found.low,
        high=None if found is None else found.high,
        why=None if found is not None else _why_not(answers, len(reported)),
        data=[
            ComparedPageOut(
                page=f"{page.site}{page.page}",
                reported=figure,
                cited=count,
                share=100.0 * count / answers if answers else 0.0,
            )
            for (page, figure), count in zip(reported.items(), cited, strict=True)
        ][:MOST_LISTED],
    )


def _why_not(answers: int, pages: int) -> WhyNot:
    if not answers:
        return "no-answers"
    return "few-pages" if pages < LEAST_PAGES else "all-alike"


def _reported(report: ReportTable, home: SitePage | None) -> dict[SitePage, float]:
    """The main figure by page, most first; rows whose addresses are one page add up."""
    figures: dict[SitePage, float] = {}
    for row in report.rows:
        value = row.values[report.line.main]
        page = _page(row.name, home)
        if page is not None and isinstance(value, int | float):
            figures[page] = figures.get(page, 0.0) + value
    return dict(sorted(figures.items(), key=lambda one: -one[1]))


def _page(name: str, home: SitePage | None) -> SitePage | None:
    """The page of an address or a path; paths are of the brand's own site."""
    if "://" in name:
        return page_of_url(name)
    path = name if name.startswith("/") else f"/{name}"
    return page_of(home.site if home else "", path)
