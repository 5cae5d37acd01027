"""Words of advice from contrast, as somebody in marketing would write them.

Invariant: a sentence names the page as its visitors see it, and quotes a question only where the
question reads well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from presence.analysis.types import Contrast
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import AskedTheme, StatedFact

LONGEST: Final = 400
_LONGEST_QUOTED: Final = 120
_LONGEST_PLACE: Final = 60
_DOCUMENT: Final = "document:"


class FactWords(NamedTuple):
    """`told`: what answers do; `lacking`: what the page does not; `do`: the step to take.

    `title` names the step with {place}; `noun` is the fact in a list.
    """

    told: str
    lacking: str
    do: str
    title: str
    noun: str


FACT_WORDS: Final[dict[StatedFact, FactWords]] = {
    "price": FactWords(
        "quote a price", "gives none",
        "State yours there: the amount, what is included and what costs extra.",
        "State your prices on {place}", "the price",
    ),
    "numbers": FactWords(
        "give figures", "gives none",
        "State yours there: how many, how long, how much.",
        "Give figures on {place}", "figures (how many, how long)",
    ),
    "conditions": FactWords(
        "say on what conditions", "names none",
        "Say there who can have it, by when and what is needed.",
        "Say on {place} who can have it and on what terms", "who can have it and on what terms",
    ),
    "comparison": FactWords(
        "compare the choices", "compares nothing",
        "Compare them there fairly, and say for whom yours is the better one.",
        "Compare the choices on {place}", "how it compares",
    ),
    "place": FactWords(
        "name a place", "names none",
        "Say there where you are and which area you serve.",
        "Say on {place} where you are", "where you are",
    ),
    "hours": FactWords(
        "name opening hours", "names none",
        "State yours there, day by day.",
        "State your hours on {place}", "when you are open",
    ),
    "proof": FactWords(
        "point to proof such as reviews or certificates", "shows none",
        "Show yours there, with names, figures and dates.",
        "Show proof on {place}", "reviews or certificates",
    ),
    "date": FactWords(
        "say as of when", "has no date",
        "Date the page and say what is true now.",
        "Date {place} and keep it current", "as of when it is true",
    ),
}  # fmt: skip
_ASKS_FOR: Final[dict[StatedFact, str]] = {
    "price": "for a price", "numbers": "for figures", "conditions": "for conditions",
    "comparison": "for a comparison", "place": "for a place", "hours": "for opening hours",
    "proof": "for proof", "date": "what is true now",
}  # fmt: skip
# Whoever may not or need not collect stars shows something else.
_OTHER_PROOF: Final[dict[OfferKind, FactWords]] = {
    "professional-service": FactWords(
        "point to accreditations or memberships", "names none",
        "Name yours there, with the register and the year.",
        "Name your accreditations on {place}", "accreditations and memberships",
    ),
    "non-profit": FactWords(
        "point to inspections, registrations or results", "names none",
        "Name yours there, with the report and its date.",
        "Show on {place} what others found", "inspections and results",
    ),
    "open-source": FactWords(
        "say who uses it", "names nobody",
        "Name there who runs it, how many do, and link to them.",
        "Say on {place} who uses it", "who uses it",
    ),
    "public-body": FactWords(
        "name the legal basis or a source", "names none",
        "Name and link yours there.",
        "Name the source on {place}", "the legal basis",
    ),
}  # fmt: skip
# Nobody but those who sell goods and programs says in public how others are worse or better.
_HOW_TO_CHOOSE: Final = FactWords(
    "say how to choose", "does not say how",
    "Say there what to look for, and how it is with you on each point.",
    "Say on {place} how to choose", "what to look for",
)  # fmt: skip
_COMPARES: Final[frozenset[OfferKind | None]] = frozenset(
    {"software", "product", "shop", "marketplace", "open-source", None}
)
# What a page to be made says where no fact was seen that it lacks.
_TO_SAY: Final[dict[AskedTheme, str]] = {
    "offer": "Say what you are, for whom and where.",
    "price": "State what it costs, what is included and what costs extra.",
    "choice": "Say what to look for and what to ask, and how it is with you on each point.",
    "question": "Say what to do, step by step, and where you come in.",
}
_COUNTS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine",
                  "ten")  # fmt: skip


def words_of(fact: StatedFact, kind: OfferKind | None) -> FactWords:
    """The words for a fact, as they suit a kind of business."""
    if fact == "proof" and kind in _OTHER_PROOF:
        return _OTHER_PROOF[kind]
    if fact == "comparison" and kind not in _COMPARES:
        return _HOW_TO_CHOOSE
    return FACT_WORDS[fact]


def contrast_move(
    contrast: Contrast, question: str, kind: OfferKind | None, rival: str = ""
) -> str:
    """What to do about one question, at most 400 characters. `rival`: whom the question names."""
    if contrast.page is None and rival:
        return comparing_page(contrast.lacks, kind, rival)[:LONGEST]
    lines = _missing_page if contrast.page is None else _own_page
    full = lines(contrast, quoted(question), kind)
    if len(full) <= LONGEST:
        return full
    short = lines(contrast, "", kind)
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
        return "your home page"
    return path if len(path) <= _LONGEST_PLACE else path[: _LONGEST_PLACE - 1] + "…"


def listed(parts: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return parts[0] if len(parts) == 1 else ", ".join(parts[:-1]) + " and " + parts[-1]


def compares_by_name(kind: OfferKind | None) -> bool:
    """Whether a kind of business sets itself beside others by name."""
    return kind in _COMPARES


def comparing_page(facts: Sequence[StatedFact], kind: OfferKind | None, rival: str) -> str:
    """The step where customers ask about a rival and no own page names it."""
    if kind not in _COMPARES:
        state = listed([words_of(fact, kind).noun for fact in facts] or [_HOW_TO_CHOOSE.noun])
        return (
            f"Customers who weigh {rival} ask what else there is. Make a page on how to choose, "
            f"which names nobody: {state}, and how it is with you on each point."
        )
    nouns = [words_of(fact, kind).noun for fact in facts if fact != "comparison"]
    state = listed([*nouns, "for whom each of you suits better"])
    return (
        f"Customers ask about {rival}, and no page of yours names it. Make one that sets you "
        f"beside {rival} fairly: {state}."
    )


def _own_page(contrast: Contrast, question: str, kind: OfferKind | None) -> str:
    place = place_of(contrast.page or "")
    page = place[:1].upper() + place[1:] if " " in place else f"Your page {place}"
    if not contrast.lacks and contrast.theme == "offer":
        return (
            f"Others are named for {question or 'this question'}. Say in the title and the first "
            f"sentence of {place} what you are, for whom and where, and what sets you apart."
        )
    if not contrast.lacks:
        subject = f"{page} is on the subject of {question or 'this question'}"
        return (
            f"{subject}, and others are quoted. Answer it there in the first two sentences, under "
            "a heading that asks it."
        )
    first = words_of(contrast.lacks[0], kind)
    if contrast.of:
        about = f" to {question}" if question else " to this question"
        reason = f"{_share(contrast.answers, contrast.of)}{about} {first.told}."
    else:
        asked = "how to choose" if first is _HOW_TO_CHOOSE else _ASKS_FOR[contrast.lacks[0]]
        reason = f"{question or 'This question'} asks {asked}."
    more = [words_of(fact, kind).noun for fact in contrast.lacks[1:]]
    also = f" Missing there too: {listed(more)}." if more else ""
    return f"{reason} {page} {first.lacking}. {first.do}{also}"


def _missing_page(contrast: Contrast, question: str, kind: OfferKind | None) -> str:
    lead = f"No page of yours answers {question or 'this question'}. Make one"
    title = " with the question as its title and the answer in the first two sentences"
    facts = [words_of(fact, kind).noun for fact in contrast.lacks]
    state = f", then state {listed(facts)}." if facts else f". {_TO_SAY[contrast.theme]}"
    return f"{lead}{title}{state}"


def _share(part: int, whole: int) -> str:
    """ "Three of four answers", "All four answers", "Both answers"."""
    if part == whole:
        return "Both answers" if whole == 2 else f"All {_count(whole)} answers"
    return f"{_count(part).capitalize()} of {_count(whole)} answers"


def _count(number: int) -> str:
    return _COUNTS[number] if number < len(_COUNTS) else str(number)
