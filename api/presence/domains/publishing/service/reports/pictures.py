"""Charts of a report: their data, and a sentence that describes it.

Invariant: a chart holds readings of the adjacent tables and no data of its own; a missing reading
is omitted from the picture, never drawn as zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from presence.domains.analytics.schemas.analytics import PointOut, PointReadingOut
from presence.domains.publishing.service.reports.blocks import (
    BarChart,
    BarRow,
    ChartBlock,
    LineChart,
    LinePoint,
)
from presence.domains.publishing.service.reports.tables import reading_text
from presence.domains.results.schemas.results import ScoreOut
from presence.domains.results.service.score_words import day_text, rounded

MOST_BARS = 12
_ALL = 100.0


def whisker(label: str, score: ScoreOut) -> ChartBlock:
    """One score as a bar with its 95 % interval."""
    low, high = rounded(score.low), rounded(score.high)
    alt = f"{label}: {score.value} of 100, 95 % interval {low} to {high}"
    bar = BarRow("", score.value, score.low, score.high, "")
    return ChartBlock("bars", alt, BarChart((bar,), _ALL, small=True))


def bars(title: str, rows: Sequence[tuple[str, PointReadingOut]]) -> ChartBlock | None:
    """Rates side by side, each with its interval; None when there is nothing to compare."""
    drawn = [
        BarRow(
            label,
            found.value,
            _or(found.low, found.value),
            _or(found.high, found.value),
            reading_text(found),
        )
        for label, found in rows
        if found.value is not None
    ][:MOST_BARS]
    if len(drawn) < 2:
        return None
    said = "; ".join(f"{row.label} {row.text}" for row in drawn)
    top = _ceiling([row.high for row in drawn])
    return ChartBlock("bars", f"{title}: {said}", BarChart(tuple(drawn), top))


def trend_chart(title: str, points: Sequence[PointOut], zone: ZoneInfo) -> ChartBlock | None:
    """A score over the days it was measured; None if there are fewer than two."""
    shown = [(point, point.value) for point in points if point.value is not None]
    if len(shown) < 2:
        return None
    (start, _), (end, _) = shown[0], shown[-1]
    span = max((end.at - start.at).days, 1)
    drawn = [
        LinePoint(
            (point.at - start.at).days / span,
            value,
            _or(point.low, value),
            _or(point.high, value),
        )
        for point, value in shown
    ]
    first, last = day_text(start.at.isoformat(), zone), day_text(end.at.isoformat(), zone)
    alt = (
        f"{title} from {first} to {last}, {len(shown)} measurements: first"
        f" {reading_text(start)}, last {reading_text(end)}"
    )
    top = _ceiling([point.high for point in drawn])
    return ChartBlock("course", alt, LineChart(tuple(drawn), first, last, top))


def _or(value: float | None, other: float) -> float:
    return other if value is None else value


def _ceiling(highs: Sequence[float]) -> float:
    """The next multiple of ten above the values, or the whole scale if they reach far."""
    top = max(highs, default=0.0)
    return _ALL if top > 60 else min(_ALL, max(20.0, 10.0 * -(-top // 10)))
