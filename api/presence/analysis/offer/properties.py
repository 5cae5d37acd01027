"""The known properties of each category candidate, as named numbers between about 0 and 1.

Invariant: a property applies to any kind of business; none refers to a trade.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache

from presence.analysis.language import terms
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.language.words import stem
from presence.analysis.offer.business_facts import Known
from presence.analysis.offer.candidates import Candidate
from presence.analysis.offer.categories import COUNTED
from presence.analysis.offer.category_evidence import Weighed
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.offer.head_nouns import (
    head_word,
    heads_and_rest,
    is_usual_end,
    kind_by_head,
    likeness_to_names,
)
from presence.analysis.offer.meaning import add_meaning
from presence.analysis.offer.recognition import recognise
from presence.analysis.offer.word_statistics import Spoken
from presence.analysis.types.offer import OfferKind

_PAGES = 12
_SENTENCES = 40
_ABSTRACT = re.compile(
    r"(?:ness|ity|ment|tion|sion|ance|ence|ship|heit|keit|tät|schaft)s?$", re.IGNORECASE
)
_DEED = re.compile(r"(?:ing|ung|ungen|therapy|therapie|pflege|repair|rental|hire|verleih)$", re.I)
_PLACES = (
    *("in description", "phrase", "first phrase", "begins description", "named in description"),
    *("start title", "start h1", "says of itself", "meta", "line", "likely", "named"),
    *("deed in description", "composed", "program for them", "after whom", "after start"),
)
_OF_MADE = (
    *("topic in description", "topic spread", "topic in audience", "usual end"),
    *("kind fits site", "kind of likely", "like names", "unlike names"),
)
_OF_CUSTOMERS = ("software", "usual end", "kind of likely", "phrase", "likely", "named")


@lru_cache(maxsize=2)
def _common(language: str) -> frozenset[str]:
    return frozenset(stem(word, language) for word in COMMON)


def describe(found: Sequence[Candidate], known: Known) -> None:
    """Set the properties of each candidate."""
    words = Spoken(known)
    for one in found:
        one.properties = _described(one, known, words)
    _add_company(found)
    add_meaning(found, known)


def doubts_about(found: Sequence[Candidate], known: Known) -> dict[str, float]:
    """The reasons to believe that no candidate is right, whichever is chosen."""
    told = {word for one in found for word in one.told}
    best = known.likely[0] if known.likely else None
    score = max((evidence.score for evidence in known.named.values()), default=0.0)
    written = sum(len(page.main_text) for page in known.pages)
    return {
        "nothing ruled": float("ruled" not in told),
        "nothing stands out": float(best is None or not best.clear),
        "nothing named in description": float("named in description" not in told),
        "nothing outright": float("outright" not in told),
        "nothing much named": 1 / (1 + score / 4),
        "nothing likely": 1 / (1 + (best.weight if best else 0.0) / 4),
        "long site": min(1.0, written / 6000),
        "long description": min(1.0, len(known.profile.description) / 100),
    }


def _described(one: Candidate, known: Known, words: Spoken) -> dict[str, float]:
    found = one.properties | {told: min(1.0, (3 + n) / 6) for told, n in one.told.items()}
    found["sources"] = min(1.0, len({_sort(told) for told in one.told}) / 6)
    found |= _of_shape(one, known, words)
    found |= _of_entry(one, known, known.language)
    found |= _of_noun(one, known.language, words)
    found |= _of_topic(one, known.language, words)
    found |= _together(found)
    return {name: value for name, value in found.items() if value}


def _of_noun(one: Candidate, language: str, words: Spoken) -> dict[str, float]:
    """Where its noun occurs, and whether it looks like one for something that can be bought."""
    noun = head_word(one.text, language)
    head = stem(noun, language)
    own = terms(one.text, language)
    size = max(1, len(own))
    spread = words.spread([head])
    like = likeness_to_names(noun, language)
    ends, rest = heads_and_rest(language)
    first, last = one.text.casefold().split()[0], one.text.casefold().split()[-1]
    return {
        "pages with its noun": spread,
        "pages with it": len(one.places) / max(1, len(words.pages)),
        "noun repeated": math.log1p(words.counts[head]) / math.log1p(words.most),
        "noun on no page": float(bool(words.pages) and spread == 0),
        "noun in titles": float(head in words.titles),
        "noun in headings": float(head in words.headings),
        "noun in description": float(head in words.description),
        "noun in name": float(head in words.name),
        "noun is customers": float(head in words.customers),
        "of the audience": sum(term in words.audience for term in own) / size,
        "its words on pages": sum(any(t in page for page in words.pages) for t in own) / size,
        "like names": max(like, 0.0),
        "unlike names": max(-like, 0.0),
        "ends names": min(1.0, math.log1p(ends[head]) / 3),
        "inside names alone": float(not ends[head] and rest[head] > 0),
        "in no name": float(not ends[head] and not rest[head]),
        "begins like a verb": words.as_verb[first] / (words.all[first] + 1),
        "like a noun": words.as_noun[last] / (words.all[last] + 1),
        "mostly modifies": words.modifies(one.key[-1]),
    }


def _of_topic(one: Candidate, language: str, words: Spoken) -> dict[str, float]:
    """Where the words before its noun occur."""
    head = stem(head_word(one.text, language), language)
    topic = [term for term in terms(one.text, language) if term != head]
    usual = float(is_usual_end(one.text, language))
    if not topic:
        return {"usual end alone": usual}
    size = len(topic)
    return {
        "topic in description": sum(t in words.description for t in topic) / size,
        "topic in titles": sum(t in words.titles for t in topic) / size,
        "topic in audience": sum(t in words.audience for t in topic) / size,
        "topic spread": words.spread(topic),
        "topic is common": sum(t in _common(language) for t in topic) / size,
        "usual end": usual,
    }


def _together(found: Mapping[str, float]) -> dict[str, float]:
    """Properties that are meaningful only in combination."""
    both: dict[str, float] = {}
    for made in ("composed", "program for them"):
        if made in found:
            both |= {f"{made}, {name}": found.get(name, 0.0) for name in _OF_MADE}
    if "after whom" in found or found["noun is customers"]:
        both |= {f"of customers, {name}": found.get(name, 0.0) for name in _OF_CUSTOMERS}
    sort = "listed" if found["listed"] else "of a kind" if found["noun of a kind"] else "unknown"
    for place in _PLACES:
        if place in found:
            both[f"{place}, {sort}"] = 1.0
            both[f"{place}, noun spread"] = found["pages with its noun"]
            both[f"{place}, one word"] = found["one word"]
    return both


def _sort(told: str) -> str:
    return told.split(" ")[-1]


def _of_shape(one: Candidate, known: Known, words: Spoken) -> dict[str, float]:
    language, grammar = known.language, known.grammar
    spelt = one.text.split()
    low = [word.casefold() for word in spelt]
    head = head_word(one.text, language)
    names = sum(word[0].isupper() and not word.isupper() for word in spelt[1:])
    return {
        "one word": float(len(spelt) == 1),
        "two words": float(len(spelt) == 2),
        "four or more words": float(len(spelt) > 3),
        "common noun": float(head in COMMON),
        "all common": float(COMMON.issuperset(low)),
        "generic noun": float(head in grammar.generic),
        "vague noun": float(head in grammar.vague),
        "vague alone": float(len(spelt) == 1 and head in grammar.vague),
        "begins as a call": float(low[0] in grammar.no_start),
        "sentence word": float(not grammar.never.isdisjoint(low)),
        "abstract noun": float(bool(_ABSTRACT.search(head))),
        "deed": float(bool(_DEED.search(head))),
        "frequent noun": float(is_frequent(head, language)),
        "several": float(language == "en" and head.endswith("s") and not head.endswith("ss")),
        "names inside": names / max(1, len(spelt)) if language == "en" else 0.0,
        "own name inside": float(bool(words.name.intersection(terms(one.text, language)))),
        "long word": float(language == "de" and len(head) > 11),
        "acronym": float(any(word.isupper() and len(word) > 1 for word in spelt)),
    }


def _of_entry(one: Candidate, known: Known, language: str) -> dict[str, float]:
    entry = one.entry
    by_head = kind_by_head(one.text, language)
    kind = entry.kind if entry else by_head
    found = {
        "listed": float(entry is not None),
        "noun of a kind": float(by_head is not None),
        "unknown": float(entry is None and by_head is None),
        "kind fits site": known.kinds[kind] / max([1, *known.kinds.values()]) if kind else 0.0,
        "kind against site": float(kind is not None and not known.kinds[kind]),
        "kind of likely": _share_of_kind(kind, known),
        "somebody hired": float(kind in COUNTED),
        "software": float(kind in ("software", "open-source")),
    }
    inside = next(recognise(one.text, language), None)
    found["listed inside"] = float(entry is None and inside is not None)
    if known.likely:
        best = known.likely[0].weight
        weights = {each.entry.id: each.weight for each in known.likely}
        if entry is not None and entry.id in weights:
            found["likelihood"] = weights[entry.id] / max(best, 0.1)
            found["weight"] = min(2.0, weights[entry.id] / 10)
        if entry is not None and entry.id == known.likely[0].entry.id:
            found["lead"] = min(2.0, known.likely[0].lead - 1)
        elif entry is not None:
            found["outdone"] = min(2.0, known.likely[0].lead - 1)
        found["speaks of likeliest"] = _share_of(one, known.likely[0], language)
    if entry is not None and entry.id in known.named:
        top = max(evidence.score for evidence in known.named.values())
        found["named share"] = known.named[entry.id].score / max(top, 0.1)
        found["named score"] = min(2.0, known.named[entry.id].score / 10)
    return found


def _share_of_kind(kind: OfferKind | None, known: Known) -> float:
    """The share of the total evidence that supports entries of this kind."""
    weights = [each.weight for each in known.likely]
    own = [each.weight for each in known.likely if each.entry.kind == kind]
    return sum(own) / max(0.1, sum(weights))


def _share_of(one: Candidate, likely: Weighed, language: str) -> float:
    wording = likely.entry.wordings[language]
    own = set(terms(" ".join((*wording.names, *wording.signs)), language))
    said = terms(one.text, language)
    return sum(term in own for term in said) / max(1, len(said))


def _add_company(found: Sequence[Candidate]) -> None:
    """Add evidence from others: longer phrases of the same noun, candidates of the same entry."""
    nouns = Counter(one.key[-1] for one in found)
    most = max(nouns.values(), default=1)
    entries = Counter(one.entry.id for one in found if one.entry)
    for one in found:
        properties = one.properties
        properties["noun shared"] = nouns[one.key[-1]] / most
        if one.entry is not None and entries[one.entry.id] > 1:
            properties["entry shared"] = min(1.0, entries[one.entry.id] / 4)
        size = len(one.key)
        if any(len(other.key) > size and other.key[-size:] == one.key for other in found):
            properties["end of a longer"] = 1.0
