"""Technical AI Visibility with its interval, from the outcomes of all checks.

Invariant: a census has no sampling error and says so (low = high = value); a sample of the site's
pages never claims to be one.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from presence.analysis.audit.check_outcome import CheckOutcome
from presence.analysis.audit.codes import AUDIT_VERSION, CODES
from presence.analysis.types import Score

# Most points of a site that shuts search bots out, and of one with nothing to read.
CAP = 40.0
UNREADABLE_CAP = 20.0
_RESAMPLES = 2_000
_EXPLORATORY_PAGES = 5

Array = NDArray[np.float64]


def technical_score(
    outcomes: list[CheckOutcome], pages: int, discovered: int, ceiling: float, seed: int
) -> Score | None:
    """100 x passed weight / applicable weight, n = pages; None without pages.

    Page checks count by the share of pages passing. When `discovered` pages were not all read,
    pages are resampled with replacement (2,000 times, seeded) and the deviations shrunk by the
    finite-population factor sqrt(1 - n/N). Each resample holds one page more than was read, an
    unseen one that fails everything for the lower bound and passes everything for the upper:
    so the interval cannot collapse however alike the read pages are. No bound exceeds `ceiling`.
    """
    if pages == 0:
        return None
    weights = np.array([CODES[o.code].weight for o in outcomes])
    applicable = np.stack([o.applicable for o in outcomes])
    passed = np.stack([o.passed for o in outcomes])
    site = np.array([[o.site_applicable, o.site_passed] for o in outcomes], dtype=np.float64)
    once = np.ones((1, pages))
    value = float(_scores(weights, once @ applicable.T, once @ passed.T, site)[0])
    low = high = value
    if discovered > pages:
        rng = np.random.default_rng(seed)
        counts = rng.multinomial(pages, np.full(pages, 1 / pages), size=_RESAMPLES)
        drawn = counts.astype(np.float64)
        unseen = applicable.any(axis=1) * np.maximum(1.0, applicable.max(axis=1))
        tried = drawn @ applicable.T + unseen
        worst = _scores(weights, tried, drawn @ passed.T, site)
        best = _scores(weights, tried, drawn @ passed.T + unseen, site)
        factor = float(np.sqrt(1 - pages / discovered))
        low = max(0.0, value + factor * (float(np.quantile(worst, 0.025)) - value))
        high = min(100.0, value + factor * (float(np.quantile(best, 0.975)) - value))
        low, high = min(low, value), max(high, value)
    value, low, high = min(value, ceiling), min(low, ceiling), min(high, ceiling)
    exploratory = discovered > pages and pages < _EXPLORATORY_PAGES
    return Score(
        round(value, 4), round(low, 4), round(high, 4), pages, "pages", AUDIT_VERSION, exploratory
    )


def _scores(weights: Array, applicable: Array, passed: Array, site: Array) -> Array:
    """Scores of several page samples; rows are samples, columns checks."""
    tried = applicable + site[:, 0]
    good = passed + site[:, 1]
    counts = tried > 0
    share = np.divide(good, tried, out=np.zeros_like(good), where=counts)
    total = (counts * weights).sum(axis=1)
    good_weight: Array = 100 * (share * weights).sum(axis=1)
    scores: Array = np.divide(good_weight, total, out=np.zeros(len(total)), where=total > 0)
    return scores
