"""Descriptions as owners write them: shared nouns, ages, outings, waters, apps told by verbs."""

from __future__ import annotations

import pytest

from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import category_of, kind_of, offer_of


def _asked(name: str, description: str, audience: str = "", language: str = "en") -> list[str]:
    profile = BrandProfile(name, description, audience, language=language, market="GB")
    offer = offer_of(name, description, language=language, audience=audience)
    return [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts]


@pytest.mark.parametrize(
    ("description", "first", "others"),
    [
        ("Roof and gutter cleaning in Truro.", "Roof cleaning", ("gutter cleaning",)),
        ("Loft and garage conversion in Hull.", "Loft conversion", ("garage conversion",)),
        ("Tutoring and exam preparation in Hull.", "Tutoring", ("exam preparation",)),
    ],
)
def test_a_list_of_things_shares_the_work_named_once(
    description: str, first: str, others: tuple[str, ...]
) -> None:
    offer = offer_of("Fennel", description)
    assert category_of(offer) == first
    assert offer.more_categories is not None
    assert offer.more_categories.value[: len(others)] == others


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Fennel restores pianos and gently cleans their keys.", "piano restoration"),
        ("Fennel advises charities on pensions and payroll tax.",
         "advice on pensions and payroll tax"),
        ("We advise farmers on soil health in Kent.", "advice on soil health"),
        ("Fennel advises landlords on tenancy law.", "tenancy law firm"),
        ("Fennel advises families on what matters.", "advice for families"),
        ("Fennel is a forest school for three to six year olds in Kent.",
         "forest school for three to six year olds"),
        ("We are a charity that supports people who have lost a limb.",
         "charity for people who have lost a limb"),
        ("Fennel refurbishes sewing machines.", "sewing machine refurbishment"),
    ],
)  # fmt: skip
def test_what_is_done_for_whom_is_read_whole(description: str, expected: str) -> None:
    assert category_of(offer_of("Fennel", description)) == expected


def test_the_first_word_of_a_name_that_lets_people_do_their_work_is_a_program() -> None:
    offer = offer_of("Fennel Rowing", "Fennel lets coaches plan regattas on their phone.")
    assert category_of(offer) == "software for coaches"
    assert kind_of(offer) == "software"


def test_advice_on_several_things_is_not_for_sale_as_goods() -> None:
    assert kind_of(offer_of("Fennel", "Fennel advises farmers on boundary disputes.")) != "product"


@pytest.mark.parametrize(
    ("language", "description", "place"),
    [
        ("en", "Whale watching trips from Husavik.", "Husavik"),
        ("en", "Small boat tours of the fjord from Bergen.", "Bergen"),
        ("en", "Fennel runs boat trips on the Kennet and Avon canal.", "the Kennet and Avon canal"),
        ("en", "Punting on the River Cherwell.", "the River Cherwell"),
        ("fr", "Location de péniches sur le canal de Bourgogne.", "le canal de Bourgogne"),
    ],
)
def test_where_an_outing_begins_or_floats_is_its_place(
    language: str, description: str, place: str
) -> None:
    offer = offer_of("Fennel", description, language=language)
    assert offer.place is not None
    assert offer.place.value == place


@pytest.mark.parametrize(
    "description",
    ["Boat trips from March to October.", "Lamps on the canal of your choice.", "Tea from Assam."],
)
def test_months_and_origins_are_no_place_of_an_outing(description: str) -> None:
    assert offer_of("Fennel", description).place is None


def test_a_canal_is_asked_for_as_one_that_people_are_on() -> None:
    asked = _asked("Fennel", "Fennel runs boat trips on the Kennet and Avon canal.")
    assert any("on the Kennet and Avon canal" in text for text in asked)
    assert not any("in the Kennet" in text for text in asked)


def test_people_named_after_another_tail_are_not_named_twice() -> None:
    asked = _asked("Fennel", "Surveys of hulls and masts for insurers.", "marine insurers")
    assert asked
    assert not any("for insurers for marine" in text for text in asked)


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Fennel streicht Zäune und tapeziert Flure in Kassel.", "Streichen von Zäunen"),
        ("Fennel mäht Wiesen.", "Mähen von Wiesen"),
        ("Fennel ist eine Software für die Tourenplanung in Gärtnereien.",
         "Software für die Tourenplanung"),
    ],
)  # fmt: skip
def test_german_work_is_not_sold_as_the_thing_it_is_done_to(
    description: str, expected: str
) -> None:
    offer = offer_of("Fennel", description, language="de")
    assert category_of(offer) == expected
    assert kind_of(offer) not in ("shop", "product")


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("pt", "Aplicativo que ajuda motoristas a registrar seus gastos.",
         "aplicativo para registrar gastos"),
        ("fr", "Une application qui aide les apiculteurs à suivre leurs ruches.",
         "application pour suivre ses ruches"),
        ("es", "App que permite reservar pistas de tenis.", "app para reservar pistas de tenis"),
        ("it", "App che aiuta i coltivatori a irrigare i loro campi.", "app per irrigare i campi"),
        ("pt", "Aplicativo que ajuda todos a crescer.", ""),
        ("pt", "Aplicativo.", ""),
        ("nl", "Fennel is software voor het plannen van personeel in de horeca.",
         "software voor het plannen van personeel"),
        ("it", "Caseificio che vende ricotta e burrata online.", "ricotta"),
        ("fr", "L’Atelier Fennel restaure des fauteuils anciens.",
         "restauration de fauteuils anciens"),
    ],
)  # fmt: skip
def test_abroad_too_an_app_is_what_it_helps_to_do_and_a_maker_what_is_made(
    language: str, description: str, expected: str
) -> None:
    name = "Atelier Fennel" if language == "fr" else "Fennel"
    assert category_of(offer_of(name, description, language=language)) == expected


def test_nobody_calls_in_the_plumber_as_if_he_were_the_work() -> None:
    asked = _asked(
        "Plomberie Fennel", "Dépannage de plomberie et pose de chaudières à Brest.", language="fr"
    )
    assert asked
    assert not any("le plombier" in text for text in asked)


def test_a_dutch_noun_keeps_its_article_before_a_preposition() -> None:
    asked = _asked("Fennel", "Praktijk voor logopedie in Gent.", language="nl")
    assert any(text.startswith("Welke praktijk") for text in asked)
    assert not any("Welk praktijk" in text for text in asked)


def test_a_german_mass_noun_has_the_ending_of_its_gender() -> None:
    asked = _asked("Hof Fennel", "Wir verkaufen Gemüse und Eier ab Hof.", language="de")
    assert any("gutes Gemüse" in text for text in asked)
    assert not any("gute Gemüse" in text for text in asked)
    several = _asked("Hof Fennel", "Wir verkaufen Eier ab Hof.", language="de")
    assert any("gute Eier" in text for text in several)
