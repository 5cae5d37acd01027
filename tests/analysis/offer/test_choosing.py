"""Which of many words are what a business sells."""

from __future__ import annotations

import pytest

from tests.analysis.offer.readings import category_of, kind_of, offer_of, page


@pytest.mark.parametrize(
    ("language", "name", "expected"),
    [
        ("de", "Tischlerei Hollmann", "Tischlerei"),
        ("de", "Café Morgenrot", "Café"),
        ("en", "Pike & Daughters Solicitors", "solicitor"),
        ("en", "Hotel Meridian", "hotel"),
        ("de", "Standesamt Niederau", "Standesamt"),
    ],
)
def test_a_name_says_what_a_slogan_does_not(language: str, name: str, expected: str) -> None:
    slogan = "Aus Liebe zum Detail." if language == "de" else "Plain words, hard work."
    assert category_of(offer_of(name, slogan, language=language)) == expected


@pytest.mark.parametrize(
    ("language", "name"), [("en", "Anna Carpenter"), ("en", "Bar Sinister"), ("de", "Uwe Schuster")]
)  # fmt: skip
def test_a_surname_or_a_pun_is_no_trade(language: str, name: str) -> None:
    assert category_of(offer_of(name, "", language=language)) == ""


def test_the_name_does_not_speak_before_a_plain_description() -> None:
    offer = offer_of("Rocket Bakery", "Rocket Bakery is payroll software for cafés.")
    assert category_of(offer).startswith("payroll software")


def test_a_doctor_called_mason_lays_no_bricks() -> None:
    site = page("Praxis Dr. Ilse Maurer, Zahnärztin", "Willkommen", "<p>Prophylaxe, Füllungen.</p>")
    offer = offer_of("Praxis Dr. Ilse Maurer", "Lachen ist gesund.", site, language="de")
    assert kind_of(offer) == "health"


def test_customers_are_not_what_is_sold() -> None:
    site = page("Pawprint", "Clip clop", "<p>Become a host. List your grooming table.</p>")
    description = "Groomers with a free table meet owners with a shaggy dog"
    offer = offer_of("Pawprint", description, site, audience="dog groomers with space, dog owners")
    assert not category_of(offer).lower().startswith(("groomers", "pet groomer"))


@pytest.mark.parametrize(
    ("language", "description", "audience"),
    [
        ("en", "Oak furniture made to order.", "People who want furniture that lasts"),
        ("en", "Second-hand cellos, set up by hand.", "Students looking for their first cello"),
        ("de", "Gebrauchte Fahrräder mit Garantie.", "Familien, die günstige Fahrräder suchen"),
    ],
)
def test_what_customers_want_is_what_is_sold(
    language: str, description: str, audience: str
) -> None:
    offer = offer_of("Northwell", description, language=language, audience=audience)
    assert category_of(offer)
    assert category_of(offer) in description


def test_the_trades_of_customers_are_no_further_offers() -> None:
    body = "<p>Bäckerei, Konditorei, Café: Wir betreuen 90 Betriebe. Restaurant? Auch das.</p>" * 3
    site = page("Bilanz & Brot", "Kleine Brötchen? Bei uns nicht.", body)
    description = "Buchhaltung für Bäckereien. Konditoreien, Cafés, Eisdielen."
    offer = offer_of("Bilanz & Brot", description, site, language="de", audience="Bäcker")
    assert category_of(offer) == "Buchhaltung für Bäckereien"
    assert offer.more_categories is None
    assert kind_of(offer) == "professional-service"


def test_somebody_who_is_not_meant_is_not_the_offer() -> None:
    offer = offer_of("Lupe", "Wir sehen, was der Zahnarzt nicht sieht.", language="de")
    assert category_of(offer) == ""


@pytest.mark.parametrize(
    ("language", "description"),
    [
        ("en", "We are the connective tissue between your data and your destiny."),
        ("en", "Listen. Imagine. Make."),
        ("de", "Einfach. Fair. Gemeinsam."),
        ("de", "Wir begleiten Menschen und Organisationen im Wandel."),
    ],
)
def test_what_says_nothing_is_asked(language: str, description: str) -> None:
    site = page("Onward", "Beyond", "<p>Unlock what matters. Mehr Klarheit. One platform.</p>")
    assert category_of(offer_of("Horizon One", description, site, language=language)) == ""


def test_a_slogan_gives_way_to_what_the_title_says_and_the_site_speaks_of() -> None:
    body = "<p>Our thatchers thatch. A thatched roof lasts forty years. Roof ridges too.</p>"
    site = page("Combe & Reed | Roof thatching in Dorset", "Straw poll", body * 2)
    assert category_of(offer_of("Combe & Reed", "Grow old together.", site)) == "Roof thatching"


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("en", "We clean carpets, rugs and sofas in Leeds.", "carpet cleaning"),
        ("en", "We repair and restore antique clocks.", "antique clock repair"),
        ("de", "Wir verleihen Lastenräder in Münster.", "Verleih von Lastenrädern"),
        ("de", "Die Wegwarte e. V. berät junge Eltern in Ulm.", "Beratung für junge Eltern"),
    ],
)  # fmt: skip
def test_what_is_done_to_a_thing_is_the_offer_and_not_the_thing(
    language: str, description: str, expected: str
) -> None:
    name = "Wegwarte" if "Wegwarte" in description else "Brushstroke"
    assert category_of(offer_of(name, description, language=language)) == expected


def test_nothing_of_a_word_is_taken_for_an_article() -> None:
    assert category_of(offer_of("Tern", "We're another bike shop in Ely")) == "another bike shop"


@pytest.mark.parametrize(
    ("description", "title", "expected"),
    [
        ("Divorce, calmly.", "Sextant | Family solicitors in Bath", "Family solicitors"),
        ("Keeping villages warm since 1971", "Sextant – Stove installation", "Stove installation"),
    ],
)  # fmt: skip
def test_a_slogan_that_looks_like_a_thing_is_not_borne_out(
    description: str, title: str, expected: str
) -> None:
    body = "<p>Our family solicitors, our stove installation engineers. Ring us.</p>"
    assert category_of(offer_of("Sextant", description, page(title, "Hello", body))) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("An accounting firm for musicians", "accounting firm for musicians"),
        ("Spanish and Portuguese classes above a bakery in Leeds", "Spanish classes"),
        ("Solicitors in Ely. Divorce, custody.", "family solicitor"),
    ],
)
def test_a_list_and_a_company_are_read_as_they_are_meant(description: str, expected: str) -> None:
    assert category_of(offer_of("Rook", description)) == expected


def test_what_is_asked_suggests_what_the_site_speaks_of() -> None:
    body = "<p>Wir messen Feuchte im Keller vor dem Hauskauf und schreiben das Gutachten.</p>"
    site = page("Lupe", "Erst klopfen, dann kaufen", body)
    offer = offer_of("Lupe", "Zwei Augen mehr.", site, language="de")
    assert category_of(offer) == ""
    assert "Immobiliengutachter" in offer.suggestions


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("Elektrikerin", "Elektriker"),
        ("Tierärztin", "Tierarzt"),
        ("Rechtsanwältin", "Rechtsanwalt"),
    ],
)
def test_a_tradeswoman_is_asked_for_as_her_trade_is(said: str, asked: str) -> None:
    offer = offer_of("Petra Ohm", f"{said} in Leipzig: schnell, gründlich.", language="de")
    assert category_of(offer) == asked
    assert offer.more_categories is None
