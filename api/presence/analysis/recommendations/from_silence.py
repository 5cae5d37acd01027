"""Turns what no page of a site says into recommendations: prices, opening hours, this year.

Invariant: silence is advised on only where a business of that kind is asked for the fact, and only
once: what a content gap asks for already is left to it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.audit.levels import CLOSING_CODES
from presence.analysis.gaps.advice_words import place_of
from presence.analysis.gaps.example import sentence_with
from presence.analysis.gaps.fact_words import words_of
from presence.analysis.gaps.places import is_price_page, lasting_pages, place_of_fact
from presence.analysis.gaps.stated_kinds import carried, says_free
from presence.analysis.recommendations.grades import credited, fact_support
from presence.analysis.recommendations.ranking import priority_of
from presence.analysis.scoring.combine import CONTENT_WEIGHT
from presence.analysis.types import AuditReport, ContentGap, EvidenceRef, Passage, Recommendation
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import StatedFact

CATEGORY: Final = "Content"
_LEAST_PAGES: Final = 2
_EVIDENCE_LIMIT: Final = 5
_QUESTIONS_WORTH: Final = 0.6
_SOLD: Final[frozenset[OfferKind]] = frozenset(
    {"software", "product", "shop", "local-service", "professional-service", "trade", "hospitality",
     "education", "health"}
)  # fmt: skip
_VISITED: Final[frozenset[OfferKind]] = frozenset(
    {"shop", "local-service", "hospitality", "education", "health", "non-profit", "public-body"}
)
_OLD: Final = 2
_YEAR: Final = re.compile(r"(?<!\d)20\d\d(?!\d)")
_LONGEST_HEADING: Final = 60
_HISTORY: Final = re.compile(
    r"\b(?:since|seit|depuis|desde|dal|sinds|od|founded|gegründet|history|geschichte|histoire|awards?|"
    r"winner|report|bericht|archive?|archiv|review|rückblick|copyright)\b|©|[-–]\s?20\d\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Silence:
    """What is read for what it does not say: the brand's passages, and pages nobody can read.

    `year` is the current one, None if unknown.
    """

    own: Sequence[Passage]
    closed: Sequence[str]
    kind: OfferKind | None
    language: str
    year: int | None


def closed_pages(audit: AuditReport | None) -> list[str]:
    """Pages that assistants cannot read: what they say is not missing but hidden."""
    closing = (f for f in (audit.findings if audit else ()) if f.code in CLOSING_CODES)
    return [page for finding in closing for page in finding.pages]


def silence_recommendations(
    site: Silence, gaps: Sequence[ContentGap], prompts: int
) -> list[Recommendation]:
    """What no lasting page states, and headings that name a year gone by.

    `prompts` is the number of questions the brand asks.
    """
    read = _read(site)
    pages = list(dict.fromkeys(p.source for p in read))
    said = _left_to_others(site, gaps)
    gain = 100.0 * CONTENT_WEIGHT * credited(None) * _QUESTIONS_WORTH / max(prompts, 1)
    found = [
        _unstated(fact, pages, place, gaps, site, gain)
        for fact in _silent(read, site.kind, site.language)
        if fact not in said and (place := place_of_fact(fact, read))
    ]
    old = _old_heading(read, site.year) if site.year else None
    return [*found, _outdated(*old, gain)] if old else found


def silences_examined(site: Silence, gaps: Sequence[ContentGap]) -> frozenset[str]:
    """The keys of what was looked for: if nothing is recommended on one, it is silent no more.

    Too few pages, or a fact that is asked of no such business or left to a gap, say nothing.
    """
    read = _read(site)
    if not read:
        return frozenset()
    left, silent = _left_to_others(site, gaps), _silent(read, site.kind, site.language)
    facts = [
        fact
        for fact in _asked_of(site.kind, _stated(read, site.language))
        if fact not in left and (fact not in silent or place_of_fact(fact, read))
    ]
    return frozenset(f"site:{fact}" for fact in [*facts, *(["date"] if site.year else [])])


def _read(site: Silence) -> list[Passage]:
    """The passages of lasting pages; none where too few were read to tell what a site says."""
    read = [p for p in lasting_pages(site.own) if p.source.startswith("http")]
    return read if len({p.source for p in read}) >= _LEAST_PAGES else []


def _left_to_others(site: Silence, gaps: Sequence[ContentGap]) -> set[StatedFact]:
    """What a gap asks for already, and what may stand on a page nobody can read."""
    said = {f for g in gaps if g.contrast and g.contrast.page for f in g.contrast.lacks}
    return said | {"price"} if any(map(is_price_page, site.closed)) else said


def _asked_of(kind: OfferKind | None, stated: Collection[StatedFact]) -> Iterable[StatedFact]:
    if kind in _SOLD:
        yield "price"
    if kind in _VISITED and "place" in stated:
        yield "hours"


def _text(read: Sequence[Passage]) -> str:
    return "\n".join(f"{p.heading}\n{p.text}" for p in read)


def _stated(read: Sequence[Passage], language: str) -> Collection[StatedFact]:
    return carried(_text(read), language)


def _silent(read: Sequence[Passage], kind: OfferKind | None, language: str) -> list[StatedFact]:
    stated = _stated(read, language)
    missing = [fact for fact in _asked_of(kind, stated) if fact not in stated]
    return [fact for fact in missing if fact != "price" or not says_free(_text(read))]


def _unstated(
    fact: StatedFact,
    pages: Sequence[str],
    place: str,
    gaps: Sequence[ContentGap],
    site: Silence,
    gain: float,
) -> Recommendation:
    words = words_of(fact, site.kind)
    quote, answer = next(
        (
            (sentence, gap.answer_id)
            for gap in gaps
            if gap.kind == "competitor"
            and (sentence := sentence_with(fact, [gap.ai_response], site.language))
        ),
        ("", None),
    )
    said = f" An answer that leaves you out says: “{quote}”" if quote else ""
    evidence = [EvidenceRef("page", page, detail=f"{words.lacking}") for page in pages]
    if answer is not None:
        evidence.insert(0, EvidenceRef("answer", answer, quote=quote))
    support = fact_support(fact)
    return Recommendation(
        category=CATEGORY,
        priority=priority_of(gain, "Low"),
        title=f"{words.title.format(place=place_of(place))}: none of your pages does",
        description=(
            f"Customers ask {words.asked}, and none of the {len(pages)} pages we read says so. "
            f"{words.do.replace(' there', f' on {place_of(place)}', 1)}{said} "
            "You'll know it worked when the next analysis finds it there."
        ),
        grade=support.grade,
        effort="Low",
        evidence=tuple(evidence[:_EVIDENCE_LIMIT]),
        expected_gain=round(gain, 3),
        source_kind="gap",
        source_ref=f"site:{fact}",
        key=f"site:{fact}",
        why=support.reason,
    )


def _old_heading(read: Sequence[Passage], year: int) -> tuple[str, str] | None:
    """The first page whose heading or title names a year gone by, and those words."""
    for passage in read:
        for words in (passage.heading, passage.title):
            years = [int(found) for found in _YEAR.findall(words)]
            is_short = len(words) <= _LONGEST_HEADING and not _HISTORY.search(words)
            if years and is_short and max(years) <= year - _OLD:
                return passage.source, words
    return None


def _outdated(page: str, words: str, gain: float) -> Recommendation:
    place = place_of(page)
    support = fact_support("date")
    return Recommendation(
        category=CATEGORY,
        priority=priority_of(gain, "Low"),
        title=f"Bring {place} up to date: it says “{words}”",
        description=(
            f"{place[:1].upper()}{place[1:]} still says “{words}”, so readers may think it is "
            "abandoned. Write what is current, with dates, and remove what is over. You'll know it "
            "worked when the next analysis no longer finds that year in a heading."
        ),
        grade=support.grade,
        effort="Low",
        evidence=(EvidenceRef("passage", page, quote=words),),
        expected_gain=round(gain, 3),
        source_kind="gap",
        source_ref="site:date",
        key="site:date",
        why=support.reason,
    )
