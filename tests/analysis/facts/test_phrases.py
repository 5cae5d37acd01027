"""What an engine says a brand is, compared with what it is: the limits of `sense.py` are held.

`FIXED_ON` was seen when the limits were fixed, `HELD_OUT` was written afterwards. Undecided pairs
are allowed on both sides: a category that is not decided counts as not stated.
"""

from __future__ import annotations

import pytest

from presence.analysis.facts import Fact, match_facts
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile

Pairs = tuple[tuple[str, str], ...]
SAME: dict[str, Pairs] = {
    "fixed on": (
        ("furniture workshop", "British furniture maker"), ("craft brewery", "beer maker"),
        ("bookkeeping software", "accounting tool"), ("boot maker", "footwear brand"),
        ("coffee roastery", "specialty coffee roaster"), ("law firm", "legal practice"),
        ("project management platform", "work management tool"),
        ("electric bike shop", "e-bike retailer"), ("tax advisory", "accountancy firm"),
        ("hotel", "boutique guesthouse"), ("olive mill", "olive oil producer"),
        ("skincare brand", "cosmetics company"), ("dog food maker", "pet food company"),
    ),
    "held out": (
        ("dental clinic", "dentist's practice"), ("bakery", "bread maker"),
        ("web hosting provider", "website hosting service"), ("toy shop", "toy retailer"),
        ("language learning app", "mobile app for learning languages"),
        ("garden centre", "plant nursery"), ("travel agency", "tour operator"),
        ("recruitment agency", "staffing firm"), ("guitar maker", "manufacturer of guitars"),
        ("yoga studio", "yoga school"), ("wine merchant", "wine seller"),
        ("cybersecurity company", "network security vendor"),
    ),
}  # fmt: skip
OTHER: dict[str, Pairs] = {
    "fixed on": (
        ("furniture workshop", "residential neighbourhood"), ("boot maker", "public school"),
        ("bookkeeping software", "rock band"), ("coffee roastery", "river"),
        ("craft brewery", "fintech startup"), ("law firm", "surname"),
        ("electric bike shop", "coffee chain"), ("hotel", "airline"),
        ("language school", "law firm"), ("running shoe brand", "mountain"),
        ("dog food maker", "insurance company"), ("tax advisory", "board game"),
        ("project management platform", "film"),
    ),
    "held out": (
        ("dental clinic", "video game"), ("bakery", "village in Norway"),
        ("web hosting provider", "football club"), ("toy shop", "political party"),
        ("language learning app", "steel producer"), ("garden centre", "pop song"),
        ("travel agency", "chemical element"), ("recruitment agency", "novel"),
        ("guitar maker", "bank"), ("yoga studio", "submarine"), ("wine merchant", "asteroid"),
        ("cybersecurity company", "dairy farm"),
    ),
}  # fmt: skip


@pytest.fixture(scope="module")
def embedder() -> Embedder:
    found = load_embedder()
    assert found is not None
    return found


def verdicts(pairs: Pairs, embedder: Embedder) -> list[str]:
    """How "Acme is a PHRASE" stands to each category."""
    found = []
    for category, phrase in pairs:
        article = "an" if phrase[0] in "aeiou" else "a"
        text = f"Acme is {article} {phrase}."
        matched = match_facts(BrandProfile("Acme"), (Fact("category", category),), text, embedder)
        found.append("right" if matched.correct else "wrong" if matched.wrong else "open")
    return found


@pytest.mark.parametrize("half", SAME)
def test_the_same_kind_in_other_words_is_never_wrong_and_mostly_right(
    half: str, embedder: Embedder
) -> None:
    found = verdicts(SAME[half], embedder)
    assert "wrong" not in found, list(zip(SAME[half], found, strict=True))
    assert found.count("right") >= 0.75 * len(found), list(zip(SAME[half], found, strict=True))


@pytest.mark.parametrize("half", OTHER)
def test_another_kind_is_never_right_and_mostly_wrong(half: str, embedder: Embedder) -> None:
    found = verdicts(OTHER[half], embedder)
    assert "right" not in found, list(zip(OTHER[half], found, strict=True))
    assert found.count("wrong") >= 0.6 * len(found), list(zip(OTHER[half], found, strict=True))
