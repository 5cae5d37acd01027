"""Tone is read from features anyone can point at."""

from __future__ import annotations

import pytest

from presence.analysis.audience.tone import dominant_tone, read_tone
from presence.analysis.types import Tone

EXAMPLES: dict[Tone, str] = {
    "Friendly": "We love to help you find your shoes. Come in and we'll make you a coffee.",
    "Formal": (
        "The supplier shall therefore deliver the goods at the registered office of the "
        "purchaser, pursuant to the conditions agreed between the parties in writing beforehand."
    ),
    "Expert": "The 48 V inverter reaches 97.6 % efficiency at 25 °C; MPPT tracks 2 strings.",
    "Playful": "Wow! Socks! Yay, your toes just got a holiday!",
    "Plain": "The shop opens at nine. The bread is fresh. Dogs may come in.",
}


@pytest.mark.parametrize("tone", EXAMPLES)
def test_a_clear_example_reads_as_its_tone(tone: Tone) -> None:
    assert dominant_tone([read_tone(EXAMPLES[tone], "en")]) == tone


def test_a_clear_example_fits_its_tone_and_contradicts_the_opposite() -> None:
    legal = read_tone(EXAMPLES["Formal"], "en")
    assert legal.fits("Formal")
    assert legal.contradicts("Friendly")
    assert not legal.contradicts("Formal")


def test_hardly_any_words_say_nothing_about_tone() -> None:
    reading = read_tone("Oak.", "en")
    assert reading.neutral
    assert reading.fits("Formal")
    assert not reading.contradicts("Playful")


def test_nothing_clear_is_called_friendly() -> None:
    assert dominant_tone([read_tone("Oak.", "en")]) == "Friendly"


def test_direct_address_is_recognised_in_german() -> None:
    assert (
        dominant_tone([read_tone("Wir freuen uns auf dich und deine Familie.", "de")]) == "Friendly"
    )
