"""What was counted, over the days somebody asks for and the plan shows.

Invariant: a plan without `traffic.full` shows its seven newest days of uploaded logs, whatever is
asked for.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.traffic import is_page, is_shut_out
from presence.core.errors import ValidationFailed
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.traffic.folding import PEOPLE, REFERRAL
from presence.domains.traffic.models import TrafficSample
from presence.domains.traffic.queries import reading as queries
from presence.domains.traffic.queries.reading import ShownTraffic
from presence.domains.traffic.records import (
    BotLine,
    PageLine,
    PageRequests,
    RequestedPages,
    ShutOut,
    TrafficSummary,
)
from presence.domains.traffic.service.wrong_lines import table

DEFAULT_DAYS = 28
_GOOD, _BAD = 200, 400  # without hops of a redirect, which the query leaves out
_ORDER = "The first day must not be after the last"
EARLIEST, LATEST = date(2000, 1, 1), date(2100, 12, 31)
_YEARS = f"Give a day between {EARLIEST} and {LATEST}"
_COLUMNS = ("day", "bot", "purpose", "status", "requests", "verified", "contradicted", "views")


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody wants to see; days are inclusive and UTC, None chooses for them."""

    first: date | None = None
    last: date | None = None
    bot: str | None = None
    purpose: str | None = None
    status: int | None = None


async def summary(
    session: AsyncSession, brand_id: UUID, asked: Asked, now: datetime
) -> TrafficSummary:
    """Requests by bot, day and status. Raises NotFound and ValidationFailed."""
    shown, limited = await _shown(session, brand_id, asked, now)
    lines = [BotLine(**row._mapping) for row in await queries.by_bot(session, shown)]
    statuses = await queries.by_status(session, shown)
    return TrafficSummary(
        first=shown.first,
        last=shown.last,
        limited=limited,
        bots=tuple(one for one in lines if one.purpose not in (PEOPLE, REFERRAL)),
        referrals=tuple(one for one in lines if one.purpose == REFERRAL),
        people=sum(one.requests for one in lines if one.purpose in (PEOPLE, REFERRAL)),
        days=_days(shown, await queries.by_day(session, shown)),
        statuses=_totals(statuses),
        shut_out=_shut_out(statuses),
    )


async def pages(
    session: AsyncSession, brand_id: UUID, asked: Asked, now: datetime
) -> list[PageLine]:
    """The most requested pages. Raises NotFound and ValidationFailed."""
    shown, _ = await _shown(session, brand_id, asked, now)
    return [PageLine(**row._mapping) for row in await queries.pages(session, shown)]


async def requested_pages(
    session: AsyncSession, brand_id: UUID, asked: Asked, now: datetime
) -> RequestedPages:
    """What bots of assistants and people they sent asked for, by page.

    Raises NotFound and ValidationFailed.
    """
    shown, limited = await _shown(session, brand_id, asked, now)
    counted = bool(await queries.by_day(session, shown))
    rows = await queries.page_requests(session, shown) if counted else []
    cut = len(rows) > queries.MOST_ROWS or await queries.has_other_pages(session, shown)
    newest = await queries.newest_day(session, brand_id, now.date(), pushed=shown.pushed)
    pages = await asyncio.to_thread(_by_page, rows[: queries.MOST_ROWS])
    return RequestedPages(
        shown.first, shown.last, newest or shown.last, limited, counted, cut, pages
    )


def _by_page(rows: Sequence[Row[Any]]) -> tuple[PageRequests, ...]:
    sums: dict[tuple[str, str], Counter[str]] = {}
    for row in rows:
        if not is_page(row.page):
            continue
        found = sums.setdefault((row.site, row.page), Counter())
        good = _GOOD <= row.status < _BAD and row.purpose != REFERRAL
        found["served"] += row.requests * good
        found["fetched"] += row.requests * (good and row.purpose == "search")
        found["live"] += row.requests * (good and row.purpose == "user")
        found["refused"] += row.requests * is_shut_out(row.bot, row.purpose, row.status)
        found["visits"] += row.views * (row.purpose == REFERRAL)
    names = ("fetched", "live", "served", "refused", "visits")
    return tuple(
        PageRequests(site, page, *(int(found[name]) for name in names))
        for (site, page), found in sums.items()
    )


async def samples(
    session: AsyncSession,
    brand_id: UUID,
    asked: Asked,
    now: datetime,
    after: UUID | None,
    most: int,
) -> Sequence[TrafficSample]:
    """Kept lines of bots. Raises NotFound and ValidationFailed."""
    shown, _ = await _shown(session, brand_id, asked, now)
    return await queries.samples(session, shown, after, most)


async def summary_csv(session: AsyncSession, brand_id: UUID, asked: Asked, now: datetime) -> bytes:
    """Requests by day, bot, purpose and status as CSV. Raises NotFound and ValidationFailed."""
    shown, _ = await _shown(session, brand_id, asked, now)
    rows = await queries.by_day_and_bot(session, shown)
    header = (*_COLUMNS, "bytes")
    return table([header, *(tuple(str(getattr(row, name)) for name in header) for row in rows)])


async def _shown(
    session: AsyncSession, brand_id: UUID, asked: Asked, now: datetime
) -> tuple[ShownTraffic, bool]:
    """The days and sources to show, and whether the plan leaves any out."""
    await get_brand(session, brand_id)
    kept = (await current_plan(session)).limits.traffic_days
    _require_years(asked)
    today = now.date()
    newest = await queries.newest_day(session, brand_id, today, pushed=kept is None) or today
    last = asked.last or newest
    first = asked.first or last - timedelta(days=DEFAULT_DAYS - 1)
    if first > last:
        raise ValidationFailed.at("/query/from", _ORDER, "order")
    shown = ShownTraffic(
        brand_id, first, last, kept is None, asked.bot, asked.purpose, asked.status
    )
    if kept is None:
        return shown, False
    earliest = newest - timedelta(days=kept - 1)
    first = max(first, earliest)  # guard: traffic.plan-days -> first
    return replace(shown, first=first, last=max(last, earliest)), True


def _totals(rows: Sequence[Row[Any]]) -> tuple[tuple[str, int, int], ...]:
    """bot, status and requests, whatever the purpose; most requests first."""
    found = Counter[tuple[str, int]]()
    for row in rows:
        found[row.bot, row.status] += int(row.requests)
    return tuple((bot, status, requests) for (bot, status), requests in found.most_common())


def _shut_out(rows: Sequence[Row[Any]]) -> tuple[ShutOut, ...]:
    """What proves that an AI crawler is kept out; most requests first."""
    found = [
        ShutOut(row.bot, row.purpose, row.status, int(row.requests - row.contradicted))
        for row in rows
        if is_shut_out(row.bot, row.purpose, row.status)
    ]
    real = [one for one in found if one.requests]
    return tuple(sorted(real, key=lambda one: (-one.requests, one.bot, one.status)))


def _require_years(asked: Asked) -> None:
    """Raise ValidationFailed for a day that no log is from."""
    for name, day in (("from", asked.first), ("to", asked.last)):
        if day is not None and not EARLIEST <= day <= LATEST:  # guard: traffic.years
            raise ValidationFailed.at(f"/query/{name}", _YEARS, "range")


def _days(shown: ShownTraffic, rows: Sequence[Row[Any]]) -> tuple[tuple[date, dict[str, int]], ...]:
    """Requests by purpose of the days that have any."""
    found: dict[date, dict[str, int]] = {}
    for row in rows:
        found.setdefault(row.day, {})[row.purpose] = int(row.requests)
    return tuple(found.items())
