"""Word shares agree with the values computed by the GEO authors' own functions."""

from __future__ import annotations

import pytest

from presence.analysis.scoring.prominence import (
    cited_sentences,
    counted_words,
    owned_shares,
    position_adjusted_share,
    word_share,
)
from presence.analysis.types import Citation

FOUR = (
    "Acme makes durable trail shoes for runners[1]. Beta is a cheaper choice overall[2]. "
    "Both brands ship across Europe quickly[1][2]. Gamma remains popular with beginners too[3]."
)
CASES = [
    ("Acme makes very durable trail shoes[1].", (1, 0, 0, 0, 0), (1, 0, 0, 0, 0)),
    (FOUR, (0.434783, 0.304348, 0.260870, 0, 0), (0.563568, 0.290775, 0.145657, 0, 0)),
    ("It is on us to do so[1]. Longer words count here[2].", (0, 1, 0, 0, 0), (0, 1, 0, 0, 0)),
]


@pytest.mark.parametrize(("answer", "words", "positions"), CASES)
def test_shares_agree_with_the_reference(
    answer: str, words: tuple[float, ...], positions: tuple[float, ...]
) -> None:
    sentences = cited_sentences(answer)
    assert word_share(sentences, 5) == pytest.approx(words, abs=1e-6)
    assert position_adjusted_share(sentences, 5) == pytest.approx(positions, abs=1e-6)


def test_an_answer_that_cites_nothing_has_no_shares() -> None:
    sentences = cited_sentences("Acme makes shoes. Beta too.")
    assert word_share(sentences, 5) is None
    assert position_adjusted_share(sentences, 5) is None


def test_a_number_beyond_the_sources_is_ignored() -> None:
    sentences = cited_sentences("Acme makes shoes[1]. Beta makes boots[9].")
    assert word_share(sentences, 2) == pytest.approx((1.0, 0.0))


def test_a_citation_after_the_full_stop_belongs_to_its_sentence() -> None:
    sentences = cited_sentences("Acme makes shoes. [1] Beta makes boots. [2]")
    assert [s.sources for s in sentences] == [(1,), (2,)]


def test_only_words_of_three_characters_and_more_count() -> None:
    assert counted_words("It is on us to do so") == 0
    assert counted_words("The well-made shoe isn't bad") == 5


def own(url: str, **place: int) -> Citation:
    return Citation(url, owner="brand", source_class="owned", **place)  # type: ignore[arg-type]  # places by name


def test_owned_shares_add_up_over_the_brands_own_sources() -> None:
    cited = (
        own("https://acme.example/", number=1),
        Citation("https://b.example/", number=2),
        own("https://acme.example/x", number=3),
    )
    assert owned_shares(FOUR, cited) == pytest.approx((0.695652, 0.709225), abs=1e-6)


def test_citations_with_spans_count_in_the_sentence_they_lie_in() -> None:
    text = "Acme makes durable trail shoes. ([acme](https://acme.example/)) Beta is cheaper."
    start = text.index("([acme")
    spans = (
        own("https://acme.example/", start=start, end=start + 31),
        Citation("https://b.example/", start=len(text) - 5, end=len(text)),
    )
    shares = owned_shares(text, spans)
    assert shares is not None
    assert 0.0 < shares[0] < 1.0


def test_nothing_cited_is_unknown_and_never_one_nth() -> None:
    assert owned_shares(FOUR, None) is None
    assert owned_shares(FOUR, ()) is None
    assert owned_shares("No mark anywhere.", (own("https://acme.example/"),)) is None


def test_citing_only_others_is_a_share_of_zero() -> None:
    assert owned_shares(FOUR, (Citation("https://b.example/", number=1),)) == (0.0, 0.0)


@pytest.mark.parametrize(
    "answer", ["Acme wins here.[1] Beta loses there.[2]", "甲社很快。[1]乙社很慢。[2]"]
)
def test_a_bracket_without_a_space_closes_its_sentence(answer: str) -> None:
    assert [sentence.sources for sentence in cited_sentences(answer)] == [(1,), (2,)]


def test_an_ideographic_full_stop_ends_a_sentence() -> None:
    assert len(cited_sentences("みどり便は速い。そら宅配は遅い。")) == 2


def test_two_signs_of_a_script_without_spaces_are_a_word() -> None:
    assert counted_words("云栖茶铺茶香浓郁") == 4
    assert counted_words("使用 Acme 工具") == 3
