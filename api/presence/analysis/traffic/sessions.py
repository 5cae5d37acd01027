"""Visits of people an assistant sent, counted as analytics do.

A session is page views sent by one assistant to one address and user agent, each within 30 minutes
of another. Files a page loads and hops of a redirect begin none and prolong none.

Invariant: the order of the lines does not change the count while no more than `MOST_OPEN` sessions
are open; beyond, the oldest are closed, so memory is bounded.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from presence.analysis.traffic.types import Request

IDLE_SECONDS: Final = 30 * 60
MOST_OPEN: Final = 100_000
# What pages load; a request for one of these is no page view.
PARTS: Final = frozenset(
    (
        *("css", "js", "mjs", "map", "json", "wasm", "xml", "txt", "webmanifest"),
        *("png", "jpg", "jpeg", "gif", "webp", "avif", "svg", "ico", "bmp", "apng"),
        *("woff", "woff2", "ttf", "otf", "eot"),
        *("mp4", "webm", "mp3", "m4a", "ogg", "wav", "m3u8", "ts", "vtt"),
    )
)


def is_page_view(request: Request) -> bool:
    """Whether a request shows a page: no file that a page loads, and no hop of a redirect."""
    if 300 <= request.status < 400 and request.status != 304:
        return False
    return is_page(request.path)


def is_page(path: str) -> bool:
    """Whether a path names a page, no file that a page loads (nor robots.txt or a sitemap)."""
    name = path.partition("?")[0].rpartition("/")[2]
    return "." not in name or name.rpartition(".")[2].lower() not in PARTS


class Sessions:
    """Counts sessions by assistant."""

    def __init__(self) -> None:
        self._open: dict[str, dict[int, tuple[float, ...]]] = {}
        self._count = 0
        self._closed: Counter[str] = Counter()

    def add(self, request: Request, assistant: str) -> None:
        """Counts a request of a person whom this assistant sent."""
        if not is_page_view(request):
            return
        visitors = self._open.setdefault(assistant, {})
        visitor = hash((request.address, request.agent))  # 64 bits: no address is kept
        before = visitors.get(visitor, ())
        spans = visitors[visitor] = _joined(before, request.time)
        self._count += (len(spans) - len(before)) // 2
        if self._count > MOST_OPEN:
            self._close_oldest()

    def counts(self) -> dict[str, int]:
        """Sessions by assistant so far."""
        total = Counter(self._closed)
        for assistant, visitors in self._open.items():
            total[assistant] += sum(map(len, visitors.values())) // 2
        return dict(total)

    def _close_oldest(self) -> None:
        """Closes the half of the open sessions that ended first."""
        groups = self._open.values()
        ends = sorted(
            end for visitors in groups for spans in visitors.values() for end in spans[1::2]
        )
        limit = ends[len(ends) // 2]
        self._count = 0
        for assistant, visitors in self._open.items():
            kept: dict[int, tuple[float, ...]] = {}
            for visitor, spans in visitors.items():
                later = _after(spans, limit)
                self._closed[assistant] += (len(spans) - len(later)) // 2
                self._count += len(later) // 2
                if later:
                    kept[visitor] = later
            self._open[assistant] = kept


def _after(spans: tuple[float, ...], limit: float) -> tuple[float, ...]:
    pairs = zip(spans[::2], spans[1::2], strict=True)
    return tuple(edge for start, end in pairs if end > limit for edge in (start, end))


def _joined(spans: tuple[float, ...], time: float) -> tuple[float, ...]:
    """Spans of moments, each as its start and end, with one more moment in them."""
    start = end = time
    kept: tuple[float, ...] = ()
    for index in range(0, len(spans), 2):
        if spans[index] - IDLE_SECONDS <= time <= spans[index + 1] + IDLE_SECONDS:
            start, end = min(start, spans[index]), max(end, spans[index + 1])
        else:
            kept += spans[index : index + 2]
    return (*kept, start, end)
