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
MOST_OPEN: Final = 200_000
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
    name = request.path.rpartition("/")[2]
    return "." not in name or name.rpartition(".")[2].lower() not in PARTS


class Sessions:
    """Counts sessions by assistant."""

    def __init__(self) -> None:
        self._open: dict[int, list[tuple[float, float]]] = {}
        self._count = 0
        self._assistants: dict[int, str] = {}
        self._closed: Counter[str] = Counter()

    def add(self, request: Request, assistant: str) -> None:
        """Counts a request of a person whom this assistant sent."""
        if not is_page_view(request):
            return
        key = hash((assistant, request.address, request.agent))  # 64 bits: no address is kept
        spans = self._open.get(key)
        if spans is None:
            self._open[key] = [(request.time, request.time)]
            self._assistants[key] = assistant
            self._count += 1
        else:
            self._count += _joined(spans, request.time)
        if self._count > MOST_OPEN:
            self._close_oldest()

    def counts(self) -> dict[str, int]:
        """Sessions by assistant so far."""
        total = Counter(self._closed)
        for key, spans in self._open.items():
            total[self._assistants[key]] += len(spans)
        return dict(total)

    def _close_oldest(self) -> None:
        ends = sorted(end for spans in self._open.values() for _, end in spans)
        limit = ends[len(ends) // 2]
        for key in list(self._open):
            spans = self._open[key]
            kept = [span for span in spans if span[1] > limit]
            self._closed[self._assistants[key]] += len(spans) - len(kept)
            self._count -= len(spans) - len(kept)
            if kept:
                self._open[key] = kept
            else:
                del self._open[key], self._assistants[key]


def _joined(spans: list[tuple[float, float]], time: float) -> int:
    """Adds a moment to spans of moments; returns by how many there are more of them."""
    start = end = time
    kept: list[tuple[float, float]] = []
    for span in spans:
        if span[0] - IDLE_SECONDS <= time <= span[1] + IDLE_SECONDS:
            start, end = min(start, span[0]), max(end, span[1])
        else:
            kept.append(span)
    change = len(kept) + 1 - len(spans)
    spans[:] = [*kept, (start, end)]
    return change
