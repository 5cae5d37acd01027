"""Whom a stated audience names, in words that fit after "for"."""

from __future__ import annotations

import pytest

from presence.analysis.panel.audience_words import audience_segments


@pytest.mark.parametrize(
    ("audience", "language", "expected"),
    [
        ("American expats", "en", ("American expats",)),
        ("Fish shops", "en", ("fish shops",)),
        ("busy parents who cook at home", "en", ("busy parents",)),
        ("families of people who are dying", "en", ("families of people who are dying",)),
        ("people who love spicy food", "en", ("people who love spicy food",)),
        ("Menschen, die schlecht schlafen", "de", ("Menschen, die schlecht schlafen",)),
        ("Imker und Gärtner in der Ostschweiz", "de", ("Imker und Gärtner in der Ostschweiz",)),
        ("people who want to sell a house without any estate agent", "en", ()),
    ],
)
def test_people_keep_the_clause_without_which_they_are_anybody(
    audience: str, language: str, expected: tuple[str, ...]
) -> None:
    assert audience_segments(audience, language) == expected


@pytest.mark.parametrize(
    ("audience", "language", "expected"),
    [
        ("adult daughter of ageing parents", "en", ("adult daughters of ageing parents",)),
        ("my daughter", "en", ("my daughter",)),
        ("Tochter", "de", ()),
        ("Eltern von Kindern zwischen 1 und 6", "de", ("Eltern von Kindern zwischen 1 und 6",)),
    ],
)
def test_a_role_alone_is_not_asked_for_in_the_singular(
    audience: str, language: str, expected: tuple[str, ...]
) -> None:
    assert audience_segments(audience, language) == expected
