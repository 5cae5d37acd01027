"""What the questions are about: a category of the catalogue, or the person's own noun phrase.

Invariant: a slot that the words cannot fill correctly is omitted, so no sentence is distorted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from presence.analysis.language import base_language, terms
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.categories import COUNTED, KINDS, SPOKEN, Category, Wording, catalogue
from presence.analysis.offer.recognition import recognise
from presence.analysis.panel.further_categories import further_categories
from presence.analysis.panel.once import fitting_once
from presence.analysis.panel.own_clauses import own_conditions
from presence.analysis.panel.own_words import OwnWords, own_words
from presence.analysis.panel.qualified import fitting, for_whom, said_of, split_tail
from presence.analysis.panel.sentences import Manner, SentenceTemplate, noun_slots, sentences_of
from presence.analysis.panel.subject import Subject
from presence.analysis.panel.subjects_by_language import (
    category_words,
    further_subjects,
    sentences_by_language,
)
from presence.analysis.panel.tact import with_tact
from presence.analysis.panel.wares import ware_subjects
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind

_GERMAN_ADJECTIVE = re.compile(r"\w+(?:isch|lich|ig|är|al|iv|ell)e[rs]?$")
_MOST = 4  # categories that one panel asks about
_MOST_PARTS = 8
_CHOSEN = 1.0  # confidence of what a person stated about the offer
_FREE = word_set(
    "free open-source kostenlos kostenlose kostenlosen gratis quelloffen frei freie freien"
)
_PROGRAMS: frozenset[OfferKind] = frozenset(("software", "open-source"))
_FREE_KINDS: frozenset[OfferKind] = frozenset({"open-source", "non-profit", "public-body", "media"})
# What software is built with or run on, rather than used by itself.
_BUILT_WITH = re.compile(
    r"librar|framework|sdk|engine|database|server|queue|proxy|compiler|generator|parser|toolkit|"
    r"command|orm\b|runtime|api\b|package|module|plugin|linter|broker|cache|language|kernel|system|"
    r"platform|bibliothek|datenbank|werkzeug|plattform|mapper|client",
    re.IGNORECASE,
)
_OF_LICENCES = re.compile(r"commercial use|permissive licence|für Firmen kostenlos|freieste Lizenz")
# The manner whose how-to questions and problems suit a category without its own; else a provider's.
_GENERAL: Mapping[OfferKind, Manner] = {
    "software": "program",
    "open-source": "program",
    "product": "thing",
    "non-profit": "help",
    "public-body": "civic",
    "media": "followed",
    "marketplace": "traded",
    "hospitality": "visited",
    "education": "taught",
}


def subjects_of(profile: BrandProfile, offer: Offer) -> list[Subject]:
    """The category first, then what else is on offer; [] for an offer that cannot be understood."""
    if offer.category is None:
        return []
    language = base_language(profile.language)
    entry = catalogue().get(offer.entry or "")
    kind = offer.kind.value if offer.kind else None
    found: list[Subject] = []
    if entry is not None and language in entry.wordings:
        found += _primary(entry, offer, language)
    if not found:
        found += _own(own_words(offer.category.value, kind, language), kind, language)
    if found and language not in SPOKEN:
        found += further_subjects(found[0], profile, offer, language)
    for other, said in further_categories(profile, offer, language) if found else ():
        if all(other.id != subject.entry for subject in found):
            found += _beside(other, said, offer, language)
    if entry is not None and entry.brief and found:
        broader = found[0].name.casefold()
        further = _further_names(entry, offer, language)
        found += [one for one in further if not broader.endswith(one.name.casefold())]
    if found:
        found[0] = _fitted(_with_own_conditions(found[0], profile, offer, language), language)
    found = [
        replace(
            subject,
            sentences=_for_builders(fitting_once(subject.sentences, found[0].name), found[0].name),
        )
        for subject in _of_each(found)
    ]
    return with_tact([*found, *ware_subjects(profile, offer, found, language)]) if found else []


def _for_builders(sentences: Sequence[SentenceTemplate], name: str) -> Sequence[SentenceTemplate]:
    """The sentences that suit who uses a free program: licences matter to who builds with it."""
    if _BUILT_WITH.search(name):
        return sentences
    return [sentence for sentence in sentences if not _OF_LICENCES.search(sentence.text)]


def _of_each(found: Sequence[Subject]) -> Sequence[Subject]:
    """At most four categories and eight single parts."""
    categories = [subject for subject in found if not subject.ware][:_MOST]
    return [*categories, *[subject for subject in found if subject.ware][:_MOST_PARTS]]


def _beside(entry: Category, said: str, offer: Offer, language: str) -> Iterator[Subject]:
    """A further category; under a name of its own, only what is said of that name is asked."""
    wording = entry.wordings[language]
    if _is_apart(said, wording, entry.kind, language):
        yield from _own(own_words(said, entry.kind, language), entry.kind, language)
    else:
        yield from _listed(entry, wording, offer, language)


def _is_apart(said: str, wording: Wording, kind: OfferKind, language: str) -> bool:
    """Whether a program's name shares nothing with the name that the entry's lines speak of."""
    words = set(terms(said, language))
    spaced = language == "en"  # a German compound hides what it shares
    return (
        spaced
        and kind in _PROGRAMS
        and len(words) > 1
        and words.isdisjoint(terms(wording.name, language))
    )


def _further_names(entry: Category, offer: Offer, language: str) -> Iterator[Subject]:
    """Other names of a brief entry that the brand mentions, to vary otherwise uniform questions."""
    said = offer.category.value.casefold() if offer.category else ""
    names = {name.casefold() for name in entry.wordings[language].names}
    if said not in names:
        return  # the person's own words say more than these names
    for name in offer.more_categories.value if offer.more_categories else ():
        if name.casefold() in names and name.casefold() != said:
            yield from _own(own_words(name, entry.kind, language), entry.kind, language)


def _fitted(subject: Subject, language: str) -> Subject:
    """Remove the lines that the category's words rule out."""
    name = subject.name
    wording = replace(
        subject.wording,
        worries=fitting(subject.wording.worries, name, language),
        problems=fitting(subject.wording.problems, name, language),
    )
    return replace(
        subject,
        wording=wording,
        jobs=fitting(subject.jobs, name, language),
        conditions=said_of(fitting(subject.conditions, name, language), name, language),
        whom=for_whom(name, language),
    )


def _with_own_conditions(
    subject: Subject, profile: BrandProfile, offer: Offer, language: str
) -> Subject:
    """Add the person's own words for what sets the offer apart, and for what customers want."""
    said = own_conditions(profile, offer, language)
    chosen = subject.jobs
    if offer.jobs and offer.jobs.confidence == _CHOSEN:
        chosen = offer.jobs.value
    elif offer.jobs:  # wishes stated in the description come first
        own = [quote.text for quote in offer.jobs.evidence if quote.source == "description"]
        chosen = (*own, *(job for job in subject.jobs if job not in own))
    return replace(subject, jobs=chosen, conditions=(*said, *subject.conditions))


def _primary(entry: Category, offer: Offer, language: str) -> Iterator[Subject]:
    """The entry in the person's own words, if these are a noun that can be asked for."""
    wording = entry.wordings[language]
    phrase = offer.category.value if offer.category else wording.name
    if language not in SPOKEN:
        yield from _listed(entry, category_words(phrase, entry, language), offer, language)
        return
    if _is_shown(phrase, wording):
        yield from _listed(entry, wording, offer, language)
        return
    hits = [hit for hit in recognise(phrase, language) if hit.entry.id == entry.id]
    own = own_words(phrase, entry.kind, language)
    ware = entry.kind == "trade" and own.manner in ("service", "goods", "thing")
    if hits and (ware or (language == "de" and _lacks_adjective(phrase, own))):
        # Who carves "headstones" is a mason; „Kieferorthopädische Praxis“ lost its adjective.
        yield from _listed(entry, wording, offer, language)
        return
    if not hits:  # similar in meaning only, or misspelled: the catalogue's spelling is the safe one
        misspelled = any(
            h.entry.id == entry.id for h in recognise(phrase, language, forgiving=True)
        )
        if misspelled:
            yield from _listed(entry, wording, offer, language)
        else:
            yield from _own(own, entry.kind, language)
        return
    ours = replace(
        own.wording,
        jobs=wording.jobs,
        conditions=wording.conditions,
        worries=wording.worries,
        problems=wording.problems,
    )
    narrower = _is_narrower(own.wording, wording, language)
    narrower = narrower or _is_apart(phrase, wording, entry.kind, language)
    if narrower:
        ours = _only_supported(ours, offer)
    if not _can_stand_for(own, wording, entry.kind, language):
        yield from _done_for_one(entry, own, ours, offer, language)
    else:
        also = _general(entry.kind, ours, language) if narrower else ()
        yield from _listed(entry, ours, offer, language, also)


def _lacks_adjective(phrase: str, own: OwnWords) -> bool:
    """Whether the noun that questions would use has lost its adjective, and with it its sense."""
    first = phrase.split()[0].casefold()
    kept = own.wording.name.casefold().startswith(first[: len(first) - 2])
    return bool(_GERMAN_ADJECTIVE.match(first)) and not kept


def _done_for_one(
    entry: Category, own: OwnWords, ours: Wording, offer: Offer, language: str
) -> Iterator[Subject]:
    """The service done for a customer if the entry is its provider: "roof waterproofing"."""
    jobs = [s for s in sentences_of(entry.kind, language) if "job" in s.slots]
    for listed in _listed(entry, ours, offer, language):
        sentences = (*sentences_of(own.manner, language), *jobs)
        yield replace(listed, sentences=sentences, conditions=(), manner=own.manner)


def _is_shown(phrase: str, wording: Wording) -> bool:
    return phrase.casefold() in {wording.name.casefold(), wording.plural.casefold()}


def _can_stand_for(own: OwnWords, listed: Wording, kind: OfferKind, language: str) -> bool:
    """Whether the entry's sentences suit the person's words: the same noun, of known number.

    What the person calls "roof waterproofing" is bought from a waterproofing company; it is not
    one.
    """
    nouns = [split_tail(name, language)[0] for name in listed.names]
    heads = {terms(noun, language)[-1:][0] for noun in nouns if terms(noun, language)}
    own_head = terms(own.head, language)[-1:]
    words = own.wording
    named = words.name.casefold() in {name.casefold() for name in listed.names}
    counted = kind in COUNTED or (kind == "public-body" and bool(listed.plural))
    number = bool(words.plural) or not counted
    gender = language != "de" or bool(words.gender) or words.plural_only
    return gender and number and (named or (bool(own_head) and own_head[0] in heads))


def _is_narrower(own: Wording, listed: Wording, language: str) -> bool:
    """Whether the person's words are more specific than every name of the entry."""
    known = {term for name in listed.names for term in terms(name, language)}
    return not known.issuperset(terms(own.name, language))


def _only_supported(wording: Wording, offer: Offer) -> Wording:
    """Remove what is typical of the wider category but not stated for this one."""
    said = set(offer.supported)
    return replace(
        wording,
        jobs=tuple(line for line in wording.jobs if line in said),
        conditions=tuple(line for line in wording.conditions if line in said),
        worries=tuple(line for line in wording.worries if line in said),
        problems=tuple(line for line in wording.problems if line in said),
    )


def _general(kind: OfferKind, wording: Wording, language: str) -> tuple[SentenceTemplate, ...]:
    """How-to questions and problems that suit any category of the kind.

    A helper is not help that one applies for; an office is not chosen.
    """
    manner = _GENERAL.get(kind, "provider")
    if wording.plural and kind in ("non-profit", "public-body"):
        if kind == "public-body":
            return ()
        manner = "helpers"
    return tuple(s for s in sentences_of(manner, language) if s.step in ("how-to", "problem"))


def _listed(
    entry: Category,
    wording: Wording,
    offer: Offer,
    language: str,
    also: Sequence[SentenceTemplate] = (),
) -> Iterator[Subject]:
    kind = entry.kind
    if kind in _PROGRAMS and offer.kind and offer.kind.value in _PROGRAMS:
        kind = offer.kind.value  # free or paid, it is the same category
    resold = kind == "product" and offer.kind is not None and offer.kind.value == "shop"
    if resold and language in SPOKEN:
        kind = "shop"  # of a dealer one asks where to buy, not which to buy
    sentences = sentences_of("goods" if resold else kind, language)
    sentences = sentences or sentences_by_language(entry.kind, wording, language)
    if not sentences:
        return
    if entry.brief and not also:
        also = _general(entry.kind, wording, language)
    paid = kind not in _FREE_KINDS and not any(_is_free(line) for line in offer.supported)
    asked = _by_support(wording.conditions, offer)
    yield Subject(
        kind=kind,
        wording=replace(
            wording,
            worries=_by_support(wording.worries, offer),
            problems=_by_support(wording.problems, offer),
        ),
        slots=noun_slots(wording, language),
        sentences=(*sentences, *also),
        jobs=_by_support(wording.jobs, offer),
        conditions=tuple(line for line in asked if not (paid and _is_free(line))),
        entry=entry.id,
        manner="goods" if resold else entry.kind,
    )


def _own(own: OwnWords, kind: OfferKind | None, language: str) -> Iterator[Subject]:
    spoken = language in SPOKEN
    sentences = (
        sentences_of(own.manner, language)
        if spoken
        else sentences_by_language(kind, own.wording, language)
    )
    if spoken and own.manner in KINDS:
        sentences = (*sentences, *_general(own.manner, own.wording, language))
    if sentences:
        slots = noun_slots(own.wording, language)
        yield Subject(kind, own.wording, slots, sentences, manner=own.manner)


def _by_support(texts: Sequence[str], offer: Offer) -> tuple[str, ...]:
    """Those supported by the brand's own texts first, then the usual order."""
    return tuple(sorted(texts, key=lambda text: text not in offer.supported))


def _is_free(text: str) -> bool:
    words = text.casefold().replace("open source", "open-source").split()
    return not _FREE.isdisjoint(words)
