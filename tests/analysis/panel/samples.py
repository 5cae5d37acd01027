"""Brands and pages that the panel's tests ask about.

Invariant: example domains only, and every page is small enough to read beside its assertion.
"""

from __future__ import annotations

from datetime import UTC, datetime

from presence.analysis.types import BrandProfile, Competitor, PageFacts

NOW = datetime(2026, 1, 5, 9, 0, tzinfo=UTC)

SHOES = BrandProfile(
    name="Northpeak",
    description="Northpeak makes trail running shoes and waterproof jackets for weekend runners.",
    audience="Weekend runners with little time who want grip on wet rock",
    aliases=("NP Trail",),
    website="https://www.northpeak.example/",
    prefixes=("northpeak.example",),
    market="GB",
    competitors=(Competitor("rocky", "Rockyfoot", website="https://rockyfoot.example/"),),
)
AGENCY = BrandProfile(
    name="Taskly",
    description="Taskly is a project management tool for small agencies with time tracking.",
    market="US",
)
GERMAN = BrandProfile(
    name="Huber",
    description="Huber backt Sauerteigbrot und glutenfreie Brötchen für Familien in München.",
    audience="Familien und Berufstätige",
    market="DE",
    language="de",
)
FRENCH = BrandProfile(
    name="Lune",
    description="Lune fabrique des bougies parfumées et des huiles naturelles pour la maison.",
    market="FR",
    language="fr",
)
SPANISH = BrandProfile(
    name="Verde",
    description="Verde vende muebles de jardín y macetas de barro para terrazas pequeñas.",
    market="ES",
    language="es",
)
ALL = (SHOES, AGENCY, GERMAN, FRENCH, SPANISH)


def page(
    url: str,
    title: str = "",
    description: str = "",
    headings: tuple[tuple[int, str], ...] = (),
    text: str = "",
) -> PageFacts:
    """One readable page."""
    return PageFacts(
        url=url,
        final_url=url,
        status=200,
        fetched_at=NOW,
        depth=0 if url.count("/") == 3 and url.endswith("/") else 1,
        content_type="text/html",
        title=title,
        description=description,
        headings=headings,
        main_text=text,
        word_count=len(text.split()),
    )


FURNITURE_PAGES = (
    page(
        "https://oakline.example/",
        "Solid tables for small rooms | Oakline",
        "Oakline makes dining tables and shelves from solid oak.",
        ((1, "Tables that fit the room you really have"),),
        "Oakline is a furniture workshop in Leeds. We make dining tables, benches and shelves "
        "from solid oak. Read our privacy policy. Oakline ships everywhere.",
    ),
    page(
        "https://oakline.example/dining-tables",
        "Dining tables | Oakline",
        "Oak dining tables from 120 to 320 cm.",
        ((1, "Dining tables"), (2, "Which size seats how many")),
        "Our dining tables are oiled twice. A dining table carries hot plates. You wipe spills "
        "and the oil stays. A bench slides under every dining table.",
    ),
    page(
        "https://oakline.example/privacy",
        "Privacy policy",
        "How tracking pixels are handled.",
        ((1, "Tracking pixels"),),
        "Tracking pixels, tracking pixels and tracking pixels.",
    ),
)
FURNITURE = BrandProfile(name="Oakline", website="https://oakline.example/")
