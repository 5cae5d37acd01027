"""Titles of technical recommendations: what to do and why, as the owner of a site would say it.

Invariant: a code without a title here keeps the words of its finding.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from presence.analysis.audit.metadata import COPIES
from presence.analysis.gaps.advice_words import listed, place_of
from presence.analysis.types import Finding

_MOST_PLACES: Final = 3
_MOST_CAUSES: Final = 4
_DUPLICATES: Final = frozenset({"title-duplicate", "description-duplicate"})
# What is about the site as a whole names no page.
_OF_THE_SITE: Final = frozenset({"sitemap-missing", "llms-txt-missing"})
# {where}: "on your home page" or "on 5 pages".
_TITLES: Final[dict[str, str]] = {
    "noindex": "Remove noindex {where}: assistants that search the web leave out pages marked "
    "with it",
    "nosnippet": "Lift the snippet limit {where}: assistants may not quote pages that have it",
    "canonical-conflict": "Correct the canonical address {where}: it points away from the page",
    "content-needs-javascript": "Send the text {where} without scripts: assistants do not run "
    "them and see an empty page",
    "thin-content": "Write more {where}: fewer than 100 words give assistants little to quote",
    "jsonld-missing": "Add structured data {where}, so that machines know what the page is about",
    "jsonld-invalid": "Repair the structured data {where}: what is invalid is ignored",
    "faq-schema-missing": "Mark up the questions and answers {where} as an FAQ",
    "title-missing": "Give a title to what has none {where}: it is the name search results show",
    "title-duplicate": "Give each page a title of its own: the same one stands {where}",
    "description-missing": "Write a meta description {where}: search results show it as summary",
    "description-duplicate": "Give each page a description of its own: the same one stands {where}",
    "open-graph-missing": "Add Open Graph tags {where}, so that shared links show title and text",
    "lang-missing": "Name the language in the HTML {where}, so that it is not guessed",
    "heading-missing": "Add a main heading (h1) {where} that names the subject",
    "slow-first-byte": "Speed up your server {where}: crawlers give up on slow pages",
    "uncompressed": "Compress the HTML {where}, so that pages load faster",
    "sitemap-missing": "Publish a sitemap, so that every page is found",
    "orphan-page": "Link to pages that no other page links to, so that they are found",
    "viewport-missing": "Add a viewport tag {where}, so that phones show a readable size",
    "title-length": "Optional: keep titles at 10 to 70 characters {where}",
    "description-length": "Optional: keep descriptions at 50 to 170 characters {where}",
    "canonical-missing": "Optional: name the canonical address {where}",
    "heading-repeated": "Optional: keep one main heading (h1) {where}",
    "low-text-ratio": "Optional: move scripts and styles out of the HTML {where}",
}


def of_copies(code: str, group: Sequence[Finding]) -> bool:
    """Whether words are repeated because the same page exists at several addresses."""
    return code in _DUPLICATES and all(finding.issue.startswith(COPIES) for finding in group)


def finding_title(code: str, group: Sequence[Finding], lead: Finding, pages: Sequence[str]) -> str:
    """The step for all findings of one code."""
    if code == "broken-link" and len(group) > 1:
        return f"Repair {len(group)} links that lead nowhere: visitors and crawlers end there"
    if of_copies(code, group):
        return "Link to one address of each page: the same page stands at several"
    if code not in _TITLES:
        return lead.issue
    where = f"on {place_of(pages[0])}" if len(pages) == 1 else f"on {len(pages)} pages"
    return _TITLES[code].format(where=where)


def finding_description(
    action: str, group: Sequence[Finding], pages: Sequence[str], room: int
) -> str:
    """The step in full, as many causes as there is room for, and the pages it is about."""
    causes = list(dict.fromkeys(finding.issue for finding in group))
    where = "" if group[0].code in _OF_THE_SITE else _where(pages)
    most = min(len(causes), _MOST_CAUSES) if len(causes) > 1 else 0
    for shown in range(most, -1, -1):
        text = f"{action}{_causes(causes, shown)}{where}"
        if len(text) <= room:
            return text
    left = room - len(where) - 1
    return f"{action[:left].rstrip()}…{where}"


def _causes(causes: Sequence[str], shown: int) -> str:
    if not shown:
        return ""
    rest = len(causes) - shown
    return f" {'; '.join(causes[:shown])}{f'; {rest} more' if rest else ''}."


def _where(pages: Sequence[str]) -> str:
    places = list(dict.fromkeys(map(place_of, pages)))
    if not places:
        return ""
    if len(places) == 1:
        return f" Where: {places[0]}."
    shown = places[:_MOST_PLACES]
    if len(places) > _MOST_PLACES:
        shown.append(f"{len(places) - _MOST_PLACES} more")
    return f" Affects {len(pages)} pages: {listed(shown)}."
