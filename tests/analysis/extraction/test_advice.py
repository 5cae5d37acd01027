"""Advice is read where nothing is called recommended: in a frame, an order, the next sentence."""

from __future__ import annotations

import pytest

from tests.analysis.extraction.naming import read

ADVISED = [
    ("en", "Veltrino answered within the hour. Book there."),
    ("en", "For a narrow kitchen, Veltrino."),
    ("en", "If the water is hard, fit a Veltrino; otherwise Ostwick."),
    ("en", "With a small budget I'd start with the kettle by Veltrino."),
    ("en", "Veltrino boils in a minute, and that's what I'd take."),
    ("de", "Ich ginge zu Veltrino."),
    ("de", "Für kleine Küchen: Veltrino."),
    ("fr", "Avec une eau dure, prenez Veltrino."),
    ("es", "Yo empezaría por Veltrino."),
    ("it", "Io andrei da Veltrino."),
    ("pt", "Eu compraria na Veltrino."),
    ("nl", "Ik zou naar Veltrino gaan."),
    ("pl", "Na początek wybrałbym Veltrino."),
    ("tr", "Ben olsam Veltrino ile başlardım."),
    ("ja", "小さな台所ならVeltrino、大きな台所ならOstwick。"),
    ("zh", "厨房小的话，就选Veltrino。"),
]
NOT_ADVISED = [
    "Shall I put Veltrino and Ostwick side by side?",
    "I'd take Ostwick over Veltrino.",
    "I'd avoid the kettle by Veltrino.",
    "Veltrino was late twice. Book with Ostwick.",
]


@pytest.mark.parametrize(("language", "text"), ADVISED)
def test_advice_without_the_word_puts_the_name_forward(language: str, text: str) -> None:
    found = read("Veltrino", text, competitors=("Ostwick",), language=language)
    assert (found.sentiment, found.recommended) == ("positive", True)


@pytest.mark.parametrize("text", NOT_ADVISED)
def test_an_offer_or_advice_for_another_name_puts_nobody_forward(text: str) -> None:
    assert not read("Veltrino", text, competitors=("Ostwick",)).recommended


def test_a_question_to_the_reader_judges_nothing() -> None:
    assert read("Veltrino", "Do you already own a Veltrino, or is it new?").sentiment == "neutral"


def test_one_unknown_detail_leaves_the_advice_standing() -> None:
    found = read("Veltrino", "I don't know what Veltrino charges. Ring them anyway.")
    assert (found.positions, found.recommended) == ((("brand", 1),), True)
