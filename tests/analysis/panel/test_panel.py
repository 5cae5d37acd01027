"""The panel: natural questions about the offer, balanced, without the brand in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from presence.analysis.offer import read_offer
from presence.analysis.panel import (
    build_panel,
    intent_of,
    suggest_prompts,
    topic_among,
)
from presence.analysis.panel.leakage import Leakage
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, Competitor, Panel
from presence.analysis.types.offer import Offer, Slot

PAYROLL = BrandProfile(
    "Bricklane",
    "Bricklane is payroll software for small restaurants.",
    "restaurant owners with fewer than 20 staff",
    market="GB",
    competitors=(Competitor("tallow", "Tallow Pay"),),
)
ROOFERS = BrandProfile(
    "Sunny Lane", "Roofers in Leeds", "homeowners in West Yorkshire", market="GB"
)
DENTIST = BrandProfile("Kiefer", "Zahnarztpraxis für Angstpatienten", language="de", market="DE")
MUGS = BrandProfile("Hob & Co", "We make hand thrown stoneware mugs.", "coffee lovers", market="GB")
ALL = (PAYROLL, ROOFERS, DENTIST, MUGS)


def panel_of(profile: BrandProfile, size: int = 25) -> Panel:
    return build_panel(profile, read_offer(profile), size, None)


def texts_of(profile: BrandProfile, size: int = 25) -> list[str]:
    return [prompt.text for prompt in panel_of(profile, size).prompts if not prompt.branded]


@pytest.mark.parametrize("profile", ALL, ids=lambda p: p.name)
def test_one_line_of_description_gives_a_whole_panel(profile: BrandProfile) -> None:
    texts = texts_of(profile)
    assert len(texts) == len(set(texts)) == 24


@pytest.mark.parametrize("profile", ALL, ids=lambda p: p.name)
def test_no_question_names_the_brand_and_one_that_does_says_so(profile: BrandProfile) -> None:
    leakage = Leakage(replace(profile, competitors=()))
    prompts = panel_of(profile, 75).prompts
    assert [prompt.branded for prompt in prompts] == [False] * (len(prompts) - 1) + [True]
    assert not any(leakage.leaks(prompt.text) for prompt in prompts[:-1])
    assert profile.name in prompts[-1].text
    assert prompts[-1].intent == "branded"


def test_a_competitor_is_named_in_comparisons_alone() -> None:
    naming = [p for p in panel_of(PAYROLL, 50).prompts if "Tallow" in p.text]
    assert naming
    assert {prompt.intent for prompt in naming} == {"comparison"}


def test_any_prefix_of_the_panel_mixes_intents() -> None:
    prompts = panel_of(ROOFERS, 50).prompts
    for length in (6, 10, 20):
        counts = Counter(prompt.intent for prompt in prompts[:length])
        assert {"discovery", "comparison", "problem"} <= set(counts)
        assert counts["discovery"] <= 0.6 * length


def test_the_questions_are_those_of_the_catalogue_and_the_kind() -> None:
    texts = texts_of(ROOFERS)
    assert "Can you recommend a good roofer in Leeds?" in texts
    assert any("flat roofs" in text for text in texts)
    assert any("roofer" not in text.lower() for text in texts)  # a problem does not name the trade


def test_the_place_is_asked_for_where_customers_look_nearby() -> None:
    assert any("in Leeds" in text for text in texts_of(ROOFERS))
    somewhere = replace(ROOFERS, description="Roofers", audience="")
    assert not any(
        " in Leeds" in text or "recommend a good roofer in" in text for text in texts_of(somewhere)
    )


def test_the_audience_is_asked_for_unless_it_is_anybody() -> None:
    assert any("restaurant owners" in text for text in texts_of(PAYROLL))
    anybody = replace(PAYROLL, audience="customers")
    assert not any("customers" in text for text in texts_of(anybody))


def test_what_the_catalogue_lacks_is_asked_for_in_the_persons_words() -> None:
    texts = texts_of(MUGS)
    assert any("hand thrown stoneware mugs" in text for text in texts)
    assert not any("a hand thrown stoneware mugs" in text for text in texts)


@pytest.mark.parametrize(
    ("phrase", "kind", "expected"),
    [
        ("Hypothekarberatung", None, "Wen würdest du für Hypothekarberatung empfehlen?"),
        ("Buchhandlung", "local-service", "Welche Buchhandlung ist empfehlenswert?"),
        ("Hofladen", "local-service", "Welcher Hofladen ist empfehlenswert?"),
        ("Stehtische", "product", "Welche Stehtische sind empfehlenswert?"),
    ],
)
def test_german_words_of_ones_own_get_their_gender_and_number(
    phrase: str, kind: str | None, expected: str
) -> None:
    offer = Offer(
        "de",
        kind=Slot(kind, 1.0) if kind else None,  # type: ignore[arg-type]
        category=Slot(phrase, 1.0),
    )
    panel = build_panel(BrandProfile("Kiefer", language="de", market="DE"), offer, 40, None)
    assert expected in [prompt.text for prompt in panel.prompts]


def test_jobs_a_person_named_are_asked_about() -> None:
    offer = replace(read_offer(PAYROLL), jobs=Slot(("split tips between waiters",), 1.0))
    texts = [prompt.text for prompt in build_panel(PAYROLL, offer, 25, None).prompts]
    assert any("split tips between waiters" in text for text in texts)


def test_an_offer_that_cannot_be_read_is_asked_for_instead_of_guessed() -> None:
    panel = panel_of(BrandProfile("Loomly", "We help companies grow."))
    assert panel.prompts == ()
    assert panel.ask is not None
    assert panel.ask.reason == "offer"
    assert panel.ask.question == "What would a customer search for to find you?"
    assert len(panel.ask.suggestions) == 3


def test_a_language_without_sentences_is_said_not_asked_in_english() -> None:
    panel = panel_of(replace(PAYROLL, language="fi", market="FI"))
    assert panel.prompts == ()
    assert panel.ask is not None
    assert (panel.ask.reason, panel.ask.question) == ("language", "")


def test_the_same_offer_gives_the_same_prompts_and_ids() -> None:
    assert panel_of(PAYROLL) == panel_of(PAYROLL)


def test_a_prompt_keeps_its_id_in_a_larger_panel() -> None:
    small = {prompt.text: prompt.id for prompt in panel_of(ROOFERS, 25).prompts}
    large = {prompt.text: prompt.id for prompt in panel_of(ROOFERS, 75).prompts}
    assert small.items() <= large.items()


def test_a_panel_is_shorter_where_the_offer_gives_no_more() -> None:
    assert 25 < len(panel_of(MUGS, 150).prompts) < 150


def test_refused_questions_are_kept_with_their_reason() -> None:
    named = replace(ROOFERS, name="Reputation")
    refused = panel_of(named, 60).refused
    assert any(entry.reason == "brand" and "reputation" in entry.text for entry in refused)


def test_what_is_asked_already_is_not_suggested_in_other_words() -> None:
    embedder = load_embedder()
    assert embedder is not None
    offer = read_offer(ROOFERS)
    known = ["Can you suggest a decent roofer in Leeds?"]
    same = "Can you recommend a good roofer in Leeds?"
    by_words = suggest_prompts(ROOFERS, offer, known, 24, None)
    by_meaning = suggest_prompts(ROOFERS, offer, known, 24, embedder)
    assert same in [prompt.text for prompt in by_words]
    assert by_meaning
    assert same not in [prompt.text for prompt in by_meaning]


def test_no_two_questions_differ_in_nothing_but_where() -> None:
    for profile, where in ((ROOFERS, " in Leeds"), (MUGS, " in the United Kingdom")):
        texts = [text.replace(where, "") for text in texts_of(profile, 50)]
        assert len(texts) == len(set(texts))


def test_a_panel_without_prompts_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        build_panel(ROOFERS, read_offer(ROOFERS), 0, None)


def test_suggestions_say_nothing_the_known_questions_say_already() -> None:
    offer = read_offer(ROOFERS)
    known = texts_of(ROOFERS, 10)
    suggested = suggest_prompts(ROOFERS, offer, known, 12, None)
    assert len(suggested) == 12
    assert not {prompt.text for prompt in suggested} & set(known)
    assert {prompt.intent for prompt in suggested} == {
        "discovery",
        "comparison",
        "problem",
        "how-to",
    }


@pytest.mark.parametrize(
    ("text", "language", "intent"),
    [
        ("Which oak tables last longest?", "en", "discovery"),
        ("How do oak and beech compare?", "en", "comparison"),
        ("What are good alternatives to veneer?", "en", "problem"),
        ("How much does an oak table cost?", "en", "how-to"),
        ("Welche Anbieter unterscheiden sich?", "de", "comparison"),
        ("Wie wähle ich einen Tisch aus?", "de", "how-to"),
        ("Comment choisir une table ?", "fr", "how-to"),
        ("¿Qué alternativas hay?", "es", "problem"),
        ("", "en", "discovery"),
    ],
)
def test_the_intent_of_a_customers_question_is_read_off_its_words(
    text: str, language: str, intent: str
) -> None:
    assert intent_of(text, language) == intent


def test_the_longest_topic_that_occurs_is_the_questions_topic() -> None:
    topics = ("tables", "oak tables", "rugs")
    assert topic_among("Which table of oak is best?", topics, "en") == "oak tables"
    assert topic_among("Which lamp is best?", topics, "en") == ""


def test_a_place_in_the_name_of_the_brand_is_asked_about() -> None:
    offer = Offer(
        "es",
        kind=Slot("health", 1.0),
        category=Slot("clínica dental", 1.0),
        place=Slot("Vigo", 1.0),
    )
    profile = BrandProfile("Vigo Salud", "", language="es", market="ES")
    panel = build_panel(profile, offer, 25, None)
    assert any("en Vigo" in prompt.text for prompt in panel.prompts)


def test_what_is_given_for_nothing_is_not_asked_for_at_a_fair_price() -> None:
    free = "Free hospice care for adults in North Devon."
    paid = "Hospice care for adults in North Devon."
    asked, priced = (" ".join(texts_of(BrandProfile("Brannoc", said))) for said in (free, paid))
    assert "fair price" not in asked
    assert "fair price" in priced


def test_an_audience_of_the_category_is_not_said_twice() -> None:
    said = "Employment solicitors for employees in Bristol."
    for text in texts_of(BrandProfile("Ashgrove", said, market="GB"), 60):
        assert text.count("employees") <= 1, text


def test_a_description_in_another_script_is_never_asked_about_in_english() -> None:
    said = "徳島の藍染工房です。藍染体験と藍染めの手ぬぐい、ストール、シャツ。"
    panel = panel_of(BrandProfile("Hiyori", said, language="en"))
    assert [prompt.text for prompt in panel.prompts if not prompt.branded] == []
    assert panel.ask is not None
