"""SQL statements that sum up what was counted, for the days and sources a plan shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Row, Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.traffic.folding import OTHER_PAGES, PEOPLE, REFERRAL
from presence.domains.traffic.models import (
    TrafficDay,
    TrafficHour,
    TrafficSample,
    TrafficSource,
)
from presence.domains.traffic.queries.sources import LIVING

MOST_PAGES = 200
MOST_ROWS = 20_000
_BAD, _UNCHANGED = 400, 304


@dataclass(frozen=True, slots=True)
class ShownTraffic:
    """Whose requests, of which days (inclusive, UTC); `pushed` whether those a server sent too."""

    brand_id: UUID
    first: date
    last: date
    pushed: bool
    bot: str | None = None
    purpose: str | None = None
    status: int | None = None

    def sources(self) -> Select[UUID]:
        """The ids of its sources."""
        found = select(TrafficSource.id).where(TrafficSource.brand_id == self.brand_id, LIVING)
        return found if self.pushed else found.where(TrafficSource.kind == "upload")

    def moments(self) -> tuple[datetime, datetime]:
        """The first moment, and the first after it."""
        ends = self.last + timedelta(days=1)
        return tuple(datetime.combine(day, time(), UTC) for day in (self.first, ends))  # type: ignore[return-value]  # two of them


async def newest_day(
    session: AsyncSession, brand_id: UUID, today: date, *, pushed: bool
) -> date | None:
    """The last day, today at most, of which anything was counted."""
    shown = ShownTraffic(brand_id, date.min, today, pushed)
    statement = select(func.max(TrafficDay.day)).where(*_of_days(shown))
    found: date | None = await session.scalar(statement)
    return found


def _errors(table: type[TrafficDay | TrafficHour]) -> ColumnElement[int]:
    bad = func.sum(table.requests).filter(table.status >= _BAD)
    return func.coalesce(bad, 0).label("errors")


def _of_days(shown: ShownTraffic) -> list[ColumnElement[bool]]:
    return [
        TrafficDay.source_id.in_(shown.sources()),
        TrafficDay.day.between(shown.first, shown.last),
        *_chosen(shown, TrafficDay),
    ]


async def _rows(session: AsyncSession, statement: Any) -> Sequence[Row[Any]]:
    found: Sequence[Row[Any]] = (await session.execute(statement)).all()
    return found


async def by_bot(session: AsyncSession, shown: ShownTraffic) -> Sequence[Row[Any]]:
    """bot, purpose, requests, errors, verified, contradicted, views; most requests first."""
    statement = (
        select(
            TrafficDay.bot,
            TrafficDay.purpose,
            func.sum(TrafficDay.requests).label("requests"),
            _errors(TrafficDay),
            func.sum(TrafficDay.verified).label("verified"),
            func.sum(TrafficDay.contradicted).label("contradicted"),
            func.sum(TrafficDay.views).label("views"),
        )
        .where(*_of_days(shown))
        .group_by(TrafficDay.bot, TrafficDay.purpose)
        .order_by(func.sum(TrafficDay.requests).desc(), TrafficDay.bot)
    )
    return await _rows(session, statement)


async def by_day(session: AsyncSession, shown: ShownTraffic) -> Sequence[Row[Any]]:
    """day, purpose, requests, in the order of days."""
    statement = (
        select(TrafficDay.day, TrafficDay.purpose, func.sum(TrafficDay.requests).label("requests"))
        .where(*_of_days(shown))
        .group_by(TrafficDay.day, TrafficDay.purpose)
        .order_by(TrafficDay.day, TrafficDay.purpose)
    )
    return await _rows(session, statement)


async def by_status(session: AsyncSession, shown: ShownTraffic) -> Sequence[Row[Any]]:
    """bot, purpose, status, requests, contradicted of bots; most requests first."""
    statement = (
        select(
            TrafficDay.bot,
            TrafficDay.purpose,
            TrafficDay.status,
            func.sum(TrafficDay.requests).label("requests"),
            func.sum(TrafficDay.contradicted).label("contradicted"),
        )
        .where(*_of_days(shown), TrafficDay.purpose.not_in((PEOPLE, REFERRAL)))
        .group_by(TrafficDay.bot, TrafficDay.purpose, TrafficDay.status)
        .order_by(func.sum(TrafficDay.requests).desc(), TrafficDay.bot, TrafficDay.status)
    )
    return await _rows(session, statement)


async def by_day_and_bot(session: AsyncSession, shown: ShownTraffic) -> Sequence[Row[Any]]:
    """Every sum of a day, for a table to download."""
    columns = (TrafficDay.day, TrafficDay.bot, TrafficDay.purpose, TrafficDay.status)
    sums = [
        func.sum(column).label(name)
        for name, column in (
            ("requests", TrafficDay.requests),
            ("verified", TrafficDay.verified),
            ("contradicted", TrafficDay.contradicted),
            ("views", TrafficDay.views),
            ("bytes", TrafficDay.bytes),
        )
    ]
    statement = select(*columns, *sums).where(*_of_days(shown)).group_by(*columns)
    return await _rows(session, statement.order_by(*columns))


async def pages(session: AsyncSession, shown: ShownTraffic) -> Sequence[Row[Any]]:
    """site, page, requests, errors, views; the most requested, "" for all further pages."""
    first, end = shown.moments()
    statement = (
        select(
            TrafficHour.site,
            TrafficHour.page,
            func.sum(TrafficHour.requests).label("requests"),
            _errors(TrafficHour),
            func.sum(TrafficHour.views).label("views"),
        )
        .where(
            TrafficHour.source_id.in_(shown.sources()),
            TrafficHour.hour >= first,
            TrafficHour.hour < end,
            TrafficHour.purpose != PEOPLE,
            *_chosen(shown, TrafficHour),
        )
        .group_by(TrafficHour.site, TrafficHour.page)
        .order_by(func.sum(TrafficHour.requests).desc(), TrafficHour.site, TrafficHour.page)
        .limit(MOST_PAGES)
    )
    return await _rows(session, statement)


async def page_requests(session: AsyncSession, shown: ShownTraffic) -> Sequence[Row[Any]]:
    """site, page, bot, purpose, status, requests, views of pages told apart; the most asked for.

    Without people no assistant sent, without requests whose address contradicts their bot, and
    without hops of a redirect. One row more than `MOST_ROWS` says that there are more.
    """
    first, end = shown.moments()
    columns = (
        *(TrafficHour.site, TrafficHour.page),
        *(TrafficHour.bot, TrafficHour.purpose, TrafficHour.status),
    )
    honest = func.sum(TrafficHour.requests - TrafficHour.contradicted)
    hop = TrafficHour.status.between(300, 399) & (TrafficHour.status != _UNCHANGED)
    statement = (
        select(*columns, honest.label("requests"), func.sum(TrafficHour.views).label("views"))
        .where(
            TrafficHour.source_id.in_(shown.sources()),
            TrafficHour.hour >= first,
            TrafficHour.hour < end,
            TrafficHour.purpose.not_in((PEOPLE, "other")),
            TrafficHour.page != OTHER_PAGES,
            ~hop,
        )
        .group_by(*columns)
        .having(honest > 0)
        .order_by(honest.desc(), *columns)
        .limit(MOST_ROWS + 1)
    )
    return await _rows(session, statement)


async def has_other_pages(session: AsyncSession, shown: ShownTraffic) -> bool:
    """Whether pages that are not told apart were asked for by bots of assistants."""
    first, end = shown.moments()
    found = (
        select(TrafficHour.hour)
        .where(
            TrafficHour.source_id.in_(shown.sources()),
            TrafficHour.hour >= first,
            TrafficHour.hour < end,
            TrafficHour.purpose.not_in((PEOPLE, "other")),
            TrafficHour.page == OTHER_PAGES,
        )
        .limit(1)
    )
    return await session.scalar(found) is not None


def _chosen(
    shown: ShownTraffic, table: type[TrafficDay | TrafficHour | TrafficSample]
) -> list[ColumnElement[bool]]:
    wanted = ((table.bot, shown.bot), (table.purpose, shown.purpose), (table.status, shown.status))
    return [column == value for column, value in wanted if value is not None]


async def samples(
    session: AsyncSession, shown: ShownTraffic, after: UUID | None, limit: int
) -> Sequence[TrafficSample]:
    """Kept lines of bots, those stored last first."""
    first, end = shown.moments()
    statement = (
        select(TrafficSample)
        .where(
            TrafficSample.source_id.in_(shown.sources()),
            TrafficSample.upload_id.is_(None),
            TrafficSample.at >= first,
            TrafficSample.at < end,
            *_chosen(shown, TrafficSample),
        )
        .order_by(TrafficSample.id.desc())
        .limit(limit)
    )
    if after is not None:
        statement = statement.where(TrafficSample.id < after)
    return (await session.scalars(statement)).all()
