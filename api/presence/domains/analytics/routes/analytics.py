"""Metrics by day, engine, prompt, topic and competitor."""

from __future__ import annotations

from datetime import date
from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query

from presence.domains.analytics import service as analytics
from presence.domains.analytics.schemas.analytics import (
    MetricName,
    MetricsOut,
    NamedInRunOut,
    TilesOut,
)
from presence.domains.results.service.ranges import Compare, Interval, Match
from presence.domains.runs.context import VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.filters import Day
from presence.http.session import NowDep

router = slice_router("analytics")
Names = Annotated[list[str] | None, Query(max_length=100)]


async def _compared_days(
    first: Annotated[Day | None, Query(alias="compareFrom")] = None,
    last: Annotated[Day | None, Query(alias="compareTo")] = None,
) -> tuple[date | None, date | None]:
    return first, last


async def _asked(
    metrics: Annotated[list[MetricName] | None, Query()] = None,
    group_by: Annotated[analytics.GroupBy | None, Query(alias="groupBy")] = None,
    first: Annotated[Day | None, Query(alias="from")] = None,
    last: Annotated[Day | None, Query(alias="to")] = None,
    compare: Compare = "previous",
    interval: Interval = "day",
    engine: Names = None,
    topic: Names = None,
    intent: Names = None,
    prompt: Annotated[list[UUID] | None, Query(max_length=100)] = None,
    market: Names = None,
    rivals: bool = False,
    compared: Annotated[tuple[date | None, date | None], Depends(_compared_days)] = (None, None),
    match: Match | None = None,
) -> analytics.MetricsQuery:
    default: list[MetricName] = ["content", "mentionRate"]
    chosen = tuple(dict.fromkeys(metrics or default))
    return analytics.MetricsQuery(
        chosen,
        group_by,
        (first, last),
        compare,
        interval,
        tuple(engine or ()),
        tuple(topic or ()),
        tuple(intent or ()),
        tuple(prompt or ()),
        tuple(market or ()),
        rivals,
        compared,
        match,
    )


@router.get("/api/v1/brands/{brand_id}/metrics", dependencies=VIEW)
async def metrics(
    brand_id: UUID,
    session: TenantSession,
    now: NowDep,
    asked: Annotated[analytics.MetricsQuery, Depends(_asked)],
) -> MetricsOut:
    """Query the metrics of a brand over time.

    Returns values with intervals, changes and series. `from` and `to` are inclusive days.
    `compare=custom` compares with the days from `compareFrom` to `compareTo`; `match` aligns the
    two periods by weekday or by date. `rivals=true` adds the competitors named in each group.
    """
    return await analytics.metrics(session, brand_id, asked, now)


@router.get("/api/v1/brands/{brand_id}/metrics/tiles", dependencies=VIEW)
async def tiles(
    brand_id: UUID,
    session: TenantSession,
    now: NowDep,
    first: Annotated[Day | None, Query(alias="from")] = None,
    last: Annotated[Day | None, Query(alias="to")] = None,
) -> TilesOut:
    """Get the overall score, its growth over a month and the response time of the newest run.

    `from` and `to` are inclusive; the newest run between them is used.
    """
    return await analytics.tiles(session, brand_id, (first, last), now)


@router.get("/api/v1/brands/{brand_id}/named", dependencies=VIEW)
async def named(brand_id: UUID, session: TenantSession) -> NamedInRunOut:
    """Count the answers of the latest analysis that name the brand and each tracked competitor."""
    return await analytics.named_in_run(session, brand_id)
