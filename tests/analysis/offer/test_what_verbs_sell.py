"""Whether a verb makes a thing for sale, works on somebody's own, or teaches a subject."""

from __future__ import annotations

import pytest

from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.phrases import noun_phrases
from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import category_of, kind_of, offer_of


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Fennel walks dogs and feeds cats while owners are away in Leeds.", "dog walking"),
        ("Fennel wraps cars and vans in Bristol.", "car wrapping"),
        ("Fennel launders linen for hotels on the coast.", "linen laundering"),
        ("We babysit toddlers in Utrecht.", "toddler babysitting"),
        ("Fennel reviews contracts and flags risky clauses for freelancers.", "contract review"),
        ("Fennel digs graves for parishes in Devon.", "grave digging"),
    ],
)
def test_what_somebody_does_to_a_thing_is_not_for_sale(description: str, expected: str) -> None:
    assert category_of(offer_of("Fennel", description)) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("We collect seaweed by hand in Connemara and sell it dried to cooks.", "seaweed"),
        ("We harvest kelp off the Isle of Skye.", "kelp"),
        ("Fennel mills heritage flour.", "heritage flour"),
        ("We spin wool from rare breeds.", "wool"),
        ("Fennel smokes trout over alder.", "trout"),
        ("Fennel bottles birch water in Latvia.", "birch water"),
        ("Fennel forages and dries wild teas.", "wild teas"),
        ("Fennel throws stoneware mugs.", "stoneware mugs"),
    ],
)
def test_what_somebody_makes_or_gathers_is_for_sale(description: str, expected: str) -> None:
    assert category_of(offer_of("Fennel", description)) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Fennel trains teams in first aid and fire safety at your workplace across Wales.",
         "first aid and fire safety training"),
        ("We train nurses in wound care.", "wound care training"),
        ("We train dogs in Leeds.", "dog training"),
        ("We train guide dogs.", "guide dog training"),
        ("We train people in Kent.", ""),
    ],
)  # fmt: skip
def test_who_trains_people_in_something_offers_training_in_it(
    description: str, expected: str
) -> None:
    assert category_of(offer_of("Fennel", description)) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Fennel buys and sells used textbooks online.", "used textbooks"),
        ("We sell vinyl records online to collectors.", "vinyl records"),
        ("Fennel is an online shop for yarn.", "online shop for yarn"),
    ],
)
def test_where_something_is_sold_is_no_part_of_it(description: str, expected: str) -> None:
    assert category_of(offer_of("Fennel", description)) == expected


def _asked(description: str) -> str:
    profile = BrandProfile("Fennel", description, "", language="en", market="GB")
    panel = build_panel(profile, offer_of("Fennel", description), 40, None)
    return "\n".join(prompt.text for prompt in panel.prompts)


@pytest.mark.parametrize(
    ("description", "silly"),
    [
        ("We collect seaweed by hand and sell it dried to cooks.", "seaweeds"),
        ("Fennel prepares tax returns for citizens living abroad.", "preparations"),
        ("Fennel demolishes barns.", "demolitions"),
        ("Fennel digitises wedding videos.", "digitizations"),
    ],
)
def test_what_is_not_counted_has_no_plural(description: str, silly: str) -> None:
    asked = _asked(description)
    assert asked
    assert silly not in asked


def test_who_gathers_and_sells_a_thing_sells_a_product() -> None:
    offer = offer_of("Fennel", "We collect seaweed by hand and sell it dried to cooks.")
    assert kind_of(offer) == "product"


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("fr", "Réparation et location de vélos cargo à Nantes.", "Réparation de vélos cargo"),
        ("es", "Reparación y alquiler de bicicletas en Gijón.", "Reparación de bicicletas"),
        ("it", "Restauro e noleggio di pianoforti a Torino.", "Restauro di pianoforti"),
        ("fr", "Location de vélos cargo à Nantes.", "Location de vélos cargo"),
    ],
)
def test_work_joined_to_other_work_is_done_to_the_same_thing(
    language: str, description: str, expected: str
) -> None:
    assert category_of(offer_of("Fennel", description, language=language)) == expected


@pytest.mark.parametrize(
    ("name", "language", "description", "expected"),
    [
        ("Hofladen Fenchel", "de", "Wir verkaufen Bio-Gemüse, Eier und Käse vom Hof.", "Hofladen"),
        ("Fennel Farm Shop", "en", "We sell vegetables, eggs and cheese.", "Farm Shop"),
    ],
)
def test_a_shop_is_what_its_name_says(
    name: str, language: str, description: str, expected: str
) -> None:
    assert category_of(offer_of(name, description, language=language)).casefold() == (
        expected.casefold()
    )


def test_who_buys_and_sells_is_a_shop() -> None:
    assert kind_of(offer_of("Fennel", "Fennel buys and sells used textbooks online.")) == "shop"


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("We guide small groups on wild swimming walks in Snowdonia.", "wild swimming walks"),
        ("Fennel takes families on canal boat trips near Bath.", "canal boat trips"),
        ("We lead companies on a journey to growth.", ""),
    ],
)
def test_who_guides_people_offers_the_outing(description: str, expected: str) -> None:
    assert category_of(offer_of("Fennel", description)) == expected


def test_a_safari_is_one_of_several_safaris() -> None:
    asked = _asked("We run walking safaris from a tented camp near Hoedspruit.")
    assert "walking safari in Hoedspruit" in asked
    assert "safarises" not in asked


def test_bread_made_with_leaven_is_asked_for_as_such() -> None:
    offer = offer_of("Fennel", "Pains au levain à Namur.", language="fr")
    assert category_of(offer).casefold() == "pains au levain"


def test_french_has_an_article_before_whom_something_is_for() -> None:
    profile = BrandProfile("Fenouil", "Chambres d'hôtes à Uzès.", "couples", language="fr")
    offer = offer_of("Fenouil", profile.description, language="fr", audience="couples")
    panel = build_panel(profile, offer, 40, None)
    asked = "\n".join(prompt.text for prompt in panel.prompts)
    assert "pour couples" not in asked
    assert "pour les couples" in asked


def test_a_further_verb_is_no_thing_that_work_is_done_on() -> None:
    said = "Fennel reviews contracts and flags risky clauses for freelancers."
    assert noun_phrases(said, "Fennel", ENGLISH) == ["contract review"]
    assert "flags" not in _asked(said)
    listed = "Fennel repairs clocks and antique barometers."
    assert noun_phrases(listed, "Fennel", ENGLISH) == ["clock repair", "antique barometer repair"]


def test_a_german_verb_whose_sense_is_in_its_prefix_sells_no_object() -> None:
    said = "Fenchel bildet Hunde und ihre Menschen in Linz aus."
    assert category_of(offer_of("Fenchel", said, language="de")) == ""
    made = offer_of("Fenchel", "Fenchel stellt Kerzen her.", language="de")
    assert category_of(made) == "Kerzen"
