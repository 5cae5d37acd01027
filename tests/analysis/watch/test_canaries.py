"""The canary questions as they are shipped."""

from __future__ import annotations

from itertools import combinations

import pytest

from presence.analysis.watch import canaries, canary_languages

LANGUAGES = canary_languages()


def test_the_languages_of_the_product_have_questions() -> None:
    assert LANGUAGES == ("en", "de", "fr", "es")


def test_a_language_without_questions_is_refused() -> None:
    with pytest.raises(KeyError):
        canaries("xx")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_has_twenty_questions_some_about_invented_brands(language: str) -> None:
    asked = canaries(language)
    assert len(asked) == 20
    assert len({canary.text for canary in asked}) == 20
    assert sum(canary.invented for canary in asked) == 6


def test_no_two_questions_share_an_id() -> None:
    asked = [canary.id for language in LANGUAGES for canary in canaries(language)]
    assert len(set(asked)) == 20 * len(LANGUAGES)


def test_languages_ask_the_same_and_say_it_differently() -> None:
    for first, second in combinations(LANGUAGES, 2):
        for one, other in zip(canaries(first), canaries(second), strict=True):
            assert (one.names, one.invented) == (other.names, other.invented)
            assert one.text != other.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_only_an_invented_brand_is_named_by_its_question(language: str) -> None:
    for canary in canaries(language):
        named = [name for name in canary.names if name.casefold() in canary.text.casefold()]
        assert bool(named) == canary.invented, canary.text
