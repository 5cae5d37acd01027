"""Evidence of a gap: pooled over comparable runs, and open engine by engine."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.analysis.gaps import brand_presence, content_gaps
from presence.analysis.scoring import Observation
from presence.analysis.scoring.observations import pair_up
from presence.analysis.types import BrandProfile, Citation, Competitor, ContentGap
from tests.analysis.scoring.answered import Pair, answered, engine, split

BETA, GAMMA = Competitor("beta", "Beta"), Competitor("gamma", "Gamma")
TRACKING = BrandProfile(name="Acme", competitors=(BETA, GAMMA))
CHATGPT = engine("chatgpt", "assistants")
CLAUDE = engine("claude", "assistants")


def named(n: int, rival: int, brand: int = 0, by: object = CHATGPT, **more: object) -> list[Pair]:
    """n answers; the first `rival` name Beta, the first `brand` name Acme."""
    return [
        answered(
            "p1",
            i,
            by=by,  # type: ignore[arg-type]
            positions={
                **({"beta": 1} if i < rival else {}),
                **({"brand": 2} if i < brand else {}),
            },
            **more,  # type: ignore[arg-type]
        )
        for i in range(n)
    ]


def earlier(pairs: list[Pair], run: str = "before") -> list[Observation]:
    """The same answers as those of an earlier run."""
    answers = [replace(a, id=f"{run}/{a.id}") for a, _ in pairs]
    readings = [replace(e, answer_id=f"{run}/{e.answer_id}") for _, e in pairs]
    return pair_up(answers, readings)


def gaps_of(now: list[Pair], before: list[Observation] | None = None) -> tuple[ContentGap, ...]:
    return content_gaps(TRACKING, *split(now), {}, before or ())


def test_earlier_answers_add_to_the_evidence_and_lift_the_cap() -> None:
    now = named(2, 2)
    (alone,) = gaps_of(now)
    assert (alone.gap_type, alone.n, alone.few_answers) == ("Minor", 2, True)
    before = earlier(named(2, 2)) + earlier(named(2, 1), "long before")
    (pooled,) = gaps_of(now, before)
    assert (pooled.gap_type, pooled.n, pooled.few_answers) == ("Major", 6, False)
    assert (pooled.rival_answers, pooled.brand_answers) == (5, 0)


def test_shares_are_those_of_all_pooled_answers() -> None:
    (gap,) = gaps_of(named(2, 2), earlier(named(8, 2, brand=1)))
    assert gap.gap_type == "Moderate"
    assert (gap.rival_answers, gap.brand_answers, gap.n) == (4, 1, 10)


def test_another_model_another_prompt_and_branded_or_failed_answers_are_not_pooled() -> None:
    other_model = earlier(named(5, 5, by=engine("chatgpt", "assistants", model="m2")))
    other_prompt = earlier([answered("p2", i, by=CHATGPT, positions={"beta": 1}) for i in range(5)])
    other_engine = earlier(named(5, 5, by=CLAUDE))
    branded = earlier(named(5, 5, branded=True))
    (gap,) = gaps_of(named(2, 2), other_model + other_prompt + other_engine + branded)
    assert (gap.n, gap.prompt_id) == (2, "p1")


def test_the_simulator_repeats_itself_so_only_this_run_counts() -> None:
    sim = engine()
    (gap,) = gaps_of(named(3, 3, by=sim), earlier(named(3, 3, by=sim)))
    assert gap.n == 3


def test_a_prompt_that_is_no_longer_asked_makes_no_gap() -> None:
    now = [answered("p3", 0, by=CHATGPT, positions={"brand": 1})]
    assert gaps_of(now, earlier(named(5, 5))) == ()


def test_the_answer_shown_comes_from_this_run_when_it_tells_as_much() -> None:
    (gap,) = gaps_of(named(1, 1), earlier(named(3, 3)))
    assert not (gap.answer_id or "").startswith("before")
    (older,) = gaps_of(named(1, 1, brand=1), earlier(named(3, 3)))
    assert (older.answer_id or "").startswith("before")


def test_every_engine_shows_its_counts_and_the_answers_that_tell() -> None:
    now = named(3, 3, brand=1) + named(2, 1, by=CLAUDE)
    (gap,) = gaps_of(now, earlier(named(2, 2)))
    chatgpt, claude = gap.engines
    assert (chatgpt.engine, chatgpt.n, chatgpt.brand, chatgpt.rival) == ("chatgpt", 5, 1, 5)
    assert (claude.name, claude.n, claude.brand, claude.rival) == ("Claude", 2, 0, 1)
    assert chatgpt.answer_ids[-1] == "p1/chatgpt/0"
    assert claude.answer_ids[0] == "p1/claude/0"


def test_all_who_are_ahead_are_named_the_winner_first() -> None:
    pairs = [
        answered("p1", i, by=CHATGPT, positions={"gamma": 1, **({"beta": 2} if i < 3 else {})})
        for i in range(5)
    ]
    (gap,) = gaps_of(pairs)
    assert (gap.competitor, gap.competitors) == ("Gamma", ("Gamma", "Beta"))


@pytest.mark.parametrize(
    ("positions", "cites", "expected"),
    [({"beta": 1}, False, "named"), ({}, True, "cited"), ({"beta": 1}, True, "named and cited")],
)
def test_it_says_how_the_winner_is_there(
    positions: dict[str, int], cites: bool, expected: str
) -> None:
    source = Citation("https://beta.example/x", owner="beta", source_class="competitor")
    found = (source,) if cites else ()
    (gap,) = gaps_of(
        [answered("p1", i, by=CHATGPT, positions=positions, citations=found) for i in range(5)]
    )
    assert gap.won_by == expected


def test_an_excerpt_of_a_competitor_that_is_only_cited_stands_around_its_citation() -> None:
    text = "Many words of no use. " * 20 + "Waxed soles last longest [1]. " + "More words. " * 30
    at = text.index("[1]")
    source = Citation("https://beta.example/x", owner="beta", start=at, end=at + 3)
    (gap,) = gaps_of([answered("p1", 0, by=CHATGPT, citations=(source,), text=text)])
    assert "Waxed soles last longest [1]" in gap.ai_response
    assert gap.ai_response in text


def test_the_presence_in_a_prompt_counts_the_brand_over_pooled_answers() -> None:
    now = split(named(3, 3, brand=2))
    assert brand_presence(*now, earlier(named(2, 2, brand=1))) == {"p1": (3, 5)}
