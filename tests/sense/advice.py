"""Whether advice is such as the owner of a business would follow.

Lenient like the judge of questions: it counts what is plainly useless, so the advice is read too.
"""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from presence.analysis.ports import Embedder
from presence.analysis.types import ContentGap, Recommendation, RunReport
from tests.sense.corpus import Business
from tests.sense.judge import sensible, without_audience
from tests.sense.world import SITE, WORLDS, run

FAULTS: Final = (
    "names no page",
    "names no lack",
    "question nobody asks",
    "page of another kind",
    "repeated",
    "not for this kind",
    "furniture in a fix",
    "wrong schema type",
    "untrue",
    "terse title",
)
_PLACE = re.compile(r"(?<![\w<])/[\w\-./%]*|\byour home page\b|\bdocument \S", re.IGNORECASE)
_MAKE = re.compile(r"\b(?:make|create|write|publish)\b", re.IGNORECASE)
# Said of answers in which nobody else could be named.
_OTHERS = re.compile(r"\b[Oo]thers are (?:named|quoted)\b")
_LEAST_WORDS = 6
_ADDRESS = re.compile(r"https?://\S+")
_QUOTED = re.compile(r"“([^”]+)”")
# Pages that are no place for what customers ask.
_OTHER_PAGES = re.compile(
    r"/(?:blog|news|notes|press|jobs?|careers?|team|about-us|legal|privacy|terms|imprint|impressum|"
    r"datenschutz|agb|cookies?|log-?in|account|cart|checkout|mentions-legales|aktuelles|presse|"
    r"karriere|stellen)(?:[/.?-]|$)"
)
_STARS = r"\bstar ratings?\b|\bcollect (?:more )?reviews\b|\bcustomer reviews\b"
_PRICES = r"\bprices? on\b|\bpricing page\b|\bstate your prices\b|\bgives none\. State yours"
_UNSUITED: Final = {
    "professional-service": _STARS,
    "health": _STARS,
    "public-body": rf"{_STARS}|{_PRICES}",
    "open-source": _PRICES,
}
_TYPES: Final = {
    "software": r"Application",
    "product": r"Organization|Corporation|Brand|Store|Business|Shop|Brewery|Winery|Bakery",
    "shop": r"Store|Shop|Organization|OnlineBusiness",
    "local-service": r"Business|Store|Repair|Salon|Wash|Service|Care|Locksmith|DryCleaning|Agent",
    "professional-service": r"Service|Attorney|Legal|Accounting|Notary|Business|Agen|Employment",
    "trade": r"Business|Contractor|Plumber|Electrician|Roofing|Painter|Locksmith|Service",
    "hospitality": r"Business|Hotel|Hostel|Restaurant|Caf|Bar|Lodging|Resort|Campground|Food|Bakery"
    r"|BedAndBreakfast|Inn|Motel|Winery|Brewery",
    "education": r"Education|School|Organization|College|University|Preschool|ChildCare|Camp|Club",
    "health": r"Medical|Health|Dentist|Physician|Optician|Pharmacy|Hospital|Clinic|Physio|Care"
    r"|Diet|Wellness|Business|NGO",
    "non-profit": r"NGO|Organization",
    "open-source": r"SoftwareSourceCode|SoftwareApplication|Organization",
    "marketplace": r"OnlineBusiness|OnlineStore|Organization|WebSite|Agent",
    "media": r"Media|News|Periodical|Podcast|Newspaper|Radio|Creative|Organization|Blog",
    "public-body": r"Government|Organization|CivicStructure|Library|Museum|Transport",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judged:
    """One recommendation with what is wrong with it, nothing when it is useful."""

    world: str
    advice: Recommendation
    faults: tuple[str, ...]


def judged(business: Business, embedder: Embedder | None) -> list[Judged]:
    """The advice for one business in every world."""
    return [
        one
        for world in WORLDS
        for one in _of_run(business, world, asyncio.run(run(business, world, embedder)))
    ]


def _of_run(business: Business, world: str, report: RunReport) -> list[Judged]:
    gaps = {gap.prompt_id: gap for gap in report.gaps}
    seen: Counter[str] = Counter()
    found = []
    for advice in report.recommendations:
        faults = [*_faults(business, advice, gaps)]
        if world == "coverage" and _OTHERS.search(advice.description):
            faults.append("untrue")
        if len(advice.title.split()) < _LEAST_WORDS:
            faults.append("terse title")
        for said in {advice.title, *_work(advice, gaps)}:
            seen[said] += 1
            if seen[said] > 1:
                faults.append("repeated")
        found.append(Judged(world, advice, tuple(dict.fromkeys(faults))))
    return found


def _work(advice: Recommendation, gaps: dict[str, ContentGap]) -> set[str]:
    """What is to be stated where: the same work twice is a repetition however it is worded."""
    if advice.source_kind != "gap":
        return set()
    works = set()
    for ref in advice.evidence:
        gap = gaps.get(ref.ref) if ref.kind == "gap" else None
        if gap is not None and gap.contrast is not None and gap.contrast.page is not None:
            works.add(f"{gap.contrast.page} {(*gap.contrast.lacks, '')[0]}")
    return works


def _faults(business: Business, advice: Recommendation, gaps: dict[str, ContentGap]) -> list[str]:
    text = f"{advice.title} {advice.description}"
    found = _about_fix(business, advice)
    unsuited = _UNSUITED.get(business["kind"])
    if unsuited and re.search(unsuited, text, re.IGNORECASE):
        found.append("not for this kind")
    if advice.source_kind != "gap":
        return found
    mine = [gaps[ref.ref] for ref in advice.evidence if ref.kind == "gap" and ref.ref in gaps]
    if not _PLACE.search(text) and not _MAKE.search(text):
        found.append("names no page")
    if not any(gap.contrast is not None for gap in mine):
        found.append("names no lack")
    if any(_is_other(gap) for gap in mine):
        found.append("page of another kind")
    asked = _QUOTED.findall(text)
    if not all(sensible(business, without_audience(business, one)) for one in asked):
        found.append("question nobody asks")
    return found


def _is_other(gap: ContentGap) -> bool:
    page = gap.contrast.page if gap.contrast is not None else None
    return bool(page and _OTHER_PAGES.search(page.removeprefix(SITE)))


def _about_fix(business: Business, advice: Recommendation) -> list[str]:
    found = []
    low = _ADDRESS.sub(" ", advice.fix).lower()
    for page in business["pages"]:
        low = low.replace(page["title"].lower(), " ")
    if any(re.search(rf"\b{re.escape(w.lower())}\b", low) for w in business["furniture"]):
        found.append("furniture in a fix")
    if advice.source_ref == "jsonld-missing" and not _typed_rightly(business, advice.fix):
        found.append("wrong schema type")
    return found


def _typed_rightly(business: Business, fix: str) -> bool:
    data = json.loads(fix.partition("\n")[2].rpartition("\n")[0])
    if data["@type"] == "WebPage":
        return True
    if data["@type"] == "Organization":  # never wrong, and all there is without an address
        return True
    return not business["must_ask"] and bool(re.search(_TYPES[business["kind"]], data["@type"]))
