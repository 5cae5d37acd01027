"""Quick tier of the assurance `contradictions`: a few brands, every pair of places."""

from __future__ import annotations

from tests.assurance.contradictions import QUICK, walk
from tests.assurance.frame import Deadline
from tests.conftest import Place

SEED = 20_261_128


async def test_no_two_places_show_different_numbers_of_a_brand(place: Place) -> None:
    seen = await walk(place, QUICK, SEED, Deadline(100))
    assert seen.wrong == []
    assert seen.states == QUICK.brands * QUICK.steps
    assert seen.numbers > 30 * seen.states
