"""Turns content gaps into recommendations: gaps that ask for the same work become one.

Invariant: each recommendation links every gap (and its answer) it would close, and claims no more
than the share of prompts those gaps are.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from presence.analysis.gaps.advice_words import listed, place_of, quoted, words_of
from presence.analysis.gaps.contrast import names
from presence.analysis.recommendations.grades import (
    Support,
    credited,
    fact_support,
    gap_support,
)
from presence.analysis.recommendations.ranking import priority_of
from presence.analysis.scoring.combine import CONTENT_WEIGHT
from presence.analysis.types import ContentGap, EvidenceRef, Level, Recommendation
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import StatedFact

CATEGORY: Final = "Content"
LONGEST: Final = 600
_EVIDENCE_LIMIT: Final = 12
_QUOTE_LIMIT: Final = 240
_MOST_QUESTIONS: Final = 3
_MOST_FACTS: Final = 4
_SEVERITY: Final = {"Major": 1.0, "Moderate": 0.6, "Minor": 0.3}
_NEW_PAGE: Final = "new page"
_ANSWER_FIRST: Final = "answer first"
_EFFORT: Final[dict[str, Level]] = {
    "content structure": "Low",
    "pricing": "Low",
    "freshness": "Medium",
    "comparison": "Medium",
    "content depth": "Medium",
    "reviews": "Medium",
    "citations": "High",
    "brand authority": "High",
}
_FACT_EFFORT: Final[dict[StatedFact, Level]] = {"comparison": "Medium", "proof": "Medium"}
_TITLES: Final = {
    "content structure": "Answer first: restructure pages that almost answer",
    "pricing": "Answer the price questions on a page of their own",
    "freshness": "Publish dated answers to questions about now",
    "comparison": "Compare yourself openly with the alternatives",
    "content depth": "Write the answers your site does not have yet",
    "reviews": "Show reviews that assistants can quote",
    "citations": "Get into the sources that are cited instead of you",
    "brand authority": "Get named where rivals are named",
}
Cause = tuple[str, str]


def gap_recommendations(
    gaps: Sequence[ContentGap], prompts: int | None, kind: OfferKind | None = None
) -> list[Recommendation]:
    """One recommendation per piece of work among the gaps, worst gap first within each.

    The work is to state one kind of fact on one page, to make the pages that do not exist, or
    where the contrast is not known what (category, rival) says. `prompts` is the number of
    non-branded prompts asked; unknown, the gaps' own prompts count as all of them.
    """
    groups: dict[Cause, list[ContentGap]] = {}
    for gap in gaps:
        groups.setdefault(_cause(gap), []).append(gap)
    asked = max(prompts or 0, len({gap.prompt_id for gap in gaps}), 1)
    return [_recommendation(cause, group, asked, kind) for cause, group in groups.items()]


def _cause(gap: ContentGap) -> Cause:
    if gap.contrast is None:
        return gap.category, gap.competitor
    if gap.contrast.page is None:
        return _NEW_PAGE, _rival(gap)
    return (*gap.contrast.lacks, _ANSWER_FIRST)[0], gap.contrast.page


def _rival(gap: ContentGap) -> str:
    """The rival a question names: one page about it answers every such question."""
    return gap.competitor if gap.kind == "competitor" and names(gap.prompt, gap.competitor) else ""


def _fact(gap: ContentGap) -> StatedFact | None:
    """The fact to state on a page that is there, None where something else is to be done."""
    contrast = gap.contrast
    return contrast.lacks[0] if contrast and contrast.page and contrast.lacks else None


def _recommendation(
    cause: Cause, group: Sequence[ContentGap], asked: int, kind: OfferKind | None
) -> Recommendation:
    lead = min(group, key=lambda g: (-_SEVERITY[g.gap_type], -g.n, g.prompt_id))
    fact = _fact(lead)
    severity = sum(_SEVERITY[gap.gap_type] for gap in group)
    gain = round(100.0 * CONTENT_WEIGHT * credited(fact) * severity / asked, 3)
    effort = _effort(lead, fact)
    support = _support(lead, fact)
    return Recommendation(
        category=CATEGORY,
        priority=priority_of(gain, effort),
        title=_title(lead, len(group), kind),
        description=_description(cause, lead, group, kind),
        grade=support.grade,
        effort=effort,
        evidence=_evidence(group),
        expected_gain=gain,
        source_kind="gap",
        source_ref=f"{cause[0]}:{lead.prompt_id}",
        key=f"gap:{cause[0]}:{cause[1]}",
        why=support.reason,
    )


def _effort(lead: ContentGap, fact: StatedFact | None) -> Level:
    if fact is not None:
        return _FACT_EFFORT.get(fact, "Low")
    if lead.contrast is not None:
        return "Low" if lead.contrast.page else "Medium"
    return _EFFORT.get(lead.category, "Medium")


def _support(lead: ContentGap, fact: StatedFact | None) -> Support:
    if fact is not None:
        return fact_support(fact)
    if lead.contrast is not None:
        return gap_support("content structure" if lead.contrast.page else "content depth")
    return gap_support(lead.category)


def _title(lead: ContentGap, gaps: int, kind: OfferKind | None) -> str:
    if lead.contrast is None:
        title = _TITLES.get(lead.category, "Close the content gap")
        return f"{title} ({lead.competitor} is ahead)" if lead.kind == "competitor" else title
    if lead.contrast.page is not None and not lead.contrast.lacks:
        return f"Answer first on {place_of(lead.contrast.page)}"
    if lead.contrast.page is not None:
        words = words_of(lead.contrast.lacks[0], kind)
        return words.title.format(place=place_of(lead.contrast.page))
    if rival := _rival(lead):
        return f"Make a page that sets you beside {rival}"
    if gaps > 1:
        return f"Make pages for {gaps} questions your site does not answer"
    return f"Make a page that answers {quoted(lead.prompt) or 'a question it has no answer to'}"


def _description(
    cause: Cause, lead: ContentGap, group: Sequence[ContentGap], kind: OfferKind | None
) -> str:
    if cause == (_NEW_PAGE, "") and len(group) > 1:
        return _new_pages(group, kind)
    more = _more([gap for gap in group if gap is not lead])
    room = LONGEST - len(more)
    move = lead.attack_move
    return (move if len(move) <= room else move[: room - 1].rstrip() + "…") + more


def _new_pages(group: Sequence[ContentGap], kind: OfferKind | None) -> str:
    facts = dict.fromkeys(
        fact for gap in group if gap.contrast is not None for fact in gap.contrast.lacks
    )
    nouns = [words_of(fact, kind).noun for fact in facts][:_MOST_FACTS]
    state = f" State {listed(nouns)}." if nouns else ""
    return (
        f"No page of yours answers {_questions(group)}. Make one for each, with the question as "
        f"its title and the answer in the first two sentences.{state}"
    )


def _more(others: Sequence[ContentGap]) -> str:
    if not others:
        return ""
    plural = "s" if len(others) > 1 else ""
    shown = [text for gap in others if (text := quoted(gap.prompt))][:_MOST_QUESTIONS]
    names = f": {'; '.join(shown)}" if len(shown) == len(others) else ""
    return f" The same move fits {len(others)} more question{plural}{names}."


def _questions(group: Sequence[ContentGap]) -> str:
    """The first questions that read well, and how many there are besides."""
    shown = [text for gap in group if (text := quoted(gap.prompt))][:_MOST_QUESTIONS]
    rest = len(group) - len(shown)
    if not shown:
        return f"{len(group)} of the questions asked"
    return listed([*shown, f"{rest} more"] if rest else shown)


def _evidence(group: Sequence[ContentGap]) -> tuple[EvidenceRef, ...]:
    refs: list[EvidenceRef] = []
    for gap in group:
        refs.append(EvidenceRef("gap", gap.prompt_id, detail=f"{gap.gap_type}: {gap.prompt}"))
        if gap.answer_id is not None:
            quote = gap.ai_response[:_QUOTE_LIMIT]
            refs.append(EvidenceRef("answer", gap.answer_id, quote=quote))
    return tuple(refs[:_EVIDENCE_LIMIT])
