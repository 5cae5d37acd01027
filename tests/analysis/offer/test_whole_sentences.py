"""What a description says beyond its first thing: who says it, for whom, and what else they do."""

from __future__ import annotations

import pytest

from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.german import GERMAN
from presence.analysis.offer.own_name import name_in_description
from presence.analysis.offer.phrases import audience_of, noun_phrases
from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import category_of, offer_of


@pytest.mark.parametrize(
    ("description", "language", "name"),
    [
        ("Harrow & Finch restores antique clocks.", "en", "Harrow & Finch"),
        ("The Copper Kettle serves breakfast all day.", "en", "Copper Kettle"),
        ("Copperline makes pans by hand.", "en", "Copperline"),
        ("Software helps doctors.", "en", ""),
        ("Handmade soaps and candles", "en", ""),
        ("We sell honey.", "en", ""),
        ("Bäckerei Lindner backt Brot.", "de", "Bäckerei Lindner"),
        ("Software hilft Ärzten.", "de", ""),
    ],
)
def test_a_description_may_begin_with_the_name_of_the_brand(
    description: str, language: str, name: str
) -> None:
    assert name_in_description(description, language) == name


def test_whoever_gives_no_name_does_not_sell_it() -> None:
    assert category_of(offer_of("", "Plum & Sons makes uniforms for bakers.")) == (
        "uniforms for bakers"
    )


@pytest.mark.parametrize(
    ("description", "expected", "whom"),
    [
        ("We teach adults to swim who fear water.", "swimming lessons for adults", "adults"),
        ("We teach children to code in Python.", "coding lessons for children", "children"),
        ("We teach piano to adults.", "piano lessons", "adults"),
        ("We teach languages to children.", "language lessons", "children"),
    ],
)
def test_what_is_taught_and_who_learns_it_are_told_apart(
    description: str, expected: str, whom: str
) -> None:
    assert noun_phrases(description, "", ENGLISH) == [expected]
    assert audience_of(description, ENGLISH) == whom


@pytest.mark.parametrize(
    ("description", "whom"),
    [
        ("We bake bread for cafes and deliver it before dawn.", "cafes"),
        ("We make uniforms for bakers and sells aprons to chefs.", "bakers"),
        ("Software for print and post rooms.", "print and post rooms"),
    ],
)
def test_customers_end_before_a_further_deed(description: str, whom: str) -> None:
    assert audience_of(description, ENGLISH) == whom


def test_german_customers_end_before_a_further_deed() -> None:
    said = "Wir bauen Lastenräder für Handwerker und verkaufen sie ab Werk in Kassel."
    assert audience_of(said, GERMAN) == "Handwerker"
    assert audience_of("Wir nähen Hosen für Köche und Bäcker.", GERMAN) == "Köche und Bäcker"


@pytest.mark.parametrize(
    ("name", "description", "language", "expected"),
    [
        ("Hart", "Hart advises employees on employment law.", "en", "employment law firm"),
        (
            "Kanzlei Brandt",
            "Kanzlei Brandt berät Mieter im Mietrecht.",
            "de",
            "Anwalt für Mietrecht",
        ),
        ("Hart", "Hart advises farmers.", "en", "advice for farmers"),
    ],
)
def test_who_advises_on_a_field_of_law_is_a_lawyer(
    name: str, description: str, language: str, expected: str
) -> None:
    assert category_of(offer_of(name, description, language=language)) == expected


def test_a_programming_language_is_no_place() -> None:
    assert offer_of("Sift", "Open-source library for parsing PDF tables in Python.").place is None
    assert offer_of("Sift", "Add-ins for accountants who live in Excel.").place is None


def _asked(name: str, description: str, language: str = "en") -> str:
    profile = BrandProfile(name, description, "", language=language)
    panel = build_panel(profile, offer_of(name, description, language=language), 24, None)
    return "\n".join(prompt.text for prompt in panel.prompts)


def test_nobody_is_asked_for_a_restoration_but_for_who_does_it() -> None:
    asked = _asked("Finch", "Finch restores antique clocks in Shrewsbury.")
    assert "antique clock restorations" not in asked
    assert "antique clock restoration specialist" in asked


def test_nobody_looks_for_a_single_lesson() -> None:
    assert "piano lesson " not in _asked("Quaver", "We teach piano to adults.")


def test_fitting_stoves_sells_no_stoves() -> None:
    asked = _asked("Hull", "Hull fits wood burning stoves on narrowboats.")
    assert "buy" not in asked
    assert "makers of" not in asked


def test_representation_has_no_plural() -> None:
    asked = _asked("Hart", "Hart represents tenants facing eviction in Minneapolis.")
    assert asked
    assert "representations" not in asked


def test_a_german_practice_keeps_the_adjective_that_says_which() -> None:
    asked = _asked("Sommer", "Kieferorthopädische Praxis für Kinder in Augsburg.", "de")
    assert "Kieferorthopäde" in asked
    assert "Welche Praxis" not in asked


def test_dutch_lessons_are_given() -> None:
    offer = offer_of("Zee", "Wij geven yogalessen op het strand.", language="nl")
    assert category_of(offer) == "yogalessen"


def test_a_brand_may_call_itself_by_part_of_its_name() -> None:
    said = "Bright Spark installs solar panels in Devon."
    assert category_of(offer_of("Bright Spark Energy", said)) == "solar panel installation"
    milled = offer_of("Quern & Rye Mill", "Quern & Rye mills heritage flour.")
    assert category_of(milled) == "heritage flour"


def test_what_is_hired_out_is_not_sold() -> None:
    said = "Otter & Ash hires out willow coffins near Ludlow."
    assert category_of(offer_of("Otter & Ash", said)) == "willow coffin hire"


def test_nobody_in_grief_is_asked_what_is_popular_or_was_a_disappointment() -> None:
    asked = _asked("Quiet Oak", "Quiet Oak makes handmade wicker coffins.")
    assert "Which handmade wicker coffin would you recommend?" in asked
    for blunt in ("disappointed", "popular", "worth the money", "in tests"):
        assert blunt not in asked
    assert "disappointed" in _asked("Quiet Oak", "Quiet Oak makes handmade wicker baskets.")


def test_who_carves_headstones_is_asked_for_as_a_mason() -> None:
    asked = _asked("Stonewell", "Stonewell carves headstones in slate.")
    assert "monumental mason" in asked
    assert "headstones should I ask" not in asked
