"""Phrases that narrow a category directly after it: "podcast for school governors".

Invariant: what is added occurs verbatim in the description and is a noun phrase, not a clause.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from presence.analysis.language.english_verbs import gerund
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.clauses import until_further_deed
from presence.analysis.offer.head_nouns import head_word
from presence.analysis.offer.phrases import Grammar
from presence.analysis.offer.recognition import entry_named
from presence.analysis.offer.verbs import until_verb

_LONGEST = 6  # words
_JOINT = 6  # letters between the items of a list: ", and "
# "people who cannot sleep", „chi vive in barca“: such a clause names the people.
_PEOPLE = re.compile(
    r"(?:(?:people|those|anyone|anybody)\s+(?:who|with|in|on|without)|(?:adults|children|women|men|"
    r"families|parents|patients|teenagers|students)\s+(?:who|with|without)|menschen\s+(?:mit|ohne|in)|"
    r"(?:children|boys|girls|adults)\s+aged|"
    r"chi|quem|ceux qui|celles qui|quien(?:es)?|mensen\s+(?:met|die)|osób\s+z)\s+[^,.;:!?()–—|]+|"
    r"het\s+\w+en\s+van\s+(?:\w+e\s+)?\w+|"  # "software voor het plannen van personeel"
    r"[\w-]+(?:\s+(?:to|and|or)\s+[\w-]+)?[\s-]years?[\s-]olds?\b",
    re.IGNORECASE,
)
_AGED = re.compile(r"\s+(?:aged?\s+|ages\s+|von\s+|ab\s+)?\d.*$")  # "kids 7 to 14"
_PLACED = re.compile(r"\s+(?:in|near|around|across)\s+(?:the\s+)?[A-ZÀ-Ý].*$")
_JOINTS = word_set("am an im in bei beim zum zur auf mit aus von at on by with from to")
# "A marketplace where neighbours rent power tools": what people do there.
_DONE_THERE = re.compile(
    r"\s+(?:where|on which|in which)\s+(?:[\w-]+\s+){0,3}?(?:can\s+)?"
    r"(?P<verb>rent|hire|lend|borrow|swap|trade|sell|buy|share|book|find|exchange|auction)"
    r"(?P<out>\s+out)?\s+(?P<whom>[^.;:!?()]+)",
    re.IGNORECASE,
)
# „Ein Marktplatz, auf dem Höfe Gemüse verkaufen“: what is dealt in.
_DEALT_THERE = re.compile(
    r",?\s+(?:auf|über|in)\s+de[mnr]\s+[\wäöüß]+\s+(?:(?:ihre?[nmsr]?|eigene[nr]?)\s+)?"
    r"(?P<whom>(?:[a-zäöüß]+e[ns]?\s+)?[A-ZÄÖÜ][\wäöüß-]+)\s[^.;:!?()]*"
    r"(?:kauf|miet|tausch|handel|leih|teil|anbiet|find|buch)(?:e?n|et|t)\b"
)
_OPEN_TO_ALL = word_set(
    "marketplace platform exchange app website site portal marktplatz plattform börse portal"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’/&.][^\W_]+)*")


def narrowed(
    phrase: str, others: Sequence[str], description: str, grammar: Grammar, language: str
) -> str:
    """The phrase with its recipient or purpose from the description, else unchanged.

    `others` are the further items of a list: "podcast and magazine for …" applies to both.
    """
    place = description.casefold().find(phrase.casefold())
    if place < 0:
        return phrase
    rest = description[place + len(phrase) :]
    for other in others:
        begin = rest.find(other)
        if 0 < begin <= _JOINT and grammar.joins.match(rest):
            rest = rest[begin + len(other) :]
    if not others and language not in SPOKEN and (joined := grammar.joins.match(rest)):
        rest = _WORD.sub("", rest[joined.end() :], count=1)  # "safe | and funny for children"
    match = grammar.purpose.match(rest)
    if match is not None:
        tail = _noun_phrase(match.group("whom"), grammar)
        joint = grammar.preposition if match.group("by").casefold() == "to" else match.group("by")
        return f"{phrase} {joint} {tail}" if tail else phrase
    return _by_clause(phrase, rest, grammar, language)


def narrowed_vague(description: str, grammar: Grammar, language: str) -> str:
    """An "app" or "tool" that is not a category by itself, with what narrows it; else ""."""
    begin = grammar.articles.sub("", description.strip())
    head = _WORD.match(begin)
    if head is None or head.group().casefold() not in grammar.vague:
        return ""
    found = narrowed(head.group(), (), begin, grammar, language)
    return "" if found == head.group() else found


def _by_clause(phrase: str, rest: str, grammar: Grammar, language: str) -> str:
    """A bare "app" or "podcast" with the object of the clause that follows."""
    head = head_word(phrase, language)
    if language == "en" and head in _OPEN_TO_ALL and (done := _DONE_THERE.match(rest)):
        thing = _noun_phrase(until_further_deed(done.group("whom"), "en"), grammar)
        doing = f"{gerund(done.group('verb').casefold())}{done.group('out') or ''}"
        return f"{phrase} for {doing} {thing}" if thing else phrase
    if language == "de" and head in _OPEN_TO_ALL and (done := _DEALT_THERE.match(rest)):
        return f"{phrase} {grammar.preposition} {done.group('whom')}"
    short = len(_WORD.findall(phrase)) <= 2
    wide = head in grammar.vague or head in grammar.about or entry_named(phrase, language) is None
    match = grammar.relative.match(rest)
    if match is None or not short or not wide:
        return phrase
    tail = _noun_phrase(until_further_deed(match.group("whom"), grammar.language), grammar)
    joint = "about" if head in grammar.about else grammar.preposition
    return f"{phrase} {joint} {tail}" if tail else phrase


def _noun_phrase(text: str, grammar: Grammar) -> str:
    """The text up to the end of its noun phrase; "" if there is none or it is too long."""
    people = _PEOPLE.match(text)
    stop = None if people else grammar.stop.search(text)
    found = people.group() if people else text[: stop.start()] if stop else text
    found = _AGED.sub("", found)
    found = _PLACED.sub("", found) if people else until_verb(found, grammar.language).text
    words = _WORD.findall(found.casefold())
    if people and len(words) > _LONGEST:
        cut = grammar.stop.search(found, len(_WORD.match(found).group()) + 8)  # type: ignore[union-attr]
        found = found[: cut.start()] if cut else found
        words = _WORD.findall(found.casefold())
    if not words or len(words) > _LONGEST or (people is None and _names_somebody(words, grammar)):
        return ""
    if people is not None:
        return found.strip()
    if (
        words[0] in grammar.no_start
        or words[0] in _JOINTS
        or all(word in grammar.generic for word in words)
    ):
        return ""
    return found.strip()


def _names_somebody(words: Sequence[str], grammar: Grammar) -> bool:
    """Whether it is about you, us or somebody's actions, and so is not a noun phrase."""
    return not grammar.never.isdisjoint(words)
