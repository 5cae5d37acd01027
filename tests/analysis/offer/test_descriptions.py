"""What a person's own description says the brand is or sells."""

from __future__ import annotations

import pytest

from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.german import GERMAN
from presence.analysis.offer.phrases import audience_of, noun_phrases
from presence.analysis.offer.recognition import recognise


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Tern is a booking system for rowing clubs.", ["booking system"]),
        ("We're an independent bike shop in Malmesbury", ["independent bike shop"]),
        ("We sell hand-thrown stoneware mugs to cafes.", ["hand-thrown stoneware mugs"]),
        ("Tern builds cedar greenhouses that outlive their owners", ["cedar greenhouses"]),
        ("a CRM for choirs", ["CRM"]),
        ("Boiler repair and gas safety checks in Hull", ["Boiler repair", "gas safety checks"]),
        ("Fast, quiet dishwashers for restaurants", ["Fast quiet dishwashers"]),
        ("Tern: wedding flowers from a walled garden", ["wedding flowers"]),
        ("The helpline for beekeepers in Wales.", ["helpline"]),
    ],
)
def test_english_says_what_it_is_in_many_ways(description: str, expected: list[str]) -> None:
    assert noun_phrases(description, "Tern", ENGLISH) == expected


@pytest.mark.parametrize(
    "description",
    [
        "We help companies grow.",
        "Solutions for a better tomorrow",
        "Dream bigger. Worry less.",
        "Find your perfect match today",
        "Tern is a family-owned company with passion.",
        "Everything you need",
        "",
    ],
)
def test_english_that_could_be_said_of_anybody_says_nothing(description: str) -> None:
    assert noun_phrases(description, "Tern", ENGLISH) == []


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Wir bauen Kachelöfen für Altbauten.", ["Kachelöfen"]),
        ("Fahrschule in Aachen, auch sonntags", ["Fahrschule"]),
        ("Amsel ist eine Schreinerei für Küchen", ["Schreinerei"]),
        ("Dachdeckerei und Spenglerei am Bodensee", ["Dachdeckerei", "Spenglerei"]),
        ("Ferienwohnungen mit Seeblick", ["Ferienwohnungen"]),
        ("Lernsoftware für Grundschulen: Mathe ohne Tränen.", ["Lernsoftware"]),
    ],
)
def test_german_says_what_it_is_in_many_ways(description: str, expected: list[str]) -> None:
    assert noun_phrases(description, "Amsel", GERMAN) == expected


@pytest.mark.parametrize(
    "description", ["Wir machen Zukunft.", "Lösungen mit Leidenschaft", "Mehr Zeit fürs Leben.", ""]
)
def test_german_that_could_be_said_of_anybody_says_nothing(description: str) -> None:
    assert noun_phrases(description, "Amsel", GERMAN) == []


def test_for_whom_is_read_from_the_description() -> None:
    assert audience_of("A booking system for rowing clubs in Kent.", ENGLISH) == (
        "rowing clubs in Kent"
    )
    assert audience_of("Lernsoftware für Grundschulen, ohne Werbung", GERMAN) == "Grundschulen"
    assert audience_of("Cedar greenhouses", ENGLISH) is None
    assert audience_of("Tools for free", ENGLISH) is None


def test_a_word_with_another_first_letter_is_no_misspelling() -> None:
    assert not list(recognise("winter storage", "en", forgiving=True))
    assert [hit.entry.id for hit in recognise("payrol sofware", "en", forgiving=True)] == [
        "payroll-software"
    ]


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [
        ("Swift Haul", "Swift Haul moves pianos in and around Leeds", "piano moving"),
        ("Blue Ladle", "Blue Ladle cleans and repairs swimming pools", "swimming pool cleaning"),
        ("Ridge", "Ridge inspects roofs with drones for insurers", "roof inspection"),
        ("Etch", "We photograph weddings in Cork", "wedding photography"),
    ],
)
def test_who_does_something_to_a_thing_offers_the_deed(name: str, text: str, expected: str) -> None:
    assert noun_phrases(text, name, ENGLISH)[0] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Wir warten und reparieren Orgeln in Kiel.", ["Wartung von Orgeln"]),
        ("Wir vermieten Zirkuswagen und Ponys am See.",
         ["Vermietung von Zirkuswagen", "Vermietung von Ponys"]),
        ("Wir fertigen und prüfen Harfen für Orchester.", ["Harfen"]),
        ("Wir bauen Harfen und reparieren alte Zithern.", ["Harfen", "Reparatur von Zithern"]),
        ("Amsel berät verschuldete Menschen in Dortmund.", ["Beratung für verschuldete Menschen"]),
        ("Wir lieben Menschen und begleiten Betriebe.", []),
        ("Amsel baut Harfen aus Ahorn.", ["Harfen"]),
    ],
)  # fmt: skip
def test_german_deeds_are_read_where_several_verbs_share_a_thing(
    text: str, expected: list[str]
) -> None:
    assert noun_phrases(text, "Amsel & Söhne", GERMAN) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Know before the ferry sits on the sand.",
        "Harbour crews lose hours when winches jam.",
        "Verify seaworthiness. Stop fraud.",
    ],
)
def test_a_sentence_with_a_finite_verb_names_nothing(text: str) -> None:
    assert noun_phrases(text, "Amsel", ENGLISH) == []
