"""The place of an offer comes from what a page states for certain: its address, its title."""

from __future__ import annotations

import pytest

from presence.analysis.offer.places import place_of
from tests.analysis.offer.readings import offer_of, page


def _place(title: str, body: str, *, language: str, head: str = "", path: str = "/") -> str:
    home = page(title, title, "<p>Quern.</p>", head)
    other = page("Quern", "Quern", f"<p>{body}</p>", path=path)
    place = offer_of("Quern", "", home, other, language=language).place
    return place.value if place else ""


@pytest.mark.parametrize(
    ("language", "address", "town"),
    [
        ("de", "Mühlweg 1, 35716 Ewersbach", "Ewersbach"),
        ("de", "seit 2024 Berlin, Hauptstr. 3, 1010 Wien", "Wien"),
        ("en", "12 Park Row, Leeds LS1 4AP", "Leeds"),
        ("en", "9 Mill Lane, Park Row, Stroud, Gloucestershire, GL5 1AA", "Stroud"),
        ("en", "400 Main St, Myrtle Beach, SC 29577", "Myrtle Beach"),
        ("en", "Sydney NSW 2000", "Sydney"),
        ("fr", "2 rue Haute, 71100 Chalon-sur-Saône", "Chalon-sur-Saône"),
        ("es", "C/ Miñón 13, 23740 Andújar (Jaén)", "Andújar"),
        ("nl", "Kade 2, 1012 AB Amsterdam", "Amsterdam"),
    ],
)
def test_an_address_with_its_postal_code_says_where(language: str, address: str, town: str) -> None:
    assert _place("Quern", address, language=language, path="/contact") == town


def test_an_authority_named_in_a_privacy_notice_is_no_place_of_the_business() -> None:
    notice = "Landesbeauftragte, Kavalleriestr. 2, 40213 Düsseldorf"
    assert _place("Quern", notice, language="de", path="/datenschutz.html") == ""


def test_who_sends_parcels_is_not_looked_for_where_they_are_packed() -> None:
    assert _place("Quern", "In den Warenkorb. Mühlweg 1, 35716 Ulm", language="de") == ""


def test_who_has_a_page_for_each_of_many_towns_is_in_none_of_them_alone() -> None:
    def marked(town: str) -> str:
        data = f'{{"@type":"LocalBusiness","address":{{"addressLocality":"{town}"}}}}'
        return f'<script type="application/ld+json">{data}</script>'

    pages = [
        page(town, town, "<p>Bookkeeping.</p>", marked(town), path=f"/{town.lower()}")
        for town in ("Greenville", "Charleston")
    ]
    home = page("Quern", "Quern", "<p>Remote bookkeepers.</p>")
    assert offer_of("Quern", "", home, *pages).place is None


def test_the_meta_description_says_where_if_the_text_does_too() -> None:
    head = '<meta name="description" content="Clínica médica en Andújar, Jaén.">'
    said = "Atención médica en el corazón de Andújar."
    assert _place("Quern, clínica médica", said, language="es", head=head) == "Andújar"
    head = '<meta name="description" content="Síguenos en Instagram.">'
    assert _place("Quern", "Instagram: quern", language="es", head=head) == ""


def test_who_works_in_the_whole_country_is_not_looked_for_in_the_town_of_the_address() -> None:
    line = '<meta name="description" content="Bookkeeping for restaurants nationwide.">'
    assert _place("Quern", "400 Main St, Myrtle Beach, SC 29577", language="en", head=line) == ""


def test_a_region_with_an_article_is_a_place() -> None:
    offer = offer_of("Quern", "Walking holidays in the Lake District.")
    assert offer.place is not None
    assert offer.place.value == "the Lake District"


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Wir verkaufen Bio-Gemüse direkt vom Hof bei Lüneburg.", "Lüneburg"),
        ("Wir fertigen Treppen aus Stahl im Raum Linz.", "Linz"),
        ("Imkerei in der Nähe von Bad Tölz.", None),
        ("Wir gestalten Gärten rund um Schweinfurt.", "Schweinfurt"),
        ("Hilfe bei Rückenschmerzen und bei Kindern im Pflegeheim.", None),
        ("Essen auf Rädern bei Bedarf nahe Innenstadt.", None),
    ],
)
def test_a_german_town_may_be_said_to_be_near(description: str, expected: str | None) -> None:
    found = place_of(description, "", (), "de")
    assert (found.value if found else None) == expected
