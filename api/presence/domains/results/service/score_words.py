"""How a report writes numbers, dates and names: in the same way as the screens.

Invariant: a number is rounded as the screens round it (half away from zero on the exact value), so
the same reading always looks the same on paper.
"""

from __future__ import annotations

from datetime import datetime
from zoneinfo import ZoneInfo

from presence.core.rounding import half_up
from presence.domains.results.schemas.results import DeltaOut, MeasuredOut

NOTHING = "---"
SCORES = {
    "overall": "Overall AI Visibility",
    "content": "Content AI Visibility",
    "technical": "Technical AI Visibility",
    "audienceFit": "Audience Fit",
}
STANDS_FOR = {
    "coverage": "Coverage",
    "technical-only": "Overall AI Visibility (technical only)",
}
METRICS = {
    **SCORES,
    "mentionRate": "Mention rate",
    "shareOfVoice": "Share of voice",
    "avgPosition": "Mean position",
    "sentiment": "Sentiment",
    "citationRate": "Citation rate",
    "recommendationRate": "Recommendation rate",
}
VERDICT_WORDS = {"within noise": "no sign of change", "not enough data": "not enough data yet"}
BASES = {
    "simulator": "Simulated: answers of the built-in simulator, not of a real assistant",
    "assistants": "Answers of the assistants' official interfaces",
    "imported": "Answers that were imported",
}


def rounded(value: float, digits: int = 0) -> str:
    """A number with this many decimals and with separated thousands."""
    return f"{half_up(value, digits):,f}"


def score_label(metric: str, stands_for: str | None) -> str:
    """The name of a headline score, or of what it stands for where that differs."""
    return STANDS_FOR.get(stands_for or "", SCORES[metric])


def score_text(score: MeasuredOut) -> str:
    """ "62 (55–68)"; only the number if the interval has no width."""
    low, high = rounded(score.low), rounded(score.high)
    return str(score.value) if low == high else f"{score.value} ({low}–{high})"


def amount_text(points: float) -> str:
    """ "+7" or "−7"."""
    return f"{'+' if points > 0 else '−'}{rounded(abs(points))}"


def change_text(delta: DeltaOut | None) -> str:
    """A change in words; with a number only if something really changed."""
    if delta is None:
        return NOTHING
    if delta.verdict == "moved":
        return f"{amount_text(delta.points or 0.0)} points"
    return VERDICT_WORDS.get(delta.verdict, delta.verdict)


def day_text(moment: datetime | str, zone: ZoneInfo) -> str:
    """ "November 21, 2026" in the workspace's time zone."""
    at = datetime.fromisoformat(moment) if isinstance(moment, str) else moment
    local = at.astimezone(zone) if at.tzinfo is not None else at
    return f"{local:%B} {local.day}, {local.year}"


def basis_text(basis: str | None) -> str:
    """The kind of answers that the numbers are based on."""
    return BASES.get(basis or "", basis or "")
