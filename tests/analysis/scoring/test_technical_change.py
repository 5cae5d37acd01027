"""A census is compared exactly, a sample over the pages both crawls read."""

from __future__ import annotations

from dataclasses import replace

import pytest

from presence.analysis.audit import audit
from presence.analysis.scoring.technical_change import ScoredSites, compare_apart, compare_technical
from presence.analysis.types import Score, SiteCrawl
from tests.analysis.fakes import FakePage
from tests.analysis.sites import BASE, PROFILE, crawled, good_site, page

PAGES = 9


def big_site(faulty: int) -> dict[str, FakePage]:
    """A site of nine more pages, of which the first `faulty` have neither title nor markup."""
    paths = [f"/p{number}" for number in range(PAGES)]
    links = ("/", "/tables", "/care", *paths)
    site = {**good_site(), f"{BASE}/": page("oak", "/", links=links)}
    for number, path in enumerate(paths):
        bad = {"title": "", "json_ld": None, "open_graph": False} if number < faulty else {}
        site[BASE + path] = page(f"table{number}", path, links=links, **bad)
    return site


def sampled(site: dict[str, FakePage]) -> SiteCrawl:
    """A crawl that knows of many pages it did not read."""
    return replace(crawled(site), discovered=60)


def scored(crawl: SiteCrawl) -> Score:
    score = audit(crawl, PROFILE, 7).score
    assert score is not None
    return score


def compared(before: SiteCrawl, after: SiteCrawl) -> tuple[str, bool]:
    sites = ScoredSites(before, after, PROFILE)
    change = compare_technical(scored(before), scored(after), sites, seed=1)
    return change.verdict, change.exact


def census(value: float) -> Score:
    return Score(value, value, value, 9, "pages", "technical-v1")


def test_any_difference_of_two_censuses_is_real() -> None:
    change = compare_technical(census(80.0), census(80.4), None, seed=1)
    assert change.points == pytest.approx(0.4)
    assert (change.verdict, change.exact) == ("moved", True)


def test_two_equal_censuses_did_not_move_and_that_is_exact_too() -> None:
    change = compare_technical(census(80.0), census(80.0), None, seed=1)
    assert (change.points, change.verdict, change.exact) == (0.0, "within noise", True)


def test_repairing_every_shared_page_of_a_sample_moved() -> None:
    before, after = sampled(big_site(PAGES)), sampled(big_site(0))
    assert compared(before, after) == ("moved", False)


def test_the_same_pages_judged_the_same_are_within_noise() -> None:
    before, after = sampled(big_site(4)), sampled(big_site(4))
    assert compared(before, after) == ("within noise", False)


def test_a_fault_on_one_page_of_a_sample_is_within_noise() -> None:
    assert compared(sampled(big_site(0)), sampled(big_site(1))) == ("within noise", False)


def test_few_shared_pages_are_not_enough() -> None:
    small = replace(crawled(good_site()), discovered=60)
    assert compared(small, sampled(big_site(PAGES))) == ("not enough data", False)


def test_another_audit_version_is_said_and_not_compared() -> None:
    other = replace(census(90.0), model="technical-v2")
    change = compare_technical(census(80.0), other, None, seed=1)
    assert (change.points, change.verdict) == (None, "model changed")


@pytest.mark.parametrize(
    ("value", "verdict"), [(70.0, "moved"), (62.0, "within noise"), (60.0, "within noise")]
)
def test_estimates_made_apart_are_judged_by_the_interval_of_their_difference(
    value: float, verdict: str
) -> None:
    before = Score(60.0, 55.0, 65.0, 40, "passages", "fit")
    after = Score(value, value - 5.0, value + 5.0, 40, "passages", "fit")
    # The intervals 55..65 and 65..75 touch, and still the difference of 10 is beyond ± 7.1.
    assert compare_apart(before, after).verdict == verdict
