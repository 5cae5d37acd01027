"""Panels spread over the single things that a brand sells, not over one noun."""

from __future__ import annotations

import pytest

from presence.analysis.panel import build_panel
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind, Quote, Slot

PAGE = "https://brand.example/prices"


def _offer(
    kind: OfferKind,
    category: str,
    wares: tuple[str, ...],
    *,
    place: str = "",
    language: str = "en",
    price: str = "",
) -> Offer:
    quotes = tuple(Quote(f"{ware}, {price}" if price else ware, PAGE) for ware in wares)
    return Offer(
        language,
        kind=Slot(kind, 1.0),
        category=Slot(category, 1.0),
        place=Slot(place, 1.0) if place else None,
        wares=Slot(wares, 0.6, quotes),
    )


def _texts(description: str, offer: Offer, market: str = "GB", size: int = 25) -> list[str]:
    profile = BrandProfile("Quern", description, "", market=market, language=offer.language)
    return [p.text for p in build_panel(profile, offer, size, None).prompts if not p.branded]


FIDDLES = ("Violin repairs", "Cello rental", "Bow rehairing", "Viola strings", "Violin valuations")


def test_what_a_site_lists_is_asked_for_where_customers_look() -> None:
    texts = _texts(
        "Violin shop in York",
        _offer("local-service", "violin workshop", FIDDLES, place="York"),
    )
    assert sum("violin workshop" not in text.lower() for text in texts) >= 6
    for thing in ("violin repairs", "cello rental", "bow rehairing"):
        assert any(thing in text and "in York" in text for text in texts), thing


def test_at_most_a_third_of_a_panel_asks_for_the_category_in_other_words() -> None:
    texts = _texts(
        "Violin shop in York",
        _offer("local-service", "violin workshop", FIDDLES, place="York"),
    )
    discovery = [t for t in texts if "violin workshop in York" in t and "offer" not in t]
    assert len(texts) == 24
    assert len(discovery) <= 8


@pytest.mark.parametrize(
    ("ware", "expected", "wrong"),
    [
        ("Two-hour violin lesson", "a two-hour violin lesson", "get two-hour violin lesson"),
        ("Violin polishing", "violin polishing", "a violin polishing"),
        ("Violin repairs", "violin repairs", "a violin repairs"),
    ],
)
def test_a_ware_has_its_article_only_where_it_is_counted(
    ware: str, expected: str, wrong: str
) -> None:
    offer = _offer("local-service", "violin workshop", (ware,), place="York")
    text = " ".join(_texts("Violin workshop and violin lessons in York", offer))
    assert expected in text
    assert wrong not in text


@pytest.mark.parametrize("ware", ["Brandenburg", "Gold", "Onlineshop", "Trio", "Full service"])
def test_names_plans_and_what_anybody_has_are_no_wares(ware: str) -> None:
    offer = _offer("local-service", "violin workshop", (ware,), place="York", price="£90")
    assert not any(ware.lower() in text.lower() for text in _texts("Violin workshop", offer))


def test_what_a_program_prices_is_a_plan_and_what_it_lists_a_feature() -> None:
    plan = _offer("software", "choir software", ("Choir seats",), price="£9")
    feature = _offer("software", "choir software", ("Choir rehearsal plans",))
    assert not any("choir seats" in text for text in _texts("Choir software", plan))
    texts = _texts("Choir software", feature)
    assert "Which choir software has choir rehearsal plans?" in texts


def test_everything_a_description_does_is_asked_for() -> None:
    offer = _offer("local-service", "canoe repair", (), place="Bath")
    texts = _texts("We repair and rent out canoes in Bath", offer)
    assert any("canoe rental" in text for text in texts)


def test_german_wares_stand_without_an_article_they_might_get_wrong() -> None:
    offer = _offer(
        *("trade", "Malerbetrieb", ("Lehmputz", "Fassadenanstriche", "Mobiles Gerüst")),
        place="Ulm",
        language="de",
    )
    texts = _texts("Malerbetrieb in Ulm für Lehmputz und Fassadenanstriche", offer, "DE")
    assert any("Lehmputz" in text for text in texts)
    assert not any("Mobiles" in text for text in texts)
    assert not any(f"{word} Lehmputz" in text for text in texts for word in ("einen", "eine"))


def test_who_sells_is_no_ware() -> None:
    wares = ("Hebammenpraxen", "Rückbildungskurse", "Geburten im Geburtshaus")
    offer = _offer("health", "Geburtshaus", wares, place="Kiel", language="de")
    texts = _texts("Geburtshaus in Kiel mit Rückbildungskurs", offer, "DE")
    assert not any("Hebammenpraxen" in text for text in texts)
    assert any("Rückbildungskurse" in text for text in texts)
    assert not any("Geburtshäuser" in text and "im Geburtshaus" in text for text in texts)


def test_help_is_asked_for_with_what_weighs_on_somebody() -> None:
    offer = _offer("non-profit", "debt advice charity", ("Council tax debt relief",), place="Hull")
    texts = _texts("Debt advice charity in Hull", offer)
    assert any("help with council tax debt relief" in text for text in texts)
    assert not any("offer council tax" in text for text in texts)


def test_what_is_of_ones_own_farm_is_asked_for_without_the_farm() -> None:
    offer = _offer("shop", "farm shop", ("Farm eggs from our own hens", "Farm honey"), place="Bath")
    texts = _texts("Farm shop in Bath", offer)
    assert any("farm eggs in Bath" in text for text in texts)
    assert not any("own hens" in text for text in texts)


def test_a_german_noun_that_is_no_plural_is_not_declined_as_one() -> None:
    texts = _texts(
        "Kindergepäck aus Segeltuch", _offer("product", "Kindergepäck", (), language="de")
    )
    assert texts
    assert not any("Welche Kindergepäck" in text or "gute Kindergepäck" in text for text in texts)


def test_a_place_in_the_name_of_a_ware_is_not_said_twice() -> None:
    wares = ("Violin repairs in Elkin NC", *FIDDLES[1:])
    texts = _texts(
        "violin workshop", _offer("local-service", "violin workshop", wares, place="Elkin")
    )
    assert any("violin repairs" in text for text in texts)
    assert not any("Elkin NC" in text for text in texts)
