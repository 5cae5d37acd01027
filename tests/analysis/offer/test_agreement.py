"""What several independent places of a business agree that it sells."""

from __future__ import annotations

import pytest

from presence.analysis.offer.agreement import agreed_things
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import category_of, kind_of, offer_of, page


def meta(text: str) -> str:
    return f'<meta name="description" content="{text}">'


@pytest.mark.parametrize(
    ("name", "description", "line", "expected"),
    [
        ("Ebb & Oak", "Wake to the tide.", "Bed and breakfast in Fowey", "bed and breakfast"),
        ("Latch", "Half past three, every morning.", "Milk delivery in Stockport", "milk delivery"),
        ("Loam", "Dirt is good for them.", "Outdoor nursery in Kendal", "outdoor nursery"),
        ("Tinder", "What the flames leave.", "Chimney sweep in Skipton", "chimney sweep"),
    ],
)
def test_the_line_for_search_engines_says_what_a_slogan_does_not(
    name: str, description: str, line: str, expected: str
) -> None:
    site = page(name, "Come in", "<p>Ring the bell.</p>", meta(f"{line}. Ring for a date."))
    assert category_of(offer_of(name, description, site)).lower() == expected


def test_a_place_before_the_thing_is_no_part_of_it() -> None:
    site = page("Jo", "Hello", "<p>Fees.</p>", meta("Bristol wedding celebrant for couples"))
    offer = offer_of("Jo", "Words that stay.", site, audience="couples in Bristol")
    assert category_of(offer) == "wedding celebrant"


def test_a_plain_description_outweighs_a_title_about_something_else() -> None:
    site = page("Tarn | Recipes", "Cook with us", "<p>Stew.</p>", meta("Recipes for winter"))
    assert category_of(offer_of("Tarn", "Tarn sells bone broth.", site)) == "bone broth"


@pytest.mark.parametrize(
    ("name", "description", "expected"),
    [
        ("Quern & Rye", "Quern & Rye mills heritage flour in Shropshire.", "heritage flour"),
        ("Copper Hare", "Copper Hare distils gin in Hackney.", "gin"),
        ("Oxbow", "Oxbow forges kitchen knives to order.", "kitchen knives"),
    ],
)
def test_whatever_the_verb_after_the_own_name_its_object_is_what_is_sold(
    name: str, description: str, expected: str
) -> None:
    assert category_of(offer_of(name, description)) == expected


@pytest.mark.parametrize(
    ("name", "description"),
    [
        ("Grainwise", "Grainwise watches over you so that you sleep."),
        ("Quern & Rye", "Quern & Rye never sleeps."),
        ("Plinth", "Plinth, raised."),
    ],
)
def test_the_own_name_is_no_category(name: str, description: str) -> None:
    said = category_of(offer_of(name, description))
    assert name.split()[0].lower() not in said.lower()


def test_what_nobody_can_know_is_asked_whatever_the_pages_repeat() -> None:
    line = meta("Plinth helps teams reach further.")
    site = page("Plinth", "Raise everything", "<p>We listen first.</p>", line)
    offer = offer_of("Plinth", "We make it happen. Together.", site)
    assert category_of(offer) == ""
    assert len(offer.suggestions) == 3


def test_things_with_commas_are_a_list_not_adjectives() -> None:
    assert category_of(offer_of("Tern", "Mead, cider and perry from Hereford.")) == "Mead"


def test_what_is_done_is_said_with_its_object() -> None:
    site = page("Glanz", "Sauber", "<p>Termin.</p>", meta("Reinigung von Teppichen in Ulm"))
    offer = offer_of("Glanz", "Wie am ersten Tag.", site, language="de")
    assert category_of(offer) == "Reinigung von Teppichen"
    assert kind_of(offer) == "local-service"


@pytest.mark.parametrize(
    ("name", "description", "title", "line", "expected"),
    [
        (
            "Fret & Fathom",
            "Redrawn from the latest surveys on tear-proof stock.",
            "Fret &amp; Fathom | Charts for small boats",
            "Waterproof nautical charts for the British coast.",
            "nautical charts",
        ),
        (
            "Cobalt",
            "Washed at sixty, two hundred times, still blue.",
            "Cobalt | Better scrubs",
            "Medical scrubs made in Leicester.",
            "medical scrubs",
        ),
    ],
)
def test_two_places_that_name_an_unknown_thing_outweigh_a_slogan(
    name: str, description: str, title: str, line: str, expected: str
) -> None:
    site = page(title, "Made to last", "<p>From £19.</p>", meta(line))
    assert category_of(offer_of(name, description, site)).lower().endswith(expected)


def test_one_word_that_is_no_noun_is_asked_about() -> None:
    site = page("Stackpole", "Onward", "<p>We dare.</p>", meta("Stackpole. For what comes next."))
    assert category_of(offer_of("Stackpole", "Onward.", site)) == ""


def test_what_is_done_with_a_thing_is_not_the_thing() -> None:
    site = page("Fiddle", "Bring it in", "<p>Rehair $75.</p>", meta("Violin repair in Asheville"))
    offer = offer_of("Second Fiddle", "We keep old ones playing.", site)
    assert category_of(offer).lower() == "violin repair"


def test_a_town_ends_before_the_word_since_when() -> None:
    said = "Panadería artesana en Antequera desde 1931."
    offer = offer_of("Pura", said, page("Pura", "Pan", "<p>Horno.</p>"), language="es")
    assert offer.place is not None
    assert offer.place.value == "Antequera"


def test_of_many_first_headings_the_first_four_are_read() -> None:
    things = ("candles", "soap", "honey", "wool", "kettles", "ladders")
    site = page("Ebb", things[0], "".join(f"<h1>{thing}</h1>" for thing in things[1:]))
    found = agreed_things(BrandProfile("Ebb", "", "", language="en"), [site], None, ())
    said = {one.text.lower() for group in found for one in group.said}
    assert said & set(things) == set(things[:4])


@pytest.mark.parametrize(
    ("name", "description", "line", "expected"),
    [
        ("Slack", "A quiet pool off the river.", "Leisure moorings near Wye", "leisure moorings"),
        ("Swarm", "Ring Jo about the bees.", "A beekeeping association in Ross", "beekeeping"),
        ("Zahl", "Ordnung in der Schachtel.", "Buchhaltung für Wirte in Graz", "buchhaltung"),
    ],
)
def test_a_plain_line_outweighs_what_only_a_slogan_or_all_words_suggest(
    name: str, description: str, line: str, expected: str
) -> None:
    language = "de" if name == "Zahl" else "en"
    site = page(name, "Willkommen", "<p>Tel. 030</p>", meta(f"{line}."))
    assert expected in category_of(offer_of(name, description, site, language=language)).lower()


def test_the_number_of_a_register_is_not_what_is_sold() -> None:
    site = page("Table", "Nobody eats alone", "<p>Come.</p>", meta("A charity. SC048812."))
    assert "SC048812" not in category_of(offer_of("Table", "We sit strangers down.", site))


def structured(data: str) -> str:
    return f'<script type="application/ld+json">{data}</script>'


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        ('{"@type": "VeterinaryCare", "name": "Tarn"}', "vet"),
        ('{"@type": "LocalBusiness", "description": "Harp repair in Kendal."}', "harp repair"),
    ],
)
def test_structured_data_is_a_place_that_says_what_is_sold(data: str, expected: str) -> None:
    site = page("Tarn", "Come in", "<p>Ring the bell.</p>", structured(data))
    assert category_of(offer_of("Tarn", "Made for mornings.", site)).lower() == expected


def test_structured_data_about_somebody_else_says_nothing_of_the_business() -> None:
    data = '{"@type": "Review", "description": "Harp repair in Kendal."}'
    site = page("Tarn", "Come in", "<p>Ring the bell.</p>", structured(data))
    assert "harp" not in category_of(offer_of("Tarn", "Made for mornings.", site)).lower()
