"""What a report says of what moved since the analysis before."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from presence.domains.publishing.service.documents import Document
from presence.domains.publishing.service.reports.glyphs import printable_text
from presence.domains.publishing.service.reports.recent_changes import what_moved

ZONE = ZoneInfo("America/Los_Angeles")
TREND = [{"at": "2026-10-01T03:00:00Z"}, {"at": "2026-11-21T03:00:00Z"}]
MOVED: Document = {
    "title": "Content visibility",
    "detail": "+12 points this month",
    "verdict": "moved",
    "before": {"value": 40, "low": 35.2, "high": 44.8},
    "after": {"value": 52, "low": 47.0, "high": 57.0},
}


def said(changes: list[Document], trend: list[Document]) -> list[tuple[str, str]]:
    """What stands in bold, and after it."""
    blocks = what_moved({"changes": changes, "trend": trend}, ZONE)
    return [(block["lead"], block["text"]) for block in blocks]


def test_a_moved_score_says_what_both_analyses_measured() -> None:
    text = "+12 points this month · more than chance · Before 40 (35–45) → now 52 (47–57)"
    assert said([MOVED], TREND) == [("Content visibility.", text)]
    assert printable_text(text) == text


def test_a_line_of_an_analysis_that_kept_no_values_claims_none() -> None:
    old = {"title": "New findings", "detail": "3 new", "verdict": None}
    assert said([old], TREND) == [("New findings.", "3 new")]


def test_without_a_move_the_day_of_the_analysis_before_is_named_in_the_workspaces_zone() -> None:
    assert said([], TREND) == [("", "No significant changes since September 30, 2026.")]


def test_a_first_analysis_has_nothing_to_compare_with() -> None:
    assert said([], TREND[1:]) == [("", "Changes appear here after the second analysis.")]
