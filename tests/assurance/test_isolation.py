"""Quick tier of the assurance `isolation`."""

from __future__ import annotations

import pytest

from tests.assurance import isolation
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(600)
@pytest.mark.flaky(reruns=0)  # a leak that shows once in two tries is a leak
async def test_nobody_reads_a_word_of_another_tenant(place: Place) -> None:
    outcome = await isolation.run(place, isolation.QUICK, 7, Deadline(480))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
