"""Change points of the share of citations that go to one domain."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.watch import (
    FEATURES,
    CanaryAnswer,
    ShareChange,
    SharePoint,
    domain_shares,
    share_changes,
)

ERROR = 0.01


def _year(
    shares: list[float], seed: int, *, day: float = 0.2, among: int = 400
) -> list[SharePoint]:
    rng = np.random.default_rng(seed)
    logits = np.log(np.array(shares) / (1.0 - np.array(shares))) + day * rng.standard_normal(
        len(shares)
    )
    cited = rng.binomial(among, 1.0 / (1.0 + np.exp(-logits)))
    return [SharePoint(int(count), among) for count in cited]


def _found(points: list[SharePoint]) -> list[ShareChange]:
    return share_changes(points, ERROR)


def test_a_share_of_4_22_then_1_61_then_0_38_percent_on_three_dates_is_found() -> None:
    found = _found([SharePoint(422, 10_000), SharePoint(161, 10_000), SharePoint(38, 10_000)])
    assert [change.index for change in found] in ([1], [1, 2])
    assert found[0].before == pytest.approx(0.0422)
    assert found[-1].after < 0.01


@pytest.mark.parametrize("seed", range(5))
def test_each_step_of_4_22_then_1_61_then_0_38_percent_is_dated_within_a_week(seed: int) -> None:
    shares = [0.0422] * 28 + [0.0161] * 28 + [0.0038] * 28
    found = _found(_year(shares, seed))
    assert [change.index for change in found] == pytest.approx([28, 56], abs=7)
    assert found[0].before == pytest.approx(0.0422, rel=0.15)
    assert found[1].before == pytest.approx(0.0161, rel=0.25)
    assert found[1].after == pytest.approx(0.0038, rel=0.4)


def test_three_dates_with_ten_citations_each_say_nothing() -> None:
    assert not _found([SharePoint(1, 10), SharePoint(0, 10), SharePoint(0, 10)])


def test_a_series_without_change_is_seldom_cut() -> None:
    cut = sum(bool(_found(_year([0.04] * 56, seed, day=0.4))) for seed in range(200))
    assert cut <= 8, cut


def test_a_domain_cited_by_a_single_answer_many_times_is_no_change() -> None:
    calm = [SharePoint(4, 100, alike=8.0)] * 20
    assert not _found([*calm, SharePoint(30, 100, alike=8.0), *calm])


def test_one_loud_day_is_no_change_for_good() -> None:
    calm = _year([0.04] * 30, 3, day=0.3)
    assert not _found([*calm, SharePoint(80, 400), *_year([0.04] * 30, 4, day=0.3)])


def test_days_without_citations_are_passed_over() -> None:
    points = _year([0.05] * 20 + [0.005] * 20, 5)
    holed = [*points[:10], SharePoint(0, 0), *points[10:]]
    assert [change.index for change in _found(holed)] == pytest.approx([21], abs=2)


def test_nothing_to_compare_is_no_change() -> None:
    assert not _found([])
    assert not _found([SharePoint(3, 10)])
    assert not _found([SharePoint(0, 0), SharePoint(3, 10)])


@pytest.mark.parametrize(
    "point", [SharePoint(5, 4), SharePoint(-1, 4), SharePoint(1, 4, alike=0.5)]
)
def test_counts_that_cannot_be_are_refused(point: SharePoint) -> None:
    with pytest.raises(ValueError, match="cite"):
        share_changes([point, point], ERROR)


@pytest.mark.parametrize("error", [0.0, 1.0, -1.0, float("nan")])
def test_an_error_that_is_no_chance_is_refused(error: float) -> None:
    with pytest.raises(ValueError, match="error"):
        share_changes([], error)


def _cites(*domains: str) -> CanaryAnswer:
    return CanaryAnswer("q", (0.0,) * len(FEATURES), frozenset(domains))


def test_citations_of_a_day_are_pooled_over_its_questions() -> None:
    days = [{"a": _cites("x.example", "y.example"), "b": _cites("x.example")}, {}]
    assert domain_shares(days, 2) == {"x.example": [SharePoint(2, 3), SharePoint(0, 0)]}


def test_answers_without_citation_data_cite_nothing() -> None:
    assert domain_shares([{"a": CanaryAnswer("a", (0.0,) * len(FEATURES), None)}], 1) == {}
