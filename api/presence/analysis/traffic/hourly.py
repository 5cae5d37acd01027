"""Counts by hour: what is kept of traffic, whatever its volume.

A row is one hour, site, bot, purpose, verdict, page and status. People are one row an hour, site
and status without a page unless an assistant sent them; their addresses and user agents are not
kept.

Invariant: adding the rows of two halves of a log gives the rows of the whole; an hour has at most
`pages` pages a site and bot, and what is beyond counts under `OTHER_PAGES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from presence.analysis.traffic.types import FetchPurpose, Request, Verdict, Visitor

HOUR: Final = 3600
PAGE_CHARS: Final = 512
PAGES: Final = 2000
OTHER_PAGES: Final = "(other pages)"


class HourKey(NamedTuple):
    """What a row counts. `hour`: its beginning, seconds since 1970 in UTC.

    `bot`, `maker`, `purpose`, `verdict` are "" for people; `assistant` is "" unless one sent them.
    `page` is a path without its query, "" for people nobody sent.
    """

    hour: int
    host: str
    bot: str
    maker: str
    purpose: FetchPurpose | str
    verdict: Verdict | str
    assistant: str
    page: str
    status: int


@dataclass(slots=True)
class HourCount:
    """How many requests, their bytes, and the time of those whose log tells it (seconds)."""

    requests: int = 0
    size: int = 0
    timed: int = 0
    seconds: float = 0.0


class HourlyCounts:
    """Adds requests up; `rows` gives the counts and `clear` forgets them once they are stored."""

    def __init__(self, pages: int = PAGES) -> None:
        self._pages = pages
        self._rows: dict[HourKey, HourCount] = {}
        self._known: dict[tuple[int, str, str, str], set[str]] = {}

    def __len__(self) -> int:
        return len(self._rows)

    def add(self, request: Request, visitor: Visitor) -> None:
        """Counts one request."""
        hour = int(request.time) // HOUR * HOUR
        bot, assistant = visitor.bot, visitor.assistant or ""
        page = ""
        if bot is not None or assistant:
            page = self._page(hour, request, bot.token if bot else "", assistant)
        key = HourKey(
            hour,
            request.host,
            bot.token if bot else "",
            bot.maker if bot else "",
            bot.purpose if bot else "",
            visitor.verdict or "",
            assistant,
            page,
            request.status,
        )
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = HourCount()
        row.requests += 1
        row.size += request.size or 0
        if request.seconds is not None:
            row.timed += 1
            row.seconds += request.seconds

    def rows(self) -> Iterator[tuple[HourKey, HourCount]]:
        """The rows so far, by hour."""
        yield from sorted(self._rows.items(), key=lambda row: row[0])

    def clear(self) -> None:
        """Forgets the rows; pages of an hour already met keep their places."""
        self._rows.clear()

    def _page(self, hour: int, request: Request, bot: str, assistant: str) -> str:
        known = self._known.setdefault((hour, request.host, bot, assistant), set())
        page = request.path[:PAGE_CHARS]
        if page not in known:
            if len(known) >= self._pages:
                return OTHER_PAGES
            known.add(page)
        return page
