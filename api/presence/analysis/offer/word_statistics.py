"""Where and how a business's words occur: on how many pages, as nouns, before other nouns."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence

from presence.analysis.language import terms
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.business_facts import Known
from presence.analysis.offer.candidates import folded
from presence.analysis.offer.category_choice import customers_in
from presence.analysis.offer.chunks import chunks_of

_PAGES = 12
_BEFORE_NOUNS = word_set(
    "a an the our your my their his her its this each every any no ein eine einen einem einer der "
    "die das den dem des unser unsere unserer ihr ihre ihren dein deine kein keine"
)
_BEFORE_VERBS = word_set(
    "to we you they i it he she who can will don't does doesn't didn't let's must should wir ich "
    "sie du kann können"
)


class Spoken:
    """Where the stems of the business's words occur."""

    def __init__(self, known: Known) -> None:
        language = known.language
        self.pages = [
            frozenset(terms(f"{p.title}\n{p.description}\n{p.main_text[:20_000]}", language))
            for p in known.pages[:_PAGES]
        ]
        self.counts = Counter(
            term for p in known.pages[:_PAGES] for term in terms(p.main_text[:20_000], language)
        )
        self.titles = frozenset(terms("\n".join(p.title for p in known.pages), language))
        heads = "\n".join(text for p in known.pages for _, text in p.headings)
        self.headings = frozenset(terms(heads, language))
        self.description = frozenset(terms(known.profile.description, language))
        self.customers = customers_in(known.profile.audience, language)
        self.audience = frozenset(terms(known.profile.audience, language))
        self.name = frozenset(terms(known.profile.name, language))
        self.most = max(self.counts.values(), default=1)
        text = "\n".join([known.profile.description, *(p.main_text[:20_000] for p in known.pages)])
        spelt = re.findall(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[^\w\s]", text.casefold())
        self.all: Counter[str] = Counter(spelt)
        self.as_noun: Counter[str] = Counter()
        self.as_verb: Counter[str] = Counter()
        for before, word in itertools.pairwise(spelt):
            if before in _BEFORE_NOUNS:
                self.as_noun[word] += 1
            elif before in _BEFORE_VERBS:
                self.as_verb[word] += 1
        lines = "\n".join(f"{p.title}\n{p.main_text[:12_000]}" for p in known.pages[:_PAGES])
        self.ends: Counter[str] = Counter()
        self.inside: Counter[str] = Counter()
        for chunk in chunks_of(lines, language):
            if chunk.whole and (key := folded(chunk.text, language)):
                self.ends[key[-1]] += 1
                self.inside.update(key[:-1])

    def modifies(self, stem: str) -> float:
        """How often a word precedes a noun rather than being it."""
        return self.inside[stem] / (self.ends[stem] + self.inside[stem] + 1)

    def spread(self, stems: Sequence[str]) -> float:
        """The average share of pages that contain a word."""
        pages = max(1, len(self.pages))
        hits = sum(stem in page for page in self.pages for stem in stems)
        return hits / pages / max(1, len(stems))
