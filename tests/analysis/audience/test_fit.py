"""Audience fit: evidence or nothing, and an interval that holds the value."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.analysis.audience import audience_fit
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.analysis.types import AudienceFit, BrandProfile, Passage

RUNNERS = BrandProfile(
    "Northpeak", audience="Weekend runners who want grip on wet rock and a fair price"
)
SURGEONS = replace(RUNNERS, audience="Hospital buyers who need sterile surgical gloves")
TEXTS = (
    "Our trail running shoes grip wet rock with a lugged rubber outsole. You will love them!",
    "The waterproof jackets weigh 210 grams and pack into their own pocket.",
    "A rock plate protects your feet on stony descents.",
    "Prices start at 119 euros and shipping is free above 50 euros.",
    "For weekend runners who want to leave the road, we made a forgiving shoe.",
    "New to trails? Our guide helps you choose your first pair in five minutes.",
)
LEGALESE = (
    "The undersigned shall hereby constitute an arbitral tribunal pursuant to the applicable "
    "statutory provisions, notwithstanding any aforementioned stipulation agreed between the "
    "respective contracting parties regarding grip, wet rock, runners and their fair price."
)


@pytest.fixture(scope="module", params=["embeddings", "lexical"])
def embedder(request: pytest.FixtureRequest) -> Embedder | None:
    return load_embedder() if request.param == "embeddings" else None


def passages(texts: tuple[str, ...] = TEXTS, owner: str = "brand") -> tuple[Passage, ...]:
    return tuple(
        Passage(f"p{i}", text, f"https://n.example/{i}", owner) for i, text in enumerate(texts)
    )


def fit_of(
    profile: BrandProfile = RUNNERS,
    texts: tuple[str, ...] = TEXTS,
    embedder: Embedder | None = None,
) -> AudienceFit:
    found = audience_fit(profile, passages(texts), (), embedder, 1)
    assert found is not None
    return found


def test_words_for_the_audience_fit_better_than_words_for_another(
    embedder: Embedder | None,
) -> None:
    assert fit_of(embedder=embedder).relevance > fit_of(SURGEONS, embedder=embedder).relevance + 3


def test_the_four_items_come_in_their_order() -> None:
    assert [i.name for i in fit_of().items] == ["needs", "vocabulary", "use cases", "constraints"]


def test_every_item_above_zero_quotes_the_material_verbatim(embedder: Embedder | None) -> None:
    by_source = {passage.source: passage.text for passage in passages()}
    for item in fit_of(embedder=embedder).items:
        assert item.score > 0
        assert item.quote
        assert item.quote in by_source[item.source]


def test_an_item_without_evidence_scores_zero_and_quotes_nothing() -> None:
    item = fit_of(SURGEONS).items[0]
    assert (item.score, item.quote, item.source) == (0.0, "", "")


def test_the_score_is_ten_times_the_mean_of_the_items() -> None:
    fit = fit_of()
    assert fit.relevance == pytest.approx(sum(i.score for i in fit.items) / 4, abs=1e-4)
    assert fit.score.value == pytest.approx(10 * fit.relevance, abs=1e-3)


def test_the_interval_holds_the_value_and_counts_passages(embedder: Embedder | None) -> None:
    score = fit_of(embedder=embedder).score
    assert 0 <= score.low < score.value <= score.high <= 100
    assert (score.n, score.unit) == (len(TEXTS), "passages")


def test_a_contradicting_tone_costs_1_2_points_per_passage() -> None:
    fits = fit_of(replace(RUNNERS, tone="Formal"), (LEGALESE,)).items[0]
    contradicts = fit_of(replace(RUNNERS, tone="Friendly"), (LEGALESE,)).items[0]
    assert fits.score - contradicts.score == pytest.approx(1.2, abs=0.01)


def test_tone_match_is_the_share_of_passages_that_fit() -> None:
    fit = fit_of(replace(RUNNERS, tone="Friendly"), (TEXTS[0], TEXTS[4], LEGALESE, TEXTS[5]))
    assert fit.tone_match == 75.0


def test_the_method_says_what_was_used(embedder: Embedder | None) -> None:
    method = fit_of(embedder=embedder).method
    assert ("all-MiniLM-L6-v2" in method) == (embedder is not None)
    assert "tone inferred" in method
    assert "tone stated" in fit_of(replace(RUNNERS, tone="Plain")).method


def test_only_the_brands_own_words_are_assessed() -> None:
    mixed = (*passages(), *passages(("Weekend runners love grip.",), owner="rival"))
    found = audience_fit(RUNNERS, mixed, (), None, 1)
    assert found is not None
    assert found.score.n == len(TEXTS)


def test_without_an_audience_there_is_no_score() -> None:
    assert audience_fit(replace(RUNNERS, audience="  "), passages(), (), None, 1) is None


def test_without_material_there_is_no_score() -> None:
    assert audience_fit(RUNNERS, (), (), None, 1) is None


def test_few_passages_are_exploratory() -> None:
    assert fit_of(texts=TEXTS[:2]).score.exploratory
    assert not fit_of().score.exploratory


def test_the_same_seed_gives_the_same_interval() -> None:
    assert fit_of() == fit_of()


def test_one_passage_gives_the_widest_interval(embedder: Embedder | None) -> None:
    score = fit_of(texts=TEXTS[:1], embedder=embedder).score
    assert (score.low, score.high, score.n, score.exploratory) == (0.0, 100.0, 1, True)
