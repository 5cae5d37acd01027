"""Metrics over sums equal the metrics over the answers themselves."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from presence.analysis.analytics import (
    Cell,
    cells_of,
    compare_prompts,
    entity_cells_of,
    mean_change,
    rate_of_run,
    rate_reading,
    readings,
    sources_of,
    voice_of,
)
from presence.analysis.scoring import headline_observations, metrics, score_content
from presence.analysis.scoring.intervals import Interval
from presence.analysis.types import Citation
from tests.analysis.scoring.answered import Pair, answered, engine, split

ENGINES = (engine("chatgpt", "assistants"), engine("gemini", "assistants"))
SEED = 7

one_answer = st.fixed_dictionaries(
    {
        "prompt": st.sampled_from([f"p{n}" for n in range(7)]),
        "engine": st.sampled_from([0, 1]),
        "place": st.sampled_from([None, 1, 2, 3]),
        "rival": st.sampled_from([None, 1, 4]),
        "mood": st.sampled_from([None, "positive", "neutral", "negative"]),
        "owned": st.sampled_from([None, True, False]),
        "picked": st.booleans(),
    }
)


def panel(drawn: list[dict[str, object]]) -> list[Pair]:
    """Answers as drawn; samples numbered so that ids differ."""
    made: list[Pair] = []
    for number, d in enumerate(drawn):
        ranks = {"brand": d["place"], "rival": d["rival"]}
        made.append(
            answered(
                str(d["prompt"]),
                number,
                by=ENGINES[int(str(d["engine"]))],
                positions={k: v for k, v in ranks.items() if isinstance(v, int)},
                sentiment=d["mood"] if d["place"] else None,  # type: ignore[arg-type]  # drawn from the Literal
                cited_owned=d["owned"],  # type: ignore[arg-type]  # drawn from bool or None
                recommended=bool(d["picked"] and d["place"]),
            )
        )
    return made


@settings(max_examples=60, deadline=None)
@given(st.lists(one_answer, min_size=12, max_size=40))
def test_every_metric_of_cells_is_the_metric_of_the_answers(
    drawn: list[dict[str, object]],
) -> None:
    answers, extractions = split(panel(drawn))
    _, seen = headline_observations(answers, extractions)
    found = readings(
        [c for c in cells_of(answers, extractions) if c.engine in {o.engine_id for o in seen}],
        (
            "content",
            "mentionRate",
            "citationRate",
            "recommendationRate",
            "avgPosition",
            "sentiment",
            "promptCoverage",
        ),
        SEED,
    )
    if len({o.prompt_id for o in seen}) < 2:
        return
    score, _ = score_content(answers, extractions, SEED)
    assert score is not None
    assert found["content"] is not None
    assert (found["content"].value, found["content"].low, found["content"].high) == pytest.approx(
        (score.value, score.low, score.high)
    )
    pairs: tuple[tuple[str, Interval | None, float], ...] = (
        ("mentionRate", metrics.mention_rate(seen), 100.0),
        ("citationRate", metrics.citation_rate(seen), 100.0),
        ("recommendationRate", metrics.recommendation_rate(seen), 100.0),
        ("promptCoverage", metrics.prompt_coverage(seen), 100.0),
        ("avgPosition", metrics.position(seen), 1.0),
    )
    for name, expected, scale in pairs:
        reading = found[name]
        if expected is None or reading is None or reading.value is None:
            assert expected is None or (reading is not None and reading.n < 5), name
            continue
        if expected.clusters > 1:
            assert (reading.value, reading.low, reading.high) == pytest.approx(
                (expected.value * scale, expected.low * scale, expected.high * scale)
            ), name


def test_a_single_prompt_shows_counts_below_five_answers_and_a_rate_from_five_on() -> None:
    few, enough = rate_reading([(2, 3)]), rate_reading([(2, 5)])
    assert few is not None
    assert (few.value, few.hits, few.n) == (None, 2, 3)
    assert enough is not None
    assert enough.value == pytest.approx(40.0)
    assert enough.low is not None
    assert enough.low < 40.0


def test_a_whole_run_of_one_prompt_has_the_rate_of_its_score_however_few_answered() -> None:
    cells = [Cell("p0", "chatgpt", "", answers=3, mentions=1)]
    found = rate_of_run(cells, "mentionRate")
    assert found is not None
    assert found.value == pytest.approx(100 / 3)
    assert (found.hits, found.n) == (1, 3)
    assert found.low is not None
    assert found.low < 20.0
    assert rate_of_run([], "mentionRate") is None


def test_nothing_answered_is_null_and_never_zero() -> None:
    names = ("content", "mentionRate", "avgPosition", "sentiment", "citationRate")
    assert readings([], names, SEED) == dict.fromkeys(names)
    assert readings([Cell("p", "chatgpt", "assistants", failed=4)], names, SEED) == dict.fromkeys(
        names
    )


def test_failed_answers_are_counted_apart() -> None:
    pairs = [answered("p", n, status="failed" if n else "completed") for n in range(3)]
    (cell,) = cells_of(*split(pairs))
    assert (cell.answers, cell.failed) == (1, 2)


def test_share_of_voice_is_over_everybody_named() -> None:
    pairs = [
        answered(f"p{n}", positions={"brand": 1, "rival": 2} if n % 2 else {"rival": 1})
        for n in range(6)
    ]
    voice = voice_of(entity_cells_of(*split(pairs)))
    assert voice is not None
    assert voice.value == pytest.approx(100 * 3 / 9)
    assert voice_of([]) is None


def test_a_change_counts_only_pairs_both_sides_have() -> None:
    before = [Cell(f"p{n}", "chatgpt", "assistants", answers=4) for n in range(8)]
    after = [
        Cell(f"p{n}", "chatgpt", "assistants", answers=4, mentions=4, visibility_sum=4.0)
        for n in range(4, 20)
    ]
    moved = mean_change("content", before, after, SEED)
    assert (moved.prompts, moved.points, moved.verdict) == (4, 100.0, "not enough data")
    wider = mean_change(
        "content",
        [*before, *(Cell(f"p{n}", "chatgpt", "assistants", answers=4) for n in range(8, 14))],
        after,
        SEED,
    )
    assert (wider.prompts, wider.verdict) == (10, "moved")


def test_prompt_changes_are_corrected_for_looking_at_many_prompts() -> None:
    before = [Cell(f"p{n}", "chatgpt", "assistants", answers=10, mentions=5) for n in range(40)]
    after = [
        Cell(f"p{n}", "chatgpt", "assistants", answers=10, mentions=9 if n == 0 else 5)
        for n in range(40)
    ]
    assert {c.verdict for c in compare_prompts(before, after).values()} == {"within noise"}


def test_fewer_than_six_prompts_are_not_told_apart() -> None:
    before = [Cell(f"p{n}", "chatgpt", "assistants", 10, 0, 0) for n in range(5)]
    after = [Cell(f"p{n}", "chatgpt", "assistants", 10, 0, 10) for n in range(5)]
    changes = compare_prompts(before, after)
    assert {(c.verdict, c.points) for c in changes.values()} == {("not enough data", None)}


def test_an_engine_asked_more_often_changes_no_prompt() -> None:
    def cells(chatgpt: int, claude: int) -> list[Cell]:
        return [
            Cell(f"p{n}", engine, "assistants", answers, 0, answers * share)
            for n in range(12)
            for engine, answers, share in (("chatgpt", chatgpt, 0), ("claude", claude, 1))
        ]

    changes = compare_prompts(cells(4, 40), cells(40, 4), (4, 4))
    assert {c.verdict for c in changes.values()} == {"within noise"}
    assert all(abs(c.points or 0.0) < 1e-6 for c in changes.values())


def test_a_source_counts_once_an_answer_and_says_where_the_brand_is_missing() -> None:
    page = Citation("https://guide.example/boots", domain="guide.example", source_class="editorial")
    again = Citation("https://guide.example/boots", domain="guide.example", kind="retrieved")
    pairs = [
        answered("p1", positions={"rival": 1}, citations=(page, again)),
        answered("p2", positions={"brand": 1}, citations=(again,)),
        answered("p3", citations=None),
        answered("what is it", branded=True, citations=(page,)),
    ]
    (source,) = sources_of(*split(pairs))
    assert (source.cited, source.retrieved, source.without_brand) == (1, 1, 1)


def test_a_prompt_that_plainly_changed_moved_and_the_others_did_not() -> None:
    kept = [(f"p{i}", 10) for i in range(10)]
    before = [Cell(p, "chatgpt", "assistants", 20, 0, n) for p, n in [*kept, ("q", 0)]]
    after = [Cell(p, "chatgpt", "assistants", 20, 0, n) for p, n in [*kept, ("q", 20)]]
    changes = compare_prompts(before, after)
    assert changes["q"].verdict == "moved"
    assert 50.0 < (changes["q"].points or 0.0) < 100.0
    assert {changes[p].verdict for p, _ in kept} == {"within noise"}


def test_without_any_real_change_lists_stay_empty_nine_times_in_ten() -> None:
    rng = np.random.default_rng(4)
    false = 0
    for _ in range(100):
        chances = rng.random(20)
        runs = [
            [
                Cell(f"p{i:02}", "chatgpt", "assistants", 8, 0, int(rng.binomial(8, chance)))
                for i, chance in enumerate(chances)
            ]
            for _ in range(2)
        ]
        false += any(c.verdict == "moved" for c in compare_prompts(runs[0], runs[1]).values())
    assert false <= 10
