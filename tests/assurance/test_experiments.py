"""The quick tier of the assurance `experiments`: a few worlds of every sort."""

from __future__ import annotations

import numpy as np
import pytest

from tests.assurance.experiments import verdict_in


@pytest.mark.parametrize("how", ["random", "by-lot", "lowest"])
def test_few_worlds_without_effect_are_called_a_success(how: str) -> None:
    rng = np.random.default_rng(7)
    assert sum(verdict_in(rng, how, planted=False) == "worked" for _ in range(30)) <= 4


def test_planted_effects_of_the_promised_size_are_mostly_found() -> None:
    rng = np.random.default_rng(8)
    assert sum(verdict_in(rng, "by-lot", planted=True) == "worked" for _ in range(30)) >= 18


@pytest.mark.parametrize(
    "spoil", ["model-break", "overlap", "questions-removed", "too-few-runs", "other-engines"]
)
def test_a_spoiled_experiment_is_called_so(spoil: str) -> None:
    rng = np.random.default_rng(9)
    found = {verdict_in(rng, "random", planted=True, spoil=spoil) for _ in range(4)}
    assert found == {"spoiled"}
