"""Tests the change of Technical AI Visibility between two crawls of a site.

Invariant: a census is compared exactly, because nothing was left to chance; where pages were
sampled, only pages that both crawls read are compared, each with itself.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from presence.analysis.audit import audit
from presence.analysis.scoring.change import LEVEL, paired_permutation
from presence.analysis.types import (
    BrandProfile,
    PageFacts,
    Score,
    ScoreChange,
    SiteCrawl,
    Verdict,
)

LEAST_PAGES: Final = 6  # with five pairs no sign test can fall below 5 %
_SHOWN: Final = 0.05


@dataclass(frozen=True, slots=True)
class ScoredSites:
    """The crawls behind two technical scores, and the brand both are assessed for."""

    before: SiteCrawl
    after: SiteCrawl
    profile: BrandProfile


def is_census(score: Score) -> bool:
    """Whether every discovered page was read, so that the score has no sampling error."""
    return score.low == score.high


def compare_technical(
    before: Score, after: Score, sites: ScoredSites | None, seed: int
) -> ScoreChange:
    """Change between two audits; `sites` is None if one of the crawls is gone.

    Two censuses: any difference counts as moved. Otherwise a paired permutation test over the pages
    both crawls read, each scored alone; fewer than six of them are "not enough data".
    """
    if before.model != after.model:
        return ScoreChange(None, "model changed")
    points = after.value - before.value
    if is_census(before) and is_census(after):
        verdict: Verdict = "moved" if abs(points) >= _SHOWN else "within noise"
        return ScoreChange(points, verdict, exact=True)
    if sites is None:
        return compare_apart(before, after)
    differences = _page_differences(sites, seed)
    if len(differences) < LEAST_PAGES:
        return ScoreChange(points, "not enough data")
    moved = paired_permutation(differences, seed) < LEVEL
    same_way = points * float(np.mean(differences)) > 0.0
    return ScoreChange(points, "moved" if moved and same_way else "within noise")


def compare_apart(before: Score, after: Score) -> ScoreChange:
    """Compare two independent estimates, by the interval of their difference.

    The facing halves of the two 95 % intervals add up in quadrature.
    """
    if before.model != after.model:
        return ScoreChange(None, "model changed")
    points = after.value - before.value
    rising = points > 0.0
    halves = (
        (before.high - before.value, after.value - after.low)
        if rising
        else (before.value - before.low, after.high - after.value)
    )
    moved = abs(points) > float(np.hypot(*halves)) and abs(points) >= _SHOWN
    return ScoreChange(points, "moved" if moved else "within noise")


def _page_differences(sites: ScoredSites, seed: int) -> list[float]:
    old = {page.url: page for page in sites.before.pages}
    differences = []
    for page in sorted(sites.after.pages, key=lambda p: p.url):
        if page.url in old:
            was = _alone(sites.before, old[page.url], sites.profile, seed)
            now = _alone(sites.after, page, sites.profile, seed)
            if was is not None and now is not None:
                differences.append(now - was)
    return differences


def _alone(crawl: SiteCrawl, page: PageFacts, profile: BrandProfile, seed: int) -> float | None:
    """The score of one page, together with the checks that apply to the whole site."""
    score = audit(replace(crawl, pages=(page,), discovered=1), profile, seed).score
    return None if score is None else score.value
