"""What a link shows: the documents of the screens, reduced to what its creation fixed.

Invariant: the brand, the days and the filters come from the link's row alone; no part of the
request influences what is read. Row ids and the text of answers are never included.
"""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.analytics import service as analytics
from presence.domains.analytics.schemas.analytics import MetricName, MetricsOut, PointOut
from presence.domains.brands.service import get_brand
from presence.domains.findings.schemas.conclusions import GapOut, GapsOut, RecommendationsOut
from presence.domains.publishing.models import ShareLink
from presence.domains.publishing.queries import shares as queries
from presence.domains.publishing.schemas.annotations import AnnotationOut
from presence.domains.publishing.schemas.shares import SharedViewOut
from presence.domains.publishing.service.documents import (
    COMPETITORS,
    ENGINES,
    PROMPTS,
    PageT,
    list_page,
)
from presence.domains.publishing.service.notes import NoteReader, marks
from presence.domains.results.service.reading import results_of
from presence.domains.workspaces.service import read_business, workspace_zone
from presence.http.listing import Paging

MOST_ROWS = 50
# The plan and what is being worked on are the workspace's own business.
_SHOWN_KINDS = frozenset({"workspace", "model", "site"})
_TABLES: dict[str, tuple[analytics.GroupBy, tuple[MetricName, ...]]] = {
    "engines": ("engine", ENGINES),
    "competitors": ("competitor", COMPETITORS),
    "prompts": ("prompt", PROMPTS),
}


async def view_of(session: AsyncSession, row: ShareLink, now: datetime) -> SharedViewOut:
    """The shared view; counts one opening. Raises NotFound if the brand is gone."""
    brand = await get_brand(session, row.brand_id)
    results = await results_of(session, row.brand_id)
    business = await read_business(session)
    trend = await _metrics(session, row, None, ("content",), now)
    tables = {
        name: (await _metrics(session, row, group, metrics, now)).groups[:MOST_ROWS]
        for name, (group, metrics) in _TABLES.items()
        if name in row.sections
    }
    found = await _rows(session, row, "recommendations", RecommendationsOut)
    view = SharedViewOut.model_validate(
        {
            "name": row.name,
            "shared_by": (business.business_name if business else None) or brand.name,
            "brand": brand,
            "basis": trend.basis,
            "as_of": trend.as_of if trend.runs else None,
            "range": trend.range,
            "engines_only": row.engines,
            "topics_only": row.topics,
            "scores": results.scores,
            "unreadable": results.unreadable,
            "unanswered": results.unanswered if _shows_questions(row) else (),
            "trend": _points(trend) if "trend" in row.sections else None,
            "marks": await _marks(session, row, trend),
            **{name: tables.get(name) for name in _TABLES},
            "gaps": await _gaps(session, row),
            "recommendations": found.data if found else None,
        }
    )
    await queries.count_view(session, row.id, now)
    return view


async def _metrics(
    session: AsyncSession,
    row: ShareLink,
    group: analytics.GroupBy | None,
    metrics: tuple[MetricName, ...],
    now: datetime,
) -> MetricsOut:
    days = (row.first, row.last)
    if row.days is not None:
        today = now.astimezone(await workspace_zone(session)).date()
        days = (today - timedelta(days=row.days - 1), today)
    asked = analytics.MetricsQuery(
        metrics, group, days, "previous", "day", tuple(row.engines), tuple(row.topics), (), ()
    )
    return await analytics.metrics(session, row.brand_id, asked, now)


def _shows_questions(row: ShareLink) -> bool:
    """A link to gaps shows the questions, because topics alone would not distinguish the gaps."""
    return "gaps" in row.sections and not row.topics


def _points(trend: MetricsOut) -> list[PointOut]:
    return trend.series[0].points if trend.series else []


async def _marks(session: AsyncSession, row: ShareLink, trend: MetricsOut) -> list[AnnotationOut]:
    """The marks on the trend: the workspace's notes and events, but no personal notes."""
    if "trend" not in row.sections:  # guard: shares.section-trend
        return []
    span = (trend.range.from_, trend.range.to)
    found = await marks(session, row.brand_id, span, NoteReader())
    return [mark for mark in found if mark.kind in _SHOWN_KINDS]


async def _rows(
    session: AsyncSession, row: ShareLink, section: str, of: type[PageT]
) -> PageT | None:
    if section not in row.sections:  # guard: shares.section
        return None
    return await list_page(session, row.brand_id, of, Paging(MOST_ROWS, None))


async def _gaps(session: AsyncSession, row: ShareLink) -> list[GapOut] | None:
    found = await _rows(session, row, "gaps", GapsOut)
    if found is None:
        return None
    if row.topics:  # guard: shares.topics
        return [gap for gap in found.data if gap.topic in row.topics]
    return found.data
