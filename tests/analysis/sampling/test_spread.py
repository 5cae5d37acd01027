"""How uncertain a cell is taken to be, from few answers of its own and those of its neighbours."""

from __future__ import annotations

import numpy as np
import pytest

from presence.analysis.sampling import CellHistory, answer_variances


def panel(seed: int, answers: int, engines: int = 3) -> tuple[list[CellHistory], np.ndarray]:
    """Forty questions, a third of them never answered with the name, a third always."""
    rng = np.random.default_rng(seed)
    by_question = rng.permutation(np.repeat([0.005, 0.5, 0.995, 0.3], 10))
    rates = np.repeat(by_question, engines)
    named = rng.binomial(answers, rates)
    cells = [
        CellHistory(f"q{i // engines}", f"e{i % engines}", int(x), answers)
        for i, x in enumerate(named)
    ]
    return cells, rates * (1.0 - rates)


def test_a_saturated_cell_is_less_uncertain_than_a_mixed_one() -> None:
    cells = [CellHistory(f"q{n}", "e", named, 6) for n, named in enumerate([0, 0, 6, 6, 3, 2, 4])]
    found = answer_variances(cells)
    assert found[:4].max() < 0.6 * found[4:].min()


def test_all_cells_alike_are_taken_for_one_rate() -> None:
    rng = np.random.default_rng(3)
    cells = [CellHistory(f"q{n}", "e", int(x), 20) for n, x in enumerate(rng.binomial(20, 0.4, 60))]
    found = answer_variances(cells)
    assert found.max() / found.min() < 1.15
    assert found.mean() == pytest.approx(0.24, abs=0.01)


def test_a_new_cell_is_judged_by_its_questions_other_assistants() -> None:
    cells, _ = panel(5, 6)
    certain = next(c for c in cells if sum(o.named for o in cells if o.prompt == c.prompt) == 0)
    mixed = next(c for c in cells if sum(o.named for o in cells if o.prompt == c.prompt) == 9)
    new = [*cells, CellHistory(certain.prompt, "new", 0, 0), CellHistory(mixed.prompt, "new", 0, 0)]
    found = answer_variances(new)
    assert found[-2] < 0.5 * found[-1]


def test_more_answers_come_closer_to_the_truth() -> None:
    errors = []
    for answers in (4, 40):
        cells, truth = panel(11, answers)
        errors.append(float(np.abs(answer_variances(cells) - truth).mean()))
    assert errors[1] < 0.5 * errors[0]


def test_without_any_answer_every_cell_is_as_uncertain_as_can_be() -> None:
    found = answer_variances([CellHistory("q1", "e", 0, 0), CellHistory("q2", "e", 0, 0)])
    assert found[0] == found[1] > 0.0


def test_a_cell_is_never_taken_for_certain() -> None:
    found = answer_variances([CellHistory(f"q{n}", "e", 0, 500) for n in range(50)])
    assert 0.0 < found.min() <= found.max() <= 0.25


def test_the_order_of_the_cells_changes_nothing() -> None:
    cells, _ = panel(2, 4)
    turned = cells[::-1]
    assert answer_variances(turned)[::-1] == pytest.approx(answer_variances(cells))


def test_counts_that_cannot_be_are_refused() -> None:
    with pytest.raises(ValueError, match="0 <= named <= answers"):
        answer_variances([CellHistory("q", "e", 3, 2)])


def test_no_cells_have_no_variances() -> None:
    assert len(answer_variances([])) == 0
