"""Questions in the words of those who ask them: country, place, number, length."""

from __future__ import annotations

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind, Slot


def _texts(description: str, market: str = "GB", audience: str = "") -> list[str]:
    profile = BrandProfile("Quern", description, audience, market=market)
    panel = build_panel(profile, read_offer(profile), 25, None)
    return [prompt.text for prompt in panel.prompts if not prompt.branded]


def _of(kind: OfferKind, category: str, place: str = "") -> list[str]:
    where = Slot(place, 1.0) if place else None
    offer = Offer("en", kind=Slot(kind, 1.0), category=Slot(category, 1.0), place=where)
    profile = BrandProfile("Quern", category, "", market="GB")
    return [prompt.text for prompt in build_panel(profile, offer, 25, None).prompts]


def test_americans_ask_for_a_lawyer_unless_the_brand_says_solicitor() -> None:
    offer = Offer(
        "en",
        kind=Slot("professional-service", 1.0),
        category=Slot("probate solicitor", 0.5),
        entry="probate-solicitor",
    )
    profile = BrandProfile("Quern", "We settle estates for families.", "", market="US")
    there = " ".join(p.text for p in build_panel(profile, offer, 25, None).prompts)
    assert "lawyer" in there
    assert "solicitor" not in there
    assert any("solicitor" in text for text in _texts("Employment solicitors in Tulsa", "US"))


def test_a_shop_with_an_address_is_asked_for_where_it_is() -> None:
    texts = _texts("Butcher in Ripon")
    assert any("in Ripon" in text for text in texts)
    assert not any("in the United Kingdom" in text for text in texts)


def test_a_shop_that_sends_is_asked_for_in_its_country() -> None:
    texts = _texts("Online bookshop in Ripon")
    assert any("in the United Kingdom" in text for text in texts)


def test_stuff_has_no_plural() -> None:
    assert not any("kombuchas" in text for text in _of("product", "ginger kombucha"))


def test_those_who_help_are_helped_and_not_applied_for() -> None:
    texts = _of("non-profit", "food bank", "Hull")
    assert not any("apply for food banks" in text or "need food banks" in text for text in texts)


def test_a_long_relative_clause_stays_in_the_description() -> None:
    said = "Invoicing app that reminds late customers politely every second Friday until they pay."
    offer = Offer("en", kind=Slot("software", 1.0), category=Slot("Invoicing app", 1.0))
    panel = build_panel(BrandProfile("Quern", said, "", market="GB"), offer, 25, None)
    assert panel.prompts
    assert not any("second Friday" in prompt.text for prompt in panel.prompts)


def test_a_shop_named_in_one_word_is_a_place_and_no_ware() -> None:
    texts = _of("shop", "online bookshop")
    assert "Which online bookshop would you recommend?" in texts
