"""Quick tier of the assurance `overload`."""

from __future__ import annotations

import pytest

from tests.assurance import overload
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(120)
async def test_at_twice_the_capacity_accepted_calls_are_quick_and_the_rest_is_told_early(
    place: Place,
) -> None:
    outcome = await overload.run(place, overload.QUICK, Deadline(60))
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["accepted"] > 0, outcome.counts
