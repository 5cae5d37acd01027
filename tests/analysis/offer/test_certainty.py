"""A category that only a slogan or only all words suggest is asked about; a plain one is not."""

from __future__ import annotations

from tests.analysis.offer.readings import category_of, offer_of, page


def line(text: str) -> str:
    return f'<meta name="description" content="{text}">'


def test_what_the_start_page_plainly_says_is_not_asked_about() -> None:
    site = page(
        "Latch | Milk delivery", "Hello", "<p>Eggs too.</p>", line("Milk delivery in Hove.")
    )
    offer = offer_of("Latch", "Half past three, every morning.", site)
    assert category_of(offer).lower() == "milk delivery"
    assert offer.suggestions == ()


def test_what_only_a_slogan_suggests_is_asked_about_with_the_guess_first() -> None:
    site = page("Quill", "Hello", "<p>Call us.</p>")
    offer = offer_of("Quill", "Two bus drivers and a planner argue.", site)
    assert category_of(offer) in ("", offer.suggestions[0])
    assert len(offer.suggestions) == 3


def test_without_pages_the_owners_words_are_believed() -> None:
    offer = offer_of("Tarn", "Tarn sells bone broth.")
    assert category_of(offer) == "bone broth"
    assert offer.suggestions == ()
