"""What is said of an interval is how it is made."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from presence.analysis.scoring.formulas import METRICS
from presence.analysis.scoring.intervals import (
    Interval,
    cluster_quantile,
    clustered_mean,
    clustered_rate,
    design_effect,
    wilson_bounds,
)

SAID = {metric.name: metric.interval for metric in METRICS}
PANELS = (
    (0.0, 0.1, 0.3, 0.5, 0.2, 0.4),
    (0.0, 0.0, 0.0, 0.0, 0.0, 0.9, 0.3),
    (0.55, 0.5, 0.6, 0.58, 0.52),
    (0.0, 1.0, 0.0, 1.0, 0.5, 0.5, 0.7, 0.2, 0.1, 0.9),
)
EACH = 4  # answers of a prompt


def wilson_of(values: Sequence[float], times_t: float) -> tuple[float, float]:
    """Wilson's bounds of a panel's mean with effective n and a multiple of t."""
    panel, k = np.array(values), len(values)
    one = np.array([panel.mean()])
    between = np.array([panel.var(ddof=1)])
    touched, unfilled = (np.array([float(many.sum())]) for many in (panel > 0, panel < 1))
    effect = design_effect(one, between, touched, unfilled, k, float(EACH))
    t = times_t * cluster_quantile(k)
    low, high = wilson_bounds(one, k * EACH / effect, t, t)
    return float(low[0]), float(high[0])


def mean_of(values: Sequence[float], seed: int = 7) -> Interval:
    found = clustered_mean(values, len(values) * EACH, seed)
    assert found is not None
    return found


@pytest.mark.parametrize("values", PANELS)
@pytest.mark.parametrize("metric", ["content", "sentiment", "wordShare", "positionWordShare"])
def test_a_mean_has_wilsons_interval_with_quantiles_from_0_97_to_1_2_of_t(
    metric: str, values: Sequence[float]
) -> None:
    assert "from 0.97 to 1.2 times t of prompts − 1" in SAID[metric]
    assert "effective n" in SAID[metric]
    found, (low, high) = mean_of(values), wilson_of(values, 0.97)
    lowest, highest = wilson_of(values, 1.2)
    assert lowest - 1e-9 <= found.low <= low + 1e-9
    assert high - 1e-9 <= found.high <= highest + 1e-9


def test_the_quantiles_of_a_mean_come_from_2_000_seeded_resamples() -> None:
    assert "2,000 seeded resamples of prompts" in SAID["content"]
    values = PANELS[0]
    assert mean_of(values, seed=1) == mean_of(values, seed=1)
    assert len({mean_of(values, seed).low for seed in range(5)}) > 1


@pytest.mark.parametrize(
    ("named", "scaled"), [((1, 0, 2, 1, 0, 2), False), ((4, 3, 4, 3, 3, 4), True)]
)
def test_a_rate_has_wilsons_interval_with_t_and_another_upper_quantile_above_60_percent(
    named: Sequence[int], scaled: bool
) -> None:
    assert "t quantiles of prompts − 1" in SAID["mentionRate"]
    assert "the upper one scaled above 60 %" in SAID["mentionRate"]
    found = clustered_rate(named, [EACH] * len(named))
    assert found is not None
    low, high = wilson_of([many / EACH for many in named], 1.0)
    assert found.low == pytest.approx(low)
    assert (found.high == pytest.approx(high)) is not scaled
