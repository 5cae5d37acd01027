"""JSON-LD for a home page: the schema.org type of the offer, with facts that stand on the page.

Invariant: a block proposed here passes the checks of `schema`; where it would not, it says less.
"""

from __future__ import annotations

import json
import re
from typing import Final

from presence.analysis.audit.schema import problems_of
from presence.analysis.audit.wording import plain, summary
from presence.analysis.facts.amounts import amounts
from presence.analysis.offer.categories import catalogue
from presence.analysis.types import BrandProfile, PageFacts, StructuredItem
from presence.analysis.types.offer import Offer

Data = dict[str, object]
ORGANIZATION: Final = "Organization"
_BY_KIND: Final = {
    "software": "SoftwareApplication",
    "shop": "OnlineStore",
    "local-service": "LocalBusiness",
    "professional-service": "ProfessionalService",
    "trade": "HomeAndConstructionBusiness",
    "hospitality": "LocalBusiness",
    "education": "EducationalOrganization",
    "health": "MedicalBusiness",
    "non-profit": "NGO",
    "open-source": "SoftwareSourceCode",
    "marketplace": "OnlineBusiness",
    "media": "NewsMediaOrganization",
    "public-body": "GovernmentOrganization",
}
# Types of the things a business sells; its own home page is about the business.
_OF_GOODS: Final = frozenset({"Product", "Course", "WebSite", "VideoGame"})
_WORKS: Final = frozenset(
    {"SoftwareApplication", "MobileApplication", "WebApplication", "SoftwareSourceCode",
     "Periodical", "PodcastSeries", "CreativeWorkSeries", "Newspaper"}
)  # fmt: skip
_SOLD: Final = frozenset({"SoftwareApplication", "MobileApplication", "WebApplication"})
_PHONE = re.compile(
    r"\b(?:tel(?:ephone|efon|éfono)?|phone|fon|call(?: us)?(?: on| at)?|ring(?: us)?(?: on)?|tél)"
    r"[^\d+\n]{0,15}(\+?\d[\d ()/.-]{5,18}\d)",
    re.IGNORECASE,
)
_STREET = re.compile(
    r"(?P<street>\d{1,5}[a-z]?,? [A-Z][\w'’ ]{2,40}? (?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|"
    r"Square|Way|Place|Row|Terrace|Close|Court|Boulevard|Blvd|Quay|Yard)\.?),?\s+"
    r"(?P<town>[A-Z][\w'’ -]{2,30}?),?\s+(?P<code>[A-Z]{1,2}\d[\dA-Z]? \d[A-Z]{2}|[A-Z]{2} \d{5})\b"
    r"|(?P<strasse>[A-ZÄÖÜ][\w.ß' -]{2,40}?(?:straße|strasse|str\.|weg|platz|allee|gasse|ufer|damm)"
    r" \d{1,4}\s?[a-z]?),?\s+(?P<plz>\d{4,5}) (?P<ort>[A-ZÄÖÜ][\wäöüß-]{2,30})"
)


def home_markup(page: PageFacts, profile: BrandProfile, offer: Offer) -> Data:
    """The object for the page that stands for the business."""
    typed = _data(type_of(offer), page, profile)
    return typed if _sound(typed, page) else _data(ORGANIZATION, page, profile)


def type_of(offer: Offer) -> str:
    """The schema.org type of the business behind an offer; Organization if its kind is unknown."""
    entry = catalogue().get(offer.entry) if offer.entry else None
    if entry is not None and entry.schema not in _OF_GOODS:
        return entry.schema
    kind = entry.kind if entry is not None else offer.kind.value if offer.kind else ""
    return _BY_KIND.get(kind, ORGANIZATION)


def _data(name: str, page: PageFacts, profile: BrandProfile) -> Data:
    data: Data = {
        "@type": name,
        "name": profile.name,
        "url": page.final_url,
        "description": plain(profile.description or page.description or summary(page)),
    }
    image = dict(page.open_graph).get("og:image")
    if image:
        data["image" if name in _WORKS else "logo"] = image
    if name in _SOLD and (price := _price(page)):
        data["offers"] = price
    if name not in _WORKS:
        data |= _contact(page)
    return data


def _price(page: PageFacts) -> Data:
    """The first amount of money on the page, {} when it names none."""
    for amount in amounts(page.main_text):
        return {
            "@type": "Offer",
            "price": f"{amount.value:.2f}".removesuffix(".00"),
            "priceCurrency": amount.currency,
        }
    return {}


def _contact(page: PageFacts) -> Data:
    """Telephone number and address as far as they stand in the text."""
    found: Data = {}
    phone = _PHONE.search(page.main_text)
    if phone is not None:
        found["telephone"] = phone.group(1)
    place = _STREET.search(page.main_text)
    if place is not None:
        found["address"] = {
            "@type": "PostalAddress",
            "streetAddress": place["street"] or place["strasse"],
            "addressLocality": place["town"] or place["ort"],
            "postalCode": place["code"] or place["plz"],
        }
    return found


def _sound(data: Data, page: PageFacts) -> bool:
    raw = json.dumps({"@context": "https://schema.org", **data})
    return not problems_of(StructuredItem("json-ld", (str(data["@type"]),), raw), page)
