"""What a user calls a wrong detection becomes a text of the labelled set."""

from __future__ import annotations

import pytest

from presence.analysis.labelled import (
    LabelCorrection,
    LabelledText,
    as_line,
    from_correction,
    read_lines,
)
from presence.analysis.types import BrandProfile, Competitor, Extraction, Mention

TEXT = "Corva leads. Box it up and ask Acme."
PROFILE = BrandProfile("Box", language="en", competitors=(Competitor("corva", "Corva"),))
FOUND = Extraction(
    answer_id="a1",
    mentions=(
        Mention("corva", "Corva", 0, 5, "affirmative"),
        Mention("brand", "Box", 13, 16, "affirmative", "positive", True),
    ),
    positions=(("corva", 1), ("brand", 2)),
    citations=None,
    review=(),
    sentiment="positive",
    recommended=True,
    cited_owned=None,
    version="mentions-1",
)


def corrected(*corrections: LabelCorrection) -> LabelledText:
    return from_correction("c1", TEXT, PROFILE, FOUND, corrections)


def test_a_corrected_answer_is_a_line_of_the_set() -> None:
    text = corrected(LabelCorrection("not-this-brand", "brand", 13, 16))
    assert read_lines([as_line(text)]) == (text,)
    assert text.tags == ("correction", "correction-not-this-brand")


def test_a_word_that_is_not_the_brand_leaves_nothing_of_it() -> None:
    expected = corrected(LabelCorrection("not-this-brand", "brand", 13, 16)).expected
    assert expected.named == {"corva"}
    assert (expected.sentiment, expected.recommended) == (None, False)
    assert expected.positions is None


def test_a_missed_name_is_added_in_its_place_and_nothing_is_guessed_about_it() -> None:
    without = Extraction(
        "a1", FOUND.mentions[:1], (("corva", 1),), None, (), None, False, None, "mentions-1"
    )
    missed = LabelCorrection("missed", "brand", 13, 16)
    expected = from_correction("c1", TEXT, PROFILE, without, [missed]).expected
    assert [(m.entity, m.text) for m in expected.mentions] == [("corva", "Corva"), ("brand", "Box")]
    assert (expected.positions, expected.sentiment, expected.recommended) == (None, None, None)


def test_a_wrong_stance_is_turned_around() -> None:
    expected = corrected(LabelCorrection("wrong-stance", "corva", 0, 5)).expected
    assert [m.stance for m in expected.mentions] == ["negated", "affirmative"]
    assert expected.positions is None


def test_a_wrong_sentiment_is_no_longer_judged_and_all_else_stays() -> None:
    expected = corrected(LabelCorrection("wrong-sentiment", "brand", 13, 16)).expected
    assert expected.sentiment is None
    assert expected.positions == FOUND.positions
    assert expected.recommended is True


def test_several_corrections_of_one_answer_make_one_text() -> None:
    expected = corrected(
        LabelCorrection("not-this-brand", "brand", 13, 16),
        LabelCorrection("wrong-stance", "corva", 0, 5),
    ).expected
    assert [(m.entity, m.stance) for m in expected.mentions] == [("corva", "negated")]


@pytest.mark.parametrize(
    "wrong",
    [LabelCorrection("missed", "brand", 30, 99), LabelCorrection("missed", "brand", 5, 5),
     LabelCorrection("missed", "nobody", 0, 5)],
)  # fmt: skip
def test_a_correction_of_nothing_is_refused(wrong: LabelCorrection) -> None:
    with pytest.raises(ValueError, match=r"outside the text|knows nobody"):
        corrected(wrong)
