"""Share of voice: every tracked name over the same answers, and how it changed."""

from __future__ import annotations

from uuid import UUID

import pytest

from presence.analysis.analytics import EntityCell
from presence.analysis.extraction import BRAND
from presence.domains.analytics.service.share_of_voice import ShareOfVoice, share_change

RUN = UUID(int=1)
PROMPTS = tuple(f"p{number}" for number in range(8))
SEED = 7


def voices(**named: int) -> ShareOfVoice:
    """Every prompt was answered six times by one engine; so often each name is in them, second."""
    cells = [
        EntityCell(prompt, "chatgpt", entity, count, 2 * count, 0)
        for prompt in PROMPTS
        for entity, count in named.items()
    ]
    return ShareOfVoice(tuple((RUN, cell) for cell in cells))


ANSWERS = {(prompt, "chatgpt"): 6 for prompt in PROMPTS}


def test_rates_are_over_the_same_answers_for_everybody() -> None:
    both = voices(brand=3, rival=1)
    for entity, rate, share in ((BRAND, 50.0, 75.0), ("rival", 100 / 6, 25.0)):
        found = both.readings(entity, ANSWERS, SEED)
        for name, value in (("mentionRate", rate), ("shareOfVoice", share), ("avgPosition", 2.0)):
            reading = found[name]
            assert reading is not None
            assert reading.value == pytest.approx(value)
    nobody = both.readings("unnamed", ANSWERS, SEED)
    assert nobody["mentionRate"] is not None
    assert nobody["mentionRate"].value == 0.0
    assert nobody["avgPosition"] is None


def test_a_share_that_moves_on_every_prompt_has_moved() -> None:
    change = share_change("rival", voices(brand=3, rival=1), voices(brand=3, rival=3), SEED)
    assert change.verdict == "moved"
    assert change.points == pytest.approx(25.0)
    same = share_change("rival", voices(brand=3, rival=1), voices(brand=3, rival=1), SEED)
    assert (same.verdict, same.points) == ("within noise", 0.0)


def test_prompts_of_one_span_alone_are_not_compared() -> None:
    change = share_change("rival", ShareOfVoice(()), voices(brand=3, rival=3), SEED)
    assert (change.verdict, change.points) == ("not enough data", None)
