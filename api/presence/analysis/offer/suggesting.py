"""Categories for a person to choose from if none could be read.

Invariant: at most three names in the brand's language, most likely first: what the brand's own
sentence or title says it does, then catalogue names.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

from presence.analysis.language import sentences, terms, words
from presence.analysis.language.tagging import tagged
from presence.analysis.offer.categories import Category, catalogue
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.offer.name_vectors import name_vectors
from presence.analysis.offer.phrases import Grammar, noun_phrases
from presence.analysis.ports import Embedder
from presence.analysis.types import BrandProfile, PageFacts
from presence.analysis.types.offer import OfferKind

SUGGESTED = 3
_LONGEST_TITLE = 40  # letters; a longer part of a title is a sentence
_TITLE_PARTS = re.compile(r"\s+[|–—·»«:-]\s+|\s*[|｜»:：]\s*")
_FIRST_LETTERS, _FIRST_SENTENCES = 2_000, 5
_COMPOUND = 9  # letters of a German word that tells what it is
_LEAST_LIKENESS = 2.0  # likeness below which shared words are chance
# If there is no evidence at all: one of each of these kinds, the usual ones first.
_USUAL: tuple[OfferKind, ...] = ("professional-service", "software", "local-service", "trade")


def suggested_names(
    own: str,
    ranked: Iterable[Category],
    text: str,
    site: str,
    language: str,
    embedder: Embedder | None,
) -> tuple[str, ...]:
    """The brand's `own` words, then names with weak evidence or similar meaning.

    The usual ones stand in where nothing is known; beside one's own words they would be absurd.

    `text` is the brand's most prominent statement, `site` everything it says; meaning counts only
    in English.
    """
    spoken = [entry for entry in catalogue().values() if language in entry.wordings]
    found: dict[str, str] = {"": own} if own else {}
    usual = () if own else _usual(spoken)
    for entry in chain(_in_order(ranked, text, site, language, embedder, spoken), usual):
        if language in entry.wordings:
            found.setdefault(entry.id, entry.wordings[language].name)
        if len(found) == SUGGESTED:
            break
    return tuple(found.values())


def said_in_title(profile: BrandProfile, pages: Sequence[PageFacts]) -> str:
    """What the first page's title says besides the brand's name; "" if nothing or too long."""
    names = [name.casefold() for name in (profile.name, *profile.aliases) if name]
    for part in _TITLE_PARTS.split(pages[0].title) if pages else ():
        text = " ".join(part.split())
        named = any(name in text.casefold() for name in names)
        said = [word for word in words(text) if word not in COMMON]
        if said and not named and len(text) <= _LONGEST_TITLE and text[-1:] not in (*"!?.",):
            return text
    return ""


def said_at_first(
    profile: BrandProfile, pages: Sequence[PageFacts], grammar: Grammar | None
) -> str:
    """What the first sentences of the first page name in two words or a compound; else ""."""
    if not pages or grammar is None:
        return ""
    for sentence in sentences(pages[0].main_text[:_FIRST_LETTERS])[:_FIRST_SENTENCES]:
        for phrase in noun_phrases(sentence, profile.name, grammar):
            told = len(words(phrase)) > 1 or (grammar.capital_nouns and len(phrase) >= _COMPOUND)
            first = next(iter(tagged(phrase, grammar.language)), None)
            bids = first is not None and first.sort in ("verb", "infinitive")  # "Mount a phone"
            if told and not bids and not COMMON.issuperset(words(phrase)):
                return phrase
    return ""


def _by_lines(text: str, spoken: Sequence[Category], language: str) -> Iterator[Category]:
    """Entries whose jobs, worries and problems overlap most with the text."""
    said = frozenset(terms(text, language))
    lines, rare = _vocabulary(language)
    scores = {
        entry.id: sum(rare[term] for term in lines[entry.id] & said)
        / math.sqrt(len(lines[entry.id]))
        for entry in spoken
        if lines.get(entry.id)
    }
    for entry in sorted(spoken, key=lambda entry: -scores.get(entry.id, 0.0)):
        if scores.get(entry.id, 0.0) >= _LEAST_LIKENESS:
            yield entry


@lru_cache(maxsize=4)
def _vocabulary(language: str) -> tuple[Mapping[str, frozenset[str]], Mapping[str, float]]:
    """Terms of each entry's lines, and how rare each term is among the entries."""
    lines: dict[str, frozenset[str]] = {}
    counts: Counter[str] = Counter()
    for entry in catalogue().values():
        wording = entry.wordings.get(language)
        if wording is not None:
            texts = (*wording.names, *wording.jobs, *wording.worries, *wording.problems)
            lines[entry.id] = frozenset(terms(" ".join(texts), language))
            counts.update(lines[entry.id])
    return lines, {term: math.log(len(lines) / count) for term, count in counts.items()}


def _in_order(
    ranked: Iterable[Category],
    text: str,
    site: str,
    language: str,
    embedder: Embedder | None,
    spoken: Sequence[Category],
) -> Iterator[Category]:
    yield from islice(ranked, SUGGESTED)
    yield from islice(_by_lines(site, spoken, language), SUGGESTED)
    if embedder is not None and language == "en" and text.strip() and spoken:
        order = (name_vectors(embedder, 1) @ embedder.embed([text])[0]).argsort()[::-1]
        yield from (spoken[int(place)] for place in order[:SUGGESTED])


def _usual(spoken: Sequence[Category]) -> Iterator[Category]:
    for kind in _USUAL:
        yield from islice((entry for entry in spoken if entry.kind == kind), 1)
