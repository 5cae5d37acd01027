"""How strongly the brand's texts support each category of the catalogue.

The person's description outweighs titles, titles outweigh headings, headings outweigh body text.
Invariant: a word that occurs a hundred times on a page counts little more than one that occurs six
times, so no page outweighs the others by repetition.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.recognition import recognise
from presence.analysis.types import BrandProfile, DocumentText, PageFacts
from presence.analysis.types.offer import Quote

DESCRIPTION = "description"
_DESCRIPTION_WEIGHT = 8.0
_TITLE_WEIGHT = 2.5
_META_WEIGHT = 3.0
_HEADING_WEIGHT = 1.0
_BODY_WEIGHT = 0.4
_START_PAGE = 2.0  # the start page counts twice
_MOST_BODY = 6
# "What the agent does not say", "cheaper than a gym": what follows belongs to somebody else.
_OTHERS = re.compile(
    r"\b(?:what|than|instead of|without|no|not|statt|als|was|ohne|kein\w*|wie|sans|plus que|sin)\b"
    r"[^.!?,;:]*|"
    # Who does it is no further offer: "Japanese lessons with tutors from Osaka".
    r"\b(?:with|by|mit|von) (?:(?!and\b|und\b)[\w-]+ ){0,2}(?:tutors?|teachers?|instructors?|"
    r"guides?|coaches|speakers|Lehrern|Lehrerinnen|Tutoren|Trainern|Muttersprachlern)\b[^.!?,;:]*",
    re.IGNORECASE,
)
_SEEKING = re.compile(
    r"\b(?:looking for|in need of|who need|searching|auf der Suche nach|die|suchen)\b[^,.;]*"
)


@dataclass(slots=True)
class Evidence:
    """The evidence for one category."""

    score: float = 0.0
    quotes: list[Quote] = field(default_factory=list)

    def name(self, entry: Category, language: str) -> str:
        """The name to show; for a brief entry, which lists several things, the one that occurs."""
        shown = entry.wordings[language].name
        return self.quotes[0].text if entry.brief and self.quotes else shown


def ranked_categories(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    documents: Sequence[DocumentText],
    language: str,
) -> list[tuple[Category, Evidence]]:
    """Categories by how strongly the brand's texts support them, best first."""
    found: dict[str, Evidence] = defaultdict(Evidence)
    names = _names(profile)
    customers = {hit.entry.id for hit in recognise(_SEEKING.sub(" ", profile.audience), language)}
    for weight, text, source in _texts(profile, pages, documents):
        counts: dict[str, int] = defaultdict(int)
        own = names.sub(" ", text)
        if source == DESCRIPTION:
            own = _OTHERS.sub(" ", own)
        for hit in recognise(own, language, forgiving=source == DESCRIPTION):
            counts[hit.entry.id] += 1
            if hit.entry.id in customers:
                continue
            if counts[hit.entry.id] > _MOST_BODY:
                continue
            evidence = found[hit.entry.id]
            evidence.score += weight * (0.6 + 0.4 * min(hit.words, 3)) / counts[hit.entry.id]
            if len(evidence.quotes) < 3:
                evidence.quotes.append(Quote(hit.name, source))
    entries = catalogue()
    pairs = [(entries[key], evidence) for key, evidence in found.items()]
    return sorted(pairs, key=lambda pair: -pair[1].score)


def _names(profile: BrandProfile) -> re.Pattern[str]:
    """The brand's names and those of people with a title: a Dr. Maurer is not a bricklayer."""
    own = "|".join(re.escape(name) for name in (profile.name, *profile.aliases) if name)
    people = r"\b(?:Dr|Prof|Dipl|Mr|Mrs|Ms|Herr|Frau)\b\.?(?:[ -](?:med|dent|jur|phil|Ing)\b\.?)*"
    return re.compile(rf"{own or '(?!)'}|{people}(?: [A-ZÄÖÜ][\w'-]+){{1,2}}")


def _texts(
    profile: BrandProfile, pages: Sequence[PageFacts], documents: Sequence[DocumentText]
) -> Iterator[tuple[float, str, str]]:
    """(weight, text, source) of everything the brand says about itself."""
    yield _DESCRIPTION_WEIGHT, profile.description, DESCRIPTION
    for place, page in enumerate(pages):
        times = _START_PAGE if place == 0 else 1.0
        yield times * _TITLE_WEIGHT, page.title, page.final_url
        yield times * _META_WEIGHT, page.description, page.final_url
        yield times * _HEADING_WEIGHT, "\n".join(h for _, h in page.headings), page.final_url
        yield times * _BODY_WEIGHT, page.main_text, page.final_url
    for document in documents:
        yield _TITLE_WEIGHT, document.title, document.source
        for level, text in document.blocks:
            yield _HEADING_WEIGHT if level else _BODY_WEIGHT, text, document.source
