"""Sets the answers that won beside the nearest own page: what they state and it does not.

Invariant: a fact is asked for only when at least half of the winning answers carry it, or the
question itself asks for it, and never of a kind of business it does not suit unless asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, get_args

from presence.analysis.gaps.asked import asked_facts, subject_of
from presence.analysis.gaps.carried import carried, says_free
from presence.analysis.gaps.presence_counts import present
from presence.analysis.language import base_language, terms
from presence.analysis.scoring import Observation
from presence.analysis.types import Competitor, Contrast, PanelPrompt, Passage
from presence.analysis.types.offer import OfferKind
from presence.analysis.types.results import StatedFact

_FACTS: Final[tuple[StatedFact, ...]] = get_args(StatedFact)
_MOST: Final = 3
_CARRIED_BY: Final = 0.5
_LEAST_ANSWERS: Final = 2
# Share of a question's words a page must speak of, in one of its passages, to be on its subject.
_ON_SUBJECT: Final = 0.5
_HEAD_WEIGHT: Final = 3.0
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
) -> Contrast:
    """What the own page lacks for one question, nothing where it states all that was seen.

    `winner` is whoever is ahead, None where nobody is; `own` are the brand's passages.
    """
    prompt = observations[0].answer.prompt
    page = nearest_page(prompt, _about(winner, prompt, own))
    said = [] if winner is None else [_winning_text(o, winner.id) for o in observations]
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
    first = counts[lacks[0]] if lacks else 0
    shown = first >= needed
    return Contrast(tuple(lacks[:_MOST]), page, first if shown else 0, len(texts) if shown else 0)


def _about(
    winner: Competitor | None, prompt: PanelPrompt, own: Sequence[Passage]
) -> Sequence[Passage]:
    """Only a page that names the rival is on the subject of a question that names it."""
    if winner is None or not names(prompt.text, winner.name):
        return own
    sources = {p.source for p in own if names(f"{p.title} {p.heading} {p.text}", winner.name)}
    return [passage for passage in own if passage.source in sources]


def names(text: str, name: str) -> bool:
    """Whether a text holds a name as it is written."""
    return name.casefold() in text.casefold()


def nearest_page(prompt: PanelPrompt, own: Iterable[Passage]) -> str | None:
    """The own source with the passage that speaks of most of a question's subject.

    Words that stand on few pages say most, in headings most of all. None where even the
    nearest one is about something else.
    """
    language = base_language(prompt.locale)
    asked = set(terms(subject_of(prompt.text, language), language))
    spoken = [_spoken(passage, asked, language) for passage in own]
    uses = {(source, word) for source, head, text in spoken for word in head | text}
    rarity = Counter(word for _, word in uses)
    best: tuple[float, str] = (0.0, "")
    for source, head, text in spoken:
        said = head | text
        if not said or len(said) < _ON_SUBJECT * len(asked):
            continue
        weight = sum((_HEAD_WEIGHT if word in head else 1.0) / rarity[word] for word in said)
        best = max(best, (weight, source), key=lambda pair: pair[0])
    return best[1] or None


def _spoken(passage: Passage, asked: set[str], language: str) -> tuple[str, set[str], set[str]]:
    """A passage's source and which of the asked words its headings and its text hold."""
    head = asked & set(terms(f"{passage.title} {passage.heading}", language))
    return passage.source, head, asked & set(terms(passage.text, language))


def _stated(page: str | None, own: Iterable[Passage], language: str) -> frozenset[StatedFact]:
    texts = [f"{p.heading}\n{p.text}" for p in own if p.source == page]
    text = "\n".join(texts)
    free: frozenset[StatedFact] = frozenset({"price"}) if says_free(text) else frozenset()
    return carried(text, language) | free


def _winning_text(observation: Observation, winner: str) -> str:
    """What made an answer without the brand: the passages it cites, else its own words."""
    if present(observation, "brand") or not present(observation, winner):
        return ""
    cited = [p.text for p in observation.answer.raw.passages if p.cited and p.owner != "brand"]
    return "\n".join(cited) or observation.answer.text
