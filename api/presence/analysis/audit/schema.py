"""The part of schema.org an audit judges: known types, required properties, visible answers.

Invariant: only what schema.org or a consuming vendor documents as required is called an error.
"""

from __future__ import annotations

import difflib
import json
import re
from typing import Final

from presence.analysis.audit.vocabulary import SCHEMA_TYPES
from presence.analysis.crawler.structured import parsed, types_of
from presence.analysis.types import PageFacts, StructuredItem

_REQUIRED: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "Organization": (("name",), ("url",)),
    "Corporation": (("name",), ("url",)),
    "OnlineStore": (("name",), ("url",)),
    "LocalBusiness": (("name",), ("address",)),
    "Store": (("name",), ("address",)),
    "FurnitureStore": (("name",), ("address",)),
    "Restaurant": (("name",), ("address",)),
    "Product": (("name",), ("offers", "review", "aggregateRating")),
    "SoftwareApplication": (("name",), ("offers", "review", "aggregateRating")),
    "WebSite": (("name",), ("url",)),
    "FAQPage": (("mainEntity",),),
    "Article": (("headline",),),
    "NewsArticle": (("headline",),),
    "BlogPosting": (("headline",),),
    "TechArticle": (("headline",),),
    "BreadcrumbList": (("itemListElement",),),
    "Event": (("name",), ("startDate",)),
    "VideoObject": (("name",), ("thumbnailUrl",), ("uploadDate",)),
    "JobPosting": (("title",), ("description",), ("datePosted",), ("hiringOrganization",)),
    "Recipe": (("name",),),
    "Person": (("name",),),
}
# What an item needs where it stands inside another one.
_NESTED: Final[dict[str, tuple[tuple[str, ...], ...]]] = {
    "Offer": (("price", "priceSpecification"),),
    "AggregateOffer": (("lowPrice",), ("priceCurrency",)),
    "AggregateRating": (("ratingValue",), ("ratingCount", "reviewCount")),
    "Review": (("author",), ("reviewRating", "reviewBody")),
    "Organization": (("name",),),
    "Person": (("name",),),
}
_DATES: Final = ("datePublished", "dateModified", "uploadDate", "startDate", "datePosted")
_DATE = re.compile(r"\d{4}(?:-\d{2}(?:-\d{2}(?:[T ]\d{2}:\d{2}.*)?)?)?$")
_PRICE = re.compile(r"\d+(?:\.\d+)?$")
_STATED = 0.75  # of an answer's words, from which the page says the same
_DEEPEST: Final = 6
ORGANIZATIONS: Final = frozenset(
    {"Organization", "Corporation", "OnlineStore", "OnlineBusiness", "LocalBusiness", "Store",
     "FurnitureStore", "Restaurant", "ProfessionalService", "NGO"}
)  # fmt: skip


def data_of(item: StructuredItem) -> dict[str, object]:
    """The item's object; empty when it could not be read."""
    if item.error is not None:
        return {}
    data = parsed(item.raw)
    return data if isinstance(data, dict) else {}


def problems_of(item: StructuredItem, page: PageFacts) -> list[str]:
    """What is wrong with one item, in sentences without page names; empty when valid."""
    if item.error is not None:
        return [f"The JSON-LD cannot be parsed: {item.error}"]
    data = data_of(item)
    found: list[str] = []
    if item.syntax == "json-ld" and "schema.org" not in json.dumps(data.get("@context", "")):
        found.append("The JSON-LD has no schema.org @context")
    if not item.types:
        return found if "@id" in data else [*found, "An item has no @type"]
    for name in item.types:
        close = (
            () if name in SCHEMA_TYPES else difflib.get_close_matches(name, SCHEMA_TYPES, 1, 0.85)
        )
        if close:
            found.append(f"Type “{name}” is not in schema.org; “{close[0]}” is meant")
        for choice in _REQUIRED.get(name, ()):
            if not any(data.get(prop) for prop in choice):
                found.append(f"{name} lacks {' or '.join(choice)}")
    found.extend(_nested_problems(data, 0))
    if "FAQPage" in item.types and data.get("mainEntity"):
        found.extend(_faq_problems(data["mainEntity"], page))
    return found


def _nested_problems(data: dict[str, object], depth: int) -> list[str]:
    """Problems of an item's values: dates, prices, and the items inside it."""
    found = _value_problems(data)
    for value in data.values() if depth < _DEEPEST else ():
        for inner in value if isinstance(value, list) else (value,):
            if isinstance(inner, dict):
                found.extend(_missing_inside(inner))
                found.extend(_nested_problems(inner, depth + 1))
    return list(dict.fromkeys(found))


def _missing_inside(inner: dict[str, object]) -> list[str]:
    """An item that only points at another one by @id is complete."""
    if "@id" in inner and set(inner) <= {"@id", "@type"}:
        return []
    return [
        f"{name} lacks {' or '.join(choice)}"
        for name in types_of(inner)
        for choice in _NESTED.get(name, ())
        if not any(inner.get(prop) not in (None, "", []) for prop in choice)
    ]


def _value_problems(data: dict[str, object]) -> list[str]:
    found = [
        f"{name} is not a date like 2026-01-31"
        for name in _DATES
        if isinstance(data.get(name), str) and not _DATE.match(str(data[name]).strip())
    ]
    price = data.get("price")
    if isinstance(price, str) and price.strip() and not _PRICE.match(price.strip()):
        found.append("price is not a plain number like 19.90")
    if price not in (None, "") and "Offer" in types_of(data) and not data.get("priceCurrency"):
        found.append("Offer has a price without priceCurrency")
    return found


def _faq_problems(entities: object, page: PageFacts) -> list[str]:
    entries = entities if isinstance(entities, list) else [entities]
    visible = _plain(page.main_text)
    found: list[str] = []
    for entry in entries:
        if not isinstance(entry, dict) or "Question" not in types_of(entry):
            found.append("FAQPage holds something that is not a Question")
            continue
        answer = entry.get("acceptedAnswer")
        text = answer.get("text") if isinstance(answer, dict) else None
        if not entry.get("name") or not isinstance(text, str) or not text.strip():
            found.append("A Question lacks its name or acceptedAnswer text")
        elif not _is_stated(_plain(re.sub(r"<[^>]+>", " ", text)), visible):
            found.append("FAQ answers in the markup are not visible on the page")
    return list(dict.fromkeys(found))


def _is_stated(answer: str, visible: str) -> bool:
    """Whether a page shows an answer, be it shortened or put in slightly other words."""
    words = set(answer.split())
    return answer[:80] in visible or len(words & set(visible.split())) >= _STATED * len(words)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
