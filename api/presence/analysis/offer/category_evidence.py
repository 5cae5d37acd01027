"""Which catalogue category is supported by everything the brand says, taken together.

If no single text says what is sold, many weak signals do: names of the trade, words used by such a
business and few others, what its customers want and worry about, and in English the meaning of its
sentences. Invariant: a word counts by how many pages contain it and how few categories share it,
never by repetition on one page; nothing is returned that does not stand out enough.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from presence.analysis.language import base_language, terms
from presence.analysis.offer.categories import COUNTED, SPOKEN, Category, catalogue
from presence.analysis.offer.denials import without_denials
from presence.analysis.offer.head_nouns import head_word
from presence.analysis.offer.name_vectors import name_vectors
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import OfferKind, Quote

_PAGES = 12
_LETTERS = 20_000  # per page
_NAME, _SIGN, _LINE = 1.5, 1.3, 0.7
_SMOOTHING = 12  # terms: otherwise entries with few words win by one of them
_SAID, _AUDIENCE = 2.0, 0.7
_MOST_OF_PAGE = 2.0
_AGAIN = 0.3
_COMPOUND = 0.5  # weight of a part of a compound
_LEAST_PART = 4
_SENTENCES = 40
_MEANING = 0.25  # per standard deviation
LEAST_WEIGHT: Mapping[str, float] = {"en": 9.0, "de": 6.0}
_LEAST_SHOWN = 2  # different words that support it
_CLEAR = 1.12  # lead over the next entry of another kind, unless it weighs a lot
_MUCH = 1.5
_MOST_CONFIDENCE = 0.5
_OUTDOES, _OUTDOES_WHOLE = 1.25, 1.5
_MOST_NAMES = 4
_NAMES_MEANT = 4
_MOST_LIKELY = 6
# Kinds in which a brief entry lists several things, rather than synonyms for one provider.
_SEVERAL_THINGS: frozenset[OfferKind] = frozenset(
    {"product", "software", "open-source", "media", "education", "marketplace", "hospitality"}
)
# "What the agent does not say", "cheaper than a gym": what follows belongs to somebody else.
_OTHERS = re.compile(r"\b(?:what|than|instead of|statt|als|was|kein\w*)\b[^.!?,;:]*", re.IGNORECASE)

# Beginnings of a description that leave only one kind of offer.
_BEGINS: tuple[tuple[re.Pattern[str], frozenset[OfferKind]], ...] = (
    (
        re.compile(
            r"^(?:an?|the|eine?|die|unsere|our)?\s*(?:\w+ )?(?:app|software)\b", re.IGNORECASE
        ),
        frozenset({"software", "open-source"}),
    ),
    (
        re.compile(
            r"^(?:an?|the|eine?n?|der|die|das|our)?\s*(?:\w+ )?(?:newsletter|podcast|magazine?|"
            r"blog|zeitschrift)\b",
            re.IGNORECASE,
        ),
        frozenset({"media"}),
    ),
    (
        re.compile(r"^(?:ich bin|i am|i'm) .{0,20}\b(?:redakt\w+|journalist\w*|editor)\b", re.I),
        frozenset({"media"}),
    ),
)


@dataclass(frozen=True, slots=True)
class Weighed:
    """An entry, those of its names that match the words, and how clear the match is.

    `lead` is its weight divided by that of the next entry.
    """

    entry: Category
    names: tuple[str, ...]
    lead: float
    weight: float
    quotes: tuple[Quote, ...]
    clear: bool

    @property
    def name(self) -> str:
        """The name to show."""
        return self.names[0]

    @property
    def confidence(self) -> float:
        """Never more than one half, because nothing states it outright."""
        return round(min(_MOST_CONFIDENCE, 0.2 + 0.1 * self.lead), 2)


def standing_out(likely: Sequence[Weighed], pages: Sequence[PageFacts]) -> Weighed | None:
    """The most likely entry; None if none stands out, or without pages."""
    best = next(iter(likely), None)
    return best if best is not None and pages and best.clear else None


def likely_entries(
    profile: BrandProfile, pages: Sequence[PageFacts], embedder: Embedder | None
) -> list[Weighed]:
    """The entries supported by all the evidence, most likely first."""
    language = base_language(profile.language)
    if language not in SPOKEN:
        return []
    words, rare = _vocabulary(language)
    counts = _counts(profile, pages, language, rare)
    weights = {
        key: sum(math.sqrt(counts[t]) * rare[t] * w for t, w in own.items() if t in counts)
        / math.sqrt(len(own) + _SMOOTHING)
        for key, own in words.items()
    }
    if language == "en" and embedder is not None:
        meant = _meaning(profile, pages, embedder)
        weights = {
            key: value * max(0.2, 1 + _MEANING * meant[key]) for key, value in weights.items()
        }
    kinds = _kinds_said(profile.description)
    order = sorted(
        (key for key in weights if not kinds or catalogue()[key].kind in kinds),
        key=lambda key: -weights[key],
    )[: _MOST_LIKELY + 1]
    found = []
    for best, second in itertools.pairwise(order):
        entry = catalogue()[best]
        allied = catalogue()[second].kind == entry.kind
        spoken = sorted(
            (t for t in words[best] if t in counts),
            key=lambda t: -math.sqrt(counts[t]) * rare[t] * words[best][t],
        )
        found.append(
            Weighed(
                entry,
                _names_spoken(entry, counts, rare, language),
                weights[best] / max(weights[second], 0.1),
                weights[best],
                tuple(Quote(term, "pages") for term in spoken[:3]),
                _is_clear(weights[best], weights[second], len(spoken), allied, language),
            )
        )
    return found


def _is_clear(weight: float, second: float, shown: int, allied: bool, language: str) -> bool:
    """Whether it stands out enough to be believed on its own."""
    lead = weight / max(second, 0.1)
    stands_out = lead >= _CLEAR or allied or weight >= _MUCH * LEAST_WEIGHT[language]
    return weight >= LEAST_WEIGHT[language] and shown >= _LEAST_SHOWN and stands_out


def _kinds_said(description: str) -> frozenset[OfferKind]:
    return next(
        (kinds for begin, kinds in _BEGINS if begin.search(description.strip())), frozenset()
    )


def _names_spoken(
    entry: Category, counts: Mapping[str, float], rare: Mapping[str, float], language: str
) -> tuple[str, ...]:
    """Names of the entry: the one to show first, then those all of whose words occur.

    A provider is shown by the first name, unless a longer one with the same noun occurs more:
    "trade mark attorney" for "patent attorney". A brief entry for things contains several.
    """
    names = entry.wordings[language].names

    def spoken(name: str) -> float:
        own = set(_split(terms(name, language), language, rare))
        said = sum(math.sqrt(counts[term]) * rare.get(term, 1.0) for term in own if term in counts)
        return said / math.sqrt(len(own) + 1)

    order = sorted(names, key=lambda name: -spoken(name))
    several = entry.brief and entry.kind in _SEVERAL_THINGS
    first = names[0]
    outdone = _OUTDOES if entry.brief else _OUTDOES_WHOLE
    may_change = entry.brief or entry.kind in COUNTED
    if (
        may_change
        and spoken(order[0]) > outdone * spoken(first)
        and (several or _same_noun(order[0], first, language))
    ):
        first = order[0]
    whole = [name for name in order if counts.keys() >= set(terms(name, language))]
    return (first, *(name for name in whole if name != first))[:_MOST_NAMES]


def _same_noun(name: str, other: str, language: str) -> bool:
    head, noun = head_word(name, language), head_word(other, language)
    return head == noun or (language == "de" and (head.endswith(noun) or noun.endswith(head)))


def _split(found: Sequence[str], language: str, known: Mapping[str, float]) -> list[str]:
    return [
        part
        for term in found
        for part in (term, *(_parts(term, known) if language == "de" else ()))
    ]


def _parts(term: str, known: Mapping[str, float]) -> list[str]:
    """Beginnings and ends of a compound that are themselves words of the catalogue."""
    if len(term) < 2 * _LEAST_PART:
        return []
    cuts = range(_LEAST_PART, len(term) - 2)
    begins = [term[:cut] for cut in cuts if term[:cut] in known]
    ends = [term[cut:] for cut in cuts if len(term) - cut >= _LEAST_PART and term[cut:] in known]
    return [*begins, *ends]


def _counts(
    profile: BrandProfile, pages: Sequence[PageFacts], language: str, known: Mapping[str, float]
) -> Mapping[str, float]:
    counts: Counter[str] = Counter()

    def add(text: str, weight: float, most: float) -> None:
        for term, times in Counter(terms(text, language)).items():
            value = min(weight * (1 + _AGAIN * (times - 1)), most)
            counts[term] += value  # type: ignore[assignment]  # counts of parts are fractions
            if language == "de":
                for part in _parts(term, known):
                    counts[part] += _COMPOUND * value  # type: ignore[assignment]

    add(_OTHERS.sub(" ", profile.description), _SAID, 1.5 * _SAID)
    add(profile.audience, _AUDIENCE, 1.0)
    for page in pages[:_PAGES]:
        text = f"{page.title}\n{page.description}\n{page.main_text[:_LETTERS]}"
        add(without_denials(text), 1.0, _MOST_OF_PAGE)
    return counts


@lru_cache(maxsize=2)
def _vocabulary(language: str) -> tuple[Mapping[str, Mapping[str, float]], Mapping[str, float]]:
    """The terms of each entry with their weights, and how rare each is among the entries."""
    words: dict[str, dict[str, float]] = {}
    shared: Counter[str] = Counter()
    for entry in catalogue().values():
        wording = entry.wordings[language]
        own: dict[str, float] = {}
        for weight, texts in (
            (_LINE, (*wording.jobs, *wording.conditions, *wording.worries, *wording.problems)),
            (_SIGN, wording.signs),
            (_NAME, wording.names),
        ):
            own |= {term: weight for text in texts for term in terms(text, language)}
        words[entry.id] = own
        shared.update(own.keys())
    return words, {term: math.log(len(words) / count) for term, count in shared.items()}


def _meaning(
    profile: BrandProfile, pages: Sequence[PageFacts], embedder: Embedder
) -> Mapping[str, float]:
    """How close each entry's names are to the brand's sentences, in standard deviations."""
    names = name_vectors(embedder, _NAMES_MEANT)
    lines = [
        f"{page.title}. {line}"
        for page in pages[:_PAGES]
        for line in page.main_text[:_LETTERS].split("\n")
        if len(line) > 30
    ][:_SENTENCES]
    near = names @ embedder.embed([f"{profile.description} {profile.audience}", *lines]).T
    nearest = np.sort(near, axis=1)[:, -3:].mean(axis=1)
    total = near.mean(axis=1) + 0.5 * near[:, 0] + 0.5 * nearest
    standard = (total - total.mean()) / max(float(total.std()), 1e-6)
    return dict(zip(catalogue(), map(float, standard), strict=True))
