"""What independent places of a business agree that it sells.

An owner says it in the description, the title, the line for search engines, the first heading and
the name; one of them may be a slogan, but slogans do not agree. Invariant: a place counts once for
each thing, so that repetition is no agreement, and the brand's own name is never a thing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from presence.analysis.language import base_language, sentences, terms, words
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import THINGS, Word, tagged
from presence.analysis.language.words import stem
from presence.analysis.offer.categories import SPOKEN, Category
from presence.analysis.offer.category_choice import customers_in
from presence.analysis.offer.category_evidence import LEAST_WEIGHT, Weighed
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.offer.evidence import DESCRIPTION
from presence.analysis.offer.head_nouns import head_word, is_usual_end, kind_by_head
from presence.analysis.offer.own_name import named_trade
from presence.analysis.offer.phrases import Grammar, noun_phrases, says_so
from presence.analysis.offer.recognition import entry_named, recognise
from presence.analysis.offer.statements import LINE, NAME, OTHER_PAGES, Place, places_of
from presence.analysis.offer.structured_words import structured_words
from presence.analysis.offer.trades_by_language import trade_named
from presence.analysis.types import BrandProfile, PageFacts

_WORDS_PLACE = "words"
_WORDS = 1.6  # all words together
_TYPE = 2.0  # of structured data
_LIKELY = 3
_HALF = 0.3  # of the weight of a place that has a word of it without naming it
_LONGEST = 5  # words
# The number of a register, a year, the title of a person.
_NO_THING = re.compile(r"[A-Z]\w*\d{3}|\d{4}|^(?:Dr|Prof|Dipl|Mag|Ing|Mr|Mrs|Ms)\b")
_WHOM = word_set("for für fürs pour para per voor dla")
_AND = re.compile(r"^(?:[,&/+]|and|or|und|oder|sowie)$", re.IGNORECASE)
_JOINED = re.compile(r"\s+(?:and|&|und)\s+", re.IGNORECASE)
_SOMEBODY = {"en": "It", "de": "Er"}
# "Reinigung von Teppichen": what is done needs its object.
_OF = {"en": frozenset({"of"}), "de": frozenset({"von", "vom"})}
_OWN = word_set("we i it wir ich er")
# How a thing is known to be one: it is in the catalogue, ends as names do, or is any noun.
_LISTED, _OF_A_KIND, _UNKNOWN, _VAGUE, _COMMON = 1.0, 0.75, 0.4, 0.2, 0.08
_CUSTOMERS = 0.25
_IN_NAME, _NAMED_IN_PASSING = 0.6, 0.25
_FURTHER = 0.8  # of the role of what a line says first


@dataclass(frozen=True, slots=True)
class Said:
    """A thing named in a place; `role` is how plainly the place says that it is sold."""

    text: str
    place: Place
    role: float
    known: float
    entry: Category | None

    @property
    def worth(self) -> float:
        """How much this place adds to the agreement."""
        return self.place.weight * self.role * self.known

    @property
    def is_named(self) -> bool:
        """Whether the place names it, rather than all words together suggesting it."""
        return self.place.name != _WORDS_PLACE


@dataclass(slots=True)
class Agreed:
    """A thing with everything that names it; `score` grows with the places that agree.

    `on_pages` is whether the text of a page has its noun.
    """

    key: str
    said: list[Said] = field(default_factory=list)
    score: float = 0.0
    on_pages: bool = False

    @property
    def places(self) -> int:
        """How many independent places name it."""
        return len({one.place.name for one in self.said})

    @property
    def best(self) -> Said:
        """The wording to show."""
        return max(self.said, key=_shown)


def _shown(one: Said) -> float:
    size = len(one.text.split())
    return one.worth * (1.0 if size == 1 else 1.25 if size < 4 else 1.1)


def agreed_things(
    profile: BrandProfile,
    pages: Sequence[PageFacts],
    grammar: Grammar | None,
    likely: Sequence[Weighed],
) -> list[Agreed]:
    """Things by how much the places agree on them, most first. `pages` are without furniture."""
    language = base_language(profile.language)
    groups: dict[str, Agreed] = {}
    customers = customers_in(profile.audience, language)
    places = list(places_of(profile, pages, language))
    for place in places:
        for text, role in _things_in(place, profile.name, grammar, language):
            one = _said(text, place, role, profile, customers, grammar, language)
            if one is not None:
                key = one.entry.id if one.entry else head_of(one.text, language)
                groups.setdefault(key, Agreed(key)).said.append(one)
    _add_likely(groups, likely, language)
    _add_type(groups, pages, language)
    _merge(groups, language)
    spoken = {place.name: set(terms(place.text, language)) for place in places}
    body = [set(terms(page.main_text[:20_000], language)) for page in pages[:OTHER_PAGES]]
    for group in groups.values():
        _score(group, places, spoken, body, language)
    return sorted(groups.values(), key=lambda group: -group.score)


def _add_likely(groups: dict[str, Agreed], likely: Sequence[Weighed], language: str) -> None:
    """All words together are one more place, which names the entries that they support."""
    if not likely or language not in SPOKEN:
        return
    most = likely[0].weight
    enough = min(1.0, most / LEAST_WEIGHT[language])
    for one in likely[:_LIKELY]:
        role = enough * (one.weight / max(most, 0.1)) ** 2
        place = Place(_WORDS_PLACE, _WORDS, "", "pages")
        said = Said(one.name, place, role, _LISTED, one.entry)
        groups.setdefault(one.entry.id, Agreed(one.entry.id)).said.append(said)


def _add_type(groups: dict[str, Agreed], pages: Sequence[PageFacts], language: str) -> None:
    """The type that structured data states is a place where it names a trade: "Dentist"."""
    entry = structured_words(pages, language).entry
    if entry is not None:
        place = Place("data type", _TYPE, "", pages[0].final_url)
        said = Said(entry.wordings[language].name, place, 1.0, _LISTED, entry)
        groups.setdefault(entry.id, Agreed(entry.id)).said.append(said)


def _score(
    group: Agreed,
    places: Sequence[Place],
    spoken: dict[str, set[str]],
    body: Sequence[set[str]],
    language: str,
) -> None:
    worth: dict[str, float] = defaultdict(float)
    for one in group.said:
        worth[one.place.name] = max(worth[one.place.name], one.worth)
    known = max(one.known for one in group.said)
    own = {term for one in group.said for term in terms(one.text, language)}
    own -= {stem(word, language) for word in COMMON}
    for place in places:
        if place.name not in worth and own & spoken.get(place.name, set()):
            worth[place.name] = _HALF * place.weight * known
    nouns = {head_of(one.text, language) for one in group.said}
    group.on_pages = any(nouns & said for said in body)
    if own and any(own & said for said in body):
        worth["body"] = _HALF * known
    group.score = sum(worth.values())


def _merge(groups: dict[str, Agreed], language: str) -> None:
    """Puts a plain noun with the entry that its longer forms name.

    "Backyard offices" are no permit office: what has words of its own stays apart.
    """
    heads: dict[str, str] = {}
    for key, group in groups.items():
        for one in group.said:
            if one.entry is not None:
                heads.setdefault(head_of(one.text, language), key)
    for key in [key for key in groups if key in heads and heads[key] != key]:
        own = [one for one in groups[key].said if len(one.text.split()) > 1]
        groups[heads[key]].said += [one for one in groups[key].said if one not in own]
        groups[key].said = own
        if not own:
            del groups[key]


def head_of(text: str, language: str) -> str:
    """The stem of a phrase's noun."""
    return stem(head_word(text, language), language)


def _said(
    text: str,
    place: Place,
    role: float,
    profile: BrandProfile,
    customers: set[str],
    grammar: Grammar | None,
    language: str,
) -> Said | None:
    text = text.strip(" \t,.;:!?\"'“”„«»()")
    if _NO_THING.search(text):
        return None
    own = set(terms(profile.name, language))
    spelt = set(terms(text, language))
    head = head_of(text, language)
    if not spelt or not any(letter.isalpha() for letter in text):
        return None
    if place.name != NAME and (spelt <= own or text.casefold().startswith(profile.name.casefold())):
        return None
    if len(text.split()) > _LONGEST:
        return None
    entry = entry_named(text, language)
    known = how_known(text, entry, grammar, language)
    if head in customers and place.name != NAME:
        known *= _CUSTOMERS
    return Said(text, place, role, known, entry)


def how_known(text: str, entry: Category | None, grammar: Grammar | None, language: str) -> float:
    """How well a phrase is known to name something that can be had."""
    noun = head_word(text, language)
    if entry is not None or trade_named(text, language) is not None:
        return _LISTED
    idle = grammar is not None and (noun in grammar.generic or noun in grammar.never)
    if idle or noun in COMMON:
        return _UNKNOWN if _is_told_apart(text, language) else _COMMON
    if grammar is not None and noun in grammar.vague and " " not in text:
        return _VAGUE
    of_a_kind = kind_by_head(text, language) is not None or _is_usual(text, language)
    return _OF_A_KIND if of_a_kind else _UNKNOWN


def _is_told_apart(text: str, language: str) -> bool:
    """Whether a thing stands before an ordinary noun: "beekeeping association"."""
    found = tagged(text.lower(), language) if language == "en" else ()
    if len(found) < 2 or found[-2].sort not in ("noun", "gerund"):
        return False
    return found[-2].text not in COMMON and found[-1].sort in THINGS


def _is_usual(text: str, language: str) -> bool:
    """Whether many names of the catalogue end so; only where it has whole entries."""
    return language in SPOKEN and is_usual_end(text, language)


def _things_in(
    place: Place, name: str, grammar: Grammar | None, language: str
) -> Iterator[tuple[str, float]]:
    """The things that a place names and how plainly, with repeats."""
    if place.name == NAME:
        trade = named_trade(name, language)
        if trade is not None:
            yield trade.name, 1.0
            return
        spelt = words(name)
        for size in range(min(3, len(spelt) - 1), 0, -1):
            end = " ".join(spelt[-size:])
            if entry_named(end, language) is not None:
                yield end, _IN_NAME
                return
        return
    for number, sentence in enumerate(sentences(place.text)):
        order = _FURTHER if number and place.name == LINE else 1.0
        for part in sentence.split(" ; "):
            hits = [hit.name for hit in recognise(part, language)]
            halves = {half for hit in hits if _JOINED.search(hit) for half in _halves(hit)}
            for text, role in _phrases_in(part, name, place, grammar, language):
                if text.casefold() not in halves:
                    yield text, order * role
            for hit in hits:
                begins = part.casefold().startswith(hit.casefold())
                whole = begins and _JOINED.search(hit) is not None  # else a phrase of its own
                yield hit, 1.0 if whole else _NAMED_IN_PASSING


def _halves(name: str) -> list[str]:
    """The parts of a joined name: a "bed and breakfast" is not a bed."""
    return [half.casefold() for half in _JOINED.split(name)]


def _phrases_in(
    part: str, name: str, place: Place, grammar: Grammar | None, language: str
) -> Iterator[tuple[str, float]]:
    if grammar is not None:
        outright = says_so(part, name, grammar)
        alone = place.source != DESCRIPTION
        for at, text in enumerate(noun_phrases(part, name, grammar, alone=alone)):
            yield text, (1.2 if outright else 1.0) * (0.85 if at else 1.0)
    if language in SPOKEN:
        yield from _runs(part, name, language)
    elif grammar is not None:
        yield from _pieces(part, name, grammar)


def _pieces(text: str, name: str, grammar: Grammar) -> Iterator[tuple[str, float]]:
    """Phrases between words that end one, in languages without a tagger."""
    text = re.sub(re.escape(name), ";", text, flags=re.IGNORECASE) if name else text
    at, role = 0, 0.9
    for match in [*grammar.stop.finditer(text), None]:
        end = match.start() if match else len(text)
        for number, piece in enumerate(grammar.joins.split(text[at:end])):
            phrase = grammar.articles.sub("", piece.strip())
            if phrase and not (grammar.verbs and grammar.verbs.match(phrase.split()[0])):
                yield phrase, role * (0.85 if number else 1.0)
        if match is None:
            break
        stop = match.group().strip().casefold()
        at = match.end()
        role = 0.15 if stop in _WHOM else 0.7 if not stop[:1].isalpha() else 0.25


def _runs(text: str, name: str, language: str) -> Iterator[tuple[str, float]]:
    """Noun phrases found by the tagger, each with how plainly it names what is sold."""
    said = text
    if name and text.casefold().startswith(f"{name} ".casefold()):
        said = _SOMEBODY[language] + text[len(name) :]
    said = re.sub(re.escape(name), ";", said, flags=re.IGNORECASE) if name else said
    run: list[Word] = []
    role, first, last = 1.0, True, 0.0
    joined: Word | None = None  # where a phrase begins that "of" continues
    own = done = False
    found = [*tagged(said, language), Word(".", len(said), len(said), "sign")]
    for at, word in enumerate(found):
        if word.text.casefold() in _OWN and at == 0:
            own = True
            continue
        if own and not done and not run and at == 1 and word.sort not in ("adverb", "sign"):
            done, role = True, 1.0  # whatever the word, it is what the brand does
            continue
        if word.sort in (*THINGS, "adjective", "gerund") or (word.sort == "participle" and run):
            run.append(word)
            continue
        if taken := _trimmed(run):
            phrase = said[taken[0].start : taken[-1].end]
            if joined is not None:
                yield said[joined.start : taken[-1].end], last
            if not all(one.sort == "name" for one in taken) or (len(taken) == 1 and first):
                yield phrase, role
            first, last = False, role
        low = word.text.casefold()
        if low in _OF[language] and taken:
            joined = joined or taken[0]
        elif taken or word.sort != "article":
            joined = None
        run = []
        if _AND.match(low):
            role = 0.85 * last if last else role
        elif low in _WHOM:
            role = 0.15
        elif word.sort == "preposition":
            role = 0.25
        elif word.sort in ("verb", "past", "infinitive", "gerund", "participle"):
            role = 0.9 if first else 0.4
        elif word.sort == "sign":
            role, last = 0.75, last
        elif word.sort == "pronoun":
            role = 0.5


def _trimmed(run: Sequence[Word]) -> list[Word]:
    """The run up to its last noun, without what cannot begin a phrase."""
    taken = list(run)
    while taken and taken[-1].sort not in (*THINGS, "gerund"):
        taken.pop()
    return taken[-4:]
