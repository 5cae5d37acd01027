"""What is kept of an answer to a canary question."""

from __future__ import annotations

import math

from presence.analysis.types import Citation, RawAnswer
from presence.analysis.watch import FEATURES, CanaryAnswer, canary_answer, watch_series

NAMES = ("Adidas", "Puma")


def _read(raw: RawAnswer) -> dict[str, float]:
    found = canary_answer("shoes", raw, NAMES)
    assert found is not None
    return dict(zip(FEATURES, found.features, strict=True))


def _said(text: str) -> dict[str, float]:
    return _read(RawAnswer("completed", text, "m"))


def test_a_list_is_told_from_prose() -> None:
    listed = _said("Two brands:\n\n1. **Adidas**\n2. Puma\n- Asics\n| a | b |")
    assert listed["list items"] == math.log1p(4)
    assert _said("Adidas and Puma make shoes.")["list items"] == 0.0


def test_expected_names_are_counted_in_any_case() -> None:
    assert _said("ADIDAS makes shoes.")["expected names"] == 0.5
    assert _said("Nobody knows.")["expected names"] == 0.0


def test_a_refusal_is_an_answer_and_a_failure_is_none() -> None:
    assert _read(RawAnswer("refused", "I cannot help.", "m"))["refused"] == 1.0
    assert canary_answer("shoes", RawAnswer("failed", "", "m"), NAMES) is None


def test_empty_and_endless_answers_have_features_too() -> None:
    for text in ("", "\n\n", "?", "x" * 1_000_000, "。" * 60_000, "\ud800", "**" * 40_000):
        assert all(math.isfinite(value) for value in _said(text).values())


def test_no_citation_data_is_not_the_same_as_no_citation() -> None:
    nothing = canary_answer("shoes", RawAnswer("completed", "Adidas", "m"), NAMES)
    none = canary_answer("shoes", RawAnswer("completed", "Adidas", "m", citations=()), NAMES)
    assert nothing is not None
    assert none is not None
    assert (nothing.domains, none.domains) == (None, frozenset())


def test_domains_are_counted_once() -> None:
    cited = tuple(Citation(f"https://a.example/{n}", domain="a.example") for n in range(3))
    found = _read(RawAnswer("completed", "Adidas", "m", citations=cited))
    assert found["citations"] == math.log1p(3)
    assert found["domains"] == math.log1p(1)


def test_days_become_arrays_with_holes_where_nothing_was_answered() -> None:
    zero = (0.0,) * len(FEATURES)
    first = {"a": CanaryAnswer("a", zero, frozenset({"x.example"}))}
    second = {"b": CanaryAnswer("b", zero, None)}
    series = watch_series([first, second, {}])
    assert series.answered.tolist() == [[True, False], [False, True], [False, False]]
    assert series.cited[0, 0].tolist() == [True]
    assert not series.cited[1:].any()
