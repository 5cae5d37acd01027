"""Words of advice from contrast, as somebody in marketing would write them.

Invariant: a sentence names the page as its visitors see it, and quotes a question only where the
question reads well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit

from presence.analysis.gaps.fact_words import (
    HOW_TO_CHOOSE,
    asks_for,
    compares_by_name,
    words_of,
)
from presence.analysis.types import Contrast
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import AskedTheme, StatedFact

LONGEST: Final = 400
_LONGEST_QUOTED: Final = 120
_LONGEST_PLACE: Final = 60
_DOCUMENT: Final = "document:"
HOME: Final = "your home page"


# What a page to be made says where no fact was seen that it lacks.
TO_SAY: Final[dict[AskedTheme, str]] = {
    "offer": "Say what you are, for whom and where.",
    "price": "State what it costs, what is included and what costs extra.",
    "choice": "Say what to look for and what to ask, and how it is with you on each point.",
    "question": "Say what to do, step by step, and where you come in.",
}
SECTION: Final = (
    "If you offer this, add a section there with its own heading: what you do, for whom, and how "
    "to get it. If not, dismiss this."
)
ANSWERS: Final = "Answer each one there in two sentences, under a heading that asks the question."
SECTIONS: Final = (
    "For each of these that you offer, add a section with its own heading: what you do, for whom, "
    "and how to get it."
)
_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
                  "ten")  # fmt: skip


def contrast_move(
    contrast: Contrast,
    question: str,
    kind: OfferKind | None,
    competitor: str = "",
    *,
    contested: bool = True,
) -> str:
    """What to do about one question, at most 400 characters.

    `competitor`: whom the question names; not `contested` where nobody else answers it either.
    """
    if contrast.page is None and competitor:
        return comparing_page(contrast.lacks, kind, competitor)[:LONGEST]

    def lines(asked: str) -> str:
        if contrast.page is None:
            return _missing_page(contrast, asked, kind)
        return _own_page(contrast, asked, kind, contested=contested)

    full = lines(quoted(question))
    if len(full) <= LONGEST:
        return full
    short = lines("")
    return short if len(short) <= LONGEST else short[: LONGEST - 1].rstrip() + "…"


def quoted(question: str) -> str:
    """The question in quotation marks, "" where quoting it would not read well."""
    text = " ".join(question.split())
    fits = (len(text) <= _LONGEST_QUOTED and text[:1].isupper()) or not text.isascii()
    asks = text.endswith(("?", "？", "؟", ".", "。"))
    return f"“{text}”" if fits and asks and len(text) <= _LONGEST_QUOTED else ""


def place_of(page: str) -> str:
    """How a sentence names a page: its path, "your home page", or a document's name."""
    if page.startswith(_DOCUMENT):
        return f"the document {page.removeprefix(_DOCUMENT)}"[:_LONGEST_PLACE]
    path = urlsplit(page).path.rstrip("/")
    if not path:
        return HOME
    return path if len(path) <= _LONGEST_PLACE else path[: _LONGEST_PLACE - 1] + "…"


def listed(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def comparing_page(facts: Sequence[StatedFact], kind: OfferKind | None, competitor: str) -> str:
    """The step where customers ask about a competitor and no own page names it."""
    if not compares_by_name(kind):
        state = listed([words_of(fact, kind).noun for fact in facts] or [HOW_TO_CHOOSE.noun])
        return (
            f"Customers who weigh {competitor} ask what else there is. "
            f"Make a page on how to choose, which names nobody: {state}, "
            "and how it is with you on each point."
        )
    whom = "them" if " and " in competitor else "it"
    nouns = [words_of(fact, kind).noun for fact in facts if fact != "comparison"]
    state = listed([*nouns, "for whom each of you suits better"])
    return (
        f"Customers ask about {competitor}, and none of your pages compares you with {whom}. "
        f"Make one that compares you fairly with {competitor}: {state}."
    )


def page_title(contrast: Contrast, question: str, kind: OfferKind | None) -> str:
    """The step for an own page and the reason for it, in one sentence."""
    place = place_of(contrast.page or "")
    if contrast.lacks:
        first = words_of(contrast.lacks[0], kind)
        if contrast.of:
            share = _share(contrast.answers, contrast.of)
            why = f"{share[:1].lower()}{share[1:]} {first.predicate}"
        else:
            why = f"customers ask {first.asked}"
        return f"{first.title.format(place=place)}: {why}"
    asked = quoted(question)
    if contrast.theme == "offer" and contrast.own == "top":
        return f"Say at the top of {place} what you do, for whom and where, so answers can name you"
    if contrast.theme == "offer":
        return f"Add a section to {place} for what customers look for: {asked or 'what they ask'}"
    if place == HOME:
        return f"Answer {asked or 'what customers ask'} on {place}, under a heading of its own"
    return f"Begin {place} with the answer to {asked or 'what customers ask'}"


def offer_page(asked: str, lacks: Sequence[StatedFact], kind: OfferKind | None) -> str:
    """The step where customers look for somebody and no own page says who one is."""
    nouns = [words_of(fact, kind).noun for fact in lacks]
    also = f" State {listed(nouns)} as well." if nouns else ""
    return (
        f"Customers ask {asked}, and none of your pages says who you are. Make one that says in "
        f"its title and first sentence what you are, for whom and where.{also}"
    )


def _own_page(contrast: Contrast, question: str, kind: OfferKind | None, *, contested: bool) -> str:
    place = place_of(contrast.page or "")
    page = place[:1].upper() + place[1:] if " " in place else f"Your page {place}"
    if not contrast.lacks and contrast.theme == "offer" and contrast.own == "near":
        return (
            f"{page} is the closest you have to {question or 'this question'}, but no passage "
            f"answers it directly. {SECTION}"
        )
    if not contrast.lacks and contrast.theme == "offer":
        asked = question or "what you offer"
        said = f"Customers ask {question}" if question else "Customers ask who offers this"
        reason = f"Others are named for {asked}" if contested else said
        return (
            f"{reason}. Say in the title and the first "
            f"sentence of {place} what you are, for whom and where, and what sets you apart."
        )
    if not contrast.lacks:
        subject = f"{page} is on the subject of {question or 'this question'}"
        why = "and others are quoted" if contested else "but no passage answers it directly"
        if place == HOME:
            return (
                f"{subject}, {why}. Answer it there in two sentences, under a heading that asks it."
            )
        return (
            f"{subject}, {why}. Answer it there in the first two sentences, under "
            "a heading that asks it."
        )
    first = words_of(contrast.lacks[0], kind)
    if contrast.of:
        about = f" to {question}" if question else " to this question"
        reason = f"{_share(contrast.answers, contrast.of)}{about} {first.predicate}."
    else:
        asked = asks_for(contrast.lacks[0], kind)
        reason = f"{question or 'This question'} asks {asked}."
    more = [words_of(fact, kind).noun for fact in contrast.lacks[1:]]
    also = f" Missing there too: {listed(more)}." if more else ""
    proof = f" One answer says: “{contrast.example}”" if contrast.example else ""
    return f"{reason} {page} {first.lacking}. {first.do}{proof}{also}"


def _missing_page(contrast: Contrast, question: str, kind: OfferKind | None) -> str:
    if contrast.theme == "offer":
        return offer_page(question or "this question", contrast.lacks, kind)
    lead = f"No page of yours answers {question or 'this question'}. Make one"
    title = " with the question as its title and the answer in the first two sentences"
    facts = [words_of(fact, kind).noun for fact in contrast.lacks]
    state = f", then state {listed(facts)}." if facts else f". {TO_SAY[contrast.theme]}"
    return f"{lead}{title}{state}"


def _share(part: int, whole: int) -> str:
    """ "Three of four answers", "All four answers", "Both answers"."""
    if part == whole:
        return "Both answers" if whole == 2 else f"All {_count(whole)} answers"
    return f"{_count(part).capitalize()} of {_count(whole)} answers"


def _count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)
