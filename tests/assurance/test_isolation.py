"""Quick tier of the assurance `isolation`."""

from __future__ import annotations

import pytest

from tests.assurance import isolation
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(600)
async def test_nobody_reads_a_word_of_another_tenant(place: Place) -> None:
    outcome = await isolation.run(place, isolation.QUICK, 7, Deadline(480))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
