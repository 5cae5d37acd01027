"""What changed since the previous analysis, in the words of the dashboard's Recent Changes."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from presence.domains.publishing.service.reports.blocks import WordsBlock, words
from presence.domains.results.schemas.results import ChangeOut, TrendPointOut
from presence.domains.results.service.score_words import day_text, score_text

VERDICTS = {
    "moved": "more than chance",
    "probably moving": "probably moving",
    "within noise": "no sign of change",
    "not enough data": "not enough data yet",
    "model changed": "not compared",
}
FIRST = "Changes appear here after the second analysis."


def what_moved(
    changes: Sequence[ChangeOut], trend: Sequence[TrendPointOut], zone: ZoneInfo, why: str = ""
) -> list[WordsBlock]:
    """A paragraph per line, with the values of both analyses, or that nothing changed; then why."""
    behind = [words(why, lead="Why it changed.")] if why else []
    if changes:
        return [*(words(_said(one), lead=f"{one.title}.") for one in changes), *behind]
    if len(trend) < 2:
        return [words(FIRST)]
    unchanged = f"No significant changes since {day_text(trend[-2].at, zone)}."
    return [words(unchanged), *behind]


def _said(change: ChangeOut) -> str:
    parts = [change.detail, VERDICTS.get(change.verdict or "", "")]
    if change.before and change.after:  # lines of old runs have neither
        before, after = score_text(change.before), score_text(change.after)
        parts.append(f"Before {before} → now {after}")
    return " · ".join(part for part in parts if part)
