"""A name in disguise is still the name, and ordinary text is not taken for one."""

from __future__ import annotations

import pytest

from presence.analysis.panel import BrandNaming, build_panel
from presence.analysis.panel.leakage import Leakage
from presence.analysis.panel.lookalikes import reveal
from presence.analysis.types import BrandProfile, Competitor
from presence.analysis.types.offer import Offer, Slot

HARROW = BrandProfile(
    "Harrow Oak",
    "Harrow Oak makes oak tables.",
    aliases=("HOak",),
    website="https://www.harrowoak.example/",
    prefixes=("harrowoak.example",),
    competitors=(Competitor("m", "Marlow Tables"),),
)
TAG_LINE = ("Beautiful tables, built to be handed down",)
DISGUISED = [
    "Is Hаrrow Oаk any good?",  # Cyrillic а
    "Is Ηarrow Οak any good?",  # Greek capitals
    "Is Har\u200brow O\u200dak any good?",  # zero-width space and joiner
    "Is Har\u00adrow Oak any good?",  # soft hyphen
    "Is 𝓗𝓪𝓻𝓻𝓸𝔀 𝓞𝓪𝓴 any good?",
    "Is 🅷🅰🆁🆁🅾🆆 🅾🅰🅺 any good?",
    "Is H4rr0w O4k any good?",
    "What about harrоwoak tables?",  # closed up, Cyrillic о
]


@pytest.mark.parametrize("text", DISGUISED)
def test_a_disguised_name_leaks_and_counts_as_naming_the_brand(text: str) -> None:
    assert Leakage(HARROW).leaks(text)
    assert BrandNaming(HARROW).naming(text) is not None


@pytest.mark.parametrize("text", DISGUISED[:4] + DISGUISED[5:])
def test_letters_that_only_look_right_are_called_hidden(text: str) -> None:
    assert BrandNaming(HARROW).naming(text) == "hidden"


@pytest.mark.parametrize(
    "text",
    [
        "Is Harrow Oak any good?",
        "is HARROW-OAK any good",
        "What does HOak sell?",
        "Is harrowoak.example safe?",
        "H a r r o w o a k reviews?",
        "Who sells beautiful tables, built to be handed down?",
    ],
)
def test_name_alias_domain_spacing_and_tag_line_are_plain(text: str) -> None:
    assert BrandNaming(HARROW, TAG_LINE).naming(text) == "plain"


@pytest.mark.parametrize(
    "text",
    [
        "Which oak tables last longest?",
        "Is Marlow Tables any good?",
        "Какие столы самые прочные?",
        "How do I harrow a field of 12 acres?",
        "Which tables cost £1O0 or less?",
        "",
    ],
)
def test_a_customers_question_without_the_brand_is_not_branded(text: str) -> None:
    assert BrandNaming(HARROW, TAG_LINE).naming(text) is None


def test_an_ordinary_word_names_the_brand_only_where_it_is_written_as_a_name() -> None:
    naming = BrandNaming(BrandProfile("Monday")).naming
    assert naming("Can my team plan projects in Monday?") == "plain"
    assert naming("Which cafés open early on a monday?") is None
    assert naming("Monday is busy: which cafés open early?") is None


def test_a_name_in_a_script_without_spaces_is_found_inside_a_sentence() -> None:
    assert BrandNaming(BrandProfile("海尔")).naming("海尔冰箱怎么样？") == "plain"


def test_marks_do_not_matter_in_either_direction() -> None:
    naming = BrandNaming(BrandProfile("Nestlé")).naming
    assert naming("Is Nestle good?") == naming("Is NESTLÉ good?") == "plain"


@pytest.mark.parametrize("name", ["H", "™", "GmbH", "", "   ", "a" * 120])
def test_odd_names_neither_crash_nor_match_everything(name: str) -> None:
    assert BrandNaming(BrandProfile(name)).naming("Which tables are best?") is None
    assert not Leakage(BrandProfile(name)).leaks("Which tables are best?")


def test_plain_text_reveals_to_itself() -> None:
    assert reveal("Which oak tables last 10 years?") == ("which oak tables last 10 years?",)


def test_a_category_in_disguise_never_reaches_the_panel() -> None:
    offer = Offer("en", category=Slot("Hаrrow Oаk tables", 1.0))  # Cyrillic а
    panel = build_panel(HARROW, offer, 25, None)
    assert not panel.prompts
    assert {refused.reason for refused in panel.refused} == {"brand"}
