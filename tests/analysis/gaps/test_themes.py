"""What a question wants decides which page answers it, and what is to be said there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.analysis.gaps import content_gaps
from presence.analysis.gaps.themes import theme_of
from presence.analysis.recommendations import recommend
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    ContentGap,
    Intent,
    PanelPrompt,
    Passage,
)
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import AskedTheme
from tests.analysis.scoring.answered import Pair, answered, split

SITE = "https://loom.example"
COMPETITOR = Competitor("weft", "Weft & Co")
LOOM = BrandProfile("Loomery", competitors=(COMPETITOR,), website=SITE)
SAID = "Weft & Co repairs rugs for £90 and takes 2 weeks."


@pytest.mark.parametrize(
    ("text", "intent", "locale", "theme"),
    [
        ("Who repairs rugs in Leeds?", "discovery", "en-GB", "offer"),
        ("My rug is torn. Who can mend it?", "problem", "en-GB", "offer"),
        ("Can you compare a few rug menders?", "comparison", "en-GB", "offer"),
        ("Which rug mender can I trust?", "comparison", "en-GB", "offer"),
        ("Wer repariert Teppiche in Bremen?", "discovery", "de-DE", "offer"),
        ("How much does it cost to mend a rug?", "comparison", "en-GB", "price"),
        ("Was kostet eine Teppichreparatur?", "comparison", "de-DE", "price"),
        ("How do I choose a rug mender?", "how-to", "en-GB", "choice"),
        ("Which mistakes do people make when they choose one?", "comparison", "en-GB", "choice"),
        ("Woran erkenne ich einen guten Anbieter?", "comparison", "de-DE", "choice"),
        ("Comment choisir un atelier de tapis ?", "how-to", "fr-FR", "choice"),
        ("Which features matter most in a loom?", "comparison", "en-GB", "choice"),
        (
            "What sets a cheap rug mender apart from an expensive one?",
            "comparison",
            "en-GB",
            "choice",
        ),
        ("Welche Werkstätten sind im Vergleich am besten?", "comparison", "de-DE", "offer"),
        ("Quali laboratori sono i migliori?", "comparison", "it-IT", "offer"),
        ("Welke werkplaats is het beste?", "comparison", "nl-NL", "offer"),
        ("Qual oficina é a melhor?", "comparison", "pt-BR", "offer"),
        ("Która pracownia jest najlepsza?", "comparison", "pl-PL", "offer"),
        ("Come scelgo un laboratorio?", "how-to", "it-IT", "choice"),
        ("Can you give me a short list of rug menders?", "comparison", "en-GB", "offer"),
        ("How do I know which rug to order?", "how-to", "en-GB", "choice"),
        ("¿A quién me dirijo con mi alfombra?", "comparison", "es-ES", "offer"),
        ("¿Cómo elijo una alfombra?", "how-to", "es-ES", "choice"),
        ("Welche Farbe hält am längsten?", "problem", "de-DE", "question"),
        ("Which rugs last longest?", "problem", "en-GB", "offer"),
        ("What is the best way to mend a rug?", "how-to", "en-GB", "question"),
        ("Was ist der beste Weg, einen Teppich zu flicken?", "how-to", "de-DE", "question"),
        ("A moth got into my rug. What now?", "problem", "en-GB", "question"),
        ("絨毯の修理はどうすればいいですか", "how-to", "ja-JP", "question"),
    ],
)
def test_a_question_wants_names_a_price_help_to_choose_or_an_answer(
    text: str, intent: Intent, locale: str, theme: AskedTheme
) -> None:
    assert theme_of(PanelPrompt("p", text, intent, "rugs", locale)) == theme


def page(path: str, text: str, heading: str = "") -> Passage:
    return Passage(path, text, f"{SITE}{path}", "brand", LOOM.name, heading or "Rugs", heading)


HOME = page("/", "We mend and clean rugs in Leeds by hand.", "Rug mending")
PRICES = page("/prices", "We tell you in the workshop what mending rugs will be.", "Prices")
NEWS = page("/blog/moths", "A rug mender in Leeds who can be trusted met a moth.", "Moths")
LEGAL = page("/privacy", "Whoever repairs rugs in Leeds stores no data of rugs.", "Privacy")


def gaps_for(
    *questions: tuple[str, Intent],
    own: tuple[Passage, ...] = (HOME, PRICES, NEWS, LEGAL),
    kind: OfferKind = "local-service",
    said: str = SAID,
) -> tuple[ContentGap, ...]:
    pairs: list[Pair] = []
    for place, (question, intent) in enumerate(questions):
        pairs += [
            answered(
                f"p{place}", i, positions={"weft": 1}, text=said, question=question, intent=intent
            )
            for i in range(4)
        ]
    return content_gaps(LOOM, *split(pairs), {}, own=own, kind=kind)


def page_of(question: str, intent: Intent, *own: Passage) -> str | None:
    (gap,) = gaps_for((question, intent), own=own or (HOME, PRICES, NEWS, LEGAL))
    assert gap.contrast is not None
    return gap.contrast.page


def test_whoever_is_looked_for_is_shown_by_the_home_page() -> None:
    assert page_of("Which workshop would you recommend for carpets?", "discovery") == f"{SITE}/"


def test_a_legal_notice_or_old_news_is_no_place_for_an_offer() -> None:
    assert page_of("Who repairs rugs in Leeds?", "discovery") == f"{SITE}/"
    assert page_of("Which rug mender in Leeds can I trust?", "comparison") == f"{SITE}/"


def test_prices_go_to_the_page_of_prices_and_nothing_else_does() -> None:
    assert page_of("How much does mending rugs cost?", "comparison") == f"{SITE}/prices"
    assert page_of("Who mends rugs in a workshop?", "discovery") != f"{SITE}/prices"


def test_help_to_choose_needs_a_page_that_is_about_choosing() -> None:
    question = "How do I choose a rug mender in Leeds?"
    guide = page("/guide", "A rug mender in Leeds has a loom.", "How to choose a rug mender")
    assert page_of(question, "how-to") is None
    assert page_of(question, "how-to", HOME, guide) == f"{SITE}/guide"


def test_names_wanted_where_nothing_lacks_are_answered_by_who_one_is() -> None:
    (gap,) = gaps_for(("Who mends rugs in Leeds?", "discovery"), said="Weft & Co mends rugs.")
    assert gap.attack_move == (
        "Others are named for “Who mends rugs in Leeds?”. Say in the title and the first sentence "
        "of your home page what you are, for whom and where, and what sets you apart."
    )


def test_questions_about_choosing_are_one_page_with_its_outline() -> None:
    asked = ("How do I choose a rug mender?", "What should I look for in a rug mender?")
    found = recommend(LOOM, gaps_for(*((q, "how-to") for q in asked)), None, None)
    (only,) = [advice for advice in found if advice.source_kind == "gap"]
    assert only.title == f"Make a guide for customers who compare: “{asked[0]}”"
    assert f"then “{asked[1]}” under headings of their own" in only.description


def test_a_page_that_lacks_two_facts_is_told_once() -> None:
    found = recommend(
        LOOM,
        gaps_for(
            ("Who mends rugs in Leeds?", "discovery"),
            ("Which rug mender in Leeds has good reviews?", "discovery"),
        ),
        None,
        None,
    )
    assert len(found) == 1
    assert "your home page" in found[0].title


def test_a_guide_quotes_no_question_about_a_competitor_other_than_the_one_ahead() -> None:
    asked = ("How do I choose a rug mender?", "How do I choose an alternative to Knotty?")
    gaps = gaps_for(*((q, "how-to") for q in asked), own=(NEWS,))
    profile = replace(LOOM, competitors=(COMPETITOR, Competitor("knotty", "Knotty")))
    found = recommend(profile, gaps, None, None, kind="trade")
    told = " ".join(f"{advice.title} {advice.description}" for advice in found)
    assert asked[0] in told
    assert asked[1] not in told


@pytest.mark.parametrize("kind", ["hospitality", "health", "trade", "professional-service"])
def test_a_neighborhood_business_is_not_told_to_set_itself_beside_others_by_name(
    kind: OfferKind,
) -> None:
    question = "I was not happy with Weft & Co. Who is better?"
    gaps = gaps_for((question, "comparison"), kind=kind)
    (only,) = recommend(LOOM, gaps, None, None, kind=kind)
    assert only.title == "Make a guide on how to choose: customers compare before they decide"
    assert "beside Weft" not in only.description
    assert "names nobody" in only.description


@pytest.mark.parametrize(
    "question",
    ["Who can I trust with rugs in Leeds?", "What do I need to know before I have rugs mended?",
     "Where can I find a rug mender in Leeds?"],
)  # fmt: skip
def test_a_turn_of_phrase_asks_neither_for_conditions_nor_for_a_place(question: str) -> None:
    for gap in gaps_for((question, "discovery"), said="Weft & Co mends rugs."):
        assert gap.contrast is not None
        assert not {"conditions", "place"} & set(gap.contrast.lacks)


def test_a_price_on_another_page_is_not_asked_for_on_the_home_page() -> None:
    rates = page("/rooms", "Mending rugs starts at £60 for each square meter.", "Rug sizes")
    (gap,) = gaps_for(("Who mends rugs in Leeds?", "discovery"), own=(HOME, rates))
    assert gap.contrast is not None
    assert gap.contrast.page == f"{SITE}/"
    assert "price" not in gap.contrast.lacks


def test_a_price_question_goes_to_the_page_that_states_prices() -> None:
    rates = page("/rooms", "Mending rugs starts at £60 for each square meter.", "Rug sizes")
    asked = "How much does mending rugs cost?"
    assert page_of(asked, "comparison", HOME, rates) == f"{SITE}/rooms"


def test_a_page_that_only_compares_in_a_section_is_no_guide() -> None:
    question = "How do I choose a rug mender in Leeds?"
    section = Passage(
        "x",
        "A rug mender in Leeds has a loom.",
        f"{SITE}/looms",
        "brand",
        LOOM.name,
        "Our looms",
        "Looms compared",
    )
    assert page_of(question, "how-to", HOME, section) is None


def test_a_page_whose_headings_are_about_something_else_is_no_place_for_an_offer() -> None:
    other = page("/moths", "We mend rugs in Leeds that moths ate, rug by rug.", "Moths")
    home = page("/", "We clean carpets by hand.", "Welcome")
    assert page_of("Who mends rugs in Leeds?", "discovery", home, other) == f"{SITE}/"


def test_who_is_the_best_is_never_the_title_of_a_page_to_be_made() -> None:
    inner = page("/moths", "Moths eat wool.", "Moths")
    found = recommend(
        LOOM,
        gaps_for(("Which rug mender in Leeds is best?", "discovery"), own=(inner,)),
        None,
        None,
    )
    assert found[0].title == "Make a page that says what you do, for whom and where"


def test_what_costs_no_money_asks_for_no_price() -> None:
    for question in (
        "I want to help and it may cost nothing. Who needs me?",
        "Which mending circle costs no money?",
    ):
        (gap,) = gaps_for((question, "discovery"), said="Weft & Co mends rugs.")
        assert gap.contrast is not None
        assert "price" not in gap.contrast.lacks


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("non-profit", "whether it costs anything"),
        ("public-body", "whether it costs anything"),
        ("trade", "typical price"),
        ("shop", "State yours there: the amount"),
    ],
)
def test_a_price_is_asked_for_as_it_suits_the_kind(kind: OfferKind, words: str) -> None:
    own = (page("/", "We mend rugs in Leeds by hand.", "Mending rugs"),)
    (gap,) = gaps_for(("How much does mending rugs cost?", "comparison"), own=own, kind=kind)
    assert words in gap.attack_move


@pytest.mark.parametrize(
    ("kind", "words"),
    [("product", "warranty"), ("software", "what it runs on"), ("trade", "booking")],
)
def test_terms_are_those_of_what_is_sold(kind: OfferKind, words: str) -> None:
    said = "Weft & Co mends rugs provided that they are wool. "
    own = (page("/", "Rugs are mended in Leeds by hand.", "Mending rugs"),)
    (gap,) = gaps_for(("Who mends rugs in Leeds?", "discovery"), own=own, kind=kind, said=said)
    assert gap.contrast is not None
    assert gap.contrast.lacks[0] == "conditions"
    assert words in gap.attack_move


def test_nobody_is_said_to_be_named_where_nobody_competes() -> None:
    alone = BrandProfile("Loomery", website=SITE)
    pairs = [answered("p", i, question="Who mends rugs in Leeds?") for i in range(5)]
    (gap,) = content_gaps(alone, *split(pairs), {}, own=(HOME,), kind="local-service")
    assert "Others are" not in gap.attack_move
    assert gap.attack_move.startswith("Customers ask “Who mends rugs in Leeds?”.")


def test_the_description_typed_in_is_no_page_to_write_on() -> None:
    typed = Passage(
        "d", "We mend rugs in Leeds by hand.", "document:Brand description", "brand", LOOM.name
    )
    for question in ("How much does mending rugs cost?", "Who mends rugs in Leeds?"):
        (gap,) = gaps_for((question, "comparison"), own=(typed,))
        assert gap.contrast is not None
        assert gap.contrast.page is None
        assert "document" not in gap.attack_move


def test_a_weekend_away_asks_for_no_opening_hours() -> None:
    said = "Weft & Co mends rugs."
    for question, asks in (
        ("Where can I spend a quiet weekend with rugs?", False),
        ("Who mends rugs in Leeds on weekends?", True),
    ):
        (gap,) = gaps_for((question, "discovery"), said=said)
        assert gap.contrast is not None
        assert ("hours" in gap.contrast.lacks) is asks
