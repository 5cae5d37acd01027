"""Composes names for what is sold that do not occur as one phrase but whose words do.

"We shear alpacas" gives "alpaca shearing", "soil, tested and explained" gives "soil testing", and a
site about freight and its newsletter a "freight newsletter". Invariant: every word of a name
occurs, except for the ending of its verb.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from presence.analysis.language import sentences, stop_words, terms
from presence.analysis.language.english_nouns import singular
from presence.analysis.language.english_verbs import gerund
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.chunks import chunks_of
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.offer.head_nouns import is_usual_end
from presence.analysis.offer.phrases import Grammar
from presence.analysis.types import PageFacts

_PAGES = 8
_LETTERS = 12_000
_THINGS = 6
_THING_WORDS = 2
_FUNCTIONS = 5
_DOES = re.compile(
    r"\b(?:we|i|we'll|i'll|who|that|to)\s+(?:also\s+|only\s+|just\s+|can\s+|will\s+|hand\s+)?"
    r"(?P<verb>[a-z]{3,}(?:\s(?:out|up|away))?)\s+(?P<rest>[^.;:!?()–—|]+)",
    re.IGNORECASE,
)
_DOING = re.compile(r"\b(?P<deed>[a-z]{3,}ing)\s+(?P<rest>[^.;:!?()–—|]+)", re.IGNORECASE)
_DONE = re.compile(
    r"(?P<thing>[^.;:!?()–—|]+?),?\s+(?:(?:and|are|is|gets?|being|hand|properly)\s+)*"
    r"(?P<done>[a-z]{3,}ed)\b",
    re.IGNORECASE,
)
_NOT_DONE = word_set(
    "based owned need related dedicated experienced qualified used red bed feed speed seed shed "
    "wed indeed led licensed insured trusted inspired united"
)


def deeds_in(text: str, grammar: Grammar) -> Iterator[str]:
    """What is done to a thing, as the name of a service: "clock mending"."""
    for sentence in sentences(text):
        for match in _DOES.finditer(sentence):
            verb = match.group("verb").casefold()
            if verb.split()[0] not in stop_words("en"):
                yield from _done_to(match.group("rest"), _deed_of(verb, grammar), grammar)
        for match in _DOING.finditer(sentence):
            yield from _done_to(match.group("rest"), match.group("deed").casefold(), grammar)
        for match in _DONE.finditer(sentence):
            done = match.group("done").casefold()
            if done not in _NOT_DONE:
                things = list(chunks_of(match.group("thing"), "en"))
                stem_of = done.removesuffix("ed")
                for thing in things[:1]:
                    yield f"{singular(thing.text)} {stem_of}ing".lower()


def composed(
    description: str, audience: str, pages: Sequence[PageFacts], name: str, language: str
) -> Iterator[tuple[str, dict[str, float]]]:
    """Names made of a thing and its form, with how often the site mentions both."""
    texts = [f"{p.title}. {p.description}\n{p.main_text[:_LETTERS]}" for p in pages[:_PAGES]]
    texts += [description]
    things, functions = _spoken_of(texts, language)
    for chunk in chunks_of(audience, language):
        if chunk.whole and len(chunk.text.split()) <= _THING_WORDS:
            things[_one(chunk.text, language)] += 1
    own = set(terms(name, language))
    said = [
        thing
        for thing, count in things.most_common()
        if count > 1
        and thing.split()[-1].casefold() not in COMMON
        and own.isdisjoint(terms(thing, language))
        and not is_usual_end(thing, language)
    ][:_THINGS]
    lines = [set(terms(line, language)) for text in texts for line in sentences(text)]
    for place, thing in enumerate(said):
        key = set(terms(thing, language))
        for function, count in functions.most_common(_FUNCTIONS):
            wanted = set(terms(function, language))
            together = sum(key | wanted <= line for line in lines)
            if wanted and not wanted <= key:
                yield (
                    joined(thing, function, language),
                    {
                        "composed": 1.0,
                        "thing spread": things[thing] / len(texts),
                        "function spread": count / len(texts),
                        "said together": min(1.0, together / 3),
                        "thing rank": 1 / (1 + place),
                    },
                )


def joined(thing: str, function: str, language: str) -> str:
    """The two as one name: "freight newsletter", „Photovoltaik-Reinigung“."""
    return f"{thing}-{function}" if language == "de" else f"{thing} {function}"


def _spoken_of(texts: Sequence[str], language: str) -> tuple[Counter[str], Counter[str]]:
    """Things, and words for the form a thing comes in, by how many texts mention them."""
    things: Counter[str] = Counter()
    functions: Counter[str] = Counter()
    for text in texts:
        here = {_one(c.text, language) for c in chunks_of(text, language) if c.whole} - {""}
        ends = {phrase.split()[-1] for phrase in here}
        functions.update({end for end in ends if is_usual_end(end, language)})
        things.update({phrase for phrase in here if len(phrase.split()) <= _THING_WORDS})
    return things, functions


def _one(phrase: str, language: str) -> str:
    """The thing in the singular, in lower case unless the language capitalises nouns."""
    return singular(phrase.lower()) if language == "en" else phrase


def _done_to(rest: str, deed: str, grammar: Grammar) -> Iterator[str]:
    for chunk in chunks_of(rest, "en"):
        if chunk.order > 1:
            break
        if chunk.whole and len(chunk.text.split()) <= 3:
            thing = chunk.text.lower()
            yield deed.format(thing) if "{}" in deed else f"{singular(thing)} {deed}"


def _deed_of(verb: str, grammar: Grammar) -> str:
    known = sorted(grammar.deeds, key=len, reverse=True)
    hit = next((grammar.deeds[start] for start in known if verb.startswith(start)), None)
    return hit or gerund(verb.split()[0])
