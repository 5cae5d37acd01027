"""The panel: natural questions, balanced, without the brand in them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from presence.analysis.panel import (
    build_panel,
    intent_of,
    suggest_prompts,
    topic_among,
    topics_of,
)
from presence.analysis.panel.leakage import Leakage
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, Panel, Topic
from tests.analysis.panel.samples import AGENCY, ALL, FRENCH, GERMAN, SHOES, SPANISH


def panel_of(profile: BrandProfile, size: int = 25, seed: int = 1) -> Panel:
    return build_panel(profile, topics_of(profile, (), ()), size, seed, None)


@pytest.mark.parametrize("size", [1, 10, 25, 75, 150])
@pytest.mark.parametrize("profile", ALL, ids=lambda p: p.name)
def test_one_line_of_description_fills_any_plan(profile: BrandProfile, size: int) -> None:
    texts = [prompt.text for prompt in panel_of(profile, size).prompts]
    assert len(texts) == size
    assert len(set(texts)) == size


@pytest.mark.parametrize("profile", ALL, ids=lambda p: p.name)
def test_neutral_prompts_never_name_the_brand_or_a_rival(profile: BrandProfile) -> None:
    leakage = Leakage(profile)
    for prompt in panel_of(profile, 75).prompts:
        assert prompt.branded == (profile.name in prompt.text)
        if not prompt.branded:
            assert not leakage.leaks(prompt.text), prompt.text


def test_a_leaking_topic_is_left_out_even_when_handed_in() -> None:
    topics = (Topic("Northpeak shoes", 1.0), Topic("np trail socks", 0.9), Topic("socks", 0.5))
    panel = build_panel(SHOES, topics, 10, 1, None)
    neutral = [prompt.text for prompt in panel.prompts if not prompt.branded]
    assert len(neutral) == 9
    assert not any("Northpeak" in text or "np trail" in text for text in neutral)


def test_exactly_one_prompt_asks_about_the_brand_and_says_so() -> None:
    branded = [prompt for prompt in panel_of(SHOES).prompts if prompt.branded]
    assert [(p.text, p.intent) for p in branded] == [("What is Northpeak?", "branded")]


def test_intents_are_balanced_with_listing_questions_ahead() -> None:
    counts = Counter(prompt.intent for prompt in panel_of(SHOES, 51).prompts)
    assert counts == {"discovery": 20, "comparison": 15, "problem": 10, "how-to": 5, "branded": 1}


def test_any_prefix_of_the_panel_mixes_intents() -> None:
    first = {prompt.intent for prompt in panel_of(SHOES, 50).prompts[:6]}
    assert {"discovery", "comparison", "problem"} <= first


def test_questions_agree_with_the_number_of_their_topic() -> None:
    topics = (Topic("coffee", 1.0), Topic("espresso machines", 0.9))
    profile = BrandProfile("Bru")
    texts = {prompt.text for prompt in build_panel(profile, topics, 75, 1, None).prompts}
    assert "Which coffee offers the best value for money?" in texts
    assert "Which espresso machines offer the best value for money?" in texts


def test_the_audience_and_its_needs_are_asked_for() -> None:
    texts = " ".join(prompt.text for prompt in panel_of(SHOES, 25).prompts)
    assert "for weekend runners" in texts
    assert "I am looking for grip on wet rock. What do you recommend?" in texts


def test_the_market_is_asked_for_where_it_is_known() -> None:
    texts = " ".join(prompt.text for prompt in panel_of(SHOES, 25).prompts)
    assert "in the United Kingdom" in texts
    unknown = panel_of(replace(SHOES, market="ZZ"), 25)
    assert all(" in ZZ" not in prompt.text for prompt in unknown.prompts)


@pytest.mark.parametrize(
    ("profile", "locale", "word"),
    [(GERMAN, "de-DE", "Welche"), (FRENCH, "fr-FR", "Quelles"), (SPANISH, "es-ES", "¿Qué")],
)
def test_questions_are_asked_in_the_brands_language(
    profile: BrandProfile, locale: str, word: str
) -> None:
    prompts = panel_of(profile).prompts
    assert {prompt.locale for prompt in prompts} == {locale}
    assert any(prompt.text.startswith(word) for prompt in prompts)


def test_french_elides_before_a_vowel() -> None:
    panel = build_panel(FRENCH, (Topic("assurances", 1.0),), 25, 1, None)
    assert "d’assurances" in " ".join(prompt.text for prompt in panel.prompts)
    assert "de assurances" not in " ".join(prompt.text for prompt in panel.prompts)


def test_a_language_without_frames_is_asked_in_english() -> None:
    panel = panel_of(replace(SHOES, language="fi"))
    assert panel.prompts[-1].text == "What is Northpeak?"
    assert panel.prompts[0].locale == "en-GB"


def test_the_same_input_gives_the_same_prompts_and_ids() -> None:
    assert panel_of(SHOES, 25, seed=3) == panel_of(SHOES, 25, seed=3)


def test_another_seed_chooses_otherwise() -> None:
    assert panel_of(SHOES, 25, seed=3) != panel_of(SHOES, 25, seed=4)


def test_a_prompt_keeps_its_id_in_a_larger_panel() -> None:
    small = {prompt.text: prompt.id for prompt in panel_of(SHOES, 25).prompts}
    large = {prompt.text: prompt.id for prompt in panel_of(SHOES, 75).prompts}
    shared = small.keys() & large.keys()
    assert len(shared) > 10
    assert all(small[text] == large[text] for text in shared)


def test_without_any_topic_only_the_branded_prompt_is_left() -> None:
    panel = build_panel(BrandProfile("Acme"), (), 10, 1, None)
    assert [prompt.text for prompt in panel.prompts] == ["What is Acme?"]


def test_embeddings_keep_questions_of_one_intent_apart_in_meaning() -> None:
    embedder = load_embedder()
    assert embedder is not None
    topics = tuple(
        Topic(phrase, 1 - place / 10)
        for place, phrase in enumerate(
            ("oak tables", "oak desks", "table lamps", "wool rugs", "garden chairs", "sofas")
        )
    )
    prompts = build_panel(BrandProfile("Oakline"), topics, 10, 1, embedder).prompts
    rows = embedder.embed([prompt.text for prompt in prompts])
    likeness = rows @ rows.T
    pairs = [(i, j) for i in range(len(prompts)) for j in range(i)]
    alike = [likeness[i, j] for i, j in pairs if prompts[i].intent == prompts[j].intent]
    assert len(alike) > 5
    assert max(alike) < 0.92


def test_embeddings_drop_topics_of_another_kind() -> None:
    embedder = load_embedder()
    topics = (
        Topic("dining tables", 1.0), Topic("oak benches", 0.9), Topic("bookcases", 0.8),
        Topic("quarterly earnings", 0.7),
    )  # fmt: skip
    texts = [p.text for p in build_panel(BrandProfile("Oakline"), topics, 25, 1, embedder).prompts]
    assert not any("earnings" in text for text in texts)


def test_a_panel_without_prompts_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        build_panel(SHOES, (), 0, 1, None)


@pytest.mark.parametrize(
    ("language", "market", "named"),
    [
        ("en", "GB", "the United Kingdom"),
        ("en", "KE", "Kenya"),
        ("de", "AT", "Österreich"),
        ("fr", "CA", "au Canada"),
        ("es", "MX", "México"),
    ],
)
def test_the_market_is_named_in_even_a_small_panel(language: str, market: str, named: str) -> None:
    profile = replace(SHOES, language=language, market=market)
    prompts = build_panel(profile, (Topic("trail running", 1.0),), 10, 1, None).prompts
    assert sum(named in prompt.text for prompt in prompts) >= 2


def test_another_market_makes_another_panel() -> None:
    british = {p.text for p in panel_of(SHOES, 10).prompts}
    german = {p.text for p in panel_of(replace(SHOES, market="DE"), 10).prompts}
    assert british != german


def test_a_heavy_topic_is_asked_about_more_than_a_light_one() -> None:
    topics = (Topic("oak tables", 1.0), Topic("wool rugs", 0.1))
    prompts = build_panel(BrandProfile("Oakline"), topics, 25, 1, None).prompts
    tables = sum(prompt.topic == "oak tables" for prompt in prompts)
    rugs = sum(prompt.topic == "wool rugs" for prompt in prompts)
    assert tables > 1.5 * rugs > 0, (tables, rugs)


def test_words_of_another_language_are_not_bent_to_english_grammar() -> None:
    topics = (Topic("scarpe da corsa", 1.0),)
    profile = BrandProfile("Acme", language="it", market="IT")
    texts = [p.text for p in build_panel(profile, topics, 25, 1, None).prompts]
    assert any("in Italy" in text for text in texts)
    assert not any(f"{word} scarpe" in text for text in texts for word in ("is", "are", "does"))


def test_businesses_are_asked_for_where_the_brand_speaks_of_work() -> None:
    texts = " ".join(p.text for p in panel_of(AGENCY, 75).prompts)
    assert "freelancers" in texts
    assert "for families" not in texts


def test_suggestions_say_nothing_the_known_questions_say_already() -> None:
    topics = topics_of(SHOES, (), ())
    panel = build_panel(SHOES, topics, 10, 1, None)
    known = [prompt.text for prompt in panel.prompts]
    suggested = suggest_prompts(SHOES, topics, known, 12, 1, None)
    assert len(suggested) == 12
    assert not {prompt.text for prompt in suggested} & set(known)
    assert not any(Leakage(SHOES).leaks(prompt.text) for prompt in suggested)
    assert {prompt.intent for prompt in suggested} == {
        "discovery", "comparison", "problem", "how-to",
    }  # fmt: skip


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


@pytest.mark.parametrize(
    ("topic", "written"),
    [("huiles naturelles", "d’huiles"), ("housses de couette", "de housses"),
     ("yaourts", "de yaourts")],
)  # fmt: skip
def test_french_elides_before_a_mute_h_only(topic: str, written: str) -> None:
    texts = [p.text for p in build_panel(FRENCH, (Topic(topic, 1.0),), 25, 1, None).prompts]
    assert any(written in text for text in texts)
    assert not any("d’housses" in text or "de huiles" in text for text in texts)
