"""Scores of single engines beside the headline."""

from __future__ import annotations

import pytest

from presence.analysis.scoring import by_engine, score_content
from tests.analysis.scoring.answered import answered, engine, split

GPT, CLAUDE = engine("chatgpt", "assistants"), engine("claude", "assistants")


def test_every_engine_has_its_own_score_and_components() -> None:
    pairs = [answered(f"p{i}", by=GPT, positions={"brand": 1}) for i in range(6)]
    pairs += [answered(f"p{i}", by=CLAUDE) for i in range(6)]
    pairs += [answered(f"p{i}", positions={"brand": 3}) for i in range(6)]
    found = {s.engine: s for s in by_engine(*split(pairs), seed=1)}
    assert sorted(found) == ["chatgpt", "claude", "sim"]
    assert found["chatgpt"].score.value == pytest.approx(100.0)
    assert found["claude"].score.value == 0.0
    assert found["claude"].score.high > 0.0
    assert dict(found["sim"].components)["position"].value == 3.0


def test_the_headline_is_the_mean_of_the_engines_of_its_basis() -> None:
    pairs = [answered(f"p{i}", by=GPT, positions={"brand": 1 + i % 2}) for i in range(8)]
    pairs += [
        answered(f"p{i}", by=CLAUDE, positions={"brand": 1} if i < 3 else {}) for i in range(8)
    ]
    headline, _ = score_content(*split(pairs), 1)
    engines = [s.score.value for s in by_engine(*split(pairs), seed=1)]
    assert headline is not None
    assert headline.value == pytest.approx(sum(engines) / 2)


def test_imported_answers_and_branded_prompts_are_in_no_engine_score() -> None:
    pairs = [answered("p1", by=engine("paste", "imported"), positions={"brand": 1})]
    pairs += [answered("p2", by=GPT, branded=True, positions={"brand": 1})]
    assert by_engine(*split(pairs), seed=1) == ()


def test_an_engine_that_failed_throughout_has_no_score() -> None:
    pairs = [answered(f"p{i}", by=GPT, status="failed") for i in range(5)]
    assert by_engine(*split(pairs), seed=1) == ()


def test_an_engine_with_few_valid_answers_says_how_few() -> None:
    pairs = [answered("p0", by=GPT, positions={"brand": 1})]
    pairs += [answered(f"p{i}", by=GPT, status="failed") for i in range(1, 9)]
    (found,) = by_engine(*split(pairs), seed=1)
    assert (found.score.n, found.score.exploratory) == (1, True)
