"""Tests the change between two runs.

Invariant: only (prompt, engine) pairs present in both runs are compared, and a changed model or
basis is reported, never compared silently.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from presence.analysis.scoring.observations import Observation, headline_observations
from presence.analysis.types import Answer, Extraction

Verdict = Literal["moved", "within noise", "not enough data", "model changed"]
PERMUTATIONS: Final = 10_000
LEVEL: Final = 0.05
FALSE_DISCOVERY: Final = 0.10
LEAST_PROMPTS: Final = 5
_EXACT_UP_TO: Final = 13
_SAME: Final = 1e-12


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """Points a score gained, with the verdict; `exact` if neither has a sampling error."""

    points: float | None
    verdict: Verdict
    exact: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """Points gained (0..100 scale) over shared pairs, with the verdict; p is None if untested."""

    points: float | None
    p_value: float | None
    prompts: int
    verdict: Verdict


def compare_runs(before: Sequence[Observation], after: Sequence[Observation], seed: int) -> Change:
    """Change of Content AI Visibility between two runs by a paired permutation test.

    Pairs of one prompt flip together. Fewer than five shared prompts: "not enough data".
    """
    if model_changed(before, after):
        return Change(None, None, 0, "model changed")
    old, new = _cells(before), _cells(after)
    by_prompt: dict[str, list[float]] = defaultdict(list)
    for pair in sorted(old.keys() & new.keys()):
        by_prompt[pair[0]].append(new[pair] - old[pair])
    return change_verdict([float(np.mean(values)) for values in by_prompt.values()], seed)


def change_verdict(differences: Sequence[float], seed: int) -> Change:
    """The verdict on the differences (0..1 scale) of the prompts that both sides share."""
    if not differences:
        return Change(None, None, 0, "not enough data")
    points = 100.0 * float(np.mean(differences))
    if len(differences) < LEAST_PROMPTS:
        return Change(points, None, len(differences), "not enough data")
    p = paired_permutation(differences, seed)
    return Change(points, p, len(differences), "moved" if p < LEVEL else "within noise")


def compare_content(
    before: Sequence[tuple[Answer, Extraction]],
    after: Sequence[tuple[Answer, Extraction]],
    seed: int,
) -> Change:
    """`compare_runs` on the headline observations of two runs, ignoring anything else asked.

    A different headline basis is "model changed".
    """
    old_basis, old = headline_observations([a for a, _ in before], [e for _, e in before])
    new_basis, new = headline_observations([a for a, _ in after], [e for _, e in after])
    if old_basis is not None and new_basis is not None and old_basis != new_basis:
        return Change(None, None, 0, "model changed")
    return compare_runs(old, new, seed)


def _cells(observations: Sequence[Observation]) -> dict[tuple[str, str], float]:
    values: dict[tuple[str, str], list[float]] = defaultdict(list)
    for o in observations:
        values[o.prompt_id, o.engine_id].append(o.visibility)
    return {pair: float(np.mean(sorted(samples))) for pair, samples in values.items()}


def model_changed(before: Sequence[Observation], after: Sequence[Observation]) -> bool:
    """Whether the sides differ in basis, or a shared engine answered with another model."""
    if not before or not after:
        return False
    bases = {o.answer.engine.basis for o in (*before, *after)}
    if len(bases) > 1:
        return True
    old, new = _models(before), _models(after)
    return any(old[engine] != new[engine] for engine in old.keys() & new.keys())


def _models(observations: Sequence[Observation]) -> dict[str, frozenset[str]]:
    models: dict[str, set[str]] = defaultdict(set)
    for o in observations:
        models[o.engine_id].add(o.answer.raw.model or o.answer.engine.model)
    return {engine: frozenset(found) for engine, found in models.items()}


def paired_permutation(differences: Sequence[float], seed: int) -> float:
    """Two-sided p of the mean of paired differences by sign flips.

    Exact up to 13 pairs, otherwise 10,000 seeded flips with the observed one included. If all
    differences are zero, p is 1.
    """
    values = np.asarray(differences, dtype=np.float64)
    if values.size == 0 or not np.any(np.abs(values) > _SAME):
        return 1.0
    observed = abs(float(values.sum()))
    if values.size <= _EXACT_UP_TO:
        codes = np.arange(2**values.size)[:, None] >> np.arange(values.size)
        sums = np.abs((1.0 - 2.0 * (codes & 1)) @ values)
        return float(np.mean(sums >= observed - _SAME))
    rng = np.random.default_rng(seed)
    signs = 1.0 - 2.0 * rng.integers(0, 2, (PERMUTATIONS, values.size))
    reached = int(np.sum(np.abs(signs @ values) >= observed - _SAME))
    return (reached + 1) / (PERMUTATIONS + 1)


def benjamini_hochberg(
    p_values: Sequence[float], rate: float = FALSE_DISCOVERY
) -> tuple[bool, ...]:
    """Which of the p values are discoveries at a false discovery rate, in the given order."""
    count = len(p_values)
    order = sorted(range(count), key=lambda i: p_values[i])
    passed = 0
    for rank, index in enumerate(order, start=1):
        if p_values[index] <= rate * rank / count:
            passed = rank
    found = set(order[:passed])
    return tuple(index in found for index in range(count))
