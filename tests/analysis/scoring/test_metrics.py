"""The metric table: formulas, denominators and what stays unknown."""

from __future__ import annotations

import pytest

from presence.analysis.scoring import (
    headline_basis,
    headline_observations,
    metrics,
    pair_up,
    score_content,
    score_run,
)
from presence.analysis.types import (
    AuditReport,
    BrandProfile,
    Citation,
    Competitor,
    Score,
)
from tests.analysis.scoring.answered import Pair, answered, engine, split

ACME = BrandProfile(name="Acme", competitors=(Competitor("beta", "Beta"),))
OWN = Citation("https://acme.example/a", owner="brand", source_class="owned")
PRESS = Citation("https://press.example/a", source_class="editorial")


def value(pairs: list[Pair], seed: int = 1) -> float:
    score, _ = score_content(*split(pairs), seed)
    assert score is not None
    return score.value


def test_visibility_falls_by_position() -> None:
    pairs = [answered(f"p{i}", positions={"brand": 1}) for i in range(3)]
    assert value(pairs) == pytest.approx(100.0)
    third = [answered(f"p{i}", positions={"brand": 3}) for i in range(3)]
    assert value(third) == pytest.approx(100.0 / 1.2)


def test_a_repeated_prompt_weighs_as_much_as_any_other() -> None:
    pairs = [answered("p1", i, positions={"brand": 1}) for i in range(9)]
    pairs.append(answered("p2"))
    assert value(pairs) == pytest.approx(50.0)


def test_a_chatty_engine_weighs_as_much_as_any_other() -> None:
    a, b = engine("a", "assistants"), engine("b", "assistants")
    pairs = [answered(f"p{i}", by=a, positions={"brand": 1}) for i in range(8)]
    pairs += [answered(f"p{i}", by=b) for i in range(2)]
    assert value(pairs) == pytest.approx(50.0)


def test_branded_prompts_are_no_part_of_the_headline() -> None:
    pairs = [answered("p1"), answered("p2", positions={"brand": 1}, branded=True)]
    assert value(pairs) == pytest.approx(0.0)


def test_failed_and_refused_answers_leave_the_denominator() -> None:
    pairs = [answered("p1", 0, positions={"brand": 1})]
    pairs += [answered("p1", 1, status="failed"), answered("p1", 2, status="refused")]
    score, _ = score_content(*split(pairs), 1)
    assert score is not None
    assert score.value == pytest.approx(100.0)
    assert score.n == 1


def test_nothing_answered_gives_no_score() -> None:
    assert score_content(*split([answered("p1", status="failed")]), 1) == (None, ())
    assert score_content([], [], 1) == (None, ())


def test_assistants_carry_the_headline_when_one_is_80_percent_valid() -> None:
    good = engine("good", "assistants")
    pairs = [answered(f"p{i}", by=good) for i in range(4)]
    pairs += [answered("p4", by=good, status="failed"), answered("p0")]
    assert headline_basis(split(pairs)[0]) == "assistants"
    pairs.append(answered("p5", by=good, status="failed"))
    assert headline_basis(split(pairs)[0]) == "simulator"


def test_bases_are_never_averaged_together() -> None:
    assistant, imported = engine("gpt", "assistants"), engine("paste", "imported")
    pairs = [answered("p1", by=assistant, positions={"brand": 1})]
    pairs += [answered("p1"), answered("p1", by=imported)]
    basis, observations = headline_observations(*split(pairs))
    assert basis == "assistants"
    assert {o.engine_id for o in observations} == {"gpt"}


def test_imported_answers_are_never_scored() -> None:
    assert headline_basis(split([answered("p1", by=engine("paste", "imported"))])[0]) is None


def test_an_engine_with_few_valid_answers_is_not_averaged_in() -> None:
    good, bad = engine("good", "assistants"), engine("bad", "assistants")
    pairs = [answered(f"p{i}", by=good) for i in range(5)]
    pairs += [answered("p0", by=bad, positions={"brand": 1})]
    pairs += [answered(f"p{i}", by=bad, status="failed") for i in range(1, 5)]
    assert value(pairs) == pytest.approx(0.0)


def test_rates_follow_their_formulas() -> None:
    pairs = [
        answered(
            "p1",
            0,
            positions={"brand": 1, "beta": 2},
            recommended=True,
            citations=(OWN, PRESS),
            cited_owned=True,
            sentiment="positive",
        ),
        answered("p1", 1, positions={"beta": 1}, citations=(OWN,), cited_owned=True),
        answered("p2", 0, positions={"beta": 1, "brand": 2}, sentiment="neutral"),
        answered("p3", 0, citations=(PRESS,), cited_owned=False),
    ]
    seen = pair_up(*split(pairs))
    found = {
        "mention": metrics.mention_rate(seen),
        "coverage": metrics.prompt_coverage(seen),
        "voice": metrics.share_of_voice(seen),
        "cited": metrics.citation_rate(seen),
        "share": metrics.citation_share(seen),
        "press": metrics.citation_share(seen, "editorial"),
        "ghost": metrics.ghost_rate(seen),
        "informative": metrics.informative_rate(seen),
        "picked": metrics.recommendation_rate(seen),
        "mood": metrics.sentiment(seen, 1),
        "rank": metrics.position(seen),
    }
    values = {name: interval and interval.value for name, interval in found.items()}
    assert values == pytest.approx(
        {
            "mention": 2 / 4,
            "coverage": 2 / 3,
            "voice": 2 / 5,
            "cited": 2 / 3,
            "share": 2 / 4,
            "press": 2 / 4,
            "ghost": 1 / 2,
            "informative": 3 / 4,
            "picked": 1 / 4,
            "mood": 0.75,
            "rank": 1.5,
        }
    )
    assert all(i is not None and i.low <= i.value <= i.high for i in found.values())


def test_unknown_is_not_zero() -> None:
    seen = pair_up(*split([answered("p1"), answered("p2")]))
    assert metrics.citation_rate(seen) is None
    assert metrics.citation_share(seen) is None
    assert metrics.ghost_rate(seen) is None
    assert metrics.position(seen) is None
    assert metrics.sentiment(seen, 1) is None
    assert metrics.share_of_voice(seen) is None


def test_share_of_voice_is_left_out_without_competitors() -> None:
    pairs = [answered(f"p{i}", positions={"brand": 1}) for i in range(6)]
    alone = score_run(BrandProfile(name="Acme"), *split(pairs), None, None, 1)
    assert "shareOfVoice" not in dict(alone.components)
    assert "shareOfVoice" in dict(score_run(ACME, *split(pairs), None, None, 1).components)


def test_the_simulator_without_competitors_is_read_as_coverage() -> None:
    scores = score_run(BrandProfile(name="Acme"), *split([answered("p1")]), None, None, 1)
    assert (scores.basis, scores.verdict) == ("simulator", "coverage")


def test_answers_that_name_nobody_make_a_thin_panel() -> None:
    thin = [answered(f"p{i}", positions={"beta": 1} if i < 2 else {}) for i in range(6)]
    assert score_run(ACME, *split(thin), None, None, 1).verdict == "thin panel"
    rich = [answered(f"p{i}", positions={"beta": 1} if i < 4 else {}) for i in range(6)]
    assert score_run(ACME, *split(rich), None, None, 1).verdict == ""


def technical(value: float, low: float, high: float) -> AuditReport:
    return AuditReport(Score(value, low, high, 9, "pages", "technical-v1"), (), (), False, "t")


def test_the_overall_score_is_six_tenths_content_and_four_tenths_technical() -> None:
    pairs = [answered(f"p{i}", positions={"brand": 1} if i % 2 else {}) for i in range(10)]
    scores = score_run(ACME, *split(pairs), technical(80.0, 80.0, 80.0), None, 1)
    assert scores.overall is not None
    assert scores.content is not None
    assert scores.overall.value == pytest.approx(0.6 * scores.content.value + 32.0)
    assert scores.overall.low == pytest.approx(0.6 * scores.content.low + 32.0, abs=0.6)
    assert scores.overall.high == pytest.approx(0.6 * scores.content.high + 32.0, abs=0.6)
    assert (scores.overall.n, scores.overall.unit) == (10, "answers")


def test_an_uncertain_audit_widens_the_overall_interval() -> None:
    pairs = [answered(f"p{i}", positions={"brand": 1} if i % 2 else {}) for i in range(10)]
    sure = score_run(ACME, *split(pairs), technical(60.0, 60.0, 60.0), None, 1).overall
    unsure = score_run(ACME, *split(pairs), technical(60.0, 20.0, 95.0), None, 1).overall
    assert sure is not None
    assert unsure is not None
    assert unsure.high - unsure.low > sure.high - sure.low


def test_without_a_website_the_overall_score_is_content_alone() -> None:
    scores = score_run(ACME, *split([answered("p1", positions={"brand": 2})]), None, None, 1)
    assert scores.overall is not None
    assert scores.content is not None
    assert scores.overall.value == scores.content.value
    assert scores.technical is None


def test_without_answers_there_is_no_overall_score() -> None:
    scores = score_run(ACME, [], [], technical(80.0, 80.0, 80.0), None, 1)
    assert (scores.content, scores.overall, scores.basis) == (None, None, None)
    assert scores.technical is not None


def test_few_prompts_are_marked_exploratory() -> None:
    few = score_run(ACME, *split([answered(f"p{i}") for i in range(4)]), None, None, 1)
    enough = score_run(ACME, *split([answered(f"p{i}") for i in range(5)]), None, None, 1)
    assert few.content is not None
    assert enough.content is not None
    assert (few.content.exploratory, enough.content.exploratory) == (True, False)


def test_scores_are_the_same_whatever_the_order_of_answers() -> None:
    pairs = [
        answered(f"p{i}", s, positions={"brand": 1 + s} if i % 3 else {})
        for i in range(9)
        for s in range(3)
    ]
    assert score_run(ACME, *split(pairs), None, None, 7) == score_run(
        ACME, *split(pairs[::-1]), None, None, 7
    )
