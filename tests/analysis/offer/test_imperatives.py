"""Descriptions that tell the customer to do something, and what they sell."""

from __future__ import annotations

import pytest

from tests.analysis.offer.readings import category_of, kind_of, offer_of, page


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("en", "Learn to sail in a weekend", "sailing lessons"),
        ("en", "Learn to swim at forty", "swimming lessons"),
        ("en", "Learn to play the accordion", "accordion lessons"),
        ("en", "Get your boiler serviced before winter", "boiler servicing"),
        ("en", "Get your taxes done in an hour", "help with taxes"),
        ("en", "Rent a cargo bike by the hour", "cargo bike rental"),
        ("en", "Insure your violin in two minutes", "violin insurance"),
        ("en", "Book a plumber in two taps", "plumber"),
        ("de", "Segeln lernen am Ammersee", "Segelkurs"),
        ("de", "Zelte mieten in Kiel", "Verleih für Zelte"),
        ("de", "Wir machen Dächer dicht.", "Abdichtung für Dächer"),
    ],
)
def test_the_verb_tells_what_is_had(language: str, description: str, expected: str) -> None:
    assert category_of(offer_of("Reef Knot", description, language=language)) == expected


@pytest.mark.parametrize(
    ("language", "description"),
    [
        ("en", "Learn to love Mondays"),
        ("en", "Get things done"),
        ("en", "Order your future"),
        ("en", "We help teams do their best work."),
        ("de", "Wir machen Marken hörbar."),
    ],
)
def test_a_call_that_could_be_anybodys_tells_nothing(language: str, description: str) -> None:
    assert category_of(offer_of("Reef Knot", description, language=language)) == ""


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("fr", "Nous réparons des accordéons à Lyon", "réparation d'accordéons"),
        ("es", "Alquilamos kayaks en Llanes", "alquiler de kayaks"),
        ("it", "Noleggiamo biciclette a Ferrara", "noleggio di biciclette"),
        ("nl", "Wij verhuren sloepen in Sneek", "verhuur van sloepen"),
    ],
)
def test_what_is_done_to_a_thing_is_a_service_abroad_too(
    language: str, description: str, expected: str
) -> None:
    assert category_of(offer_of("Reef Knot", description, language=language)) == expected


def test_lessons_are_education() -> None:
    assert kind_of(offer_of("Reef Knot", "Learn to sail in a weekend")) == "education"


def test_a_heading_says_the_longer_word_of_a_short_one() -> None:
    site = page("Rad &amp; Tat", "Treckerschläuche, heute noch", "<p>Warenkorb</p>")
    offer = offer_of("Rad & Tat", "Schläuche, Felgen. Online-Shop.", site, language="de")
    assert category_of(offer) == "Treckerschläuche"
    assert kind_of(offer) == "shop"
