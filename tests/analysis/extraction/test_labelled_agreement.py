"""Agreement between reader and extractor is counted as the measurement counts."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.analysis.labelled import Expected, Label, LabelledText
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    Extraction,
    Mention,
    Sentiment,
    Stance,
)
from tests.analysis.extraction.labelled.agreement import compare
from tests.analysis.extraction.labelled.figures import figures
from tests.analysis.extraction.labelled.sets import load

TEXT = "Acme beats Bolt. Acme ships today. Nobody knows Corva."
PROFILE = BrandProfile("Acme", competitors=(Competitor("b", "Bolt"), Competitor("c", "Corva")))
SPANS = {"brand": (0, 4), "b": (11, 15), "again": (17, 21), "c": (48, 53)}


def label(what: str, stance: Stance = "affirmative") -> Label:
    start, end = SPANS[what]
    return Label("brand" if what == "again" else what, start, end, TEXT[start:end], stance)


READER = Expected(
    mentions=(label("brand"), label("b"), label("again"), label("c", "negated")),
    positions=(("brand", 1), ("b", 2)),
    sentiment="positive",
    recommended=False,
)
LABELLED = LabelledText("t", TEXT, PROFILE, READER, ("negation",))


def reading(
    expected: Expected, sentiment: Sentiment | None = None, *, recommended: bool = False
) -> Extraction:
    """The extraction of a machine that finds exactly `expected`'s mentions and ranks."""
    mentions = tuple(Mention(m.entity, m.text, m.start, m.end, m.stance) for m in expected.mentions)
    return Extraction(
        "t",
        mentions,
        expected.positions or (),
        None,
        (),
        sentiment or expected.sentiment,
        recommended or bool(expected.recommended),
        None,
        "v",
    )


def test_a_perfect_reader_agrees_everywhere() -> None:
    found = figures([compare(text, reading(text.expected)) for text in load("develop")])
    assert {task: figure.value for task, figure in found.items()} == dict.fromkeys(found, 1.0)
    assert all(figure.low < 1 for figure in found.values())


def test_a_silent_reader_recalls_nothing_and_its_precision_is_unknown() -> None:
    silent = replace(READER, mentions=(), positions=(), sentiment=None)
    found = figures([compare(LABELLED, reading(silent))])
    assert found["mentionRecall"].value == 0
    assert found["positionExact"].value == 0
    assert "mentionPrecision" not in found


def test_naming_counts_once_per_entity_and_text() -> None:
    once = replace(READER, mentions=(label("brand"), label("b"), label("c", "negated")))
    counts = compare(LABELLED, reading(once)).counts
    assert counts["mentionRecall"] == (2, 2)
    assert counts["occurrenceRecall"] == (2, 3)


def test_affirming_what_was_denied_costs_precision_and_negation() -> None:
    mentions = (label("brand"), label("b"), label("again"), label("c"))
    counts = compare(LABELLED, reading(replace(READER, mentions=mentions))).counts
    assert counts["mentionPrecision"] == (2, 3)
    assert counts["negationF1"] == (0, 1)


def test_a_longer_span_is_the_same_occurrence_but_not_exact() -> None:
    longer = Label("brand", 0, 10, TEXT[0:10], "affirmative")
    counts = compare(LABELLED, reading(replace(READER, mentions=(longer,)))).counts
    assert counts["occurrencePrecision"] == (1, 1)
    assert counts["spanExact"] == (0, 1)


def test_one_machine_occurrence_answers_for_one_labelled_occurrence() -> None:
    wide = Label("brand", 0, 21, TEXT[0:21], "affirmative")
    counts = compare(LABELLED, reading(replace(READER, mentions=(wide,)))).counts
    assert counts["occurrenceRecall"] == (1, 3)


def test_another_entity_at_the_same_place_is_no_match() -> None:
    other = Label("b", 0, 4, TEXT[0:4], "affirmative")
    counts = compare(LABELLED, reading(replace(READER, mentions=(other,)))).counts
    assert counts["occurrencePrecision"] == (0, 1)


def test_f1_is_that_of_true_and_false_positives() -> None:
    wrong = replace(READER, mentions=(*READER.mentions[:3], label("b", "negated")))
    compared = [compare(LABELLED, reading(READER)), compare(LABELLED, reading(wrong))]
    assert figures(compared)["negationF1"].value == pytest.approx(2 / (2 + 1 + 1), abs=1e-4)


@pytest.mark.parametrize(
    ("expected", "task"),
    [
        (replace(READER, sentiment=None), "sentimentAccuracy"),
        (replace(READER, recommended=None), "recommendationAccuracy"),
        (replace(READER, positions=None), "positionExact"),
    ],
)
def test_what_the_reader_did_not_judge_is_not_counted(expected: Expected, task: str) -> None:
    assert compare(replace(LABELLED, expected=expected), reading(READER)).counts[task] == (0, 0)


def test_a_pick_seen_where_there_is_none_counts_against_picks() -> None:
    counts = compare(LABELLED, reading(READER, recommended=True)).counts
    assert counts["recommendationAccuracy"] == (0, 1)
    assert counts["recommendationF1"] == (0, 1)
