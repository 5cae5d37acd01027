"""Advice that is true of the site: nothing it says already, and reasons in somebody's words."""

from __future__ import annotations

import pytest

from presence.analysis.gaps import content_gaps
from presence.analysis.gaps.stated_kinds import carried
from presence.analysis.gaps.themes import theme_of
from presence.analysis.recommendations import recommend
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    ContentGap,
    Intent,
    PanelPrompt,
    Passage,
    Recommendation,
)
from tests.analysis.scoring.answered import Pair, answered, split

SITE = "https://loom.example"
COMPETITORS = (Competitor("weft", "Weft & Co"), Competitor("knot", "Knot House"))
LOOM = BrandProfile("Loomery", competitors=COMPETITORS, website=SITE)
ALONE = BrandProfile("Loomery", website=SITE)


def page(path: str, text: str, heading: str, title: str = "") -> Passage:
    source = f"{SITE}{path}"
    return Passage(f"{source}#{heading}", text, source, "brand", "Loomery", title, heading)


HOME = page("/", "We mend rugs in Leeds by hand.", "Mending rugs in Leeds", "Loomery: rugs mended")


def gaps(
    *asked: str,
    own: tuple[Passage, ...] = (HOME,),
    said: str = "",
    topic: str = "rugs",
    intent: Intent = "discovery",
    profile: BrandProfile = LOOM,
) -> tuple[ContentGap, ...]:
    """Lost questions; with `said` the answers name the first rival, else nobody."""
    pairs: list[Pair] = [
        answered(
            f"p{n}",
            i,
            positions={"weft": 1} if said else {},
            text=said,
            question=question,
            topic=topic,
            intent=intent,
        )
        for n, question in enumerate(asked)
        for i in range(5)
    ]
    return content_gaps(profile, *split(pairs), {}, own=own, kind="local-service")


def advice(found: tuple[ContentGap, ...]) -> tuple[Recommendation, ...]:
    return recommend(LOOM, found, None, None, kind="local-service")


def test_a_home_page_is_not_told_to_say_what_its_title_says() -> None:
    found = gaps("Who mends rugs in Leeds?", profile=ALONE)
    assert len(found) == 1
    assert advice(found) == ()


def test_a_home_page_whose_top_is_a_slogan_is_told_to_say_what_is_sold() -> None:
    slogan = page("/", "Every thread matters to us.", "Every thread matters", "Loomery")
    question = "Can you recommend a good rug mender in Leeds?"
    (only,) = advice(gaps(question, own=(slogan,), topic="rug mender", profile=ALONE))
    assert only.title.startswith("Say at the top of your home page what you do")


def test_what_nobody_sells_for_certain_is_asked_for_with_an_if() -> None:
    (only,) = advice(gaps("Who mends carpets on boats?", profile=ALONE))
    assert only.title == (
        "Add a section to your home page for what customers look for: “Who mends carpets on boats?”"
    )
    assert "If you offer this, add a section there" in only.description
    assert "what you are" not in only.description


def test_a_page_whose_heading_asks_the_question_has_answered_it() -> None:
    question = "Can I wash a wool rug?"
    faq = page("/faq", "You can, by hand and in cold water.", question)
    assert advice(gaps(question, own=(HOME, faq), intent="problem", profile=ALONE)) == ()


def test_the_reason_quotes_the_sentence_of_an_answer_that_states_the_fact() -> None:
    said = "**Weft & Co** mends rugs with care. It charges £90 for a rug of two metres."
    (only,) = advice(gaps("Who mends rugs in Leeds?", said=said))
    assert "One answer says: “It charges £90 for a rug of two metres.”" in only.description


def test_an_action_says_how_it_will_be_seen_to_have_worked() -> None:
    (lost,) = advice(gaps("Who mends rugs in Leeds?", said="Weft & Co mends rugs for £90."))
    assert lost.description.endswith(
        "You'll know it worked when more answers name you: today none of 5 do."
    )
    (open_,) = advice(gaps("What does it cost to mend a rug?", profile=ALONE))
    assert open_.description.endswith(
        "You'll know it worked when the next analysis finds the answer on your page."
    )


def test_a_rating_is_proof_and_not_a_figure_to_give() -> None:
    for text, language in (
        ("Weft & Co is rated 4.9 stars in 312 reviews.", "en"),
        ("Weft & Co hat 4,8 Sterne bei 86 Bewertungen.", "de"),
        ("Oft empfohlen, mit 86 Bewertungen und 4,8 Sternen.", "de"),
        ("Weft & Co (4,9/5, 140 avis).", "fr"),
        ("Weft & Co (4,9/5, 620 opiniones).", "es"),
    ):
        stated = carried(text, language)
        assert "proof" in stated
        assert "numbers" not in stated


def test_a_home_page_is_not_told_to_give_figures_or_a_date_to_whoever_looks_for_somebody() -> None:
    said = "Weft & Co has 14 menders and 3 vans. Updated 3 March 2026."
    for question in ("Who mends rugs in Leeds?", "Which is the best rug mender right now?"):
        (gap,) = gaps(question, said=said)
        assert gap.contrast is not None
        assert not {"numbers", "date"} & set(gap.contrast.lacks)


def test_two_competitors_that_customers_ask_about_are_one_page() -> None:
    found = gaps(
        "What is a good alternative to Weft & Co for rugs?",
        "What is a good alternative to Knot House for rugs?",
        said="Weft & Co costs £90.",
    )
    (only,) = recommend(LOOM, found, None, None, kind="software")
    assert only.title == (
        "Make a page that compares you fairly with Weft & Co and Knot House:"
        " customers ask about them"
    )


def test_whom_to_see_about_a_worry_is_no_question_of_choice() -> None:
    text = "My rug smells of smoke. Is that bad and who should look at it?"
    assert theme_of(PanelPrompt("p", text, "problem", "rugs", "en-GB")) != "choice"


def test_answers_that_differ_are_not_said_to_be_missing_for_the_same_reason() -> None:
    inner = page("/moths", "Moths lay eggs in wool rugs.", "Moths", "Moths in rugs")
    found = gaps(
        "How often do moths come back to rugs?",
        "Who mends rugs in Leeds?",
        own=(HOME, inner),
        said="Weft & Co mends rugs for £90. Moths come back after 2 years.",
        intent="problem",
    )
    assert len({one.title for one in advice(found)}) == 2


def test_who_is_better_leaves_nothing_to_write_where_the_page_states_all() -> None:
    asked = "Which rug mender is better, a small or a large one?"
    assert advice(gaps(asked, intent="comparison", topic="rug mender", profile=ALONE)) == ()


def test_a_job_is_not_taken_for_what_the_top_of_the_page_should_say() -> None:
    found = gaps(
        "Can you recommend a rug mender in Leeds?",
        "Which rug mender in Leeds would you recommend?",
        "Who can help me carry a rug upstairs?",
        topic="rug mender",
        profile=ALONE,
    )
    told = [one.title for one in advice(found)]
    assert any("carry a rug upstairs" in title for title in told if "section" in title)


def test_a_question_of_fact_is_not_answered_with_ratings_or_prices() -> None:
    said = "Weft & Co is rated 4.9 stars and mends rugs for £90. Moths return to rugs in 2 weeks."
    inner = page("/moths", "Moths lay eggs in wool rugs.", "Moths in rugs", "Moths")
    (gap,) = gaps("Why do moths return to rugs?", own=(HOME, inner), said=said, intent="problem")
    assert gap.contrast is not None
    assert gap.contrast.lacks == ("numbers",)
    assert gap.contrast.example == "Moths return to rugs in 2 weeks."


def test_an_answer_about_something_else_is_no_example() -> None:
    inner = page("/moths", "Moths lay eggs in wool rugs.", "Moths in rugs", "Moths")
    said = "Weft & Co has 14 menders."
    (gap,) = gaps("Why do moths return to rugs?", own=(HOME, inner), said=said, intent="problem")
    assert gap.contrast is not None
    assert gap.contrast.example == ""


def test_a_verdict_of_millions_is_no_price() -> None:
    assert "price" not in carried("The firm has won verdicts of $1.2 million.", "en")
    assert "price" not in carried("Der Umsatz liegt bei 3 Mio. Euro.", "de")
    assert "price" in carried("A consultation costs $250.", "en")


def test_prices_that_no_page_speaks_of_stand_with_the_services() -> None:
    services = page("/services", "Washing, binding, reweaving.", "What we do", "Services")
    (only,) = advice(gaps("What does it cost to mend a rug?", own=(services,), profile=ALONE))
    assert only.title == "State your prices on /services: customers ask what it costs"


def test_a_guide_is_not_titled_as_a_page_about_a_competitor() -> None:
    found = gaps(
        "How do I choose a rug mender?",
        "How do I choose between Weft & Co and others for rugs?",
        own=(page("/moths", "Moths lay eggs.", "Moths"),),
        said="Weft & Co mends rugs.",
        intent="comparison",
    )
    titles = [one.title for one in recommend(LOOM, found, None, None, kind="health")]
    assert titles == ["Make a guide for customers who compare: “How do I choose a rug mender?”"]


def test_proof_that_several_pages_lack_is_asked_for_once() -> None:
    inner = page("/cotton", "We mend cotton rugs.", "Cotton rugs mended", "Cotton rugs")
    found = gaps(
        "Who mends rugs in Leeds?",
        "Which rug mender in Leeds would you recommend?",
        "Where can I get cotton rugs mended?",
        own=(HOME, inner),
        said="Weft & Co is rated 4.9 stars in 312 reviews.",
        topic="rug mender",
    )
    (only,) = advice(found)
    assert "your home page" in only.title
    assert "The same holds for /cotton." in only.description


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("¿Qué academia de idiomas en Granada me recomiendas?", "es-ES"),
        ("¿Qué academia de idiomas en Granada vale la pena de verdad?", "es-ES"),
        ("De vorige keer viel het tegen. Hoe vind ik een dakdekker?", "nl-NL"),
        ("Ik ken niemand. Aan wie vraag ik dat?", "nl-NL"),
        ("Come trovo una trattoria di qualità?", "it-IT"),
        ("Wie finde ich eine gute Werkstatt?", "de-DE"),
        ("How do I find a good rug mender?", "en-GB"),
    ],
)
def test_whoever_asks_how_to_find_somebody_wants_names(text: str, locale: str) -> None:
    assert theme_of(PanelPrompt("p", text, "comparison", "rugs", locale)) == "offer"


@pytest.mark.parametrize(
    ("text", "locale"),
    [
        ("Combien coûte un remèchage ?", "fr-FR"),
        ("¿Cuánto cuesta un curso?", "es-ES"),
        ("Che prezzi sono normali?", "it-IT"),
        ("Wat kost een plat dak?", "nl-NL"),
    ],
)
def test_a_price_is_asked_for_in_more_languages(text: str, locale: str) -> None:
    assert theme_of(PanelPrompt("p", text, "problem", "rugs", locale)) == "price"


def test_a_home_page_does_not_begin_with_one_question() -> None:
    home = page("/", "We mend rugs in Leeds. Wool rugs smell when wet.", "Rugs in Leeds", "Loomery")
    found = gaps("Why do wool rugs smell when wet?", own=(home,), intent="problem", profile=ALONE)
    (only,) = advice(found)
    assert only.title == (
        "Answer “Why do wool rugs smell when wet?” on your home page, under a heading of its own"
    )
    assert "first two sentences" not in only.description


def test_one_job_in_several_wordings_is_one_page() -> None:
    found = gaps(
        "How can I pass on an old rug?",
        "What is the best way to pass on an old rug?",
        own=(page("/moths", "Moths lay eggs.", "Moths"),),
        intent="how-to",
        topic="pass on an old rug",
        profile=ALONE,
    )
    (only,) = advice(found)
    assert only.title.startswith("Answer “How can I pass on an old rug?” on a page of its own")
    assert {ref.ref for ref in only.evidence if ref.kind == "gap"} == {"p0", "p1"}


def test_how_to_choose_is_a_guide_in_whatever_step_it_is_asked() -> None:
    text = "How do I choose the right rug mender in Leeds?"
    assert theme_of(PanelPrompt("p", text, "discovery", "rug mender", "en-GB")) == "choice"


def test_whoever_nobody_visits_is_not_asked_for_hours_by_a_sunday_in_a_question() -> None:
    question = "Planning rugs takes me all Sunday. How do others do it?"
    said = "Weft & Co plans it."
    pairs = [
        answered("p", i, positions={"weft": 1}, text=said, intent="problem", question=question)
        for i in range(5)
    ]
    inner = page("/plan", "Planning rugs takes a minute.", "Planning rugs")
    (gap,) = content_gaps(LOOM, *split(pairs), {}, own=(HOME, inner), kind="software")
    assert gap.contrast is not None
    assert "hours" not in gap.contrast.lacks


@pytest.mark.parametrize(
    "text", ["おすすめの旅館を教えてください。", "手ぬぐいを買えるのはどこですか？"]
)
def test_whoever_asks_for_a_recommendation_in_japanese_wants_names(text: str) -> None:
    assert theme_of(PanelPrompt("p", text, "comparison", "旅館", "ja-JP")) == "offer"


def test_opening_hours_that_several_pages_lack_are_asked_for_once() -> None:
    inner = page("/cotton", "We mend cotton rugs.", "Cotton rugs mended", "Cotton rugs")
    found = gaps(
        "Who mends rugs in Leeds?",
        "Which rug mender in Leeds would you recommend?",
        "Where can I get cotton rugs mended?",
        own=(HOME, inner),
        said="Weft & Co is open Monday to Friday, 9 am to 6 pm.",
        topic="rug mender",
    )
    (only,) = advice(found)
    assert only.title.startswith("State your opening hours on your home page")


def test_a_page_of_prices_is_not_told_to_give_figures() -> None:
    fees = page("/fees", "Mending a rug costs £90.", "Fees for mending rugs", "Fees")
    said = "Weft & Co mends rugs for £80 and has 14 menders."
    found = gaps("What does it cost to mend a rug?", own=(HOME, fees), said=said)
    assert all("figures" not in one.title for one in advice(found))
