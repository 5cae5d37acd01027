"""Stability of the sources over runs."""

from __future__ import annotations

import pytest

from presence.analysis.scoring import stability, stability_over


def run(*domains: str) -> dict[str, float]:
    return {domain: 1.0 / len(domains) for domain in domains}


def test_stability_compares_citation_shares() -> None:
    assert stability({"a": 0.5, "b": 0.5}, {"a": 0.5, "b": 0.5}) == pytest.approx(100.0)
    assert stability({"a": 1.0}, {"b": 1.0}) == pytest.approx(0.0)
    assert stability({"a": 0.6, "b": 0.4}, {"a": 0.4, "b": 0.6}) == pytest.approx(80.0)
    assert stability({}, {}) is None


def test_below_five_runs_nothing_is_claimed() -> None:
    assert stability_over([run("a", "b")] * 4) is None


def test_from_five_runs_on_it_is_shown_and_called_early_until_twenty() -> None:
    five, twenty = stability_over([run("a", "b")] * 5), stability_over([run("a", "b")] * 20)
    assert five is not None
    assert twenty is not None
    assert (five.value, five.runs, five.early) == (100.0, 5, True)
    assert (twenty.runs, twenty.early) == (20, False)
    assert five.low < five.value


def test_runs_without_citations_are_left_out() -> None:
    assert stability_over([run("a")] * 4 + [{}]) is None


def test_alternating_sources_are_unstable() -> None:
    found = stability_over([run("a"), run("b")] * 3)
    assert found is not None
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high > 0.0
