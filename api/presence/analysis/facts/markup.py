"""Key facts that a page states in its structured data.

Invariant: the quote is a verbatim piece of the item's JSON, and only items about the brand itself
(by name) speak for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from presence.analysis.facts.amounts import amounts
from presence.analysis.facts.kinds import MAX_QUOTE, Fact
from presence.analysis.facts.naming import names_one
from presence.analysis.types import BrandProfile, PageFacts

_YEAR = re.compile(r"\b(1[5-9]\d\d|20\d\d)\b")


def marked_up(page: PageFacts, profile: BrandProfile) -> Iterator[Fact]:
    """Founding year, place and price range of the brand as its pages mark them up."""
    names = (profile.name, *profile.aliases)
    for item in page.structured:
        data = _object(item.raw) if item.error is None else {}
        if not names_one(names, _text(data.get("name")) or _text(data.get("legalName"))):
            continue
        year = _YEAR.search(_text(data.get("foundingDate")))
        if year:
            yield Fact("founded", year[1], page.final_url, _quote(item.raw, "foundingDate"))
        address = data.get("address")
        town = _text(address.get("addressLocality")) if isinstance(address, dict) else ""
        if town:
            yield Fact("place", town, page.final_url, _quote(item.raw, "addressLocality"))
        prices = _text(data.get("priceRange"))
        if amounts(prices):  # "££" says nothing that could be right or wrong
            yield Fact("priceRange", prices, page.final_url, _quote(item.raw, "priceRange"))


def _object(raw: str) -> dict[str, Any]:
    try:
        data = json.loads(raw)
    except (ValueError, RecursionError):
        return {}
    return data if isinstance(data, dict) else {}


def _text(value: object) -> str:
    """A property's text; of several values the first."""
    if isinstance(value, list):
        value = value[0] if value else ""
    return value.strip() if isinstance(value, str) else ""


def _quote(raw: str, key: str) -> str:
    match = re.search(rf'"{key}"\s*:\s*(?:"(?:[^"\\]|\\.)*"|[^,}}\]]*)', raw)
    return match.group()[:MAX_QUOTE] if match else ""
