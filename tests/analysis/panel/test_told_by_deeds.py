"""Marketplaces and programs told by what people or they do, and who is not asked about online."""

from __future__ import annotations

import pytest

from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import category_of, kind_of, offer_of


def _asked(description: str) -> list[str]:
    profile = BrandProfile("Rowan", description, "", language="en", market="GB")
    panel = build_panel(profile, offer_of("Rowan", description), 30, None)
    return [prompt.text for prompt in panel.prompts if not prompt.branded]


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Rowan is a marketplace where climbers swap worn boots.",
         "marketplace for swapping worn boots"),
        ("Rowan is an online marketplace where farms can rent out idle tractors to each other.",
         "online marketplace for renting out idle tractors"),
        ("Rowan is a marketplace for second-hand looms.", "marketplace for second-hand looms"),
    ],
)  # fmt: skip
def test_a_marketplace_is_told_by_what_people_do_there(description: str, expected: str) -> None:
    assert category_of(offer_of("Rowan", description)) == expected
    assert kind_of(offer_of("Rowan", description)) == "marketplace"


def test_a_marketplace_is_used_and_neither_bought_nor_in_the_neighbourhood() -> None:
    asked = _asked("Rowan is a marketplace for second-hand looms.")
    assert "Which marketplace for second-hand looms would you recommend?" in asked
    assert not [text for text in asked if "buy" in text or "order" in text or "area" in text]


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Rowan is software that predicts crop yields for co-operatives.",
         "crop yield prediction software"),
        ("Rowan is a free cloud-based tool that reconciles expense claims.",
         "expense claim reconciliation tool"),
        ("Rowan is a simple app that transcribes court hearings and sends them on.",
         "court hearing transcription app"),
        ("Rowan is a web platform which automatically archives chat messages.",
         "chat message archiving software"),
    ],
)  # fmt: skip
def test_a_program_is_told_by_what_it_does(description: str, expected: str) -> None:
    assert category_of(offer_of("Rowan", description)) == expected
    assert kind_of(offer_of("Rowan", description)) == "software"


@pytest.mark.parametrize(
    "description",
    ["Rowan is a system that irrigates vineyards with rain water.",
     "Rowan is a floating platform that measures wave heights."],
)  # fmt: skip
def test_a_machine_is_no_program(description: str) -> None:
    assert "software" not in "\n".join(_asked(description))


def test_nobody_trusts_an_online_shop_that_is_a_shop_round_the_corner() -> None:
    asked = _asked("Rowan sells sourdough loaves and teaches baking classes in Ripon.")
    assert asked
    assert not [text for text in asked if "online" in text or "deliver" in text]


def test_what_is_done_by_a_maker_is_not_bought() -> None:
    asked = _asked("Rowan makes torque wrenches and offers torque wrench calibration.")
    told = [text for text in asked if "calibration" in text]
    assert told
    assert not [text for text in told if "buy" in text or "sells" in text]


def test_a_clinic_is_no_person() -> None:
    asked = _asked("Rowan is a physiotherapy clinic in Ripon.")
    assert not [text for text in asked if "clinic who" in text]


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        (
            "Rowan teaches toddlers and parents to dance in Ripon.",
            "dancing lessons for toddlers and parents",
        ),
        (
            "We teach retired people how to play the cello in Ripon.",
            "cello lessons for retired people",
        ),
        ("Rowan undertakes bat surveys in Ripon.", "bat surveys"),
        ("We carry out radon surveys in Ripon.", "radon surveys"),
        ("Rowan carries out boiler inspections in Ripon.", "boiler inspections"),
    ],
)
def test_lessons_and_what_is_carried_out_have_their_usual_names(
    description: str, expected: str
) -> None:
    assert category_of(offer_of("Rowan", description)) == expected


def test_a_laundry_is_a_place_to_go_to() -> None:
    asked = _asked("Rowan is a laundry in Ripon.")
    assert "Which laundry in Ripon would you recommend?" in asked


def test_tastings_are_booked() -> None:
    asked = _asked("Rowan distils aquavit and runs tastings in Ripon.")
    assert not [text for text in asked if "buy tastings" in text or "expensive tastings" in text]


def test_a_word_of_the_brands_name_is_no_name_elsewhere() -> None:
    description = "Rowan Vinegar makes cider vinegar in Ripon."
    profile = BrandProfile("Rowan Vinegar", description, "Vinegar lovers", market="GB")
    offer = offer_of("Rowan Vinegar", description, audience="Vinegar lovers")
    panel = build_panel(profile, offer, 30, None)
    assert not [prompt.text for prompt in panel.prompts if " Vinegar lovers" in prompt.text]


def test_of_a_dealer_in_town_one_asks_where_to_buy_and_where_to_have_it_mended() -> None:
    asked = _asked("Rowan sells and repairs tandems in Ripon.")
    assert "Where can I buy good tandems in Ripon?" in asked
    assert [text for text in asked if "tandem repair in Ripon" in text]
    assert not [text for text in asked if "United Kingdom" in text or "in tests" in text]


def test_a_dealer_known_by_name_is_asked_about_as_a_dealer() -> None:
    description = "Rowan sells and repairs cargo bikes in Ripon."
    profile = BrandProfile("Rowan", description, "", market="GB")
    panel = build_panel(profile, offer_of("Rowan", description), 30, None)
    asked = [prompt.text for prompt in panel.prompts if not prompt.branded]
    assert "Where can I buy good cargo bikes in Ripon?" in asked
    assert not [text for text in asked if "makers of" in text or "Which cargo bike would" in text]


@pytest.mark.parametrize(
    ("description", "expected", "kind"),
    [
        ("Rowan is a bed and breakfast near Ripon.", "bed and breakfast", "hospitality"),
        ("Rowan is a fish and chip shop in Ripon.", "fish and chip shop", "hospitality"),
        ("Rowan is a walking holiday company offering guided walks in Wales.",
         "walking holiday company", "hospitality"),
    ],
)  # fmt: skip
def test_a_name_with_and_in_it_is_one_thing_and_ends_before_what_it_offers(
    description: str, expected: str, kind: str
) -> None:
    offer = offer_of("Rowan", description)
    assert (category_of(offer), kind_of(offer)) == (expected, kind)


def test_a_german_marketplace_is_told_by_what_is_dealt_in() -> None:
    description = "Rowan ist ein Marktplatz, auf dem Imker ihren Honig an Bäckereien verkaufen."
    offer = offer_of("Rowan", description, language="de")
    assert category_of(offer) == "Marktplatz für Honig"
