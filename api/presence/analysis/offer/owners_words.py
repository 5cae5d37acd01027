"""What the owner typed, as it was meant: under the brand's name, spelt rightly, and up to date."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.farmed import as_sold
from presence.analysis.offer.german_clauses import as_plain_german
from presence.analysis.offer.given_up import still_offered
from presence.analysis.offer.own_name import name_in_description, shared_beginning
from presence.analysis.offer.phrases import Grammar, noun_phrases, says_so
from presence.analysis.offer.site_words import is_only_slogan, site_text
from presence.analysis.offer.spelling import mended
from presence.analysis.types import BrandProfile, PageFacts

_ARTICLE: Final = re.compile(r"^(?:der|die|das|the)\s+", re.IGNORECASE)


# "Everything your shed was missing" sells no sheds.
_NOT_YET: Final = re.compile(r"\beverything your\b[^.;!?]*", re.IGNORECASE)


def as_meant(
    profile: BrandProfile, pages: Sequence[PageFacts], grammar: Grammar | None, language: str
) -> BrandProfile:
    """The profile as its owner means it; `pages` are without furniture."""
    profile = _named(profile, language)
    profile = _spelt(profile, pages, language)
    offered = still_offered(profile.description, profile.name, pages, grammar, language)
    offered = as_sold(as_plain_german(_NOT_YET.sub("", offered), language), language)
    if language in SPOKEN and grammar is not None:
        named = noun_phrases(offered, profile.name, grammar)
        outright = says_so(offered, profile.name, grammar)
        if named and not outright and is_only_slogan(named, offered, pages, language):
            offered = ""
    return replace(profile, description=offered)


def _named(profile: BrandProfile, language: str) -> BrandProfile:
    """The profile with the name that its description begins with, where it gives none or less.

    "Bright Spark installs solar panels" is said by Bright Spark Energy, of itself.
    """
    said = name_in_description(profile.description, language)
    if not profile.name:
        return replace(profile, name=said)
    named = _ARTICLE.sub("", profile.description)
    said = said or shared_beginning(profile.name, named)
    short = bool(said) and profile.name.casefold().startswith(f"{said} ".casefold())
    if not short or re.search(rf"{re.escape(profile.name)}(?!\w)", profile.description):
        return profile
    before, _, rest = profile.description.partition(said)
    return replace(profile, description=f"{before}{profile.name}{rest}")


def _spelt(profile: BrandProfile, pages: Sequence[PageFacts], language: str) -> BrandProfile:
    """The profile, with typing errors in the customer's own texts corrected."""
    site = site_text(pages)
    names = " ".join((profile.name, *profile.aliases))
    return replace(
        profile,
        description=mended(profile.description, names, site, language),
        audience=mended(profile.audience, names, site, language),
    )
