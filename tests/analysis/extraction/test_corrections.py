"""What people decide about a place in an answer speaks before any rule."""

from __future__ import annotations

from dataclasses import replace

from presence.analysis.extraction import EntitySet, extract
from presence.analysis.provenance import reading_version, way_of_reading
from presence.analysis.types import BrandProfile, Competitor, Decided, Extraction

TEXT = "Many people go with monday for planning. Ａcme\u200b also works, and Boxy is cheap."
PROFILE = BrandProfile("Monday", competitors=(Competitor("c1", "Acme"), Competitor("c2", "Trello")))


def read(*decided: Decided, answer: str = "a1") -> Extraction:
    """The reading of the text with decisions."""
    return extract(answer, TEXT, EntitySet.of(replace(PROFILE, decided=decided)), None)


def said(word: str, entity: str, is_name: bool, answer: str = "a1") -> Decided:
    """A decision about the first place a word stands at."""
    start = TEXT.index(word)
    return Decided(answer, entity, start, start + len(word), is_name)


def test_a_confirmed_word_counts_and_is_not_doubtful_any_more() -> None:
    confirmed = read(said("monday", "brand", True))
    assert confirmed.brand_named
    assert [m.name for m in confirmed.mentions if m.entity == "brand"] == ["monday"]
    assert not confirmed.review


def test_a_refused_name_never_counts() -> None:
    assert read().position_of("c1") is not None
    refused = read(said("Ａcme", "c1", False))
    assert refused.position_of("c1") is None


def test_a_missed_mention_counts_at_the_marked_characters() -> None:
    missed = read(said("Boxy", "c2", True))
    (mention,) = [m for m in missed.mentions if m.entity == "c2"]
    assert TEXT[mention.start : mention.end] == "Boxy"
    assert missed.position_of("c2") is not None


def test_a_decision_is_about_one_answer_and_ignores_spans_outside_it() -> None:
    assert read(said("monday", "brand", True), answer="another") == replace(
        read(), answer_id="another"
    )
    assert read(Decided("a1", "brand", 900, 950, True)) == read()


def test_decisions_mend_a_reading_without_changing_the_way_of_reading() -> None:
    mended = reading_version(replace(PROFILE, decided=(said("monday", "brand", True),)))
    assert mended != reading_version(PROFILE)
    assert way_of_reading(mended) == reading_version(PROFILE)
