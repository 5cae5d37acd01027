"""The kind of an offer that the catalogue does not hold, from the brand's own words."""

from __future__ import annotations

import pytest

from presence.analysis.offer.reading import read_offer
from presence.analysis.types import BrandProfile


@pytest.mark.parametrize(
    "description",
    ["We make small-batch chutneys in Somerset", "Small-batch hot sauces made in Vermont."],
)
def test_what_is_made_by_hand_is_a_product(description: str) -> None:
    offer = read_offer(BrandProfile(name="Millbrook", description=description))
    assert offer.kind is not None
    assert offer.kind.value == "product"
