"""What holds for every text: offsets are verbatim, nothing raises, time grows with length."""

from __future__ import annotations

import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from presence.analysis.extraction import EntitySet, extract, highlights
from presence.analysis.extraction.clauses import Clause
from presence.analysis.extraction.folding import fold, fold_name, plain, without_marks
from presence.analysis.extraction.languages import NAME, OTHER
from presence.analysis.extraction.lexicon import lexicon_of
from presence.analysis.types import BrandProfile, Competitor

NAMES = ("Acme", "Fennick & Rowe", "Box", "Тихая Гавань", "华为", "Żabka", "삼성", "X", "C++")
PIECES = (
    *NAMES, "acme", "ACME", "Ac**me**", "Ａｃｍｅ", "Ac\u200bme", "Fennick &amp; Rowe",
    "Тихой Гавани",
    "box", "the ",
    "I have no data on ", "1. ", "- ", "\n", "| a | b |\n", "**", "_", "[", "](https://a.b)",
    "&amp;", "&", "<b>", "</b>", "e\u0301", "\u0301", "。", ", ", ". ", "? ", "не ",
    "ist ", "で", "은 ",
    "https://acme.com/x ", "info@acme.com ", "𝐀𝐜𝐦𝐞", "🙂", "\u202e", "'s ", "’", "-", "#", "@",
)  # fmt: skip
TEXTS = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=30).map("".join),
    st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=20).map("".join),
)
ENTITIES = EntitySet.of(
    BrandProfile(
        name=NAMES[0],
        prefixes=("acme.com",),
        competitors=tuple(Competitor(str(i), name) for i, name in enumerate(NAMES[1:])),
    )
)
LABELS = {"brand": NAMES[0], **{str(i): name for i, name in enumerate(NAMES[1:])}}
SENTENCE = "The weather was mild on that day. "
QUICK = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def comparable(text: str) -> str:
    """Letters and digits of a text as names are compared."""
    return "".join(c for c in without_marks(fold(text).text) if c.isalnum())


@QUICK
@given(TEXTS)
def test_a_mention_is_a_slice_of_the_text_that_reads_as_the_name(text: str) -> None:
    result = extract("a", text, ENTITIES, None)
    for mention in result.mentions:
        assert text[mention.start : mention.end] == mention.name
        name = comparable(LABELS[mention.entity])
        stem = name[: max(1, len(name) // 3)]
        own_address = "." in mention.name and stem in mention.name.casefold()
        assert own_address or comparable(mention.name).startswith(stem) or not name.isalnum()
    starts = [m.start for m in result.mentions]
    assert starts == sorted(starts)


@QUICK
@given(TEXTS)
def test_every_span_lies_in_the_text(text: str) -> None:
    result = extract("a", text, ENTITIES, None)
    for item in result.review:
        assert text[item.start : item.end] == item.text
    for mark in highlights(text, result):
        assert 0 <= mark.start < mark.end <= len(text)


@QUICK
@given(st.text(max_size=40), TEXTS)
def test_any_name_can_be_looked_for_in_any_text(name: str, text: str) -> None:
    extract("a", text + name, EntitySet.of(BrandProfile(name=name, aliases=(name[::-1],))), None)


@QUICK
@given(st.lists(st.sampled_from(NAMES[:2] + NAMES[3:5]), min_size=1, max_size=4))
def test_an_unrelated_sentence_takes_no_mention_away(named: list[str]) -> None:
    text = "".join(f"Many people buy from {name} every year. " for name in named)
    count = len(extract("a", text, ENTITIES, None).mentions)
    for longer in (SENTENCE + text, text + SENTENCE, text.replace(". ", ". " + SENTENCE)):
        assert len(extract("a", longer, ENTITIES, None).mentions) == count


@QUICK
@given(st.sampled_from(NAMES))
def test_folding_a_name_twice_changes_nothing(name: str) -> None:
    assert fold_name(fold_name(name)) == fold_name(name)


@pytest.mark.parametrize(
    "piece",
    ["Acme is good, not bad. ", "acme, Box and X ", "no Acme ", "1. Acme\n", "| Acme | Box |\n",
     "**Acme** [x](https://acme.com) ", "Тихой Гавани не ", "华为没有", "a.b@c ", "X? ",
     "Acme - Box - "],
)  # fmt: skip
def test_time_grows_with_length_and_no_faster(piece: str) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        started = time.process_time()
        extract("a", text, ENTITIES, None)
        return time.process_time() - started

    seconds(2_000)
    small = max(seconds(2_500), 0.01)
    # Eight times the text: a quadratic step would take sixty-four times as long, every time.
    assert any(seconds(20_000) / small < 24 for _ in range(5))


def test_no_phrase_is_passed_over_because_no_word_announced_it() -> None:
    texts = [
        "I couldn't find any details on Acme.",
        "Acme ist nicht nur billig.",
        "Acme n'est pas cité.",
        "Acme is better than Box.",
        "Acme es más barato y más rápido que Box.",
        "Avoid Acme.",
        "Von Acme würde ich abraten.",
        "О компании Acme нет данных.",
        "Acme lets us down.",
    ]
    for text in texts:
        lexicon = lexicon_of(fold(text).text)
        clause = Clause(plain(fold(text).text).replace("acme", NAME).replace("box", OTHER), lexicon)
        for phrase in lexicon.phrases:
            if phrase.pattern.search(clause.text):
                assert phrase.pattern in clause.phrases(phrase.family), (text, phrase)
