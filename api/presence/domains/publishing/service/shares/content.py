"""What a link shows: the documents of the screens, reduced to what its creation fixed.

Invariant: the brand, the days and the filters come from the link's row alone; no part of the
request influences what is read. Row ids and the text of answers are never included.
"""

from __future__ import annotations

from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.analytics import service as analytics
from presence.domains.analytics.schemas.analytics import MetricName
from presence.domains.brands.service import get_brand
from presence.domains.publishing.models import ShareLink
from presence.domains.publishing.queries import shares as queries
from presence.domains.publishing.schemas.annotations import AnnotationOut
from presence.domains.publishing.service.documents import (
    COMPETITORS,
    ENGINES,
    PROMPTS,
    Document,
    first_rows,
    metrics_document,
)
from presence.domains.publishing.service.notes import NoteReader, marks
from presence.domains.results.service.reading import results_of
from presence.domains.workspaces.service import read_business, workspace_zone

MOST_ROWS = 50
# The plan and what is being worked on are the workspace's own business.
_SHOWN_KINDS = frozenset({"workspace", "model", "site"})
_TABLES: dict[str, tuple[analytics.GroupBy, tuple[MetricName, ...]]] = {
    "engines": ("engine", ENGINES),
    "competitors": ("competitor", COMPETITORS),
    "prompts": ("prompt", PROMPTS),
}


async def view_of(session: AsyncSession, row: ShareLink, now: datetime) -> dict[str, Any]:
    """The shared view; counts one opening. Raises NotFound if the brand is gone."""
    brand = await get_brand(session, row.brand_id)
    results = await results_of(session, row.brand_id)
    business = await read_business(session)
    trend = await _metrics(session, row, None, ("content",), now)
    shown: dict[str, Any] = {
        "name": row.name,
        "shared_by": (business.business_name if business else None) or brand.name,
        "brand": {"name": brand.name, "website_url": brand.website_url},
        "basis": trend["basis"],
        "as_of": trend["asOf"] if trend["runs"] else None,
        "range": trend["range"],
        "engines_only": row.engines,
        "topics_only": row.topics,
        "scores": results.scores,
        "unreadable": results.unreadable,
        "unanswered": results.unanswered if _shows_questions(row) else [],
        "trend": _points(trend) if "trend" in row.sections else None,
        "marks": await _marks(session, row, trend),
    }
    for name, (group, metrics) in _TABLES.items():
        wanted = name in row.sections
        shown[name] = (
            (await _metrics(session, row, group, metrics, now))["groups"][:MOST_ROWS]
            if wanted
            else None
        )
    shown["gaps"] = await _rows(session, row, "gaps", "gap")
    shown["recommendations"] = await _rows(session, row, "recommendations", "recommendation")
    await queries.count_view(session, row.id, now)
    return shown


async def _metrics(
    session: AsyncSession,
    row: ShareLink,
    group: analytics.GroupBy | None,
    metrics: tuple[MetricName, ...],
    now: datetime,
) -> Document:
    days = (row.first, row.last)
    if row.days is not None:
        today = now.astimezone(await workspace_zone(session)).date()
        days = (today - timedelta(days=row.days - 1), today)
    asked = analytics.MetricsQuery(
        metrics, group, days, "previous", "day", tuple(row.engines), tuple(row.topics), (), ()
    )
    return await metrics_document(session, row.brand_id, asked, now)


def _shows_questions(row: ShareLink) -> bool:
    """A link to gaps shows the questions, because topics alone would not distinguish the gaps."""
    return "gaps" in row.sections and not row.topics


def _points(trend: Document) -> list[Document]:
    return trend["series"][0]["points"] if trend["series"] else []


async def _marks(session: AsyncSession, row: ShareLink, trend: Document) -> list[AnnotationOut]:
    """The marks on the trend: the workspace's notes and events, but no personal notes."""
    if "trend" not in row.sections:  # guard: shares.section-trend
        return []
    span = (date.fromisoformat(trend["range"]["from"]), date.fromisoformat(trend["range"]["to"]))
    found = await marks(session, row.brand_id, span, NoteReader())
    return [mark for mark in found if mark.kind in _SHOWN_KINDS]


async def _rows(
    session: AsyncSession, row: ShareLink, section: str, kind: Any
) -> list[Document] | None:
    if section not in row.sections:  # guard: shares.section
        return None
    found: list[Document] = (await first_rows(session, row.brand_id, kind, MOST_ROWS))["data"]
    if section == "gaps" and row.topics:  # guard: shares.topics
        return [gap for gap in found if gap["topic"] in row.topics]
    return found
