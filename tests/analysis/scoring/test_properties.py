"""What holds for every set of answers: headline, denominators, bytes and order."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from presence.analysis.scoring import (
    by_engine,
    headline_observations,
    pair_up,
    prompt_readings,
    score_run,
)
from presence.analysis.types import BrandProfile, Citation, Competitor
from tests.analysis.scoring.answered import Pair, answered, engine, split

PROFILE = BrandProfile(name="Acme", competitors=(Competitor("beta", "Beta"),))
ENGINES = (engine("gpt", "assistants"), engine("sim"), engine("paste", "imported"))
SOURCES = (
    Citation("https://acme.example/", domain="acme.example", owner="brand", source_class="owned",
             number=1),
    Citation("https://press.example/", domain="press.example", source_class="editorial", number=2),
)  # fmt: skip


@st.composite
def one(draw: st.DrawFn, status: str | None = None) -> dict[str, Any]:
    """Arguments of one answer."""
    named = draw(st.dictionaries(st.sampled_from(["brand", "beta"]), st.integers(1, 5)))
    return {
        "prompt": draw(st.sampled_from("abcdefgh")),
        "positions": named,
        "by": draw(st.sampled_from(ENGINES)),
        "status": status or draw(st.sampled_from(["completed", "refused", "failed"])),
        "citations": draw(st.sampled_from([None, (), SOURCES, SOURCES[:1], SOURCES[1:]])),
        "cited_owned": draw(st.sampled_from([None, True, False])),
        "sentiment": draw(st.sampled_from([None, "positive", "neutral", "negative"])),
        "recommended": draw(st.booleans()),
        "text": "Acme makes durable shoes[1]. Others make them too[2].",
    }


def build(items: list[dict[str, Any]], **more: Any) -> list[Pair]:
    return [
        answered(item["prompt"], sample, **{k: v for k, v in item.items() if k != "prompt"}, **more)
        for sample, item in enumerate(items)
    ]


def conclusions(pairs: list[Pair]) -> str:
    """Everything scoring says about the answers, as bytes would have it."""
    scores = score_run(PROFILE, *split(pairs), None, None, 7)
    engines = by_engine(*split(pairs), seed=7)
    readings = prompt_readings(pair_up(*split(pairs)))
    return json.dumps([asdict(scores), *map(asdict, engines), *map(asdict, readings)])


@settings(max_examples=60, deadline=None)
@given(st.lists(one(), max_size=24), st.lists(one(), max_size=8))
def test_branded_prompts_never_enter_a_headline_number(
    neutral: list[dict[str, Any]], branded: list[dict[str, Any]]
) -> None:
    asked = build(neutral)
    extra = build([{**item, "prompt": "z"} for item in branded], branded=True)
    with_branded = [*asked, *extra]
    alone, together = (
        score_run(PROFILE, *split(pairs), None, None, 7) for pairs in (asked, with_branded)
    )
    _, observations = headline_observations(*split(with_branded))
    assert all(not o.answer.prompt.branded for o in observations)
    assert by_engine(*split(asked), seed=7) == by_engine(*split(with_branded), seed=7)
    if alone.content is not None:
        assert together.content == alone.content
        assert together.components == alone.components
    else:
        assert together.content is None


@st.composite
def nothing(draw: st.DrawFn) -> dict[str, Any]:
    """Arguments of an answer that failed, was refused or came without a word, on any question.

    What a reader might still have found in it is there, so that only its status keeps it out.
    """
    given = draw(one(status=draw(st.sampled_from(["failed", "refused"]))))
    return {**given, "by": ENGINES[1], "text": draw(st.sampled_from(["", " ", "I cannot say."]))}


@settings(max_examples=60, deadline=None)
@given(st.lists(one(), max_size=24), st.lists(nothing(), min_size=1, max_size=6))
def test_missing_is_never_zero(items: list[dict[str, Any]], lost: list[dict[str, Any]]) -> None:
    # Failed, refused and empty answers leave every number but an engine's eligibility as it is.
    asked = build(items)
    missing = [answered(**{**item, "sample": 100 + number}) for number, item in enumerate(lost)]
    before = score_run(PROFILE, *split(asked), None, None, 7)
    after = score_run(PROFILE, *split([*asked, *missing]), None, None, 7)
    assert after == before
    assert headline_observations(*split([*asked, *missing])) == headline_observations(*split(asked))
    seen = headline_observations(*split(asked))[1]
    components = dict(before.components)
    if not any(o.extraction.cited_owned is not None for o in seen):
        assert "citationRate" not in components
    if not any(o.extraction.brand_named for o in seen):
        assert "position" not in components
    if not seen:
        assert (before.content, before.overall, components) == (None, None, {})


@settings(max_examples=40, deadline=None)
@given(st.lists(one(), min_size=1, max_size=24), st.randoms(use_true_random=False))
def test_neither_order_nor_repetition_changes_a_byte(
    items: list[dict[str, Any]], random: Any
) -> None:
    pairs = build(items)
    shuffled = list(pairs)
    random.shuffle(shuffled)
    assert conclusions(shuffled) == conclusions(pairs) == conclusions(pairs)
