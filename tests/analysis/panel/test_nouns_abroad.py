"""Articles and cases of nouns in questions of languages beside English and German."""

from __future__ import annotations

import pytest

from presence.analysis.panel import build_panel
from presence.analysis.panel.own_words import own_words
from presence.analysis.panel.place_phrases import place_phrase
from presence.analysis.panel.sentences import noun_slots
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, Slot

_COLON = {"fr": " : ", "es": ": ", "it": ": ", "nl": ": ", "pt": ": ", "pl": ": "}


@pytest.mark.parametrize(
    ("language", "phrase", "slot", "expected"),
    [
        ("fr", "cabinet comptable", "a", "un cabinet comptable"),
        ("fr", "brasserie artisanale", "a", "une brasserie artisanale"),
        ("fr", "stores bannes", "which", "quels stores bannes"),
        ("fr", "tuiles anciennes", "which", "quelles tuiles anciennes"),
        ("fr", "auto-école", "of a", "d’une auto-école"),
        ("fr", "huile de noix", "the", "l’huile de noix"),
        ("fr", "cours de violon", "which", "quel cours de violon"),
        ("fr", "harpe celtique", "de", "de harpe celtique"),
        ("es", "notaría", "the", "la notaría"),
        ("es", "botas de montar", "of the", "de las botas de montar"),
        ("it", "zaini da trekking", "the", "gli zaini da trekking"),
        ("it", "scuola di sci", "a", "una scuola di sci"),
        ("it", "sciarpe di lana", "which", "quali sciarpe di lana"),
        ("it", "lampade decorate", "which", "quali lampade decorate"),
        ("it", "candele di cera", "which", "quali candele di cera"),
        ("nl", "Engelse les", "which", "welke Engelse les"),
        ("pt", "oficina de motas", "of the", "da oficina de motas"),
        ("nl", "dakdekkersbedrijf", "which", "welk dakdekkersbedrijf"),
        ("nl", "wijnboerderij", "which", "welke wijnboerderij"),
        ("nl", "software voor tandartsen", "a", "software voor tandartsen"),
        ("pl", "szkoła pływania", "acc", "szkołę pływania"),
        ("pl", "restauracja wegańska", "jaki", "jaką restaurację wegańską"),
        ("pl", "okulista dziecięcy", "acc", "okulistę dziecięcego"),
        ("pl", "notariusz", "jaki", "jakiego notariusza"),
        ("pl", "krzesła ogrodowe", "jaki", "jakie krzesła ogrodowe"),
        ("pl", "warsztat samochodowy", "acc", "warsztat samochodowy"),
    ],
)
def test_a_noun_takes_the_article_and_case_of_its_language(
    language: str, phrase: str, slot: str, expected: str
) -> None:
    own = own_words(phrase, None, language)
    assert noun_slots(own.wording, language)[slot] == expected


@pytest.mark.parametrize(
    ("language", "category"),
    [("fr", "moulin à café"), ("es", "taller de guitarras"), ("it", "bottega di ceramica"),
     ("nl", "klompenmakerij"), ("pt", "oficina de violinos"), ("pl", "pracownia witraży")],
)  # fmt: skip
def test_no_question_begins_with_the_noun_and_a_colon(language: str, category: str) -> None:
    profile = BrandProfile("Vanola", category, language=language)
    offer = Offer(language, Slot("local-service", 0.9), Slot(category, 0.9))
    texts = [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts]
    assert len(texts) >= 20
    assert not any(_COLON[language] in text for text in texts)


@pytest.mark.parametrize(
    ("name", "expected"),
    [("Saône-et-Loire", "en Saône-et-Loire"), ("Lyon", "à Lyon"), ("Le Mans", "au Mans")],
)
def test_a_french_place_takes_its_preposition(name: str, expected: str) -> None:
    assert place_phrase(name, "fr") == expected
