"""What a template says is told from what an author wrote."""

from __future__ import annotations

import pytest

from presence.analysis.crawler.facts import read_page
from presence.analysis.crawler.furniture import is_furniture, without_furniture
from presence.analysis.types import Fetched, PageFacts
from tests.analysis.fakes import START

WORDS = " ".join(["The kiln is lit at four and the bread is out by six."] * 6)


def page(body: str, path: str = "/") -> PageFacts:
    url = f"https://a.example{path}"
    html = f"<html lang=en><head><title>T</title></head><body>{body}</body></html>"
    headers = (("content-type", "text/html; charset=utf-8"),)
    return read_page(Fetched(url, url, 200, headers, html.encode(), (), START, 1.0, 2.0), 1)


@pytest.mark.parametrize(
    "line",
    [
        "We use cookies to improve your experience. Accept all / Settings",
        "We value your privacy. We and our 97 partners store and access information on a device.",
        "Wir verwenden Cookies, um die Nutzung zu messen. Ablehnen oder zustimmen",
        "Nous utilisons des cookies de mesure d'audience. Tout accepter / Continuer sans accepter",
        "Utilizamos cookies propias. Aceptar o rechazar",
        "© 2026 Kiln & Crumb Ltd",
        "Registered in England 0123456. VAT number GB 12 3456",
        "Amtsgericht Köln, HRB 1234, Geschäftsführung: siehe unten",
        "Home > Bread > Rye",
        "Startseite » Brot » Roggen",
        "Next",
        "« Previous",
        "Weiterlesen",
        "Skip to content",
        "Subscribe to our newsletter for tips and offers",
        "Follow us on Instagram",
        "All rights reserved.",
    ],
)
def test_a_line_that_every_template_has_is_furniture(line: str) -> None:
    assert is_furniture(line)


@pytest.mark.parametrize(
    "line",
    [
        "Our oat cookies are baked at night and sold until noon.",
        "Next day delivery in Leeds for orders before noon.",
        "We follow the grain from the field to the mill.",
        "Accept no imitations: our rye is stone ground.",
        "A newsletter platform for independent writers.",
        "We help you register a company number in a day and keep your VAT records in order, and we "
        "answer the telephone ourselves when something is unclear to you or to the tax office.",
        "Rye at 4 > 5 degrees keeps longer. Wheat does not.",
        "Home baking courses for beginners.",
        "Copyright law for photographers, explained by lawyers.",
        "Prices from 4.50 to 12 pounds.",
    ],
)
def test_a_sentence_about_the_offer_is_not_furniture(line: str) -> None:
    assert not is_furniture(line)


def test_a_consent_banner_and_landmarks_are_not_read_and_a_bakerys_cookies_are() -> None:
    found = page(
        "<div id='cookie-banner'>This site uses cookies. <button>Accept</button></div>"
        "<div role='navigation'>Bread Cakes Contact</div><div class='breadcrumbs'>Home Bread</div>"
        f"<div class='cookies-menu'>Oat cookies, ginger cookies, by the dozen.</div><p>{WORDS}</p>"
        "<div role='contentinfo'>12 Mill Lane</div>"
    )
    assert "Oat cookies" in found.main_text
    for words in ("uses cookies", "Contact", "Home Bread", "Mill Lane"):
        assert words not in found.main_text


def test_a_block_on_most_pages_of_a_site_is_furniture_and_one_on_two_is_not() -> None:
    again = "<p>Visit our bakery at the old station.</p>"
    twice = "<p>Ask for the rye.</p>"
    pages = [page(f"<p>{WORDS} {n}</p>{again}{twice if n < 2 else ''}", f"/{n}") for n in range(5)]
    cleaned = without_furniture(pages)
    assert not any("old station" in p.main_text for p in cleaned)
    assert sum("Ask for the rye" in p.main_text for p in cleaned) == 2


def test_repetition_says_nothing_of_a_site_of_two_pages() -> None:
    pages = [page(f"<p>{WORDS}</p>", f"/{n}") for n in range(2)]
    assert [p.main_text for p in without_furniture(pages)] == [p.main_text for p in pages]


def test_repeated_lines_are_compared_without_case_and_numbers() -> None:
    pages = [
        page(f"<p>{'abcde'[n] * 9} {WORDS[n:]}</p><p>Page {n} of 5</p>", f"/{n}") for n in range(5)
    ]
    assert not any("of 5" in p.main_text for p in without_furniture(pages))
