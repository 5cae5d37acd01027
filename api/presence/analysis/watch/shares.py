"""Where the share of a cited domain changed for good: change points of a pooled series.

A series holds, by date, how many citations there were and how many of them went to one domain. It
is cut where the logit of the mean share differs most between both sides, as long as no date's own
restlessness and no chance of counting explains the cut; then each side is cut again.

Source: binary segmentation (Scott and Knott 1974; Vostrikova 1981); the variance of a logit of
counts by Anscombe (1956); the day by successive differences (von Neumann 1941).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from presence.analysis.scoring.quantiles import normal_quantile
from presence.analysis.watch.features import CanaryAnswer

Floats = NDArray[np.float64]

DEFAULT_DAY: Final = 0.25  # sd of a date on the logit scale, while there are few dates
LEAST_DAY: Final = 0.1
OWN_DAYS_FROM: Final = 10
_MEDIAN_TO_SD: Final = 1.0484  # median |difference of two| of a normal of sd 1 is .9539


@dataclass(frozen=True, slots=True)
class SharePoint:
    """Citations of one date: `cited` of `all_citations` go to the domain.

    `alike` is how many citations come together (by answer); 1 where each stands for itself.
    """

    cited: int
    all_citations: int
    alike: float = 1.0


@dataclass(frozen=True, slots=True)
class ShareChange:
    """A change that begins with the date at `index`; shares (0..1) of the stretches around it."""

    index: int
    before: float
    after: float
    strength: float


def domain_shares(
    days: Sequence[Mapping[str, CanaryAnswer]], least: int
) -> dict[str, list[SharePoint]]:
    """By domain the citations of each day, for domains cited `least` times or more over all days.

    An answer cites a domain once, however often it does; answers without citation data, and failed
    ones, cite nothing.
    """
    cited = [Counter(d for a in day.values() for d in a.domains or ()) for day in days]
    totals: Counter[str] = sum(cited, Counter())
    return {
        domain: [SharePoint(day[domain], day.total()) for day in cited]
        for domain in sorted(totals)
        if totals[domain] >= least
    }


def share_changes(points: Sequence[SharePoint], error: float) -> list[ShareChange]:
    """The changes of a series in order of dates; dates without citations are passed over.

    `error` is the chance of finding any in a series without change. Raises ValueError for counts
    that cannot be, or an error that is no chance.
    """
    if not 0.0 < error < 1.0:
        raise ValueError("error must lie between 0 and 1")
    if any(not 0 <= p.cited <= p.all_citations or p.alike < 1.0 for p in points):
        raise ValueError("a date cannot cite a domain more often than it cites at all")
    kept = [place for place, point in enumerate(points) if point.all_citations]
    if len(kept) < 2:
        return []
    series = _Series.of([points[place] for place in kept])
    threshold = normal_quantile(1.0 - error / (2.0 * (len(kept) - 1)))
    cuts = _refined(series, _cuts(series, 0, len(kept), threshold), threshold)
    edges = [0, *(cut for cut, _ in cuts), len(kept)]
    return [
        ShareChange(
            kept[cut], series.share(edges[n], cut), series.share(cut, edges[n + 2]), strength
        )
        for n, (cut, strength) in enumerate(cuts)
    ]


@dataclass(frozen=True, slots=True)
class _Series:
    cited: Floats
    among: Floats
    alike: Floats
    day: float

    @classmethod
    def of(cls, points: Sequence[SharePoint]) -> _Series:
        cited = np.array([point.cited for point in points], dtype=np.float64)
        among = np.array([point.all_citations for point in points], dtype=np.float64)
        alike = np.array([point.alike for point in points])
        logits: Floats = np.log((cited + 0.5) / (among - cited + 0.5))
        return cls(cited, among, alike, _day(logits, alike * _chance(cited, among)))

    def share(self, first: int, last: int) -> float:
        return float(self.cited[first:last].sum() / self.among[first:last].sum())

    def likelihood(self, first: int, last: int) -> float:
        """The log-likelihood of one share for a stretch."""
        cited, among = self.cited[first:last].sum(), self.among[first:last].sum()
        return sum(
            float(part * np.log(part / among)) for part in (cited, among - cited) if part > 0.0
        )

    def likeliest(self, first: int, last: int) -> int:
        """Where a stretch is best split into two shares."""
        return max(
            range(first + 1, last),
            key=lambda cut: self.likelihood(first, cut) + self.likelihood(cut, last),
        )

    def strength(self, first: int, cut: int, last: int) -> float:
        """How many standard errors the logits of both sides of a cut differ by."""
        old, new = self.pooled(first, cut), self.pooled(cut, last)
        return abs(new[0] - old[0]) / float(np.sqrt(old[1] + new[1]))

    def pooled(self, first: int, last: int) -> tuple[float, float]:
        """The logit of a stretch and its variance: counts are pooled, dates have their own sd."""
        cited, among = self.cited[first:last], self.among[first:last]
        weights = among / among.sum()
        chance = _chance(cited.sum(), among.sum()) * float((weights * self.alike[first:last]).sum())
        logit = np.log((cited.sum() + 0.5) / (among.sum() - cited.sum() + 0.5))
        return float(logit), float(chance + self.day**2 * (weights**2).sum())


def _cuts(series: _Series, first: int, last: int, threshold: float) -> list[tuple[int, float]]:
    """Where the stretch is cut, and how strongly in standard errors."""
    best, at = 0.0, 0
    for cut in range(first + 1, last):
        strength = series.strength(first, cut, last)
        if strength > best:
            best, at = strength, cut
    if best < threshold:
        return []
    return [
        *_cuts(series, first, at, threshold),
        (at, best),
        *_cuts(series, at, last, threshold),
    ]


def _refined(
    series: _Series, cuts: list[tuple[int, float]], threshold: float
) -> list[tuple[int, float]]:
    """Cuts moved to where counts are likeliest between their neighbours, without those that then
    no longer reach the threshold.
    """
    edges = [0, *(cut for cut, _ in cuts), len(series.cited)]
    while len(edges) > 2:
        for place in range(1, len(edges) - 1):
            edges[place] = series.likeliest(edges[place - 1], edges[place + 1])
        strengths = [series.strength(*edges[n : n + 3]) for n in range(len(edges) - 2)]
        weakest = int(np.argmin(strengths))
        if strengths[weakest] >= threshold:
            return list(zip(edges[1:-1], strengths, strict=True))
        del edges[weakest + 1]
    return []


def _chance(cited: Floats, among: Floats) -> Floats:
    """The variance of the logit of counts."""
    value: Floats = 1.0 / (cited + 0.5) + 1.0 / (among - cited + 0.5)
    return value


def _day(logits: Floats, variances: Floats) -> float:
    """The sd of a date beyond chance, from successive differences: a few steps do not enter."""
    if len(logits) < OWN_DAYS_FROM:
        return DEFAULT_DAY
    both = (float(np.median(np.abs(np.diff(logits)))) * _MEDIAN_TO_SD) ** 2
    return float(np.sqrt(max(both - float(np.median(variances)), LEAST_DAY**2)))
