"""What gives the brand away, and what only looks like it."""

from __future__ import annotations

import pytest

from presence.analysis.panel.leakage import Leakage, tag_lines
from presence.analysis.types import BrandProfile
from tests.analysis.panel.samples import FURNITURE, FURNITURE_PAGES

ACME = BrandProfile(
    "Acme Trail Inc.",
    "Acme Trail Inc. sells trail shoes.",
    aliases=("AT-Shoes",),
    website="https://www.acmetrail.co.uk/",
)


@pytest.mark.parametrize(
    "text",
    [
        "Is Acme Trail any good?",
        "What do ACME TRAIL's shoes cost?",
        "Where do I buy AT-shoes?",
        "Is acmetrail.co.uk safe?",
        "Which acme shoes are best?",
    ],
)
def test_names_aliases_and_domains_leak(text: str) -> None:
    assert Leakage(ACME).leaks(text)


@pytest.mark.parametrize(
    "text", ["What are the best trail shoes?", "Which shoes last?", "How do I trail a horse?"]
)
def test_ordinary_words_of_the_name_do_not_leak(text: str) -> None:
    assert not Leakage(ACME).leaks(text)


def test_the_whole_tag_line_leaks_but_not_a_word_of_it() -> None:
    lines = tag_lines(FURNITURE, FURNITURE_PAGES)
    leakage = Leakage(FURNITURE, lines)
    assert leakage.leaks("Where are tables that fit the room you really have?")
    assert not leakage.leaks("Which tables fit a small room?")
