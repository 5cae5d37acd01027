"""Sums the requests of a log into hours, and picks the lines of bots that are kept as samples.

Pure: what was counted before is passed in. Invariant: the sums do not depend on how a log was cut
into parts; nothing of a person's request leaves here but a count, and of a bot's address only its
network.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from ipaddress import ip_address, ip_network
from typing import NamedTuple

from presence.analysis.traffic import Request, Visitor, is_page_view

MOST_PAGES = 300  # told apart in an hour of a source; requests of others are counted together
MOST_SAMPLES = 3  # kept of an hour, bot and status
PEOPLE, REFERRAL = "people", "referral"
OTHER_PAGES = ""
_LONGEST_PAGE, _LONGEST_SITE, _LONGEST_LINE = 400, 255, 1_000
_MOST_BYTES = 2**32  # of one answer: a billion of them fit the sums of a day
_HOUR = 3_600
_FIRST, _LAST = 100, 999


class CountKey(NamedTuple):
    """What requests of an hour are told apart by; `hour` is its first second since 1970."""

    hour: int
    site: str
    page: str
    bot: str
    purpose: str
    status: int


@dataclass(slots=True)
class HourSums:
    """Counts of one key.

    Requests, those of verified and of contradicted bots, page views of people whom an assistant
    sent, bytes sent.
    """

    requests: int = 0
    verified: int = 0
    contradicted: int = 0
    views: int = 0
    bytes: int = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """A bot's line in the combined format, with its network in place of its address."""

    at: datetime
    key: CountKey
    verdict: str
    line: str


@dataclass(slots=True)
class KnownPages:
    """What was counted before in the hours at hand: pages by hour, samples by hour, bot, status."""

    pages: dict[int, set[tuple[str, str]]] = field(default_factory=dict)
    samples: dict[tuple[int, str, int], int] = field(default_factory=dict)


@dataclass(slots=True)
class FoldedHours:
    """What some requests add."""

    hours: dict[CountKey, HourSums] = field(default_factory=dict)
    samples: list[Sample] = field(default_factory=list)
    bots: int = 0
    people: int = 0
    first: float | None = None
    last: float | None = None


def hour_of(request: Request) -> int:
    """The first second of a request's hour, since 1970."""
    return int(request.time) // _HOUR * _HOUR


def fold(requests: Iterable[tuple[Request, Visitor]], known: KnownPages) -> FoldedHours:
    """What the requests add to `known`, in their order."""
    found = FoldedHours()
    for request, visitor in requests:
        key = _key(request, visitor, known)
        sums = found.hours.setdefault(key, HourSums())
        sums.requests += 1
        sums.bytes += _size(request)
        sums.verified += visitor.verdict == "verified"
        sums.contradicted += visitor.verdict == "contradicted"
        sums.views += key.purpose == REFERRAL and is_page_view(request)
        found.bots += visitor.bot is not None
        found.people += visitor.bot is None
        found.first = request.time if found.first is None else min(found.first, request.time)
        found.last = request.time if found.last is None else max(found.last, request.time)
        if visitor.verdict is not None and _is_sampled(key, known):
            found.samples.append(_sample(request, visitor.verdict, key))
    return found


def _key(request: Request, visitor: Visitor, known: KnownPages) -> CountKey:
    hour = hour_of(request)
    status = request.status if _FIRST <= request.status <= _LAST else 0
    if visitor.bot is None and visitor.assistant is None:
        return CountKey(hour, "", OTHER_PAGES, "", PEOPLE, status)
    site, page = _page(request, known.pages.setdefault(hour, set()))
    if visitor.bot is None:
        return CountKey(hour, site, page, visitor.assistant or "", REFERRAL, status)
    return CountKey(hour, site, page, storable(visitor.bot.token), visitor.bot.purpose, status)


def _page(request: Request, pages: set[tuple[str, str]]) -> tuple[str, str]:
    """Site and page of a request, or those of all further pages when the hour has enough."""
    path = storable(request.path) or "/"
    named = (storable(request.host), path)
    if len(path) > _LONGEST_PAGE or len(named[0]) > _LONGEST_SITE:
        return "", OTHER_PAGES
    if named not in pages:
        if len(pages) >= MOST_PAGES:  # guard: traffic.most-pages
            return "", OTHER_PAGES
        pages.add(named)
    return named


def _size(request: Request) -> int:
    """The bytes sent; 0 where the log says none, or more than a single answer has."""
    size = request.size or 0
    return size if size <= _MOST_BYTES else 0  # guard: traffic.most-bytes


def _is_sampled(key: CountKey, known: KnownPages) -> bool:
    place = (key.hour, key.bot, key.status)
    count = known.samples.get(place, 0)
    if count >= MOST_SAMPLES:
        return False
    known.samples[place] = count + 1
    return True


def _sample(request: Request, verdict: str, key: CountKey) -> Sample:
    at = datetime.fromtimestamp(request.time, UTC)
    line = (
        f"{network_of(request.address) or '-'} - - [{at:%d/%b/%Y:%H:%M:%S} +0000]"
        f' "{request.method} {request.path}" {request.status}'
        f' {"-" if request.size is None else request.size} "-" "{request.agent}"'
    )
    return Sample(at, key, verdict, storable(line)[:_LONGEST_LINE])


def network_of(address: str) -> str:
    """The /24 of an IPv4 address, the /48 of an IPv6 one, a host's last two names; else ""."""
    try:
        parsed = ip_address(address)
    except ValueError:
        names = address.split(".")
        return f"*.{'.'.join(names[-2:])}" if len(names) > 2 else ""
    return str(ip_network(f"{parsed}/{24 if parsed.version == 4 else 48}", strict=False))


def storable(text: str) -> str:
    """Without NUL and half surrogate pairs, which PostgreSQL keeps neither of."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode()
