"""Who makes to order, or works for people as well, is asked about in its town."""

from __future__ import annotations

import pytest

from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import offer_of


def _asked(description: str, language: str = "en", market: str = "GB") -> list[str]:
    profile = BrandProfile("Rowan", description, "", language=language, market=market)
    panel = build_panel(profile, offer_of("Rowan", description, language=language), 30, None)
    return [prompt.text for prompt in panel.prompts if not prompt.branded]


@pytest.mark.parametrize(
    "description",
    [
        "Rowan makes saddles to order in Walsall.",
        "Rowan makes oak beds and teaches wood carving workshops in Walsall.",
        "Rowan weaves willow baskets and repairs cane chairs in Walsall.",
    ],
)
def test_a_maker_to_order_or_with_lessons_is_asked_about_nearby(description: str) -> None:
    asked = _asked(description)
    assert sum("Walsall" in text for text in asked) >= 8
    assert not any("United Kingdom" in text for text in asked)


def test_nobody_asks_for_tests_of_what_is_made_to_order() -> None:
    asked = _asked("Rowan makes saddles to order in Walsall.")
    assert asked
    assert not any("test" in text for text in asked)


@pytest.mark.parametrize(
    "description",
    ["Rowan makes rubber seals in Walsall.",
     "Rowan makes saddles to order in Walsall and ships worldwide."],
)  # fmt: skip
def test_goods_for_the_whole_country_stay_national(description: str) -> None:
    asked = _asked(description)
    assert any("United Kingdom" in text for text in asked)


def test_both_deeds_are_asked_about() -> None:
    asked = "\n".join(_asked("Rowan makes oak beds and teaches wood carving workshops in Walsall."))
    assert "oak bed" in asked
    assert "wood carving workshops in Walsall" in asked


def test_what_is_built_on_the_customers_ground_is_no_ware() -> None:
    asked = "\n".join(_asked("Rowan builds flint walls in Sussex."))
    assert "flint wall construction compan" in asked
    assert "buy" not in asked


def test_what_a_worker_sells_beside_is_bought() -> None:
    asked = _asked("Rowan tunes pianos and sells brass music stands in Walsall.")
    stands = [text for text in asked if "music stands" in text]
    assert any("buy brass music stands" in text for text in stands)
    assert not any("book brass" in text for text in stands)


def test_several_described_things_have_a_weak_ending_after_which_in_german() -> None:
    asked = "\n".join(
        _asked("Rowan repariert Uhren und verkauft gebrauchte Geigen in Ulm.", "de", "DE")
    )
    assert "Welche gebrauchten Geigen" in asked
    assert "Welche gebrauchte Geigen" not in asked
