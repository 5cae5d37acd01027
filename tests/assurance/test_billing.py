"""Quick tier of the assurance `billing`."""

from __future__ import annotations

import pytest

from tests.assurance import billing
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(300)  # about 40 s on two free cores
async def test_three_hundred_histories_end_as_stripe_has_them(place: Place) -> None:
    outcome = await billing.run(place, billing.QUICK, 20_261_121, Deadline(270))
    assert outcome.violations == 0, outcome.counts
    assert outcome.complete, outcome.counts
    assert outcome.counts["kills"] > 20
    assert outcome.counts["requestsSpoiled"] > 20
    assert outcome.counts["eventsDropped"] > 20
