"""Two questions that ask the same are never both in a panel."""

from __future__ import annotations

import pytest

from presence.analysis.panel.distinct import Distinct


@pytest.mark.parametrize(
    ("language", "first", "again", "other"),
    [
        (
            "en",
            "Where can I buy good honey in Fife?",
            "Where can I buy honey in Fife?",
            "Who sells honey in Fife?",
        ),
        (
            "de",
            "Wo kann ich guten Honig kaufen?",
            "Wo kann ich Honig kaufen?",
            "Wer verkauft Honig?",
        ),
    ],
)
def test_a_question_is_not_asked_again_for_a_word_of_praise(
    language: str, first: str, again: str, other: str
) -> None:
    chosen = Distinct(None, language)
    assert chosen.admit(first, 2.0, "place")
    assert not chosen.admit(again, 2.0, "discovery")
    assert chosen.admit(other, 2.0, "discovery")
