"""The documents behind the screens, for use outside the product.

Invariant: nothing is computed here. A document is what the corresponding API call returns, as JSON,
so a number that leaves the product is the number on the screen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from pydantic import BaseModel
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.analytics import service as analytics
from presence.domains.analytics.schemas.analytics import MetricName
from presence.domains.findings.schemas.conclusions import (
    ConclusionsOut,
    FindingsOut,
    GapsOut,
    RecommendationsOut,
)
from presence.domains.findings.service import lists
from presence.http.listing import MAX_LIMIT, Paging

Document = dict[str, Any]

ENGINES: tuple[MetricName, ...] = (
    "content",
    "mentionRate",
    "avgPosition",
    "citationRate",
    "sentiment",
)
PROMPTS: tuple[MetricName, ...] = ("mentionRate", "avgPosition", "citationRate")
COMPETITORS: tuple[MetricName, ...] = (
    "shareOfVoice",
    "mentionRate",
    "avgPosition",
    "recommendationRate",
)
_LISTS: dict[lists.Kind, type[ConclusionsOut]] = {
    "gap": GapsOut,
    "finding": FindingsOut,
    "recommendation": RecommendationsOut,
}


async def metrics_document(
    session: AsyncSession, brand_id: UUID, asked: analytics.MetricsQuery, now: datetime
) -> Document:
    """GET …/metrics. Raises PlanLimitReached, NotFound, ValidationFailed."""
    return as_json(await analytics.metrics(session, brand_id, asked, now))


async def first_rows(
    session: AsyncSession, brand_id: UUID, kind: lists.Kind, most: int = MAX_LIMIT
) -> Document:
    """The first page of a list of conclusions, as the plan shows it."""
    return await list_page(session, brand_id, kind, Paging(most, None))


async def every_row(session: AsyncSession, brand_id: UUID, kind: lists.Kind) -> Document:
    """Every row of a list that the plan shows, and the number of rows it hides."""
    whole: Document = {"data": [], "locked": 0}
    paging: Paging | None = Paging(MAX_LIMIT, None)
    while paging is not None:
        page = await list_page(session, brand_id, kind, paging)
        whole["data"] += page["data"]
        whole["locked"] = page["locked"]
        paging = following(page)
    return whole


@dataclass(frozen=True, slots=True)
class Narrowed:
    """The filters, search and order of a list of conclusions, named as in its API call."""

    where: Mapping[str, str] = field(default_factory=dict)
    q: str = ""
    sort: str | None = None


async def list_page(
    session: AsyncSession,
    brand_id: UUID,
    kind: lists.Kind,
    paging: Paging,
    narrowed: Narrowed = Narrowed(),
) -> Document:
    """One page of a list. Raises NotFound, and ValidationFailed for an unknown filter."""
    asked = lists.ask(kind, narrowed.where, narrowed.q, narrowed.sort, paging)
    return as_json(await lists.listing(session, brand_id, _LISTS[kind], asked))


def following(page: Document) -> Paging | None:
    """The paging of the following page; None after the last."""
    if page["page"]["nextCursor"] is None:
        return None
    return Paging(MAX_LIMIT, UUID(page["data"][-1]["id"]))


def as_json(model: BaseModel) -> Document:
    """The model as JSON for the API."""
    document: Document = model.model_dump(mode="json", by_alias=True)
    return document
