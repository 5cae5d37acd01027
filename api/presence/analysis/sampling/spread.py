"""How uncertain the next answer of a question on an assistant is, from the answers so far.

Invariant: a cell of few answers is taken for what its question's other cells and its assistant say
of it, as far as cells of this panel resemble those; how far is taken from the panel itself.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LEAST_RUNS: Final = 2  # before a brand's own answers decide where to ask
HISTORY_RUNS: Final = 26  # newest runs looked back on: half a year of weekly ones
# What a prior can be worth, in answers: from next to nothing to cells that are all one rate.
_WORTH: Final = np.exp(np.linspace(np.log(0.3), np.log(300.0), 13))
_SHIFT: Final = 6


@dataclass(frozen=True, slots=True)
class CellHistory:
    """A question on an assistant: in `named` of `answers` so far the brand was named."""

    prompt: str
    engine: str
    named: int
    answers: int


def answer_variances(cells: Sequence[CellHistory]) -> Floats:
    """The expected variance p (1 - p) of one more answer of each cell, between 0 and 1/4.

    A cell's rate has a beta prior. Its mean is that of the question's answers elsewhere, to which
    the assistant's rate over all questions counts as a further `pull` answers; the prior is worth
    `worth` answers. Both are those under which the answers of all cells were likeliest (empirical
    Bayes, beta-binomial). Of the posterior beta(a, b), E[p (1 - p)] = a b / ((a + b)(a + b + 1)).
    """
    if not cells:
        return np.zeros(0)
    named = np.array([float(cell.named) for cell in cells])
    answers = np.array([float(cell.answers) for cell in cells])
    if bool((named < 0.0).any()) or bool((named > answers).any()):
        raise ValueError("answer_variances needs 0 <= named <= answers")
    worth, mean = _prior(cells, named, answers)
    a, b = named + worth * mean, answers - named + worth * (1.0 - mean)
    found: Floats = a * b / ((a + b) * (a + b + 1.0))
    return found


def _prior(cells: Sequence[CellHistory], named: Floats, answers: Floats) -> tuple[float, Floats]:
    """What the prior is worth and its mean for each cell, by maximum likelihood on a grid."""
    prompts, engines = _numbers([c.prompt for c in cells]), _numbers([c.engine for c in cells])
    other_named = np.bincount(prompts, named)[prompts] - named
    other_answers = np.bincount(prompts, answers)[prompts] - answers
    usual = ((np.bincount(engines, named) + 0.5) / (np.bincount(engines, answers) + 1.0))[engines]
    best, chosen = -math.inf, (float(_WORTH[-1]), usual)
    for pull in _WORTH if bool((other_answers > 0.0).any()) else _WORTH[:1]:
        mean = (other_named + pull * usual) / (other_answers + pull)
        for worth in _WORTH:
            a, b = worth * mean, worth * (1.0 - mean)
            likely = _log_beta(a + named, b + answers - named) - _log_beta(a, b)
            if (total := float(likely.sum())) > best:
                best, chosen = total, (float(worth), mean)
    return chosen


def _numbers(names: Sequence[str]) -> NDArray[np.int64]:
    order = {name: number for number, name in enumerate(sorted(set(names)))}
    return np.array([order[name] for name in names], dtype=np.int64)


def _log_beta(a: Floats, b: Floats) -> Floats:
    return _log_gamma(a) + _log_gamma(b) - _log_gamma(a + b)


def _log_gamma(x: Floats) -> Floats:
    """ln of the gamma function for x > 0: Stirling's series, shifted upwards; error below 1e-8."""
    product = np.ones_like(x)
    for step in range(_SHIFT):
        product = product * (x + step)
    z = x + _SHIFT
    series = 1.0 / (12.0 * z) - 1.0 / (360.0 * z**3) + 1.0 / (1260.0 * z**5)
    value: Floats = (z - 0.5) * np.log(z) - z + 0.5 * math.log(2.0 * math.pi) + series
    return value - np.log(product)
