"""Words the Attack Move: one concrete action naming the page to change or create.

Invariant: at most 400 characters, and every page and source named was seen in the run.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Final

from presence.analysis.gaps import category as kinds
from presence.analysis.gaps.advice_words import listed
from presence.analysis.scoring import Observation

LONGEST_MOVE: Final = 400
_SOURCES_NAMED: Final = 3
_DOCUMENT: Final = "document:"

_ON_PAGE: Final = {
    kinds.CONTENT_STRUCTURE: "put the answer to “{prompt}” in the first two sentences under a "
    "heading that asks it",
    kinds.CONTENT_DEPTH: "answer “{prompt}” in full, with figures and examples",
    kinds.BRAND_AUTHORITY: "say whom you serve and why for “{prompt}”, with proof others can quote",
    kinds.CITATIONS: "answer “{prompt}” with two or three figures others can quote: "
    "prices, results or test values, each with its date and where it comes from",
    kinds.FRESHNESS: "add a dated section that answers “{prompt}” for today",
    kinds.COMPARISON: "add a fair comparison table for “{prompt}”, {winner} included",
    kinds.PRICING: "state prices, what is included and for whom, answering “{prompt}”",
    kinds.REVIEWS: "show customer reviews with names, dates and ratings, answering “{prompt}”",
}
_NEW_PAGE: Final = {
    kinds.COMPARISON: "a comparison page",
    kinds.PRICING: "a pricing page",
    kinds.REVIEWS: "a customer reviews page",
    kinds.FRESHNESS: "a dated update page",
}


def attack_move(
    category: str, prompt: str, page: str | None, winner: str, sources: Sequence[str]
) -> str:
    """One sentence for the page, one for the sources the engines cited instead (if any).

    `page` None asks for a new page. The prompt is shortened first when the text is too long.
    """
    tail = _elsewhere(sources)
    question = prompt
    while True:
        action = _ON_PAGE[category].format(prompt=question, winner=winner)
        head = _headed(category, action, page)
        if len(head) + len(tail) <= LONGEST_MOVE:
            return head + tail
        excess = len(head) + len(tail) - LONGEST_MOVE
        if len(question) - excess - 1 < 20:
            return (head + tail)[: LONGEST_MOVE - 1].rstrip() + "…"
        question = question[: len(question) - excess - 1].rstrip() + "…"


def with_sources(move: str, sources: Sequence[str]) -> str:
    """A move followed by the sources that are cited instead, where there is room to name them."""
    full = move + _elsewhere(sources)
    return full if len(full) <= LONGEST_MOVE else move


def _elsewhere(sources: Sequence[str]) -> str:
    if not sources:
        return ""
    whom, does = ("it", "it says") if len(sources) == 1 else ("them", "they say")
    cited = f" Assistants cited {listed(sources)} instead"
    return f"{cited}: read what {does} and offer {whom} what is missing."


def _headed(category: str, action: str, page: str | None) -> str:
    if page is None:
        return f"Create {_NEW_PAGE.get(category, 'a page')}: {action}."
    where = page.removeprefix(_DOCUMENT)
    if category == kinds.CONTENT_DEPTH:
        # Nothing there answers the question yet: a section or page of its own, found from there.
        return f"Create a page and link it from {where}: {action}."
    return f"In the document {where}, {action}." if where != page else f"On {page}, {action}."


def instead_of_brand(
    observations: Sequence[Observation], competing: Collection[str]
) -> tuple[str, ...]:
    """Hosts of third-party sources cited where the brand is absent, most often cited first.

    `competing` are hosts of others in the market (`competitor_sites`): nobody gets covered there.
    """
    counts = Counter(
        citation.domain
        for o in observations
        if not o.extraction.brand_named
        for citation in o.extraction.citations or ()
        if citation.kind == "cited"
        and citation.domain
        and citation.domain not in competing
        and citation.source_class not in ("owned", "competitor", None)
    )
    ordered = sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))
    return tuple(domain for domain, _ in ordered[:_SOURCES_NAMED])
