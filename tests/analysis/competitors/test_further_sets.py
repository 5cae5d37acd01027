"""The sets that weights are learned from say what stands in their answers."""

from __future__ import annotations

import pytest

from presence.analysis.competitors.weights import weights
from tests.analysis.competitors.test_answer_set import half

ANSWERS = [answer for name in ("second", "short") for answer in half(name)]

every_answer = pytest.mark.parametrize("answer", ANSWERS, ids=[a["id"] for a in ANSWERS])


@every_answer
def test_every_listed_name_stands_in_the_text(answer: dict[str, object]) -> None:
    named = answer["named"]
    assert isinstance(named, list)
    assert [n["name"] for n in named if n["name"] not in str(answer["text"])] == []


@pytest.mark.parametrize("look", ["first", "second"])
def test_a_likely_name_weighs_more_than_an_unlikely_one(look: str) -> None:
    assert weights(look)["likeness"] > 0 > weights(look)["constant"]
