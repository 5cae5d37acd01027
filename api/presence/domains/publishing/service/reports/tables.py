"""The tables of a report, with raw values, for spreadsheets in full and for pages in words.

Invariant: a cell holds what the API returned, unrounded; formatting is left to the writer.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from presence.domains.analytics.schemas.analytics import MetricName, MetricsOut, PointReadingOut
from presence.domains.findings.schemas.conclusions import ConclusionsOut, DecidedOut, GapOut
from presence.domains.measurement.schemas.method import MethodOut
from presence.domains.publishing.service import documents
from presence.domains.publishing.service.reports.content import Content, SectionT
from presence.domains.results.service.score_words import (
    METRICS,
    NOTHING,
    SCORES,
    rounded,
    score_label,
)

Cell = str | int | float | bool | None | PointReadingOut
READING = ("value", "low", "high", "n", "hits")
UNANSWERED = "Questions your own words do not answer"
UNITS = {"percent": "%", "score100": "of 100", "rank": "place"}


@dataclass(frozen=True, slots=True)
class Table:
    """`readings` are the columns whose cells are readings (value, interval, n)."""

    key: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    readings: frozenset[str] = frozenset()


def reading_text(reading: PointReadingOut | None) -> str:
    """ "62.5 % (55–68)", bare counts where a rate would claim too much, or "---"."""
    if reading is None:
        return NOTHING
    value, unit = reading.value, reading.unit
    if value is None:
        hits, n = reading.hits, reading.n
        return f"{hits} of {n}" if hits is not None and n else NOTHING
    fine = 1 if unit == "rank" else 0
    text = rounded(value, 1) if unit in {"rank", "percent"} else rounded(value)
    text += " %" if unit == "percent" else ""
    low, high = reading.low, reading.high
    if low is None or high is None or low == high:
        return text
    return f"{text} ({rounded(low, fine)}–{rounded(high, fine)})"


def tables_of(content: Content) -> list[Table]:
    """The tables of all sections that have one and that the plan shows."""
    makers = {name: make for name, make in _MAKERS.items() if _shows(content, name)}
    return [make(content) for make in makers.values()]


def _shows(content: Content, name: str) -> bool:
    if name == "unanswered":
        return bool("summary" in content.sections and content.results.unanswered)
    return bool(content.sections.get(name))


def content_label(content: Content) -> str:
    """The name of the content score in this report."""
    score = content.results.scores.content
    return score_label("content", score.stands_for if score else None)


def _summary(content: Content) -> Table:
    rows = []
    scores = content.results.scores.by_metric()
    for name in SCORES:
        score = scores[name]
        if score is not None:
            rows.append(
                (
                    score_label(name, score.stands_for),
                    score.value,
                    score.low,
                    score.high,
                    score.n,
                    score.unit,
                    score.band,
                    score.delta.points if score.delta else None,
                    score.delta.verdict if score.delta else None,
                    score.model,
                )
            )
    columns = (
        "Score",
        "Value",
        "Low 95 %",
        "High 95 %",
        "n",
        "Counts",
        "Band",
        "Change in points",
        "Verdict on the change",
        "Score model",
    )
    return Table("summary", "Scores", columns, tuple(rows))


def _unanswered(content: Content) -> Table:
    rows = tuple((question,) for question in content.results.unanswered)
    return Table("unanswered", UNANSWERED, ("Question",), rows)


def _trends(content: Content) -> Table:
    series = _section(content, "trends", MetricsOut).series
    points = series[0].points if series else []
    rows = tuple((point.at.isoformat(), point, ", ".join(point.models)) for point in points)
    columns = ("Day", content_label(content), "Models")
    return Table("trends", "Trend", columns, rows, frozenset({columns[1]}))


def _grouped(
    name: str, title: str, first: str, metrics: Sequence[MetricName]
) -> Callable[..., Table]:
    def make(content: Content) -> Table:
        columns = (first, *(METRICS[metric] for metric in metrics), "Answers")
        rows = tuple(
            (group.label, *(group.values.get(metric) for metric in metrics), group.answers)
            for group in _section(content, name, MetricsOut).groups
        )
        return Table(name, title, columns, rows, frozenset(METRICS[metric] for metric in metrics))

    return make


def _listed(name: str, title: str, columns: dict[str, str]) -> Callable[[Content], Table]:
    """A table of selected members of every row, by heading."""

    def make(content: Content) -> Table:
        found = _section(content, name, ConclusionsOut).data
        rows = (row.model_dump(mode="json") | _leader(row) for row in found)
        cells = tuple(tuple(_plain(row[member]) for member in columns.values()) for row in rows)
        return Table(name, title, tuple(columns), cells)

    return make


def _leader(row: DecidedOut) -> dict[str, str]:
    return {"ahead": row.ahead} if isinstance(row, GapOut) else {}


def _method(content: Content) -> Table:
    metrics = _section(content, "method", MethodOut).metrics
    rows = tuple((one.label, one.formula, one.unit, one.interval) for one in metrics)
    return Table("method", "How it is measured", ("Metric", "Formula", "Unit", "Interval"), rows)


def _section(content: Content, name: str, kind: type[SectionT]) -> SectionT:
    found = content.section(name, kind)
    if found is None:
        raise KeyError(name)
    return found


def _plain(value: Any) -> Cell:
    return ", ".join(str(item) for item in value) if isinstance(value, list) else value


_GAPS = {
    "Question": "prompt", "Topic": "topic", "Severity": "gapType", "Ahead": "ahead",
    "Won by": "wonBy", "Answers": "n", "Naming the brand": "brandAnswers",
    "Naming the competitor": "rivalAnswers", "Improved, too early to close": "tooEarly",
    "Answer word for word": "aiResponse",
    "What to do": "attackMove", "Status": "status", "Answer": "answerId",
}  # fmt: skip
_FINDINGS = {
    "Problem": "issue", "Impact": "impact", "Effort": "effort", "Why it matters": "why",
    "What to do": "action", "Pages affected": "affectedPages", "Page": "page", "Bots": "bots",
    "Status": "status", "Code": "code",
}  # fmt: skip
_ADVICE = {
    "Recommendation": "title", "Priority": "priority", "Effort": "effort",
    "Evidence grade": "grade", "Description": "description", "Support": "why",
    "Expected gain in points": "expectedGain", "Status": "status",
}  # fmt: skip
_MAKERS: dict[str, Callable[[Content], Table]] = {
    "summary": _summary,
    "unanswered": _unanswered,
    "trends": _trends,
    "engines": _grouped("engines", "Engines", "Engine", documents.ENGINES),
    "prompts": _grouped("prompts", "Questions", "Question", documents.PROMPTS),
    "competitors": _grouped("competitors", "Competitors", "Name", documents.COMPETITORS),
    "gaps": _listed("gaps", "Content gaps", _GAPS),
    "technical": _listed("technical", "Technical findings", _FINDINGS),
    "recommendations": _listed("recommendations", "Recommendations", _ADVICE),
    "method": _method,
}
