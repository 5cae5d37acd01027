"""What a report says of what moved since the analysis before."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from presence.core.ids import new_id
from presence.domains.publishing.service.reports.glyphs import printable_text
from presence.domains.publishing.service.reports.recent_changes import what_moved
from presence.domains.results.schemas.results import ChangeOut, MeasuredOut, TrendPointOut

ZONE = ZoneInfo("America/Los_Angeles")
DAYS = (datetime(2026, 10, 1, 3, tzinfo=UTC), datetime(2026, 11, 21, 3, tzinfo=UTC))
TREND = [
    TrendPointOut(at=day, run_id=new_id(), overall=None, content=None, low=None, high=None)
    for day in DAYS
]
MOVED = ChangeOut(
    kind="content-score",
    title="Content visibility",
    detail="+12 points this month",
    verdict="moved",
    before=MeasuredOut(value=40, low=35.2, high=44.8, n=20, unit="answers"),
    after=MeasuredOut(value=52, low=47.0, high=57.0, n=20, unit="answers"),
    at=DAYS[1],
)


def said(
    changes: list[ChangeOut], trend: list[TrendPointOut], why: str = ""
) -> list[tuple[str, str]]:
    """What stands in bold, and after it."""
    blocks = what_moved(changes, trend, ZONE, why)
    return [(block.lead, block.text) for block in blocks]


def test_a_moved_score_says_what_both_analyses_measured() -> None:
    text = "+12 points this month · more than chance · Before 40 (35–45) → now 52 (47–57)"
    assert said([MOVED], TREND) == [("Content visibility.", text)]
    assert printable_text(text) == text


def test_a_line_of_an_analysis_that_kept_no_values_claims_none() -> None:
    old = MOVED.model_validate(
        {
            "kind": "findings",
            "title": "New findings",
            "detail": "3 new",
            "verdict": None,
            "at": DAYS[1],
        }
    )
    assert said([old], TREND) == [("New findings.", "3 new")]


def test_without_a_move_the_day_of_the_analysis_before_is_named_in_the_workspaces_zone() -> None:
    assert said([], TREND) == [("", "No significant changes since September 30, 2026.")]


def test_a_first_analysis_has_nothing_to_compare_with() -> None:
    assert said([], TREND[1:]) == [("", "Changes appear here after the second analysis.")]


def test_why_it_changed_stands_after_what_changed() -> None:
    why = "Content AI Visibility rose from 40 to 52."
    assert said([MOVED], TREND, why)[1:] == [("Why it changed.", why)]
    assert said([], TREND, why)[1:] == [("Why it changed.", why)]
    assert said([], TREND[1:], "") == [("", "Changes appear here after the second analysis.")]
