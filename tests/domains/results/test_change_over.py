"""Changes of several analyses come to one, by the verdicts that each was given."""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.types import Verdict
from presence.domains.results.schemas.results import DeltaOut
from presence.domains.results.service.comparison import change_over

FIRST = datetime(2026, 1, 5, tzinfo=UTC)
LATER = datetime(2026, 4, 6, tzinfo=UTC)


def delta(points: float | None, verdict: Verdict, since: datetime = FIRST) -> DeltaOut:
    """The change of one analysis."""
    return DeltaOut(points=points, verdict=verdict, since=since)


def test_what_moved_once_has_moved_however_quiet_it_was_after() -> None:
    moved, quiet = delta(6.0, "moved"), delta(0.4, "within noise", LATER)
    assert change_over([moved, quiet, quiet]) == moved


def test_two_moves_add_up() -> None:
    found = change_over([delta(6.0, "moved"), delta(-2.5, "moved", LATER)])
    assert found == delta(3.5, "moved")


def test_a_move_that_was_undone_is_no_sign_of_change() -> None:
    found = change_over([delta(6.0, "moved"), delta(-6.0, "moved", LATER)])
    assert found == delta(0.0, "within noise")


def test_without_a_move_the_newest_analysis_is_the_verdict() -> None:
    newest = delta(3.0, "probably moving")
    assert change_over([delta(0.0, "within noise"), newest]) == newest


def test_nothing_is_told_across_a_change_of_model() -> None:
    found = change_over([delta(6.0, "moved"), delta(None, "model changed", LATER)])
    assert found is not None
    assert (found.points, found.verdict) == (None, "model changed")


def test_no_analysis_is_no_change() -> None:
    assert change_over([]) is None
