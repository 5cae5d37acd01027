"""Names in running text: warned against, explained at once, or the subject of a sentence."""

from __future__ import annotations

import pytest

from tests.analysis.competitors.test_also_named import named


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "It can be done. I would avoid Brixello unless you pay for it already."),
        ("en", "It can be done. I'd be wary of Brixello. It changed hands last year."),
        ("de", "Das geht. Vorsicht bei Brixello, dort dauert alles lange."),
        ("fr", "C'est possible. Je me méfierais de Brixello : rien n'est publié."),
        ("es", "Se puede. No contrataría Brixello. Promete demasiado."),
    ],
)
def test_a_name_that_is_warned_against_is_found(language: str, text: str) -> None:
    assert named(text, language=language) == ["Brixello"]


@pytest.mark.parametrize(
    "text",
    [
        "Reviewers also like Brixello, a small company whose logs were accepted in court.",
        "In summer a small operator called the Brixello runs a boat.",
    ],
)
def test_a_name_that_is_introduced_is_found(text: str) -> None:
    assert named(text) == ["Brixello"]


def test_several_words_in_capitals_that_begin_a_sentence_are_a_name() -> None:
    text = "There is one. Brixello Sound Line sails twice a day and takes vehicles."
    assert named(text) == ["Brixello Sound Line"]


def test_a_name_may_begin_a_sentence_behind_its_article() -> None:
    text = "Deux ateliers existent. Le Brixello Bleu coud à la main et livre partout."
    assert named(text, language="fr") == ["Brixello Bleu"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Contractors in places such as Brixovia cost less."),
        ("en", "Many ask. Brixgem sets how long they may take."),
        ("tr", "Çok kurs var. Brixovya'da birkaç kurs açıldı."),
    ],
)
def test_places_and_regulators_are_no_names(language: str, text: str) -> None:
    assert named(text, language=language) == []


def test_where_a_thing_is_from_is_no_name() -> None:
    made = "We build shelves and stools from solid Danish ash, cut to the size of your hall. [1]"
    text = f"Birch: Birch is a workshop in Hull. {made}\nBirch: Shelves of solid Danish ash. [2]"
    assert "Danish" not in named(text)
