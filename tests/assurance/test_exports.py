"""Quick tier of the assurance `exports`."""

from __future__ import annotations

import pytest

from tests.assurance import exports
from tests.assurance.frame import Deadline
from tests.conftest import Place


@pytest.mark.timeout(400)
async def test_an_export_of_many_rows_needs_no_more_memory_and_one_given_up_leaves_nothing(
    place: Place,
) -> None:
    outcome = await exports.run(place, exports.QUICK, Deadline(300))
    assert outcome.violations == 0, outcome.counts
    assert outcome.counts["rows"] > exports.QUICK.many
