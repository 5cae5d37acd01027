"""What a description says is done, made or taught, told from its verbs."""

from __future__ import annotations

import pytest

from tests.analysis.offer.readings import category_of, kind_of, offer_of


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("en", "We repair and re-line wax jackets and sails in Falmouth.", "wax jacket repair"),
        ("en", "We forage, dry and blend wild teas on the Isle of Mull.", "wild teas"),
        ("en", "Rook & Wren draws wills and probate papers in Ludlow.", "wills"),
        ("en", "We harvest wild seaweed on the shore.", "wild seaweed"),
        ("en", "We compile family trees in Leeds.", "family trees"),
        ("en", "We create websites for museums.", "websites for museums"),
        ("en", "Rook & Wren treats runners with knee pain in Hull.", "treatment for knee pain"),
        ("de", "Rook & Wren prüft und repariert Spielplätze.", "Prüfung von Spielplätzen"),
        ("en", "I ghostwrite memoirs for people.", "memoir ghostwriting"),
        ("en", "We host small weddings on a farm.", "small wedding venue"),
        ("de", "Rook & Wren ändert und repariert Kleidung in Bamberg.", "Änderung für Kleidung"),
        ("de", "Wir behandeln Knie- und Hüftbeschwerden.", "Behandlung von Kniebeschwerden"),
    ],
)  # fmt: skip
def test_verbs_side_by_side_share_what_they_are_done_to(
    language: str, description: str, expected: str
) -> None:
    offer = offer_of("Rook & Wren", description, language=language)
    assert category_of(offer) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Custom steel bicycle frames brazed to measure in Oslo.", "custom steel bicycle frames"),
        ("We are employment solicitors acting for employees.", "employment solicitors"),
        ("Old mattresses picked up, pulled apart by hand.", "old mattresses"),
    ],
)
def test_a_thing_ends_before_what_was_done_to_it(description: str, expected: str) -> None:
    assert category_of(offer_of("Pellow", description)).lower() == expected


@pytest.mark.parametrize("description", ["The barge sits on the mud.", "Cheque bounced?"])
def test_a_clause_or_a_question_names_nothing_to_be_had(description: str) -> None:
    assert category_of(offer_of("Pellow", description)) == ""


def test_a_name_that_says_what_it_is_counts_where_the_sentence_goes_on_with_a_verb() -> None:
    offer = offer_of("Pellow Hospice", "Pellow Hospice cares for adults in north Devon.")
    assert (category_of(offer), kind_of(offer)) == ("hospice", "health")
    assert offer.place is not None
    assert offer.place.value == "north Devon"


def test_who_teaches_people_to_do_something_gives_lessons_in_it() -> None:
    offer = offer_of("Pellow", "Pellow teaches adults to swim in the sea.")
    assert category_of(offer) == "swimming lessons for adults"


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("en", "Pellow is an app that helps small restaurants plan.", "app for small restaurants"),
        ("en", "Pellow lets dental labs send scans.", "software for dental labs"),
        ("de", "Mit Pellow schreiben Handwerksbetriebe Angebote.",
         "Software für Handwerksbetriebe"),
        ("de", "Pellow ist eine Plattform, mit der Musikschulen Beiträge verwalten.",
         "Software für Musikschulen"),
    ],
)  # fmt: skip
def test_a_program_is_named_by_whom_it_helps(
    language: str, description: str, expected: str
) -> None:
    assert category_of(offer_of("Pellow", description, language=language)) == expected


def test_what_a_program_does_is_the_first_suggestion() -> None:
    offer = offer_of("Pellow", "Pellow watches your Kubernetes costs and tidies up at night.")
    assert category_of(offer) == ""
    assert offer.suggestions[0] == "Kubernetes cost monitoring"


@pytest.mark.parametrize(
    "description",
    [
        "We help companies grow.",
        "We care about people.",
        "We love what we do.",
        "We use solar power.",
        "We cut costs.",
        "We do things differently.",
    ],
)
def test_what_everybody_does_is_no_offer(description: str) -> None:
    assert category_of(offer_of("Pellow", description)) == ""


def test_one_thing_may_be_of_several() -> None:
    offer = offer_of("Pellow", "Drone surveys of roofs and quarries, with reports in two days.")
    assert category_of(offer) == "Drone surveys of roofs and quarries"
    assert kind_of(offer) == "professional-service"
    assert offer.more_categories is None


def test_a_trade_in_the_name_speaks_before_what_nobody_knows_is_done() -> None:
    offer = offer_of("Mews Physio", "Mews Physio treats runners with knee pain in Stroud.")
    assert (category_of(offer), kind_of(offer)) == ("physio", "health")
