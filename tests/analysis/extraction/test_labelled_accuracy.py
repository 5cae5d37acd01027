"""What is published about the extractor is what it does."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest

from tests.analysis.extraction.labelled.__main__ import (
    ACCURACY,
    SET_ASIDE,
    accuracy_text,
    compared,
)
from tests.analysis.extraction.labelled.agreement import Compared
from tests.analysis.extraction.labelled.figures import figures
from tests.analysis.extraction.labelled.tables import GOALS


@pytest.fixture(scope="module")
def held_out() -> Sequence[Compared]:
    return compared("held_out")


@pytest.fixture(scope="module")
def independent() -> Sequence[Compared]:
    return compared("independent")


@pytest.fixture(scope="module")
def set_aside() -> Sequence[Compared]:
    return compared(SET_ASIDE)


def test_the_published_figures_are_those_of_sentences_the_rules_had_not_met() -> None:
    assert ACCURACY.read_text(encoding="utf-8") == accuracy_text()


def test_no_published_figure_is_kinder_than_the_reader_is_now(
    independent: Sequence[Compared],
) -> None:
    published = json.loads(ACCURACY.read_text(encoding="utf-8"))["figures"]
    now = figures(independent)
    for task in ("mentionRecall", "negationF1", "sentimentAccuracy", "recommendationF1"):
        assert now[task].value >= published[task]["value"]


@pytest.mark.parametrize("task", list(GOALS))
def test_the_extractor_reaches_its_goal_on_texts_it_was_not_written_for(
    task: str, held_out: Sequence[Compared]
) -> None:
    assert figures(held_out)[task].value >= GOALS[task]


@pytest.mark.parametrize("task", list(GOALS))
def test_the_extractor_reaches_its_goal_on_harder_texts_set_aside(
    task: str, set_aside: Sequence[Compared]
) -> None:
    assert figures(set_aside)[task].value >= GOALS[task]
