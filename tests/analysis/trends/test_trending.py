"""Trending queries say only what fan-outs showed."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest

from presence.analysis.trends import TREND_METRICS, TrendCell, TrendingQuery, trending
from presence.analysis.trends.queries import effective_number, top_share
from presence.analysis.types import SourceClass

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
Domains = tuple[tuple[str, SourceClass | None], ...]


def cell(
    number: int,
    *queries: str,
    days: float = 1,
    basis: str = "assistants",
    domains: Domains | None = (),
) -> TrendCell:
    """One answer some days ago."""
    return TrendCell(str(number), NOW - timedelta(days=days), "chatgpt", basis, queries, domains)


def only(*cells: TrendCell) -> TrendingQuery:
    """The single query of these answers."""
    (found,) = trending(cells, (), NOW)
    return found


def test_demand_is_the_share_of_answers_that_searched_for_it() -> None:
    found = trending([cell(n, "boots", *(["socks"] if n else [])) for n in range(4)], (), NOW)
    assert [(q.query, q.demand, q.seen, q.n) for q in found] == [
        ("boots", 100.0, 4, 4),
        ("socks", 75.0, 3, 4),
    ]


def test_spellings_are_one_query_and_an_answer_counts_once() -> None:
    found = only(
        cell(1, "Best Boots", "best  boots?"), cell(2, "best boots"), cell(3, "best boots")
    )
    assert (found.query, found.seen, found.demand) == ("best boots", 3, 100.0)


def test_a_term_nobody_searched_for_has_no_demand_rather_than_zero() -> None:
    found = trending([cell(1, "boots")], ("Resoling", "BOOTS"), NOW)
    assert [(q.query, q.demand) for q in found] == [("boots", 100.0), ("Resoling", None)]


def test_growth_compares_with_the_28_days_before_and_needs_a_base() -> None:
    recent = [cell(n, "boots") for n in range(10)]
    earlier = [cell(100 + n, *(["boots"] if n < 5 else []), days=40) for n in range(10)]
    assert only(*recent, *earlier).growth == pytest.approx(100.0)
    assert only(*recent).growth is None
    assert only(*recent, *earlier[4:]).growth is None


def test_the_simulators_own_searches_are_marked_and_never_mixed_with_assistants() -> None:
    simulated = [cell(n, "walking boots", basis="simulator") for n in range(3)]
    assert only(*simulated).simulated is True
    assert [q.query for q in trending([*simulated, cell(9, "hiking boots")], (), NOW)] == [
        "hiking boots"
    ]


def test_one_domain_for_all_is_very_low_saturation_and_hard_to_break() -> None:
    found = only(*(cell(n, "boots", domains=(("wiki.example", "reference"),)) for n in range(5)))
    assert (found.saturation, found.difficulty) == ("Very Low", "High")
    assert found.cited == (("wiki.example", 5),)


def test_many_domains_alike_are_very_high_saturation_and_easy_to_enter() -> None:
    found = only(*(cell(n, "boots", domains=((f"d{n}.example", "editorial"),)) for n in range(20)))
    assert (found.saturation, found.difficulty) == ("Very High", "Low")
    assert found.effective_domains == pytest.approx(20)


def among(kinds: tuple[SourceClass, ...]) -> TrendingQuery:
    """A query for which so many domains are cited alike, of these kinds."""
    domains: Domains = tuple((f"d{place}.example", kind) for place, kind in enumerate(kinds))
    return only(cell(1, "boots", domains=domains))


def test_what_lies_on_a_limit_belongs_to_the_level_below_as_the_method_says() -> None:
    method = {metric.name: metric.formula for metric in TREND_METRICS}
    assert "Low up to 4" in method["contentSaturation"]
    assert "Low up to 0.5" in method["rankingDifficulty"]
    assert among(("editorial",) * 4).saturation == "Low"
    assert among(("editorial",) * 6).difficulty == "Low"  # 3 of 6 citations on the first three
    hard: tuple[SourceClass, ...] = ("reference",) * 3 + ("editorial",) * 2
    assert among(hard).difficulty == "Medium"  # 3 of 5, and a third of 3 of 5
    assert among((*hard[:3], "editorial")).difficulty == "High"


def test_without_citation_data_saturation_and_difficulty_are_unknown() -> None:
    found = only(cell(1, "boots", domains=None))
    assert (found.saturation, found.difficulty, found.effective_domains) == (None, None, None)


def test_the_effective_number_is_the_exponential_of_the_entropy() -> None:
    assert effective_number(Counter(a=5)) == pytest.approx(1.0)
    assert effective_number(Counter(a=1, b=1, c=1)) == pytest.approx(3.0)
    assert top_share(Counter(a=5, b=3, c=1, d=1)) == pytest.approx(0.9)
