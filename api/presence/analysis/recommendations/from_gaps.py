"""Turns content gaps into recommendations: gaps that ask for the same work become one.

Invariant: each recommendation links every gap (and its answer) it would close, and claims no more
than the share of prompts those gaps are.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from presence.analysis.gaps.advice_words import (
    ANSWERS,
    SECTIONS,
    TO_SAY,
    comparing_page,
    listed,
    offer_page,
    page_title,
    place_of,
    quoted,
)
from presence.analysis.gaps.contrast import names
from presence.analysis.gaps.fact_words import compares_by_name, words_of
from presence.analysis.recommendations.grades import (
    Support,
    credited,
    fact_support,
    gap_support,
)
from presence.analysis.recommendations.ranking import priority_of
from presence.analysis.scoring.combine import CONTENT_WEIGHT
from presence.analysis.types import (
    ContentGap,
    EvidenceRef,
    Level,
    Priority,
    Recommendation,
)
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import AskedTheme, StatedFact

CATEGORY: Final = "Content"
LONGEST: Final = 600
_EVIDENCE_LIMIT: Final = 12
_QUOTE_LIMIT: Final = 240
_MOST_QUESTIONS: Final = 3
_MOST_FACTS: Final = 4
_MOST_COMPETITORS: Final = 3
_WORDS_OF_A_JOB: Final = 3
_OF_THE_WHOLE: Final[tuple[StatedFact, ...]] = ("proof", "hours", "place")
_SEVERITY: Final = {"Major": 1.0, "Moderate": 0.6, "Minor": 0.3}
_PAGE: Final = "page"
_ANSWERS: Final = "answers"
_COMPARE: Final = "compare"
_NEW_PAGE: Final = "new page"
_GUIDE: Final = "new page (choice)"
# Titles where no question is quoted: no page can have "Which is the best?" as its title.
_PAGES: Final[dict[AskedTheme, str]] = {
    "offer": "Make a page that says what you do, for whom and where",
    "price": "Make a page that states what it costs: customers ask, and none of your pages says",
    "choice": "Make a guide on how to choose: customers compare before they decide",
    "question": "Make a page for a customer question your site does not answer",
}
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
_LABORIOUS: Final[frozenset[StatedFact]] = frozenset({"comparison", "proof"})
_TITLES: Final = {
    "content structure": "Put the answer first on pages that almost answer a question",
    "pricing": "State your prices where customers ask what you cost",
    "freshness": "Publish dated answers to what customers ask about now",
    "comparison": "Compare yourself openly with the alternatives customers ask about",
    "content depth": "Write the answers to customer questions that your site lacks",
    "reviews": "Show reviews that assistants can quote when customers ask for them",
    "citations": "Get covered by the sites that answers cite instead of yours",
    "brand authority": "Say whom you serve and prove it, so that answers name you as well",
}
_SENTENCES: Final = re.compile(r"[.!。]\s*(?=\S)")
Cause = tuple[str, str]


def gap_recommendations(
    gaps: Sequence[ContentGap],
    prompts: int | None,
    kind: OfferKind | None = None,
    competitors: Sequence[str] = (),
) -> list[Recommendation]:
    """One recommendation per piece of work among the gaps, worst gap first within each.

    The work is to complete one page, to make a page that does not exist, or where the contrast is
    not known what (category, competitor) says. `prompts` is the number of non-branded prompts the
    brand asks; if unknown, the gaps' own prompts count as all of them. `competitors` are the names
    of all tracked competitors. A gap too early to call keeps its recommendation, without a gain.
    """
    groups: dict[Cause, list[ContentGap]] = {}
    for gap in (_named_in(gap, competitors, kind) for gap in gaps):
        if gap.contrast and gap.contrast.page and gap.contrast.own == "given":
            continue  # nothing is left to write
        groups.setdefault(_cause(gap, kind), []).append(gap)
    _state_once(groups)
    asked = max(prompts or 0, len({gap.prompt_id for gap in gaps}), 1)
    return [_recommendation(cause, group, asked, kind) for cause, group in groups.items()]


def _distinct(cause: Cause, group: Sequence[ContentGap]) -> Sequence[ContentGap]:
    """One gap of each job that several questions word differently: one page answers them all."""
    if cause[0] != f"{_NEW_PAGE} (question)":
        return group
    jobs: dict[str, list[ContentGap]] = {}
    for gap in group:
        is_job = len(gap.topic.split()) >= _WORDS_OF_A_JOB
        jobs.setdefault(gap.topic if is_job else gap.prompt_id, []).append(gap)
    return [min(gaps, key=_weight) for gaps in jobs.values()]


def _state_once(groups: dict[Cause, list[ContentGap]]) -> None:
    """What holds for a business as a whole is one action, whichever pages lack it first of all."""
    for fact in _OF_THE_WHOLE:
        causes = [c for c, gaps in groups.items() if c[0] == _PAGE and _lacking(gaps)[0] == fact]
        lead = max(causes, key=lambda cause: len(groups[cause]), default=None)
        for cause in causes:
            if lead is not None and cause != lead:
                groups[lead] += groups.pop(cause)


def _named_in(gap: ContentGap, competitors: Sequence[str], kind: OfferKind | None) -> ContentGap:
    """The gap, attributed to the competitor that its question names, whoever is ahead.

    A question about an alternative to somebody belongs on no page about anything else.
    """
    named = next((competitor for competitor in competitors if names(gap.prompt, competitor)), "")
    if not named or _named_competitor(gap) or gap.contrast is None or gap.contrast.page is not None:
        return gap
    move = comparing_page(gap.contrast.lacks, kind, named)
    return replace(gap, competitor=named, kind="competitor", attack_move=move)


def _cause(gap: ContentGap, kind: OfferKind | None) -> Cause:
    if gap.contrast is None:
        return gap.category, gap.competitor
    if _first(gap) is not None:
        return _PAGE, gap.contrast.page or ""
    if gap.contrast.page is not None:
        return f"{_ANSWERS} ({gap.contrast.theme}, {gap.contrast.own})", gap.contrast.page
    if _named_competitor(gap):
        return (_COMPARE, "") if compares_by_name(kind) else (_GUIDE, "")
    return f"{_NEW_PAGE} ({gap.contrast.theme})", ""


def _named_competitor(gap: ContentGap) -> str:
    """The competitor a question names: one page about it answers every such question."""
    return gap.competitor if gap.kind == "competitor" and names(gap.prompt, gap.competitor) else ""


def _lacking(group: Sequence[ContentGap]) -> list[StatedFact]:
    """What the group's pages lack, what most questions miss first."""
    counts = Counter(fact for gap in group if gap.contrast for fact in gap.contrast.lacks)
    first = Counter(gap.contrast.lacks[0] for gap in group if gap.contrast and gap.contrast.lacks)
    return sorted(counts, key=lambda fact: (-first[fact], -counts[fact]))


def _recommendation(
    cause: Cause, group: Sequence[ContentGap], asked: int, kind: OfferKind | None
) -> Recommendation:
    facts = _lacking(group)
    at = facts[0] if facts and cause[0] == _PAGE else None
    guide = cause[0] == _GUIDE  # its title is a question, not what somebody went through
    lead = min(
        group,
        key=lambda g: (
            g.too_early,
            cause[0] == _PAGE and (g.contrast is None or g.contrast.page != cause[1]),
            bool(_named_competitor(g)),
            _first(g) != at,
            guide and _recounts(g),
            *_weight(g),
        ),
    )
    gain = sum(credited(_first(g)) * _SEVERITY[g.gap_type] for g in group if not g.too_early)
    gain = round(100.0 * CONTENT_WEIGHT * gain / asked, 3)
    effort = _effort(lead, facts if at is not None else [])
    support = _support(lead, at)
    stated = _distinct(cause, [gap for gap in group if gap.too_early == lead.too_early])
    lead = lead if lead in stated else stated[0]
    return Recommendation(
        category=CATEGORY,
        priority=_within_guide(priority_of(gain, effort)) if guide else priority_of(gain, effort),
        title=_title(cause, lead, stated, kind),
        description=_with_room(_work(cause, lead, stated, kind), _seen(group)),
        grade=support.grade,
        effort=effort,
        evidence=_evidence([lead, *(gap for gap in group if gap is not lead)]),
        expected_gain=gain,
        source_kind="gap",
        source_ref=f"{cause[0]}:{lead.prompt_id}",
        key=f"gap:{cause[0]}:{cause[1]}",
        why=support.reason,
    )


def _within_guide(priority: Priority) -> Priority:
    """A guide helps whoever compares already: what says who and how much comes first."""
    return "Medium" if priority == "High" else priority


def _weight(gap: ContentGap) -> tuple[float, int, int, str]:
    """Worst first; among equals the shortest question, which reads best."""
    return -_SEVERITY[gap.gap_type], -gap.n, len(gap.prompt), gap.prompt_id


def _recounts(gap: ContentGap) -> bool:
    """Whether a sentence leads up to the question: "The last one broke. How do I choose?"."""
    return bool(_SENTENCES.search(gap.prompt.strip()))


def _first(gap: ContentGap) -> StatedFact | None:
    """The fact to state first on an existing page; None if something else has to be done."""
    contrast = gap.contrast
    return contrast.lacks[0] if contrast and contrast.page and contrast.lacks else None


def _effort(lead: ContentGap, facts: Sequence[StatedFact]) -> Level:
    if facts:
        return "Medium" if _LABORIOUS & set(facts) else "Low"
    if lead.contrast is not None:
        return "Low" if lead.contrast.page else "Medium"
    return _EFFORT.get(lead.category, "Medium")


def _support(lead: ContentGap, fact: StatedFact | None) -> Support:
    if fact is not None:
        return fact_support(fact)
    if lead.contrast is not None:
        return gap_support("content structure" if lead.contrast.page else "content depth")
    return gap_support(lead.category)


def _title(
    cause: Cause, lead: ContentGap, group: Sequence[ContentGap], kind: OfferKind | None
) -> str:
    if lead.contrast is None:
        title = _TITLES.get(lead.category, "Close the content gap")
        is_behind = lead.kind == "competitor" and not lead.too_early
        return f"{title} ({lead.competitor} is ahead)" if is_behind else title
    if lead.contrast.page is not None:
        several = len(group) > 1 and not lead.contrast.lacks and lead.contrast.own != "top"
        if several:
            place = place_of(lead.contrast.page)
            return f"Answer {len(group)} customer questions on {place}, each under its own heading"
        return page_title(lead.contrast, lead.prompt, kind)
    if cause[0] == _GUIDE and _named_competitor(lead):
        return _PAGES["choice"]
    if cause[0] == _COMPARE and (compared := _compared(group)):
        asked = "them" if " and " in compared else "it"
        return f"Make a page that compares you fairly with {compared}: customers ask about {asked}"
    if len(group) > 1 and lead.contrast.theme == "question":
        return f"Answer {len(group)} customer questions that your site leaves open"
    asks = quoted(lead.prompt)
    is_story = lead.contrast.theme == "choice" and _recounts(lead)
    if not asks or is_story or lead.contrast.theme == "offer":
        return _PAGES[lead.contrast.theme]
    if lead.contrast.theme == "choice":
        return f"Make a guide for customers who compare: {asks}"
    return f"Answer {asks} on a page of its own: none of your pages does"


def _with_room(text: str, more: str) -> str:
    return text + more if len(text) + len(more) <= LONGEST else text


def _seen(group: Sequence[ContentGap]) -> str:
    """How it will be seen to have worked."""
    if group[0].contrast is None:
        return ""
    contested = [gap for gap in group if gap.kind == "competitor"]
    answers = sum(gap.n for gap in contested)
    if not answers:
        return " You'll know it worked when the next analysis finds the answer on your page."
    named = sum(gap.brand_answers for gap in contested) or "none"
    return f" You'll know it worked when more answers name you: today {named} of {answers} do."


def _compared(group: Sequence[ContentGap]) -> str:
    """The competitors that the questions of a group name, "" where they name none."""
    found = list(dict.fromkeys(name for gap in group if (name := _named_competitor(gap))))
    return listed(found[:_MOST_COMPETITORS]) if found else ""


def _work(
    cause: Cause, lead: ContentGap, group: Sequence[ContentGap], kind: OfferKind | None
) -> str:
    others = [gap for gap in group if gap is not lead]
    contrast = lead.contrast
    if cause[0] == _COMPARE:
        return comparing_page(_lacking(group)[:_MOST_FACTS], kind, _compared(group))
    if cause[0] == _GUIDE:
        others = [gap for gap in others if not _named_competitor(gap)]
    if contrast and contrast.page is None and not _named_competitor(lead) and others:
        known = [fact for fact in _common(group) if fact != "comparison"]
        facts = [words_of(fact, kind).noun for fact in known][:_MOST_FACTS]
        if contrast.theme == "offer":
            return offer_page(_questions(group), _lacking(group)[:_MOST_FACTS], kind)
        state = f" Include {listed(facts)}." if facts else f" {TO_SAY[contrast.theme]}"
        if contrast.theme == "question":
            return _new_pages(group) + state
        return _new_page(lead, others) + state
    move = lead.attack_move
    if contrast is not None and contrast.page is not None:
        if others and contrast.own == "near" and not contrast.lacks:
            each = SECTIONS if contrast.theme == "offer" else ANSWERS
            place = place_of(contrast.page)
            return (
                f"{_capital(place)} is the closest you have to {_questions(group)}, but no passage "
                f"answers them directly. {each}"
            )
        rest = [fact for fact in _lacking(group) if fact not in contrast.lacks]
        also = [words_of(fact, kind).noun for fact in rest][:_MOST_FACTS]
        move += f" Other questions need {listed(also)} there as well." if also else ""
        pages = dict.fromkeys(gap.contrast.page for gap in others if gap.contrast)
        same = [place_of(page) for page in pages if page and page != contrast.page][:_MOST_FACTS]
        move += f" The same holds for {listed(same)}." if same else ""
    more = _more(others)
    room = LONGEST - len(more)
    return (move if len(move) <= room else move[: room - 1].rstrip() + "…") + more


def _capital(place: str) -> str:
    return place[:1].upper() + place[1:] if " " in place else f"Your page {place}"


def _common(group: Sequence[ContentGap]) -> list[StatedFact]:
    """What at least half of a group lacks."""
    counts = Counter(fact for gap in group if gap.contrast for fact in gap.contrast.lacks)
    return [fact for fact in _lacking(group) if 2 * counts[fact] >= len(group)]


def _new_pages(group: Sequence[ContentGap]) -> str:
    return (
        f"No page of yours answers {_questions(group)}. Make one for each, with the question as "
        f"its title and the answer in the first two sentences.{_example(group)}"
    )


def _example(group: Sequence[ContentGap]) -> str:
    """What an answer says about one of the questions, verbatim."""
    for gap in group:
        if gap.contrast and gap.contrast.example and (asked := quoted(gap.prompt)):
            return f" An answer to {asked} says: “{gap.contrast.example}”"
    return ""


def _new_page(lead: ContentGap, others: Sequence[ContentGap]) -> str:
    """One page for questions that want the same: its title, and a section for each."""
    title = quoted(lead.prompt)
    asks = title or "what customers ask here"
    named = " with that title" if title and not _recounts(lead) else ""
    return (
        f"No page of yours answers {asks}. Make one{named}. Answer it in the first two sentences, "
        f"then {_questions(others)} under headings of their own.{_example([lead, *others])}"
    )


def _more(others: Sequence[ContentGap]) -> str:
    if not others:
        return ""
    plural = "s" if len(others) > 1 else ""
    shown = [text for gap in others if (text := quoted(gap.prompt))][:_MOST_QUESTIONS]
    names = f": {'; '.join(shown)}" if len(shown) == len(others) else ""
    return f" Also fixes {len(others)} more question{plural}{names}."


def _questions(group: Sequence[ContentGap]) -> str:
    """The first questions that read well, and the number of the others."""
    shown = [text for gap in group if (text := quoted(gap.prompt))][:_MOST_QUESTIONS]
    rest = len(group) - len(shown)
    if not shown:
        plural = "s" if len(group) > 1 else ""
        return f"{len(group)} of the questions asked" if plural else "the other question asked"
    return listed([*shown, f"{rest} more"] if rest else shown)


def _evidence(group: Sequence[ContentGap]) -> tuple[EvidenceRef, ...]:
    refs: list[EvidenceRef] = []
    for gap in group:
        refs.append(EvidenceRef("gap", gap.prompt_id, detail=f"{gap.gap_type} gap: {gap.prompt}"))
        if gap.answer_id is not None:
            quote = gap.ai_response[:_QUOTE_LIMIT]
            refs.append(EvidenceRef("answer", gap.answer_id, quote=quote))
    return tuple(refs[:_EVIDENCE_LIMIT])
