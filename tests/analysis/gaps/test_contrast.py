"""Contrast: what the answers that won say, what the own page does not, and the advice it makes."""

from __future__ import annotations

import pytest

from presence.analysis.gaps import content_gaps
from presence.analysis.gaps.attack_moves import attack_move
from presence.analysis.gaps.stated_kinds import carried
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    ContentGap,
    Passage,
    RetrievedPassage,
)
from presence.analysis.types.offer import OfferKind
from tests.analysis.scoring.answered import Pair, answered, split

COMPETITOR = Competitor("brayford", "Brayford Dental")
PROFILE = BrandProfile("Molar & Sons", competitors=(COMPETITOR,), website="https://molar.example")
FEES = "https://molar.example/fees"
QUESTION = "What are the fees for a dental crown in Harwick?"
PRICED = "Brayford Dental fits a crown for £480. "
UNPRICED = "Brayford Dental fits crowns with great care. "


def own(text: str, source: str = FEES, heading: str = "Fees") -> Passage:
    return Passage(source, text, source, "brand", PROFILE.name, "Fees for dental crowns", heading)


def lost(*texts: str, question: str = QUESTION, prompt: str = "p1") -> list[Pair]:
    """Answers that name the rival and not the brand."""
    return [
        answered(prompt, i, positions={"brayford": 1}, text=text, question=question)
        for i, text in enumerate(texts)
    ]


def gap_of(pairs: list[Pair], *pages: Passage, kind: OfferKind | None = "health") -> ContentGap:
    (gap,) = content_gaps(PROFILE, *split(pairs), {}, own=pages, kind=kind)
    return gap


def test_advice_on_citations_says_which_facts_and_what_to_offer_whom() -> None:
    move = attack_move("citations", QUESTION, "https://molar.example/", "", ("a.example",))
    assert "prices, results or test values, each with its date" in move
    assert move.endswith(
        "Assistants cited a.example instead: read what it says and offer it what is missing."
    )


VAGUE = own("We plan every dental crown in Harwick with you and explain the fees in person.")


@pytest.mark.parametrize(
    ("text", "language", "fact"),
    [
        ("A crown costs £480 here.", "en", "price"),
        ("Die Krone kostet 480 Euro.", "de", "price"),
        ("Une couronne à 480 €.", "fr", "price"),
        ("クラウンは48000円です。", "ja", "price"),
        ("It takes 3 visits and lasts 15 years.", "en", "numbers"),
        ("Es dauert 3 Termine.", "de", "numbers"),
        ("You are eligible if you live in the county.", "en", "conditions"),
        ("Voraussetzung ist ein Wohnsitz im Kreis.", "de", "conditions"),
        ("Ceramic lasts longer than resin.", "en", "comparison"),
        ("Keramik hält länger als Kunststoff.", "de", "comparison"),
        ("The practice is at 14 Mill Lane, Harwick.", "en", "place"),
        ("Die Praxis liegt in der Mühlgasse 14, 04109 Leipzig.", "de", "place"),
        ("Open Monday to Friday, 9am to 6pm.", "en", "hours"),
        ("Montag bis Freitag von 9 bis 18 Uhr geöffnet.", "de", "hours"),
        ("Rated 4.8 stars by 212 patients.", "en", "proof"),
        ("Die Praxis ist nach DIN EN 15224 zertifiziert.", "de", "proof"),
        ("Fees as of March 2026.", "en", "date"),
        ("Stand: 3. März 2026.", "de", "date"),
    ],
)
def test_a_text_carries_the_facts_it_states(text: str, language: str, fact: str) -> None:
    assert fact in carried(text, language)


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("We plan every treatment with care.", "price"),
        ("1. Call us. 2. Come by. [3]", "numbers"),
        ("Open since 2019.", "hours"),
        ("We opened in 2019.", "numbers"),
        ("A crown costs £480.", "numbers"),
        ("Our team is open to questions.", "hours"),
        ("We are the best choice.", "comparison"),
        ("We review every case.", "proof"),
    ],
)
def test_a_text_does_not_carry_what_only_looks_alike(text: str, fact: str) -> None:
    assert fact not in carried(text, "en")


def test_the_page_is_told_what_the_winning_answers_say_and_it_does_not() -> None:
    gap = gap_of(lost(PRICED, PRICED, PRICED, UNPRICED), VAGUE)
    assert gap.contrast is not None
    assert gap.contrast.lacks[0] == "price"
    assert (gap.contrast.page, gap.contrast.answers, gap.contrast.of) == (FEES, 3, 4)
    assert gap.attack_move.startswith(
        f"Three of four answers to “{QUESTION}” quote a price. Your page /fees gives none. "
        "State yours there"
    )


def test_a_fact_the_page_states_is_not_asked_for_again() -> None:
    stated = own("A dental crown in Harwick: our fees are £450 to £700 for each crown.")
    gap = gap_of(lost(PRICED, PRICED, PRICED), stated)
    assert gap.contrast is None or "price" not in gap.contrast.lacks
    assert "quote a price" not in gap.attack_move


def test_a_fact_few_winning_answers_carry_is_no_reason() -> None:
    texts = (PRICED, UNPRICED, UNPRICED, UNPRICED, UNPRICED)
    gap = gap_of(lost(*texts, question="Who fits a dental crown in Harwick?"), VAGUE)
    assert gap.contrast is None or "price" not in gap.contrast.lacks


def test_what_the_question_asks_for_is_lacking_however_few_answers_carry_it() -> None:
    gap = gap_of(lost(PRICED, UNPRICED, UNPRICED, UNPRICED, UNPRICED), VAGUE)
    assert gap.contrast is not None
    assert (gap.contrast.lacks[0], gap.contrast.of) == ("price", 0)
    assert "asks for a price" in gap.attack_move


def test_without_a_page_on_the_subject_a_new_one_is_asked_for_with_its_facts() -> None:
    other = own("We employ a hygienist and two nurses.", "https://molar.example/team", "Team")
    other = Passage("t", other.text, other.source, "brand", "", "Our team", "Team")
    gap = gap_of(lost(PRICED, PRICED, PRICED, PRICED), other)
    assert gap.contrast is not None
    assert gap.contrast.page is None
    assert gap.attack_move.startswith(f"No page of yours answers “{QUESTION}”. Make one")
    assert "price" in gap.attack_move


def test_documentation_is_not_told_to_state_prices_unless_asked_for_them() -> None:
    question = "Which tool converts ledgers to plain text?"
    page = Passage("d", "The tool converts ledgers to plain text.", "https://molar.example/docs")
    pairs = lost(PRICED, PRICED, PRICED, question=question)
    gap = gap_of(pairs, page, kind="open-source")
    assert gap.contrast is None or "price" not in gap.contrast.lacks


def test_a_law_firm_is_told_to_name_accreditations_and_not_stars() -> None:
    question = "Which solicitors challenge an unfair dismissal?"
    rated = "Brayford is accredited by the Law Society. "
    page = Passage(
        "d", "Our solicitors challenge an unfair dismissal.", "https://molar.example/job"
    )
    gap = gap_of(lost(rated, rated, rated, question=question), page, kind="professional-service")
    assert gap.contrast is not None
    assert gap.contrast.lacks[0] == "proof"
    assert "accreditations" in gap.attack_move
    assert "stars" not in gap.attack_move
    assert "review" not in gap.attack_move


def test_the_passages_an_answer_was_made_of_are_read_rather_than_its_frame() -> None:
    cited = RetrievedPassage(
        "r1",
        "https://brayford.example/crowns",
        "brayford",
        "A crown costs £480.",
        0.8,
        0.8,
        None,
        cited=True,
    )
    pairs = [
        answered("p1", i, positions={"brayford": 1}, question=QUESTION, passages=(cited,))
        for i in range(4)
    ]
    gap = gap_of(pairs, VAGUE)
    assert gap.contrast is not None
    assert gap.contrast.lacks[0] == "price"
    assert "All four answers" in gap.attack_move


def test_a_question_that_asks_for_a_price_no_page_states_is_enough_without_competitors() -> None:
    alone = BrandProfile("Molar & Sons")
    own_passage = RetrievedPassage("o", FEES, "brand", VAGUE.text, 0.3, 0.3, None, cited=False)
    pairs = [answered("p1", i, question=QUESTION, passages=(own_passage,)) for i in range(5)]
    (gap,) = content_gaps(alone, *split(pairs), {}, own=(VAGUE,))
    assert gap.kind == "coverage"
    assert gap.contrast is not None
    assert gap.contrast.lacks[0] == "price"
    assert "asks for a price" in gap.attack_move
    assert "/fees gives none" in gap.attack_move


def test_a_question_that_does_not_read_well_is_not_quoted() -> None:
    clumsy = "fees dental crown harwick " * 8
    gap = gap_of(lost(PRICED, PRICED, PRICED, question=clumsy), VAGUE)
    assert "fees dental crown" not in gap.attack_move


def test_advice_stays_within_what_a_row_can_show() -> None:
    long_page = own(VAGUE.text, "https://molar.example/" + "x" * 300)
    rich = PRICED + "Rated 4.8 stars. Open 9am to 5pm. Eligible if you live in town. " * 3
    gap = gap_of(lost(rich, rich, rich), long_page)
    assert len(gap.attack_move) <= 400


def test_the_page_on_the_subject_is_told_rather_than_the_home_page() -> None:
    home = Passage(
        "h", "Molar & Sons fits every crown in Harwick with care.", "https://molar.example/"
    )
    assert gap_of(lost(PRICED, PRICED), home, VAGUE).attack_move.count("/fees") == 1


def test_a_question_about_a_competitor_asks_for_a_page_that_names_it() -> None:
    question = "What is a good alternative to Brayford Dental for a crown in Harwick?"
    gap = gap_of(lost(PRICED, PRICED, question=question), VAGUE, kind="software")
    assert gap.contrast is not None
    assert gap.contrast.page is None
    assert "Make one that compares you fairly with Brayford Dental" in gap.attack_move


def test_a_hospice_is_not_told_that_others_are_worse() -> None:
    question = "How do I compare practices for a crown in Harwick?"
    text = "Unlike other practices Brayford Dental fits crowns at once."
    gap = gap_of(lost(text, text, question=question), VAGUE, kind="health")
    assert gap.contrast is not None
    assert gap.contrast.lacks[0] == "comparison"
    assert "what to look for" in gap.attack_move
    assert "better" not in gap.attack_move


def test_a_page_that_states_everything_is_told_to_answer_first() -> None:
    stated = own("The fees for a dental crown in Harwick are £450 to £700.")
    gap = gap_of(lost(PRICED, PRICED), stated)
    assert gap.contrast is not None
    assert gap.contrast.lacks == ()
    assert "Answer it there in the first two sentences" in gap.attack_move


def test_what_is_free_of_charge_has_its_price_stated() -> None:
    free = own("A dental crown in Harwick: the fees are nil, treatment is free of charge.")
    gap = gap_of(lost(PRICED, PRICED), free)
    assert gap.contrast is not None
    assert "price" not in gap.contrast.lacks


HOME = own("Molar & Sons looks after teeth in Harwick.", "https://molar.example/", "Molar & Sons")


def _page(gap: ContentGap) -> str | None:
    assert gap.contrast is not None
    assert "No page of yours answers" not in gap.attack_move
    assert "none of your pages" not in gap.attack_move
    return gap.contrast.page


def test_a_page_that_compares_by_name_is_found_however_the_question_is_worded() -> None:
    compare = "https://molar.example/compare"
    page = Passage(
        compare, "Both fit crowns in one visit.", compare, "brand", "", "Us and Brayford Dental"
    )
    question = "What is a good alternative to Brayford Dental for nervous patients with children?"
    assert _page(gap_of(lost(PRICED, PRICED, question=question), HOME, page)) == compare


def test_a_page_that_compares_is_found_for_a_question_of_choice() -> None:
    compare = "https://molar.example/crowns-vs-bridges"
    page = Passage(compare, "Crowns keep the tooth.", compare, "brand", "", "Crowns and bridges")
    question = "How do crowns and bridges differ?"
    assert _page(gap_of(lost(PRICED, PRICED, question=question), HOME, page)) == compare


def test_what_stands_with_the_prices_is_found_for_a_question_of_fact() -> None:
    prices = "https://molar.example/pricing"
    page = Passage(
        prices, "Every dental plan includes emergency visits.", prices, "brand", "", "Dental plans"
    )
    question = "Does a dental plan include emergency visits?"
    assert _page(gap_of(lost(PRICED, PRICED, question=question), HOME, page)) == prices
