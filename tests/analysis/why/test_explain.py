"""Every change is split to the last point, and each cause is told apart from the others."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from presence.analysis.scoring import Observation, score_observed
from presence.analysis.types import BrandProfile, Competitor
from presence.analysis.why import (
    CAUSES,
    EXPLAINED,
    ExplainedMetric,
    Explanation,
    ModelEffect,
    Readings,
    TwoRuns,
    explain,
    explain_overall,
)
from tests.analysis.why.worlds import Named, rated, run

NAMED: dict[str, int] = {"brand": 1}
SECOND = {"c1": 1, "brand": 2}
KINDS = {part: 0.0 for part in CAUSES if part != "website"}


def compared(old: Sequence[Observation], new: Sequence[Observation], **more: object) -> TwoRuns:
    return TwoRuns(Readings.unchanged(old), new, **more)  # type: ignore[arg-type]  # by name


def explained(found: Explanation | None) -> Explanation:
    assert found is not None
    assert found.points == pytest.approx(sum(p.points for p in found.parts), abs=1e-9)
    return found


def why_of(
    old: Sequence[Observation],
    new: Sequence[Observation],
    metric: ExplainedMetric = "content",
    **more: object,
) -> Explanation:
    return explained(explain(compared(old, new, **more), metric))


def reread(readings: Readings) -> Explanation:
    """Why the same answers, read in another way, give another number."""
    return explained(explain(TwoRuns(readings, readings.current), "content"))


def points(found: Explanation) -> dict[str, float]:
    return {part.cause: part.points for part in found.parts}


def blamed(found: Explanation) -> set[str]:
    return {cause for cause, value in points(found).items() if value != 0.0}


def test_two_factors_are_those_of_kitagawa() -> None:
    old, new = rated({"a": 4, "b": 2, "c": 6}), rated({"a": 5, "b": 2, "c": 5})
    found = why_of(
        old,
        new,
        old_weights={"a": 0.5, "b": 0.3, "c": 0.2},
        new_weights={"a": 0.3, "b": 0.5, "c": 0.2},
    )
    assert [found.before, found.after] == pytest.approx([38.0, 35.0])
    assert found.part("questions").points == pytest.approx(-5.0, abs=1e-9)
    assert found.part("answers").points == pytest.approx(2.0, abs=1e-9)


@pytest.mark.parametrize("metric", EXPLAINED)
def test_before_and_after_are_the_products_own_scores(metric: ExplainedMetric) -> None:
    old = run(
        {("p1", "a"): [SECOND, {}], ("p2", "a"): [NAMED], ("p2", "b"): [SECOND]}, cited_owned=True
    )
    new = run({("p1", "a"): [SECOND], ("p3", "b"): [NAMED, {"c1": 1}]}, cited_owned=True)
    profile = BrandProfile("Acme", competitors=(Competitor("c1", "Rival"),))
    found = why_of(old, new, metric=metric)
    for value, side in ((found.before, old), (found.after, new)):
        scores = score_observed(profile, "assistants", side, None, None, 1)
        assert scores.content is not None
        shown = {"content": scores.content, **dict(scores.components)}
        assert value == pytest.approx(shown[metric].value, abs=1e-9)


def test_equal_runs_have_nothing_to_explain() -> None:
    found = why_of(rated({"a": 4, "b": 1}), rated({"a": 4, "b": 1}))
    assert points(found) == KINDS
    assert found.noise == 1.0


def test_a_question_taken_in_is_the_questions_doing_alone() -> None:
    found = why_of(rated({"a": 4}), rated({"a": 4, "b": 9}), metric="mentionRate")
    assert blamed(found) == {"questions"}
    assert (found.questions_in, found.questions_out) == (("b",), ())


def test_a_question_moved_to_another_topic_changes_nothing() -> None:
    ranks: Named = {("p1", "a"): [NAMED, {}], ("p2", "a"): [{}]}
    found = why_of(run(ranks, topic="boots"), run(ranks, topic="shoes"))
    assert blamed(found) == set()
    assert {row.key for row in found.rows if row.kind == "topic"} == {"shoes"}


def test_a_question_of_weight_zero_counts_as_not_asked() -> None:
    old, new = rated({"a": 4, "b": 2}), rated({"a": 4, "b": 9})
    zero = {"b": 0.0}
    found = why_of(old, new, old_weights=zero, new_weights=zero)
    assert points(found) == KINDS


def test_weights_of_zero_throughout_leave_no_number_to_explain() -> None:
    old, new = rated({"a": 4}), rated({"a": 5})
    assert explain(compared(old, new, old_weights={"a": 0.0}), "content") is None


def test_a_weight_below_zero_is_refused() -> None:
    with pytest.raises(ValueError, match="weight"):
        explain(compared(rated({"a": 4}), rated({"a": 5}), new_weights={"a": -1.0}), "content")


@pytest.mark.parametrize("metric", ["content", "mentionRate"])
def test_an_engine_that_joined_is_the_engines_doing_alone(metric: ExplainedMetric) -> None:
    old = run({("p1", "a"): [NAMED, {}], ("p2", "a"): [{}]})
    new = run({("p1", "a"): [NAMED, {}], ("p2", "a"): [{}], ("p1", "b"): [NAMED]})
    found = why_of(old, new, metric=metric)
    assert blamed(found) == {"engines"}
    assert found.engines_in == ("b",)


def test_a_run_that_failed_for_one_engine_did_not_move() -> None:
    old = run({(p, e): [NAMED if e == "b" else {}] for p in "pqr" for e in "ab"})
    new = run({(p, "b"): [NAMED] for p in "pqr"})
    found = why_of(old, new)
    assert found.points == pytest.approx(50.0)
    assert blamed(found) == {"engines"}
    assert found.engines_out == ("a",)


def test_a_question_that_nobody_answered_is_still_asked() -> None:
    old, new = rated({"a": 4, "b": 9}), rated({"a": 4})
    found = why_of(old, new, asked=("ab", "ab"))
    assert blamed(found) == {"engines"}
    assert found.questions_out == ()


def test_more_samples_of_the_same_answers_move_no_average() -> None:
    old = run({("p1", "a"): [NAMED], ("p2", "a"): [{}, NAMED]})
    new = run({("p1", "a"): [NAMED] * 4, ("p2", "a"): [{}, NAMED]})
    assert blamed(why_of(old, new)) == set()
    assert blamed(why_of(old, new, metric="mentionRate")) == {"engines"}


def test_other_answers_to_the_same_questions_are_real_movement() -> None:
    found = why_of(rated({"a": 4, "b": 1}), rated({"a": 6, "b": 3}))
    assert blamed(found) == {"answers"}
    assert found.shared_questions == 2


def test_without_a_common_question_nothing_is_called_real() -> None:
    found = why_of(rated({"a": 4}), rated({"b": 9}))
    assert blamed(found) == {"questions"}
    assert (found.noise, found.shared_questions, found.rows) == (None, 0, ())


def test_other_questions_asked_of_other_engines_share_the_blame() -> None:
    found = why_of(rated({"a": 2}), rated({"b": 8}, name="z"))
    assert found.part("questions").points == pytest.approx(30.0)
    assert found.part("engines").points == pytest.approx(30.0)


def test_edited_aliases_are_taken_on_the_old_answers() -> None:
    stored, current = rated({"a": 2, "b": 2}), rated({"a": 4, "b": 4})
    readings = Readings(stored, current, stored, current)
    found = explained(explain(TwoRuns(readings, rated({"a": 4, "b": 4})), "content"))
    assert blamed(found) == {"reading"}
    assert found.part("reading").points == pytest.approx(20.0)


def test_a_competitor_renamed_is_the_lists_doing_alone() -> None:
    stored = run({("p1", "a"): [NAMED], ("p2", "a"): [NAMED]})
    current = run({("p1", "a"): [SECOND], ("p2", "a"): [NAMED]})
    found = explained(
        explain(TwoRuns(Readings(stored, stored, current, current), current), "shareOfVoice")
    )
    assert blamed(found) == {"competitors"}


def test_aliases_and_competitors_edited_at_once_are_told_apart() -> None:
    stored = run({("p1", "a"): [{}], ("p2", "a"): [NAMED]})
    renamed = run({("p1", "a"): [NAMED], ("p2", "a"): [NAMED]})
    relisted = run({("p1", "a"): [{"c1": 1}], ("p2", "a"): [SECOND]})
    current = run({("p1", "a"): [SECOND], ("p2", "a"): [SECOND]})
    found = explained(
        explain(TwoRuns(Readings(stored, renamed, relisted, current), current), "content")
    )
    assert found.part("reading").points > 40.0
    assert found.part("competitors").points < 0.0
    assert blamed(found) == {"reading", "competitors"}


def test_an_old_extractor_that_is_gone_still_leaves_an_exact_split() -> None:
    stored, renamed = rated({"a": 2}), rated({"a": 5})
    current = run({("a", "a"): [SECOND if i < 5 else {} for i in range(10)]})
    found = explained(
        explain(TwoRuns(Readings(stored, renamed, None, current), current), "content")
    )
    assert found.part("reading").points == pytest.approx(30.0)
    assert found.part("competitors").points == pytest.approx(found.points - 30.0)


def test_a_new_formula_is_part_of_how_answers_are_read() -> None:
    old = rated({"a": 4})
    found = why_of(old, old, reported={"content": (31.0, 40.0)})
    assert points(found) == KINDS | {"reading": pytest.approx(9.0)}


def test_a_new_model_takes_its_estimate_out_of_the_movement() -> None:
    old = run({(p, "a"): [{}, NAMED] for p in "pqrstu"})
    new = run({(p, "a"): [NAMED, NAMED] for p in "pqrstu"}, models={"a": "m2"})
    effect = ModelEffect("a", 30.0, 20.0, 45.0)
    found = why_of(old, new, models={"content": [effect]})
    model, real = found.part("model"), found.part("answers")
    assert (model.points, model.low, model.high) == (30.0, 20.0, 45.0)
    assert real.points == pytest.approx(20.0)
    assert real.low is not None
    assert real.low <= 5.0


def test_a_model_that_did_not_change_gets_no_estimate() -> None:
    old, new = rated({"a": 4}), rated({"a": 6})
    effect = ModelEffect("a", 30.0, 20.0, 45.0)
    found = why_of(old, new, models={"content": [effect]})
    assert blamed(found) == {"answers"}


def test_a_new_model_without_an_estimate_is_named_and_counts_nothing() -> None:
    old, new = run({("p", "a"): [{}]}), run({("p", "a"): [NAMED]}, models={"a": "m2"})
    found = why_of(old, new)
    assert (found.changed_models, found.part("model").points) == (("a",), 0.0)


def test_a_run_without_answers_has_nothing_to_explain() -> None:
    assert explain(compared([], rated({"a": 4})), "content") is None
    assert explain(compared([], []), "content") is None


def test_rows_of_topics_questions_and_engines_each_add_up_to_the_movement() -> None:
    old = run(
        {("p1", "a"): [SECOND, {}], ("p2", "a"): [NAMED], ("p2", "b"): [{}], ("p4", "b"): [{}]}
    )
    new = run(
        {("p1", "a"): [NAMED], ("p2", "a"): [{}], ("p2", "b"): [SECOND], ("p3", "b"): [NAMED]}
    )
    metrics: tuple[ExplainedMetric, ...] = ("content", "mentionRate", "shareOfVoice")
    for metric in metrics:
        found = why_of(old, new, metric=metric)
        for kind in ("topic", "question", "engine"):
            total = sum(row.points for row in found.rows if row.kind == kind)
            assert total == pytest.approx(found.part("answers").points, abs=1e-9), (metric, kind)


def test_rows_open_to_the_answers_before_and_after() -> None:
    found = why_of(rated({"a": 1}, of=2), rated({"a": 2}, of=3))
    (row,) = [row for row in found.rows if row.kind == "question"]
    assert (len(row.answers_before), len(row.answers_after)) == (2, 3)
    assert [row.before, row.after] == pytest.approx([50.0, 200.0 / 3.0])


def test_competitors_show_how_often_the_same_answers_name_them() -> None:
    old = run({("p1", "a"): [{"c1": 1}, {}], ("gone", "a"): [{"c1": 1}]})
    new = run({("p1", "a"): [{"c1": 1}, {"c1": 1}], ("fresh", "a"): [{}]})
    found = why_of(old, new, names={"c1": "Rival"})
    (row,) = [row for row in found.rows if row.kind == "competitor"]
    assert (row.label, row.before, row.after, row.points) == ("Rival", 50.0, 100.0, 50.0)


def test_the_interval_never_vanishes() -> None:
    same = run({(f"p{i}", "a"): [{}] for i in range(40)})
    real = why_of(same, same).part("answers")
    assert real.low is not None
    assert real.low < 0.0 < (real.high or 0.0)


def test_the_share_of_noise_falls_as_questions_agree() -> None:
    apart = why_of(rated({"a": 2, "b": 8, "c": 3}), rated({"a": 6, "b": 5, "c": 4}))
    agreed = why_of(rated({"a": 2, "b": 6, "c": 3}), rated({"a": 4, "b": 8, "c": 5}))
    assert (agreed.noise or 0.0) < 0.2 < (apart.noise or 0.0)


def test_the_overall_score_adds_what_the_website_did() -> None:
    content = why_of(rated({"a": 4}), rated({"a": 6}))
    found = explained(explain_overall(content, (44.0, 60.0), (True, True)))
    assert found.part("answers").points == pytest.approx(12.0)
    assert found.part("website").points == pytest.approx(4.0)


def test_a_website_that_is_new_shares_with_the_content_score() -> None:
    content = why_of(rated({"a": 4}), rated({"a": 6}))
    found = explained(explain_overall(content, (40.0, 72.0), (False, True)))
    assert found.part("answers").points == pytest.approx(16.0)
    assert found.part("website").points == pytest.approx(16.0)
