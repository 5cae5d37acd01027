"""Catalogue entries with only names and grammar, read from `catalogue/brief.txt`.

Invariant: an incomplete line raises, so the list cannot lose an entry silently.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import cast

from presence.analysis.types.offer import OfferKind

_GENDERED = re.compile(r"^(?P<name>.+?) (?:(?P<gender>[mfn]) (?P<plural>.+)|pl)$")
SCHEMA: Mapping[OfferKind, str] = {
    "software": "SoftwareApplication",
    "product": "Product",
    "shop": "Store",
    "local-service": "LocalBusiness",
    "professional-service": "ProfessionalService",
    "trade": "HomeAndConstructionBusiness",
    "hospitality": "LocalBusiness",
    "education": "EducationalOrganization",
    "health": "MedicalBusiness",
    "non-profit": "NGO",
    "open-source": "SoftwareSourceCode",
    "marketplace": "WebApplication",
    "media": "CreativeWorkSeries",
    "public-body": "GovernmentOffice",
}


@dataclass(frozen=True, slots=True)
class BriefName:
    """Names in one language, with the number of the first and, in German, its gender."""

    names: tuple[str, ...]
    plural: str
    plural_only: bool
    gender: str
    signs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class BriefEntry:
    """One line: a category with its names in English and German."""

    id: str
    kind: OfferKind
    english: BriefName
    german: BriefName


def brief_entries() -> Iterator[BriefEntry]:
    """Every line of the list, in order."""
    file = files("presence.analysis.offer") / "catalogue" / "brief.txt"
    kind = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            kind = line.strip("[]")
        elif line and not line.startswith("#"):
            yield brief_entry(line, cast("OfferKind", kind))


def brief_entry(line: str, kind: OfferKind) -> BriefEntry:
    """The entry described by one line."""
    key, _, rest = line.partition(": ")
    english, german, english_signs, german_signs = (part.strip() for part in rest.split(" | "))
    return BriefEntry(key, kind, _english(english, english_signs), _german(german, german_signs))


def _english(text: str, signs: str) -> BriefName:
    first, *others = text.split(", ")
    name, _, plural = first.partition("/")
    if not plural:
        raise ValueError(f"{name} has no plural")
    shown = "" if plural in ("-", "+") else plural
    return BriefName((name, *others), shown, plural == "+", "", tuple(signs.split()))


def _german(text: str, signs: str) -> BriefName:
    first, *others = text.split(", ")
    match = _GENDERED.match(first)
    if match is None:
        raise ValueError(f"{first} has no gender")
    plural = match.group("plural") or ""
    return BriefName(
        (match.group("name"), *others),
        "" if plural == "-" else plural,
        match.group("gender") is None,
        match.group("gender") or "",
        tuple(signs.split()),
    )
