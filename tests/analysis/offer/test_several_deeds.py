"""Businesses that tell two deeds in one sentence offer both, and none of them is garbled."""

from __future__ import annotations

import pytest

from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.german import GERMAN
from presence.analysis.offer.phrases import noun_phrases, phrases_by_deed
from tests.analysis.offer.readings import category_of, kind_of, offer_of


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        (
            "Rowan makes oak stools to order and teaches chair making courses in Ludlow.",
            ["oak stools", "chair making courses"],
        ),
        ("Rowan mends fishing nets and rents rowing boats in Whitby.",
         ["fishing net mending", "rowing boat rental"]),
        ("Rowan tunes pianos, rents cellos and sells sheet music.",
         ["piano tuning", "cello rental", "sheet music"]),
        ("We trim hedges, fell trees and sell firewood in Fife.",
         ["hedge trimming", "tree felling", "firewood"]),
        ("Rowan files patents and drafts licences for inventors.",
         ["patent filing", "licence drafting"]),
        ("Rowan presses apple juice and runs cider tastings near Hereford.",
         ["apple juice", "cider tastings"]),
        ("Rowan keeps the books and runs payroll for dairies.", ["bookkeeping", "payroll"]),
        ("Rowan teaches silver jewellery workshops and repairs brooches.",
         ["silver jewellery workshops", "brooch repair"]),
        ("Open since 1962, Rowan smokes salmon and runs curing courses in Mallaig.",
         ["salmon", "curing courses"]),
        ("At Rowan we bind sketchbooks and print posters in Hull.",
         ["sketchbook binding", "poster printing"]),
        ("Rowan collects unwanted tools and repairs lawnmowers in Leith.", ["lawnmower repair"]),
        ("Rowan hires out marquees and decorates barns for weddings.",
         ["marquee hire", "barn decorating"]),
        ("Rowan wires barns and fits EV chargers across Devon.",
         ["barn wiring", "EV charger fitting"]),
        ("Rowan reskins drums and rehairs bows.", ["drum reskinning", "bow rehairing"]),
        ("Rowan leads canoe tours and values antiques.", ["canoe tours", "antique valuation"]),
        ("Rowan sells ash chairs, elm stools and oak benches in Hay.",
         ["ash chairs", "elm stools", "oak benches"]),
        ("We write wills and recover debts.", ["will writing", "debt recovery"]),
        ("Rowan is a live jazz club in Hull.", ["live jazz club"]),
        ("Rowan is a booking platform for barges.", ["booking platform"]),
        ("Rowan teaches Welsh and Cornish in Hull.", ["Welsh lessons", "Cornish lessons"]),
    ],
)  # fmt: skip
def test_each_deed_gives_what_it_offers(description: str, expected: list[str]) -> None:
    assert noun_phrases(description, "Rowan", ENGLISH) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Rowan sells nets and floats made in Cornwall.", ["nets", "floats"]),
        ("Rowan repairs radios and clocks from Saxony.", ["radio repair", "clock repair"]),
        (
            "Rowan supplies sports nets and sports flooring to schools.",
            ["sports nets", "sports flooring"],
        ),
        ("We sell film and film cameras.", ["film", "film cameras"]),
        ("We stock print paper and print frames.", ["print paper", "print frames"]),
        ("Rowan builds turnstiles that count visitors and file reports.", ["turnstiles"]),
    ],
)
def test_a_list_of_things_is_no_list_of_deeds(description: str, expected: list[str]) -> None:
    found = noun_phrases(description, "Rowan", ENGLISH)
    assert found[: len(expected)] == expected
    assert not any("reports" in phrase for phrase in found)


def test_a_german_second_deed_is_an_offer_of_its_own() -> None:
    said = "Rowan brennt Obstler nach altem Rezept und vermietet Festzelte in Trier."
    assert "Vermietung von Festzelten" in noun_phrases(said, "Rowan", GERMAN)


def test_phrases_come_by_deed() -> None:
    said = "Rowan sells quinces and pears and repairs ladders."
    assert phrases_by_deed(said, "Rowan", ENGLISH) == [["quinces", "pears"], ["ladder repair"]]


def test_what_is_done_first_is_the_category() -> None:
    offer = offer_of("Rowan", "Rowan repairs accordions and sells guitars in Hexham.")
    assert category_of(offer) == "accordion repair"
    assert offer.more_categories is not None
    assert "guitars" in offer.more_categories.value


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Rowan builds garden walls in Orkney.", "garden wall construction"),
        ("We lay oak floors in Dundee.", "oak floor laying"),
        ("Rowan designs museum brochures.", "museum brochure design"),
        ("Rowan makes copper seals in Perth.", "copper seals"),
        ("Rowan builds harpsichords.", "harpsichords"),
        ("Rowan builds weighing robots for orchards.", "weighing robots for orchards"),
    ],
)
def test_what_is_only_made_on_the_customers_own_ground_is_work(
    description: str, expected: str
) -> None:
    assert category_of(offer_of("Rowan", description)) == expected


@pytest.mark.parametrize(
    "description",
    ["No paperwork, no queues.", "Rowan helps teams agree. Fixed fees, clear quotes.",
     "Without waiting lists for families."],
)  # fmt: skip
def test_a_denial_or_a_fee_is_nothing_to_be_sold(description: str) -> None:
    assert not noun_phrases(description, "Rowan", ENGLISH)


@pytest.mark.parametrize(
    ("description", "place"),
    [
        ("Rowan is a Waldorf nursery in Keswick.", "Keswick"),
        ("Rowan is a Steiner school with a Forest garden near Stroud.", "Stroud"),
        ("We pump septic tanks in rural Ohio.", "rural Ohio"),
    ],
)
def test_an_english_article_names_no_place(description: str, place: str) -> None:
    offer = offer_of("Rowan", description)
    assert offer.place is not None
    assert offer.place.value == place


def test_how_something_is_made_is_nobody_it_is_for() -> None:
    offer = offer_of("Rowan", "Rowan makes kilts to measure in Oban.")
    assert offer.audience is None


def test_a_first_name_alone_may_be_the_brand() -> None:
    offer = offer_of("Rowan Boat Yard", "Rowan rents out moorings and sells ropes in Hull.")
    assert category_of(offer) == "mooring rental"


def test_who_does_not_sell_to_everybody_is_no_shop() -> None:
    offer = offer_of("Rowan", "Rowan manufactures steel hinges. We do not sell to the public.")
    assert kind_of(offer) == "product"


def test_what_a_program_does_further_narrows_nothing() -> None:
    said = "Rowan is a booking platform that compares ferry fares and prints tickets."
    assert "prints" not in category_of(offer_of("Rowan", said))
