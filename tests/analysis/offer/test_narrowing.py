"""Whom or what an offer is for belongs to what a customer would type."""

from __future__ import annotations

import pytest

from tests.analysis.offer.readings import category_of, offer_of


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("en", "A podcast for school governors. Twice a month.", "podcast for school governors"),
        ("en", "Monitoring for MariaDB. One binary.", "Monitoring for MariaDB"),
        ("en", "Podcast and magazine for beekeepers, monthly", "Podcast for beekeepers"),
        ("en", "Yoga for people with tinnitus.", "Yoga for people with tinnitus"),
        ("en", "app that tells surfers when the tide is right", "app for surfers"),
        ("en", "release check that finds broken links", "release check for broken links"),
        ("de", "Lohnabrechnung für Zahnarztpraxen", "Lohnabrechnung für Zahnarztpraxen"),
        ("de", "App, die Stallbesitzer und Reiter verbindet.", "App für Stallbesitzer und Reiter"),
        ("fr", "Logiciel de caisse pour fleuristes", "Logiciel de caisse pour fleuristes"),
        ("it", "Corsi di cucina per chi vive in barca", "Corsi di cucina per chi vive in barca"),
        ("ja", "犬のための服の通販。", "犬のための服の通販"),
    ],
)  # fmt: skip
def test_whom_it_is_for_is_part_of_the_category(
    language: str, description: str, expected: str
) -> None:
    assert category_of(offer_of("Ferrule", description, language=language)) == expected


@pytest.mark.parametrize(
    ("description", "expected"),
    [
        ("Bike repair for everyone.", "Bike repair"),
        ("Wooden boats for sale in Whitby", "Wooden boats"),
        ("We make cedar greenhouses that outlive their owners.", "cedar greenhouses"),
        ("Hand-thrown mugs for your kitchen", "Hand-thrown mugs"),
    ],
)
def test_a_tail_that_fits_everybody_narrows_nothing(description: str, expected: str) -> None:
    assert category_of(offer_of("Ferrule", description)) == expected
