"""What might be what a business sells, which of it is believed, and when nothing is."""

from __future__ import annotations

import pytest

from presence.analysis.offer.chunks import chunks_of, completed
from presence.analysis.offer.composed_names import deeds_in
from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.reading import read_words
from presence.analysis.offer.weights import weights
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import SITE, category_of, offer_of, page


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "The oat milk bar near the station", ["oat milk bar", "milk bar", "bar", "station"]),
        ("de", "Feine Geigen für Kinder", ["Feine Geigen", "Geigen", "Kinder"]),
        ("en", "Before the ferry sits on sand", ["ferry", "sand"]),
        ("de", "wir drehen und prüfen Seile", ["Seile"]),
        ("de", "Verstehen, was Ponys wollen", ["Ponys"]),
        ("de", "Garten- und Hofpflege", ["Gartenpflege", "Hofpflege"]),
    ],
)
def test_every_noun_phrase_is_found_with_its_ends(
    language: str, text: str, expected: list[str]
) -> None:
    assert [chunk.text for chunk in chunks_of(text, language)] == expected


def test_a_phrase_knows_what_stands_round_it() -> None:
    first, second = (chunk for chunk in chunks_of("Saddles for donkeys", "en") if chunk.whole)
    assert (first.before, first.after) == ("", "for")
    assert (second.before, second.after) == ("for", "")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Dach-, Wand- und Bodensanierung", "Dachsanierung, Wandsanierung und Bodensanierung"),
        ("Haus- und Xqz", "Haus- und Xqz"),
    ],
)
def test_german_compounds_that_share_an_end_are_completed(text: str, expected: str) -> None:
    assert completed(text, "de") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("we thatch cottages, all over Devon", "cottage thatching"),
        ("Your chainsaw, sharpened while you wait", "chainsaw sharpening"),
        ("I have been binding books since 1988", "book binding"),
    ],
)
def test_what_is_done_to_a_thing_has_a_name(text: str, expected: str) -> None:
    assert expected in deeds_in(text, ENGLISH)


def test_candidates_come_from_the_description_the_pages_and_the_rules() -> None:
    site = [
        page("Wick & Wax | Candle workshop", "Slow light", "<p>Our beeswax candles.</p>"),
        page("Prices", "Prices", "<p>Beeswax candles.</p>", path="/prices"),
    ]
    profile = BrandProfile("Wick & Wax", "Light that lasts.", "homes", language="en", website=SITE)
    found = {one.text.casefold() for one in read_words(profile, site, None, ()).candidates}
    assert {"light", "candle workshop", "beeswax candles"} <= found


def test_what_rules_choose_and_all_words_speak_for_outweighs_a_frequent_word() -> None:
    which = weights("which")
    assert which["ruled"] > 0 > which["frequent noun"]
    assert which["weight"] > 0


def test_an_offer_that_nothing_names_is_doubted() -> None:
    asking = weights("asking")
    assert asking["nothing stands out"] > 0
    assert asking["nothing named in description"] > 0 > asking["score"]


def test_what_stands_on_the_pages_outdoes_a_slogan() -> None:
    body = "<p>We make beeswax candles by hand.</p><p>Our beeswax candles burn for forty hours.</p>"
    site = [
        page("Wick & Wax | Beeswax candles", "Slow light", body),
        page("Beeswax candles", "Prices", "<p>Beeswax candles from £9.</p>", path="/prices"),
        page("Our workshop", "Workshop", "<p>Candles, wax and wicks.</p>", path="/workshop"),
    ]
    offer = offer_of("Wick & Wax", "Evenings, slower.", *site, audience="homes")
    assert "candle" in category_of(offer).casefold()


def test_half_of_a_slogan_is_no_candidate() -> None:
    text = "<p>Wir verlegen Estrich. Estrich hält. Der Estrich trocknet.</p>"
    pages = [page("Estrich", "Warme Böden, leise Räume", text)]
    pages += [page("Preise", "Warme Böden", text, path="/preise")]
    profile = BrandProfile("Vanola", "Warme Böden. Leise Räume.", "", language="de", website=SITE)
    found = [one.text for one in read_words(profile, pages, None, ()).candidates]
    assert "Warme Böden" not in found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Barfußschuhe statt Gummistiefel.", None),
        ("Eine Alternative zu Vorhängen.", None),
        ("Stoffwindeln im Vergleich zu Einwegwindeln: Die Einwegwindeln drücken.", None),
        ("Eine Alternative zu Quarnix", ("Quarnix",)),
        ("Lohn statt LOHNIX 3", ("LOHNIX 3",)),
        ("Vanola vs. Quarnix\nIm Alltag", ("Quarnix",)),
    ],
)
def test_a_german_competitor_is_a_name_and_no_noun(
    text: str, expected: tuple[str, ...] | None
) -> None:
    site = page("Vanola", "Vanola", f"<p>{text.replace(chr(10), '</p><p>')}</p>")
    found = offer_of("Vanola", "Barfußschuhe für Kinder", site, language="de").named_competitors
    assert (found.value if found else None) == expected
