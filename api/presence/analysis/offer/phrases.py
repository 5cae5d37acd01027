"""The noun phrases of a description, by the rules of one language.

Invariant: what is returned occurs verbatim in the description, except for a leading article.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from presence.analysis.language import sentences
from presence.analysis.language.tagging import THINGS, tagged
from presence.analysis.offer.clauses import is_only_gathered, spoken_plainly
from presence.analysis.offer.german_clauses import advice_about
from presence.analysis.offer.joined import joined_names, things_listed, with_shared
from presence.analysis.offer.verbs import (
    advice_on,
    complaint_in,
    done_to,
    is_further_deed,
    law_in,
    learners_in,
    lessons_in,
    outings_in,
    training_in,
    until_joined_verb,
    until_verb,
    with_one_verb,
    without_further_verbs,
    work_of,
)

_LONGEST = 6  # words
_SLOGAN = 8  # words and signs
_ALSO_DESCRIBE = frozenset({"live", "book", "park", "home", "start-up"})
_ADVISES = ("advice", "representation", "Beratung", "Vertretung")
_PEOPLE = frozenset({"people", "menschen", "companies", "businesses", "betriebe", "familien"})
_THE = r"(?:(?:the|les?|la|el|l[oa]s|il|lo|gli|os?|as?|de|het|der|die|das)\s+|l['’])?"
_CONTACT = re.compile(  # "a reader | you host": that is left out
    r"(?<=[a-z])(?<! if)(?<! as)(?<! and)(?<! but)(?<! how)(?<! when)(?<! that)(?<! what)(?<! than)"
    r"(?<! where)(?<! because) (?:you|we|they|anyone|everyone)(?:'ll|'ve)? [a-z].*$"
)
_WORD = re.compile(r"[^\W_]+(?:[-'’/&][^\W_]+)*")


@dataclass(frozen=True, slots=True)
class Grammar:
    """How one language says what somebody is or sells.

    `lead` and `makes` are patterns with `{name}` for the brand: "we are a", "we sell". `stop` ends
    a noun phrase, `joins` separates the items of a list. A phrase is rejected if all its words are
    `generic`, or if it begins with a word of `no_start` or contains one of `never`. `audience`
    finds whom it is for. `verbs`, if given, are words that begin a sentence which names no thing.

    `deeds` are nouns for what the verbs of `makes` do to a thing, by the stem of the verb, and
    `done` joins the two. `list_word` is a noun that begins a list rather than an adjective.
    `purpose` and `relative` find what follows the phrase and narrows it, and `preposition`
    introduces it; for a word of `about` it is "about".

    A phrase that ends in an `adverb` is a slogan; `companies` are nouns that name an offer only
    after a `line_of_work`: "cleaning company". A `tongue` shares the noun of the next item in a
    list: "Spanish and French classes", and so does a thing that is `shared_work` if what follows it
    ends with `work`: "kitchen and bathroom remodeling". `again` finds a further verb at the
    beginning of a list item, `clause` what no noun phrase contains: a verb before an article, how a
    thing was made.
    `clauses` takes a sentence with several deeds apart, given the brand's name, and `commissioned`
    names what somebody makes only on commission as work: "build", "garden walls" give "garden wall
    construction".
    `language` is set if a tagger supports it.
    """

    lead: str
    makes: str
    stop: re.Pattern[str]
    generic: frozenset[str]
    vague: frozenset[str]
    no_start: frozenset[str]
    never: frozenset[str]
    articles: re.Pattern[str]
    joins: re.Pattern[str]
    audience: re.Pattern[str]
    capital_nouns: bool = False
    verbs: re.Pattern[str] | None = None
    deeds: Mapping[str, str] = field(default_factory=dict)
    done: Callable[[str, str], str] = "{0} {1}".format
    list_word: re.Pattern[str] = re.compile(r"(?!)")
    purpose: re.Pattern[str] = re.compile(r"(?!)")
    relative: re.Pattern[str] = re.compile(r"(?!)")
    about: frozenset[str] = frozenset()
    adverb: re.Pattern[str] = re.compile(r"(?!)")
    companies: frozenset[str] = frozenset()
    line_of_work: re.Pattern[str] = re.compile(r"(?!)")
    tongue: re.Pattern[str] = re.compile(r"(?!)")
    shared_work: re.Pattern[str] = re.compile(r"(?!)")
    work: re.Pattern[str] = re.compile(r"(?!)")
    preposition: str = ""
    language: str = ""
    again: re.Pattern[str] = re.compile(r"(?!)")
    clause: re.Pattern[str] = re.compile(r"(?!)")
    clauses: Callable[[str, str], Sequence[str]] = lambda sentence, name: (sentence,)
    commissioned: Callable[[str, str], str] = lambda verb, thing: thing


def noun_phrases(text: str, name: str, grammar: Grammar, *, alone: bool = False) -> list[str]:
    """What a description says the brand is or sells, most important first; [] if it does not.

    `alone` also accepts a thing that nothing follows, which may be a slogan.
    """
    return [*chain.from_iterable(phrases_by_deed(text, name, grammar, alone=alone))]


def phrases_by_deed(
    text: str, name: str, grammar: Grammar, *, alone: bool = False
) -> list[list[str]]:
    """The noun phrases of each deed: "bakes bread and rents bikes" gives bread, then bike rental.

    What somebody gathers to make something of it is not for sale.
    """
    for at, sentence in enumerate(sentences(text)[:3]):
        if at and _follows_a_tale(text, sentence, name, grammar):
            continue
        seen: set[str] = set()
        found: list[list[str]] = []
        clauses = grammar.clauses(spoken_plainly(sentence.strip(), name), name)
        for clause in clauses:
            told = [*_phrases_of(clause, name, grammar, alone=alone)]
            found.append([text for text in dict.fromkeys(told) if text.casefold() not in seen])
            seen.update(text.casefold() for text in told)
        if len(found) > 1 and found[1] and is_only_gathered(clauses[0], name, grammar.language):
            found = found[1:]
        if seen:
            return [phrases for phrases in found if phrases]
    return []


def _follows_a_tale(text: str, sentence: str, name: str, grammar: Grammar) -> bool:
    """Whether a fragment only follows a sentence that tells what happens there.

    "Couples celebrate on our farm. Barn for 120 guests." sells no barn; after a slogan it would.
    """
    if sentence.startswith(("Our ", "Unser")):
        return False
    first = tagged(sentences(text)[0], grammar.language)
    tells = len(first) > _SLOGAN and any(word.sort == "verb" for word in first)
    return tells and not says_so(sentence, name, grammar)


def audience_of(text: str, grammar: Grammar) -> str | None:
    """For whom, in the text's words: "for bakers in Kent" gives "bakers in Kent"."""
    if grammar.language == "en" and (learners := learners_in(text)):
        return learners
    match = grammar.audience.search(text)
    return until_joined_verb(match.group(1).strip(), grammar.language) if match else None


def says_so(text: str, name: str, grammar: Grammar) -> bool:
    """Whether a text states outright what the brand is or sells: "we are", "sells"."""
    said = [sentence.strip() for sentence in sentences(text)[:3]]
    return any(
        _lead(one, name, grammar) or done_to(one, name, grammar.language) is not None
        for one in said
    )


def says_of_itself(sentence: str, name: str, grammar: Grammar) -> bool:
    """Whether one sentence states who is or sells it: "we sell", not a line "Sells out fast"."""
    lead = _lead(sentence.strip(), name, grammar)
    return lead is not None and not lead.groupdict().get("bare")


def thing_said(text: str, name: str, grammar: Grammar) -> str:
    """The text from the thing that it says is sold: "We create | websites for museums"."""
    sentence = next(iter(sentences(text)), "").strip()
    lead = _lead(sentence, name, grammar)
    if lead is not None:
        return without_further_verbs(sentence, lead.end(), grammar.language)
    done = done_to(sentence, name, grammar.language)
    return done[1] if done else text


def _lead(sentence: str, name: str, grammar: Grammar) -> re.Match[str] | None:
    named = _called(name, grammar)
    patterns = (grammar.lead, grammar.makes)
    matches = (re.match(p.format(name=named), sentence, re.IGNORECASE) for p in patterns)
    return next((match for match in matches if match), None)


def _called(name: str, grammar: Grammar) -> str:
    """The name, or its first word if that also serves as a name: "Oli" of "Oli & Co".

    An article may precede it: « L’Atelier Verneuil ».
    """
    first, _, rest = name.partition(" ")
    alone = rest[:1] in "&|+,-" and len(first) > 1 and not grammar.articles.match(f"{first} ")
    whole = re.escape(name) if name else r"(?!)"
    named = f"(?:{whole}|{re.escape(first)})" if rest and alone else whole
    return rf"(?:{_THE}{named})" if name else named


def _phrases_of(sentence: str, name: str, grammar: Grammar, *, alone: bool) -> Iterator[str]:
    if grammar.language == "en" and (outings := outings_in(sentence)):
        yield outings
        return
    rest = sentence
    lead = _lead(sentence, name, grammar)
    deed, verb_said = None, ""
    if lead is None:
        told = with_one_verb(sentence, name, grammar.language)
        sentence = next((said for said in told if _lead(said, name, grammar)), sentence)
        lead = _lead(sentence, name, grammar)
    if lead is not None:
        rest = without_further_verbs(sentence, lead.end(), grammar.language)
        if grammar.language == "en":
            rest = _CONTACT.sub("", rest)
        deed, verb_said = _deed_of_all(lead, grammar), _verb_of(lead)
    elif (done := done_to(sentence, name, grammar.language)) is not None:
        said, rest = done
        verb_said = said
        deed = _noun_of(said, grammar) or work_of(said, grammar.language)
    elif grammar.verbs is not None and not _is_fragment(rest, name, grammar, alone=alone):
        return
    else:
        named = re.escape(name) if name else r"(?!)"
        rest = re.sub(rf"^{named}\s*[,:–—-]\s*", "", rest, flags=re.IGNORECASE)
        if re.match(rf"{named}(?!\w)", rest, re.IGNORECASE):
            return  # what the brand does, in words that are not understood
        if _tells_how(rest, grammar):
            return
    if whole := _whole_service(rest, deed, grammar.language):
        yield whole
        return
    thing = until_verb(rest, grammar.language, told=bool(verb_said))
    asks = bool(grammar.language) and sentence.endswith("?")
    if lead is None and (thing.acts or asks):
        return  # "The barge sits on the mud" says what a thing does, "Cheque bounced?" asks
    for place, part in enumerate(_parts(thing.text, grammar, told=bool(verb_said))):
        phrase = grammar.articles.sub("", part).strip(" \t,\"'“”„«»")
        if place and lead is not None and (verb := grammar.again.match(phrase)):
            deed, phrase = _deed(verb, grammar), phrase[verb.end() :]
        if place and deed and is_further_deed(phrase, grammar.language):
            continue
        people = deed is not None and _is_of_a_sort(phrase, grammar)
        if people or _is_category(phrase, grammar, done=deed is not None, told=lead is not None):
            plain = grammar.commissioned(verb_said, phrase)
            yield grammar.done(phrase, deed) if deed else plain
        elif lead is None:
            return  # a fragment that does not begin with a thing names none


def _tells_how(text: str, grammar: Grammar) -> bool:
    """Whether a text begins with how something unnamed was made: "Simmered 24 hours"."""
    words = tagged(text, grammar.language)[:2]
    done = bool(words) and words[0].sort in ("participle", "past")
    return done and (len(words) < 2 or words[1].sort not in ("noun", "name", "adjective", "gerund"))


def _deed_of_all(lead: re.Match[str], grammar: Grammar) -> str | None:
    """The deed of the first verb, or of a further one: "organise, scan and shred files"."""
    deed = _deed(lead, grammar)
    if deed or _verb_of(lead) not in ("organise", "organize"):
        return deed
    further = re.findall(r"[a-z]+", lead.group(0).partition(_verb_of(lead))[2])
    return next((found for verb in further if (found := _noun_of(verb, grammar))), None)


def _deed(lead: re.Match[str], grammar: Grammar) -> str | None:
    """The noun for what is done to the thing that follows: "cleaning" for "we clean"."""
    return _noun_of(_verb_of(lead), grammar)


def _verb_of(lead: re.Match[str]) -> str:
    found = lead.groupdict()
    return (found.get("verb") or found.get("bare") or "").casefold()


def _whole_service(rest: str, deed: str | None, language: str) -> str:
    """The service that a deed and what follows it name together: lessons, training, advice."""
    if not deed:
        return ""
    if deed == "lessons":
        return lessons_in(rest)
    if deed == "training":
        return training_in(rest)
    if deed.startswith("treatment"):
        return complaint_in(rest, deed)
    if not deed.startswith(_ADVISES):
        return ""
    topic = advice_on(rest) if deed.startswith("advice") and language == "en" else ""
    topic = advice_about(rest) if deed == "Beratung" else topic
    return law_in(rest, language) or topic


def _noun_of(verb: str, grammar: Grammar) -> str | None:
    """The noun for a verb's activity, by the beginning of the verb: "repairs" gives "repair"."""
    stems = sorted(grammar.deeds, key=len, reverse=True)
    ends = (verb, *verb.split()[-1:])
    return next(
        (grammar.deeds[stem] for stem in stems if any(end.startswith(stem) for end in ends)), None
    )


def _is_fragment(text: str, name: str, grammar: Grammar, *, alone: bool) -> bool:
    """Whether a text begins with a thing and then qualifies it.

    Excludes slogans, verbs, questions, and text that continues about the brand.
    """
    whole = text.rstrip(" .!?")
    begin = whole.split(" ")[0]
    verb = grammar.verbs is not None and grammar.verbs.match(begin)
    told = bool(name) and whole.casefold().startswith(f"{name} ".casefold())
    if verb or told or text.rstrip().endswith("?"):
        return False
    listed = len(grammar.joins.split(whole)) > 2
    return alone or listed or grammar.stop.search(whole) is not None


def _parts(text: str, grammar: Grammar, *, told: bool = False) -> Iterator[str]:
    """The items of a list up to the end of the noun phrase: "a, b and c for d" gives three.

    A comma ends a phrase only if no further noun follows: "deduplicating, encrypted backups".
    """
    stop = grammar.stop
    at = 0
    if told and grammar.language == "en" and (listed := things_listed(text, grammar)):
        yield from listed
        return
    for match in stop.finditer(text):
        if match.group().strip() == "," and len(_WORD.findall(text[at : match.start()])) == 1:
            continue
        text = text[: match.start()]
        break
    if grammar.language == "en" and text.strip().casefold().endswith(joined_names()):
        yield text
        return
    pieces = grammar.joins.split(text)
    if grammar.language == "en" and " of " in pieces[0] and "," not in text:
        yield text  # "surveys of roofs and quarries" is one thing
        return
    first = pieces[0].strip()
    single = len(pieces) > 1 and len(_WORD.findall(first)) == 1
    if single and "," in text and not _begins_list(pieces, grammar):
        yield text.replace(",", "")
        return
    pieces = with_shared(pieces, grammar)
    yield from pieces


def _is_of_a_sort(phrase: str, grammar: Grammar) -> bool:
    """Whether it specifies the people: "people" could be anybody, "deaf people" could not."""
    found = _WORD.findall(phrase.casefold())
    plain = not grammar.never.intersection(found) and 1 < len(found) <= _LONGEST
    return plain and found[-1] in _PEOPLE and found[0] not in grammar.generic


def _begins_list(pieces: list[str], grammar: Grammar) -> bool:
    """Whether the first piece is a thing like the next one, rather than its adjective."""
    if grammar.capital_nouns:
        return pieces[1].strip()[:1].isupper()
    first = tagged(", ".join(pieces), grammar.language)[:1]
    noun = grammar.language == "en" and len(pieces) > 2 and bool(first) and first[0].sort in THINGS
    return noun or grammar.list_word.match(pieces[0].strip()) is not None


def _is_category(phrase: str, grammar: Grammar, *, done: bool = False, told: bool = False) -> bool:
    """Whether a phrase names a thing; as the object of what is `done`, "clothes" is enough.

    After "is a" or a verb that has been `told`, "live music venue" is no invitation to live.
    """
    words = _WORD.findall(phrase.casefold())
    if not words or len(words) > _LONGEST:
        return False
    described = told and len(words) > 1 and words[0] in _ALSO_DESCRIBE
    if words[0] in grammar.no_start and not described:
        return False
    if len(words) > 1 and words[-1] == "platform" and grammar.line_of_work.search(words[-2]):
        return True
    if not grammar.never.isdisjoint(words) or grammar.clause.search(phrase):
        return False
    written = phrase.split()
    if grammar.capital_nouns and not phrase.islower() and written[-1][:1].islower():
        return False
    if len(words) == 1 and words[0] in grammar.vague and not done:
        return False
    if grammar.adverb.search(words[-1]):
        return False
    if len(words) > 1 and words[-1] in grammar.companies:
        return grammar.line_of_work.search(words[-2]) is not None
    return words[-1] not in grammar.generic and not all(w in grammar.generic for w in words)
