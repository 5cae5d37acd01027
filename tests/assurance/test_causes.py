"""Quick tier of the assurance `causes`."""

from __future__ import annotations

import pytest

from tests.assurance import causes
from tests.assurance.causes_worlds import BLAMABLE
from tests.assurance.frame import Deadline


@pytest.fixture(scope="module")
def seen() -> causes.Seen:
    return causes.run(causes.QUICK, 7, Deadline(120))


def test_the_parts_of_random_histories_add_up(seen: causes.Seen) -> None:
    assert seen.explained > causes.QUICK.histories, seen
    assert seen.wrong == []


def test_a_planted_cause_is_the_one_that_is_blamed(seen: causes.Seen) -> None:
    assert set(seen.planted) == set(BLAMABLE)
    assert seen.outcome(complete=True).violations == 0, seen.blamed
