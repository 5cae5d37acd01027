"""What pages say besides the category: products they list or price, questions they answer."""

from __future__ import annotations

import pytest

from presence.analysis.types.offer import Offer
from tests.analysis.offer.readings import SITE, offer_of, page

SAID = "We repair antique lamps"


def _wares(offer: Offer) -> tuple[str, ...]:
    return offer.wares.value if offer.wares else ()


def test_what_a_page_prices_is_a_ware_with_its_page() -> None:
    rows = "<tr><td>Lamp rewiring</td><td>£45</td></tr><tr><td>Shade, small</td><td>£18</td></tr>"
    offer = offer_of("Lux", SAID, page("Prices", "Prices", f"<table>{rows}</table>", path="/cost"))
    assert _wares(offer) == ("Lamp rewiring", "Shade")
    assert offer.wares is not None
    assert {quote.source for quote in offer.wares.evidence} == {f"{SITE}/cost"}


def test_a_list_under_a_heading_that_sells_holds_wares() -> None:
    body = "<h2>What we do</h2><ul><li>Oil lamp repairs</li><li>Brass polishing</li></ul>"
    assert _wares(offer_of("Lux", SAID, page("Lux", "Lux", body))) == (
        "Oil lamp repairs",
        "Brass polishing",
    )


def test_lists_on_pages_about_the_business_hold_none() -> None:
    body = "<h2>Our services to the village</h2><ul><li>Summer fair</li><li>Cake stall</li></ul>"
    assert _wares(offer_of("Lux", SAID, page("News", "News", body, path="/news/fair"))) == ()


def test_plans_headers_of_tables_and_remarks_are_no_wares() -> None:
    cells = (("Item", "Price"), ("Basic", "£9"), ("Pro plan", "£19"), ("Kids group of", "£3"))
    rows = "".join(f"<tr><td>{name}</td><td>{cost}</td></tr>" for name, cost in cells)
    body = f"<table>{rows}</table><p>We also post parcels for £4.</p>"
    assert _wares(offer_of("Lux", SAID, page("Prices", "Prices", body, path="/prices"))) == ()


def test_german_lists_are_read_as_well() -> None:
    body = "<ul><li>Kabelerneuerung 30 Minuten</li><li>Schirmreinigung</li></ul>"
    found = offer_of(
        *("Lux", "Wir reparieren alte Lampen"),
        page("Leistungen", "Unsere Leistungen", body, path="/leistungen"),
        language="de",
    )
    assert _wares(found) == ("Kabelerneuerung", "Schirmreinigung")


def test_banners_in_capitals_and_german_adverbs_are_no_wares() -> None:
    body = "<ul><li>PROTECTING LAMPS</li><li>Brass polishing</li></ul>"
    shouted = offer_of("Lux", SAID, page("Services", "Services", body, path="/services"))
    assert _wares(shouted) == ("Brass polishing",)
    rows = "<ul><li>Deutschland-weit</li><li>Schirmreinigung</li></ul>"
    said = ("Lux", "Wir reparieren alte Lampen")
    german = page("Leistungen", "Unsere Leistungen", rows, path="/leistungen")
    assert _wares(offer_of(*said, german, language="de")) == ("Schirmreinigung",)


def test_a_name_the_brand_compares_itself_with_ends_with_its_sentence() -> None:
    body = "<p>The alternative to Lampwise.io. All prices are ours.</p>"
    offer = offer_of("Lux", SAID, page("Prices", "Prices", body))
    assert offer.named_competitors is not None
    assert offer.named_competitors.value == ("Lampwise.io",)


def test_questions_are_kept_unless_the_answer_is_no() -> None:
    body = (
        "<h2>Do you collect lamps from my home?</h2><p>Yes, within ten miles of the shop.</p>"
        "<h2>Do you repair neon signs?</h2><p>No, that is another trade.</p>"
    )
    offer = offer_of("Lux", SAID, page("Questions", "Questions", body, path="/faq"))
    assert offer.answered is not None
    assert offer.answered.value == ("Do you collect lamps from my home?",)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("NC Coastal vs. Inland wind cover.", None),
        ("Lounger vs. Open Seating", None),
        ("We use Form DL-123 instead of SR-22.", None),
        ("Buy in the shop instead of Online.", None),
        ("It calls X509_check instead of X509_get_issuer_name now.", None),
        ("Switch from HMAC-SHA256 to BLAKE2.", None),
        ("An alternative to SysV-like scripts.", None),
        ("Lux vs. Lampwise", ("Lampwise",)),
        ("Lampwise versus Lux", ("Lampwise",)),
        ("Lampwise compared with us, or us vs. Glimmer", ("Glimmer",)),
        ("An alternative to Notion for lamps.", ("Notion",)),
    ],
)
def test_only_who_is_set_beside_the_brand_is_a_competitor(
    text: str, expected: tuple[str, ...] | None
) -> None:
    found = offer_of("Lux", SAID, page("Lux", "Lux", f"<p>{text}</p>")).named_competitors
    assert (found.value if found else None) == expected


def test_a_word_of_the_brands_own_name_is_no_competitor() -> None:
    site = page("Lux Manual", "Lux Manual", "<p>Switching from Lux takes a day.</p>")
    assert offer_of("Lux Manual", SAID, site).named_competitors is None


def test_a_list_after_a_preposition_is_one_thing() -> None:
    rows = "<ul><li>Korrektur von Form, Farbe und Stellung</li><li>Schirmreinigung</li></ul>"
    site = page("Leistungen", "Unsere Leistungen", rows, path="/leistungen")
    wares = _wares(offer_of("Lux", "Wir reparieren alte Lampen", site, language="de"))
    assert "Korrektur von Form" not in wares


def test_how_well_it_is_done_is_nothing_to_ask_for() -> None:
    rows = "<ul><li>Saubere Ausführung</li><li>Faire Preise</li><li>Schirmreinigung</li></ul>"
    site = page("Leistungen", "Unsere Leistungen", rows, path="/leistungen")
    offer = offer_of("Lux", "Wir reparieren alte Lampen", site, language="de")
    assert _wares(offer) == ("Schirmreinigung",)
