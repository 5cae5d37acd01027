"""Charts of a report: their data, and a sentence that describes it.

Invariant: a chart holds readings of the adjacent tables and no data of its own; a missing reading
is omitted from the picture, never drawn as zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from zoneinfo import ZoneInfo

from presence.domains.publishing.service.documents import Document
from presence.domains.publishing.service.reports import blocks
from presence.domains.results.schemas.results import ScoreOut
from presence.domains.results.service.score_words import day_text, reading_text, rounded

MOST_BARS = 12
_ALL = 100.0


def whisker(label: str, score: ScoreOut) -> Document:
    """One score as a bar with its 95 % interval."""
    low, high = rounded(score.low), rounded(score.high)
    alt = f"{label}: {score.value} of 100, 95 % interval {low} to {high}"
    bar = {"label": "", "value": score.value, "low": score.low, "high": score.high}
    return blocks.chart("bars", alt, {"rows": [{**bar, "text": ""}], "top": _ALL, "small": True})


def bars(title: str, rows: Sequence[tuple[str, Document | None]]) -> Document | None:
    """Rates side by side, each with its interval; None when there is nothing to compare."""
    shown = [(label, found) for label, found in rows if found and found["value"] is not None]
    if len(shown) < 2:
        return None
    drawn = [
        {
            "label": label,
            "value": found["value"],
            "low": _or(found["low"], found["value"]),
            "high": _or(found["high"], found["value"]),
            "text": reading_text(found),
        }
        for label, found in shown[:MOST_BARS]
    ]
    said = "; ".join(f"{row['label']} {row['text']}" for row in drawn)
    top = _ceiling([float(row["high"]) for row in drawn])
    return blocks.chart("bars", f"{title}: {said}", {"rows": drawn, "top": top, "small": False})


def trend_chart(title: str, points: Sequence[Document], zone: ZoneInfo) -> Document | None:
    """A score over the days it was measured; None if there are fewer than two."""
    shown = [point for point in points if point["value"] is not None]
    if len(shown) < 2:
        return None
    days = [date.fromisoformat(point["at"]) for point in shown]
    span = max((days[-1] - days[0]).days, 1)
    drawn = [
        {
            "x": (day - days[0]).days / span,
            "value": point["value"],
            "low": _or(point["low"], point["value"]),
            "high": _or(point["high"], point["value"]),
        }
        for day, point in zip(days, shown, strict=True)
    ]
    first, last = day_text(shown[0]["at"], zone), day_text(shown[-1]["at"], zone)
    alt = (
        f"{title} from {first} to {last}, {len(shown)} measurements: first"
        f" {reading_text(shown[0])}, last {reading_text(shown[-1])}"
    )
    top = _ceiling([float(point["high"]) for point in drawn])
    data = {"points": drawn, "first": first, "last": last, "top": top}
    return blocks.chart("course", alt, data)


def _or(value: float | None, other: float) -> float:
    return other if value is None else value


def _ceiling(highs: Sequence[float]) -> float:
    """The next multiple of ten above the values, or the whole scale if they reach far."""
    top = max(highs, default=0.0)
    return _ALL if top > 60 else min(_ALL, max(20.0, 10.0 * -(-top // 10)))
