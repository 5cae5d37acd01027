"""Sets the answers that won beside the nearest own page: what they state and it does not.

Invariant: a fact is asked for only when at least half of the winning answers carry it, or the
question itself asks for it, and never of a kind of business it does not suit unless asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, get_args

from presence.analysis.gaps.asked import asked_facts
from presence.analysis.gaps.example import example_of
from presence.analysis.gaps.fact_words import compares_by_name
from presence.analysis.gaps.own_answers import heads_answer, own_answer
from presence.analysis.gaps.places import lasting_pages, page_about, place_for
from presence.analysis.gaps.presence_counts import present
from presence.analysis.gaps.stated_kinds import carried, says_free
from presence.analysis.gaps.themes import theme_of
from presence.analysis.scoring import Observation
from presence.analysis.types import Competitor, Contrast, PanelPrompt, Passage
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import AskedTheme, StatedFact

_FACTS: Final[tuple[StatedFact, ...]] = get_args(StatedFact)
_MOST: Final = 3
_CARRIED_BY: Final = 0.5
_LEAST_ANSWERS: Final = 2
# What answers about a provider happen to hold, but its own page gains nothing by stating.
_NOT_OF_AN_OFFER: Final[frozenset[StatedFact]] = frozenset({"date", "numbers"})
# What answers to a question of fact hold beside the answer: they sell while they tell.
_NOT_OF_AN_ANSWER: Final[frozenset[StatedFact]] = frozenset(
    {"price", "proof", "date", "place", "hours"}
)
_NOT_OF_A_PRICE: Final[frozenset[StatedFact]] = frozenset({"numbers", "proof", "hours", "date"})
# What holds for a business as a whole, whichever page states it.
_OF_THE_WHOLE: Final[frozenset[StatedFact]] = frozenset({"price", "place", "hours", "proof"})
_NOT_VISITED: Final[frozenset[OfferKind | None]] = frozenset(
    {"software", "product", "open-source", "marketplace", "media"}
)
_ONLY_WHEN_ASKED: Final[dict[OfferKind, frozenset[StatedFact]]] = {
    "software": frozenset({"place", "hours"}),
    "product": frozenset({"place", "hours"}),
    "open-source": frozenset({"price", "place", "hours"}),
    "marketplace": frozenset({"place", "hours"}),
    "media": frozenset({"price", "place", "hours"}),
    "non-profit": frozenset({"price"}),
    "public-body": frozenset({"price", "comparison", "proof"}),
}


def contrast_of(
    observations: Sequence[Observation],
    winner: Competitor | None,
    own: Sequence[Passage],
    kind: OfferKind | None,
    sold: str = "",
) -> Contrast:
    """What the own page lacks for one question, nothing where it states all that was seen.

    `winner` is whoever is ahead, None where nobody is; `own` are the brand's passages; `sold` is
    what the brand sells in a word or two.
    """
    prompt = observations[0].answer.prompt
    theme = theme_of(prompt)
    page = _place(winner, prompt, own, theme)
    said = [] if winner is None else [_winning_text(o, winner.id) for o in observations]
    texts = [text for text in said if text]
    counts = Counter(fact for text in texts for fact in carried(text, prompt.locale))
    asked = asked_facts(prompt.text, prompt.locale)
    shunned = _ONLY_WHEN_ASKED.get(kind, frozenset()) if kind else frozenset()
    if theme == "offer" and not compares_by_name(kind):  # how to choose is no part of an offer
        asked, shunned = asked - {"comparison"}, shunned | {"comparison"}
    if kind in _NOT_VISITED:  # "all Sunday" in a question asks them for no opening hours
        asked -= {"hours"}
    if theme == "offer":
        asked -= {"date"}
        shunned |= _NOT_OF_AN_OFFER - asked
    elif theme == "price":
        shunned |= _NOT_OF_A_PRICE - asked
    elif theme in ("question", "choice"):
        shunned |= _NOT_OF_AN_ANSWER - asked
    if page and heads_answer(prompt, own, page):  # its heading asks the question and answers it
        asked -= {"conditions", "numbers"}
    needed = max(_LEAST_ANSWERS, _CARRIED_BY * len(texts))
    relevant = [
        fact for fact in _FACTS if (counts[fact] >= needed and fact not in shunned) or fact in asked
    ]
    stated = _stated([p for p in own if p.source == page], prompt.locale)
    if theme == "offer":  # what another page states need not be said again where one is named
        stated |= _stated(lasting_pages(own), prompt.locale) & _OF_THE_WHOLE
    lacks = sorted(
        (fact for fact in relevant if fact not in stated),
        key=lambda fact: (fact not in asked, -counts[fact], _FACTS.index(fact)),
    )
    first = counts[lacks[0]] if lacks else 0
    shown = first >= needed
    counted = (first, len(texts)) if shown else (0, 0)
    return Contrast(
        tuple(lacks[:_MOST]),
        page,
        *counted,
        theme=theme,
        example=example_of(texts, lacks[0], prompt, theme) if lacks else "",
        own=own_answer(prompt, theme, own, page, sold) if not lacks and page else "near",
    )


def _place(
    winner: Competitor | None, prompt: PanelPrompt, own: Sequence[Passage], theme: AskedTheme
) -> str | None:
    """Only a page that names the competitor is on the subject of a question that names it."""
    if winner is None or not names(prompt.text, winner.name):
        return place_for(prompt, theme, own)
    return page_about(prompt, winner.name, own)


def names(text: str, name: str) -> bool:
    """Whether a text holds a name as it is written."""
    return name.casefold() in text.casefold()


def _stated(read: Iterable[Passage], language: str) -> frozenset[StatedFact]:
    text = "\n".join(f"{p.heading}\n{p.text}" for p in read)
    free: frozenset[StatedFact] = frozenset({"price"}) if says_free(text) else frozenset()
    return carried(text, language) | free


def _winning_text(observation: Observation, winner: str) -> str:
    """What made an answer without the brand: the passages it cites, else its own words."""
    if present(observation, "brand") or not present(observation, winner):
        return ""
    cited = [p.text for p in observation.answer.raw.passages if p.cited and p.owner != "brand"]
    return "\n".join(cited) or observation.answer.text
