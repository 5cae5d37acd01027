"""Slips of typing are mended, and nothing else is changed."""

from __future__ import annotations

import pytest

from presence.analysis.offer.spelling import mended
from tests.analysis.offer.readings import category_of, offer_of


@pytest.mark.parametrize(
    ("typed", "meant", "language"),
    [
        ("acountant for musicans", "accountant for musicians", "en"),
        ("Pottrey clases in the evening", "Pottery classes in the evening", "en"),
        ("Yogastudoi für Anfänger", "Yogastudio für Anfänger", "de"),
    ],
)
def test_a_letter_left_out_doubled_or_swapped_is_mended(
    typed: str, meant: str, language: str
) -> None:
    assert mended(typed, "Brand", "", language) == meant


def test_the_sites_own_spelling_comes_first() -> None:
    assert mended("hand made sabots", "Brand", "We carve sabotts.", "en") == "hand made sabotts"
    assert mended("hand made sabotts", "Brand", "We carve sabotts.", "en") == "hand made sabotts"


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Willow coffins near Langport, for bereaved families", "en"),
        ("fliers, fryers and dryers, sieving and swaddles, unwaxed footbaths", "en"),
        ("bivvy bags, kombucha and idempotent webhooks", "en"),
        ("Zwetschgenknödel und Kaiserschmarrn am Wörthersee", "de"),
        ("Sammler gebrauchter Uhren, gelernte Restauratoren", "de"),
        ("Grabsteine, Urnensteine, Natursteintreppen", "de"),
    ],
)
def test_rare_words_names_and_compounds_stay_as_they_are(text: str, language: str) -> None:
    assert mended(text, "Brand", "", language) == text


def test_the_category_is_read_from_the_mended_words() -> None:
    assert category_of(offer_of("Larch", "libary software for scools")).startswith("library soft")


def test_letters_that_the_site_writes_large_are_written_large() -> None:
    assert (
        mended("lifts for nhs wards", "Brand", "NHS wards in Kent", "en") == "lifts for NHS wards"
    )
    assert mended("lifts for all wards", "Brand", "All wards", "en") == "lifts for all wards"
