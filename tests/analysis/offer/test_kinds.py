"""The kind of an offer that the catalogue does not hold, from the brand's own words."""

from __future__ import annotations

import pytest

from presence.analysis.offer.reading import read_offer
from presence.analysis.types import BrandProfile
from tests.analysis.offer.readings import kind_of, offer_of, page


@pytest.mark.parametrize(
    "description",
    ["We make small-batch chutneys in Somerset", "Small-batch hot sauces made in Vermont."],
)
def test_what_is_made_by_hand_is_a_product(description: str) -> None:
    offer = read_offer(BrandProfile(name="Millbrook", description=description))
    assert offer.kind is not None
    assert offer.kind.value == "product"


@pytest.mark.parametrize(
    ("language", "description", "expected"),
    [
        ("en", "Guitar lessons in Truro", "education"),
        ("de", "Gitarrenunterricht in Jena, auch für Späteinsteiger", "education"),
        ("es", "Clases de vela para adultos en Valencia", "education"),
        ("fr", "Logiciel de réservation pour ports de plaisance", "software"),
        ("de", "Hypothekenberatung in Aarau", "professional-service"),
        ("en", "Sells sheet music and folders to choirs, posted worldwide.", "shop"),
        ("de", "Onlineshop für Stoffe und Garne", "shop"),
        ("en", "Curry house and catering for weddings in Bradford", "hospitality"),
        ("en", "Monitoring for MariaDB. One binary. MIT licence.", "open-source"),
    ],
)
def test_the_noun_or_the_verb_tells_the_kind(
    language: str, description: str, expected: str
) -> None:
    assert kind_of(offer_of("Millbrook", description, language=language)) == expected


def test_a_charity_that_advises_is_a_charity() -> None:
    site = page("Wegwarte e. V.", "Wir sind da", "<p>Gemeinnütziger Verein. Spenden.</p>")
    offer = offer_of("Wegwarte", "Rechtsberatung für Geflüchtete in Ulm", site, language="de")
    assert kind_of(offer) == "non-profit"


def test_a_type_of_schema_org_tells_the_kind_of_what_no_word_tells() -> None:
    head = '<script type="application/ld+json">{"@type":"GovernmentOffice","name":"X"}</script>'
    offer = offer_of("Altenfeld", "Wasser und Wege in Altenfeld", page("A", "B", "C", head))
    assert kind_of(offer) == "public-body"
