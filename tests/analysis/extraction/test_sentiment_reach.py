"""How far a judgement reaches, what turns it, and what is no judgement at all."""

from __future__ import annotations

import pytest

from tests.analysis.extraction.labelled.learning import OUT, heading
from tests.analysis.extraction.naming import read


@pytest.mark.parametrize(
    ("text", "sentiment"),
    [
        ("Acme sells desks. Its service is slow and unhelpful.", "negative"),
        ("**Acme**\n- Strengths: fast and reliable\n\nBox is terrible.", "positive"),
        ("**Acme**\n- Pros: quick setup\n- Cons: weak reporting", "neutral"),
        ("Acme sells desks. Box is awful.", "neutral"),
        ("Is Acme reliable? Yes.", "positive"),
        ("Is Acme reliable? In my view, no.", "negative"),
        ("Is Acme based in Leeds? Yes.", "neutral"),
        ("Acme reduces errors and prevents delays.", "positive"),
        ("Box is cheaper than Acme and answers sooner.", "negative"),
        ("Acme has offices in Leeds and Hull and runs a help desk.", "neutral"),
        ("Acme shelves are mess-free and well-made.", "positive"),
    ],
)
def test_a_judgement_is_read_as_far_as_the_text_goes_on_about_the_brand(
    text: str, sentiment: str
) -> None:
    assert read("Acme", text, competitors=("Box",)).sentiment == sentiment


def test_the_shipped_table_was_learned_from_the_development_half_as_it_is() -> None:
    assert OUT.read_text(encoding="utf-8").splitlines()[0] == heading()
