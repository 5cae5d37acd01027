"""Topics are the subjects a customer could ask for, in the brand's own words."""

from __future__ import annotations

from dataclasses import replace

from presence.analysis.panel import topics_of
from presence.analysis.panel.grammar import plural
from presence.analysis.types import BrandProfile, DocumentText
from tests.analysis.panel.samples import (
    AGENCY,
    FRENCH,
    FURNITURE,
    FURNITURE_PAGES,
    GERMAN,
    SHOES,
    page,
)


def phrases(*arguments: object) -> list[str]:
    return [topic.phrase for topic in topics_of(*arguments)]  # type: ignore[arg-type]


def test_a_one_line_description_gives_what_is_offered() -> None:
    assert set(phrases(SHOES, (), ())) == {"trail running shoes", "waterproof jackets"}


def test_whom_it_is_for_is_not_what_is_offered() -> None:
    assert not [phrase for phrase in phrases(SHOES, (), ()) if "runners" in phrase]


def test_a_counted_noun_becomes_plural() -> None:
    assert "project management tools" in phrases(AGENCY, (), ())


def test_an_activity_becomes_what_is_sold_for_it() -> None:
    assert "time tracking software" in phrases(AGENCY, (), ())


def test_pages_give_their_subjects_heaviest_first() -> None:
    found = topics_of(FURNITURE, FURNITURE_PAGES, ())
    assert found[0].phrase == "dining tables"
    assert found[0].weight == 1.0
    assert [t.weight for t in found] == sorted((t.weight for t in found), reverse=True)
    assert {"benches", "shelves"} <= {topic.phrase for topic in found}


def test_a_topic_names_the_pages_it_was_found_on() -> None:
    tables = topics_of(FURNITURE, FURNITURE_PAGES, ())[0]
    assert "https://oakline.example/dining-tables" in tables.source_urls


def test_legal_pages_give_no_topic() -> None:
    assert not [p for p in phrases(FURNITURE, FURNITURE_PAGES, ()) if "tracking" in p]


def test_the_brand_and_its_rivals_are_never_a_topic() -> None:
    profile = replace(SHOES, description="Northpeak shoes and Rockyfoot shoes are trail shoes.")
    found = " ".join(phrases(profile, (), ())).lower()
    assert "northpeak" not in found
    assert "rockyfoot" not in found


def test_the_tag_line_is_never_a_topic() -> None:
    found = phrases(FURNITURE, FURNITURE_PAGES, ())
    assert "tables that fit the room" not in " ".join(found)


def test_documents_count_like_pages() -> None:
    document = DocumentText(
        "offer.docx",
        "Sourdough courses",
        ((1, "Sourdough courses"), (0, "We teach sourdough courses. Sourdough courses sell out.")),
        11,
    )
    topic = topics_of(replace(FURNITURE, website=None), (), (document,))[0]
    assert topic.phrase == "sourdough courses"
    assert topic.source_urls == ("document:offer.docx",)


def test_german_nouns_keep_their_capital() -> None:
    assert set(phrases(GERMAN, (), ())) == {"Sauerteigbrot", "glutenfreie Brötchen"}


def test_french_phrases_start_with_their_noun() -> None:
    assert set(phrases(FRENCH, (), ())) == {"bougies parfumées", "huiles naturelles"}


def test_no_words_give_no_topic() -> None:
    assert topics_of(replace(FURNITURE, website=None), (), ()) == ()


def test_topics_are_the_same_every_time() -> None:
    assert topics_of(FURNITURE, FURNITURE_PAGES, ()) == topics_of(FURNITURE, FURNITURE_PAGES, ())


def test_words_of_another_script_get_no_english_ending() -> None:
    assert [plural(word) for word in ("café", "طاولة خشب", "oak table")] == [
        "cafés",
        "طاولة خشب",
        "oak tables",
    ]


def test_a_title_that_says_x_for_y_offers_x_and_not_what_y_uses() -> None:
    home = page(
        "https://ledgerly.example/",
        "Ledgerly: bookkeeping software for cafés",
        "Bookkeeping software for cafés: tills, suppliers and VAT in one place.",
        ((2, "Which tills work"),),
        "Connect the till. Every till works. Our tills page lists each till. Cafés love it.",
    )
    found = phrases(BrandProfile("Ledgerly"), (home,), ())
    assert found[0] == "bookkeeping software"
    assert "cafés" not in found


def test_the_trade_in_a_brands_name_may_be_a_topic() -> None:
    home = page(
        "https://marlow.example/",
        "Marlow Tables: extending tables in a week",
        text="Extending tables fit small rooms. We deliver extending tables in a week.",
    )
    assert phrases(BrandProfile("Marlow Tables"), (home,), ())[0] == "extending tables"
