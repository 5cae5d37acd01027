"""Sets the answers that won beside the nearest own page: what they state and it does not.

Invariant: a fact is asked for only when at least half of the winning answers carry it, or the
question itself asks for it, and never of a kind of business it does not suit unless asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, get_args

from presence.analysis.gaps.asked import asked_facts
from presence.analysis.gaps.carried import carried
from presence.analysis.gaps.presence_counts import present
from presence.analysis.language import base_language, terms
from presence.analysis.scoring import Observation
from presence.analysis.types import Contrast, PanelPrompt, Passage
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import StatedFact

_FACTS: Final[tuple[StatedFact, ...]] = get_args(StatedFact)
_MOST: Final = 3
_CARRIED_BY: Final = 0.5
_LEAST_ANSWERS: Final = 2
# Share of a question's words a page must speak of, in one of its passages, to be on its subject.
_ON_SUBJECT: Final = 0.5
_AT_LEAST_WORDS: Final = 2
_ONLY_WHEN_ASKED: Final[dict[OfferKind, frozenset[StatedFact]]] = {
    "software": frozenset({"place", "hours"}),
    "product": frozenset({"place", "hours"}),
    "open-source": frozenset({"price", "place", "hours"}),
    "marketplace": frozenset({"place", "hours"}),
    "media": frozenset({"price", "place", "hours"}),
    "non-profit": frozenset({"price"}),
    "public-body": frozenset({"price", "comparison", "proof"}),
    "health": frozenset({"comparison"}),
}


def contrast_of(
    observations: Sequence[Observation],
    winner: str | None,
    own: Sequence[Passage],
    kind: OfferKind | None,
) -> Contrast | None:
    """What the own page lacks for one question; None where it lacks nothing that was seen.

    `winner` is the entity that is ahead, None where nobody is; `own` are the brand's passages.
    """
    prompt = observations[0].answer.prompt
    page = nearest_page(prompt, own)
    said = [] if winner is None else [_winning_text(o, winner) for o in observations]
    texts = [text for text in said if text]
    counts = Counter(fact for text in texts for fact in carried(text, prompt.locale))
    asked = asked_facts(prompt.text, prompt.locale)
    shunned = _ONLY_WHEN_ASKED.get(kind, frozenset()) if kind else frozenset()
    needed = max(_LEAST_ANSWERS, _CARRIED_BY * len(texts))
    told = [
        fact for fact in _FACTS if (counts[fact] >= needed and fact not in shunned) or fact in asked
    ]
    stated = _stated(page, own, prompt.locale)
    lacks = sorted(
        (fact for fact in told if fact not in stated),
        key=lambda fact: (fact not in asked, -counts[fact], _FACTS.index(fact)),
    )
    if not lacks and page is not None:
        return None
    first = counts[lacks[0]] if lacks else 0
    shown = first >= needed
    return Contrast(tuple(lacks[:_MOST]), page, first if shown else 0, len(texts) if shown else 0)


def nearest_page(prompt: PanelPrompt, own: Iterable[Passage]) -> str | None:
    """The own source with the passage that speaks of most of a question's words.

    None where even that one is about something else.
    """
    language = base_language(prompt.locale)
    asked = set(terms(prompt.text, language))
    if not asked:
        return None
    best = (0, 0, "")
    for passage in own:
        head = asked & set(terms(f"{passage.title} {passage.heading}", language))
        said = head | (asked & set(terms(passage.text, language)))
        if len(said) >= _least(len(asked)) and (len(said), len(head)) > best[:2]:
            best = (len(said), len(head), passage.source)
    return best[2] or None


def _least(asked: int) -> int:
    return max(min(_AT_LEAST_WORDS, asked), round(_ON_SUBJECT * asked + 0.01))


def _stated(page: str | None, own: Iterable[Passage], language: str) -> frozenset[StatedFact]:
    texts = [f"{p.heading}\n{p.text}" for p in own if p.source == page]
    return carried("\n".join(texts), language)


def _winning_text(observation: Observation, winner: str) -> str:
    """What made an answer without the brand: the passages it cites, else its own words."""
    if present(observation, "brand") or not present(observation, winner):
        return ""
    cited = [p.text for p in observation.answer.raw.passages if p.cited and p.owner != "brand"]
    return "\n".join(cited) or observation.answer.text
