"""The fixed ranges tell words for an audience from words for others, on audiences not fixed on."""

from __future__ import annotations

import pytest

from presence.analysis.audience import audience_fit
from presence.analysis.documents import document_passages
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, DocumentText, Passage, Score
from presence_standins.sites import site_named
from presence_standins.sites.render import blocks
from tests.analysis.audience.pairs import FIXED_ON, HELD_OUT, Offer, related, unrelated

HALVES = [pytest.param(FIXED_ON, id="fixed on"), pytest.param(HELD_OUT, id="held out")]


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    found = load_embedder()
    assert found is not None
    return found


def fit(audience: str, passages: tuple[Passage, ...], embedder: Embedder | None) -> Score:
    found = audience_fit(BrandProfile("Acme", audience=audience), passages, (), embedder, 1)
    assert found is not None
    return found.score


def said(texts: tuple[str, ...]) -> tuple[Passage, ...]:
    return tuple(Passage(f"p{i}", text, f"https://a.example/{i}") for i, text in enumerate(texts))


@pytest.mark.parametrize("offers", HALVES)
def test_words_for_an_audience_score_70_and_more(
    offers: tuple[Offer, ...], embedder: Embedder
) -> None:
    scores = [fit(audience, said(texts), embedder).value for audience, texts in related(offers)]
    assert min(scores) >= 70, scores


@pytest.mark.parametrize("offers", HALVES)
def test_words_for_others_score_below_40(offers: tuple[Offer, ...], embedder: Embedder) -> None:
    scores = [fit(audience, said(texts), embedder).value for audience, texts in unrelated(offers)]
    assert max(scores) < 40, scores


@pytest.mark.parametrize("offers", HALVES)
def test_without_embeddings_the_two_stay_apart(offers: tuple[Offer, ...]) -> None:
    ours = [fit(audience, said(texts), None).value for audience, texts in related(offers)]
    others = [fit(audience, said(texts), None).value for audience, texts in unrelated(offers)]
    assert min(ours) >= 60 > 40 > max(others), (ours, others)


def test_an_interval_never_collapses(embedder: Embedder) -> None:
    for audience, texts in unrelated(FIXED_ON + HELD_OUT):
        score = fit(audience, said(texts), embedder)
        assert score.low <= score.value <= score.high
        assert score.high - score.low > 1


def test_more_passages_leave_less_room_for_what_was_not_seen() -> None:
    few, many = (
        fit("Surgeons", said(tuple(f"Oak shelf number {n}" for n in range(count))), None)
        for count in (4, 40)
    )
    assert few.value == many.value == 0
    assert 0 < many.high < few.high < 100


SITE_AUDIENCES = [
    ("harrow", "Families in small homes who want solid wood tables that can be repaired"),
    ("ledgerly", "Café owners who want to spend less time on bookkeeping and VAT returns"),
    ("marlow", "People in small flats who want an extending dining table delivered fast"),
]
OTHERS = (
    "Hill walkers who want boots that last and can be repaired",
    "Hospital buyers who need sterile surgical gloves",
    "Teenage gamers who want a fast laptop for esports",
    "Dog owners who want grain-free food for puppies",
)


def site(name: str) -> tuple[Passage, ...]:
    """Passages of a stand-in site, as if it had been uploaded."""
    parts = tuple((0, text) for page in site_named(name).pages for text in blocks(page.body))
    return document_passages(DocumentText(name, "", parts, 1), "brand", name)


@pytest.mark.parametrize(("name", "audience"), SITE_AUDIENCES)
def test_a_site_speaks_to_its_own_audience_and_not_to_others(
    name: str, audience: str, embedder: Embedder
) -> None:
    passages = site(name)
    assert fit(audience, passages, embedder).value >= 70
    for other in OTHERS:
        assert fit(other, passages, embedder).value < 40
