"""Single wares of a brand as things to ask about: "brake pads", "hog roast hire", „Lehmputz“.

They come from the person's own list first, then from what pages list and price. Invariant: a ware
has a known number, or is used where number does not show; what may be a name or a plan is omitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from presence.analysis.language import sentences, terms
from presence.analysis.language.english_nouns import head_of
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import tagged
from presence.analysis.offer.categories import SPOKEN, Wording, catalogue
from presence.analysis.offer.common_nouns import COMMON
from presence.analysis.panel.deeds import further_deeds
from presence.analysis.panel.qualified import split_tail
from presence.analysis.panel.sellers import sellers_of
from presence.analysis.panel.sentences import SentenceTemplate, noun_slots, sentences_of
from presence.analysis.panel.subject import Subject
from presence.analysis.panel.ware_words import Ware, is_deed, ware_of
from presence.analysis.types import BrandProfile
from presence.analysis.types.offer import Offer, OfferKind

_MOST = 8
# Wares of the offer from which a whole list is taken for its; a program lists what it has.
_LEAST_OWN, _MOSTLY, _FEW = 2, 0.4, 0.25
_PLANNED: frozenset[OfferKind] = frozenset(("software", "open-source", "media", "marketplace"))
_TREATS: frozenset[OfferKind] = frozenset(("local-service", "trade"))
_LEAST_LIST, _LONGEST_PART = 3, 4
_SPOKEN_TO = re.compile(
    r"\b(?:we|you|your|our|i|is|are|was|have|has|can|will|for|by|since|in|from|no|not|all)\b", re.I
)
# A verb of selling or making, directly before what is sold or before a list that it is part of.
_SELLS = re.compile(
    r"\b(?:sells?|makes?|bakes?|builds?|suppl(?:y|ies)|stocks?|verkauf(?:t|en)|fertig(?:t|en)|bau(?:t|en)|"
    r"macht|machen|liefer(?:t|n))\s+(?:(?:\w[\w’'-]*,?|and|und|&)\s+){0,3}$",
    re.IGNORECASE,
)
_RENTED = re.compile(r"\b(?:hire|rentals?|lending|verleih|vermietung)\b", re.IGNORECASE)
_DESCRIPTION = "description"
_LEAST_PART = 5  # minimum letters for a word to count inside a compound
_HELPS = re.compile(r"\b(?:advice|help|helpline|support|aid|relief|counsell?ing|hospice)\b", re.I)
_SELLER = re.compile(
    r"(?:(?<!work)shops?|stores?|market|company|business|firm|brand|handel|händler|geschäfte?|läden|laden|"
    r"betriebe?|firmen?|unternehmen|marken?|hersteller|anbieter|manufaktur(?:en)?)$",
    re.IGNORECASE,
)
_SOMEWHERE = re.compile(r"\s+(?:in|near|around|across|serving) [A-Z][\w.'-]*(?:,? [A-Z][\w.'-]*)*$")
# Words that say nothing without what they belong to.
_ANYBODYS = word_set(
    "service services session sessions lesson lessons class classes visit visits treatment "
    "consultation appointment assessment course courses package set kit item membership pass "
    "ticket subscription day hour week evaluation check einzelstunde stunde termin "
    "sitzung kurs paket"
)


def ware_subjects(
    profile: BrandProfile, offer: Offer, known: Sequence[Subject], language: str
) -> Iterator[Subject]:
    """At most eight that none of the `known` subjects names, the person's own first."""
    if language not in SPOKEN:
        return
    first = known[0]
    sellers = sellers_of(first.wording, first.manner, language)
    noun = set(terms(head_of(split_tail(first.name, language)[0]), language))
    wares = _wares_of(profile, offer, [subject.wording for subject in known], language)
    for turn, ware in enumerate(wares):
        yield Subject(
            first.kind,
            Wording((ware.many or ware.object,)),
            _slots(ware, first.wording, sellers, language),
            _sentences_for(ware, noun, language),
            turn=turn,
        )


def _wares_of(
    profile: BrandProfile, offer: Offer, known: Sequence[Wording], language: str
) -> list[Ware]:
    about = _about(profile, offer, known, language)
    kind = offer.kind.value if offer.kind else None
    seen = [_meant(name, language) for wording in known for name in wording.names]
    found: list[Ware] = []
    helps = language == "en" and any(_HELPS.search(wording.name) for wording in known)
    own = [(text, True) for text in _said(profile, offer, language)]
    listed = ((text, False) for text in _listed(offer, about, language))
    for listed_name, sure in (*own, *listed):
        text = _without_place(listed_name, offer, language)
        said = _meant(text, language)
        if not said or any(said <= other for other in seen):
            continue
        ware = ware_of(text, kind, language)
        if ware is not None and sure and _is_sold(text, kind, profile.description, language):
            ware = replace(ware, manner="ware-bought")
        if ware is not None and ware.manner == "ware-given" and helps:
            ware = replace(ware, manner="ware-helped")
        if ware is not None and _is_seller(ware.many or ware.object):
            continue
        if ware is not None:
            of_offer = sure or _is_of(text, about, language)
            if not of_offer and head_of(split_tail(ware.object, language)[0]) in _ANYBODYS:
                continue
            deed = is_deed(ware.many or ware.object, language)
            words = len(text.split()) if language == "en" else 2  # compounds are specific enough
            explicit = (deed and words > 1) or (
                of_offer and (deed or kind not in _TREATS or ware.manner != "ware-done")
            )
            treated = not deed and kind in _TREATS and ware.object != ware.many
            ware = replace(ware, plain=(sure and words > 1) or explicit, treated=treated)
            found.append(ware)
            seen.append(said)
    return found[:_MOST]


def _is_sold(text: str, kind: OfferKind | None, description: str, language: str) -> bool:
    """Whether somebody who works for people also sells it: "sweeps chimneys and sells logs"."""
    if kind not in _TREATS or is_deed(text, language):
        return False
    at = description.casefold().find(text.casefold())
    return at > 0 and _SELLS.search(description[:at]) is not None


def _without_place(text: str, offer: Offer, language: str) -> str:
    """The ware alone: a question says where by itself."""
    text = _SOMEWHERE.sub("", text) if language == "en" else text
    return re.sub(rf"\s+in {re.escape(offer.place.value)}$", "", text) if offer.place else text


def _is_seller(text: str) -> bool:
    return _SELLER.search(text) is not None


def _meant(text: str, language: str) -> frozenset[str]:
    """Its words, treating hire and rental as the same."""
    return frozenset(terms(_RENTED.sub("rental", text.replace("-", " ")), language))


def _said(profile: BrandProfile, offer: Offer, language: str) -> Iterator[str]:
    """What the person said, unless the pages are about something else altogether."""
    category = offer.category.value if offer.category else ""
    if set(terms(category, language)).isdisjoint(terms(profile.description, language)):
        return
    yield from further_deeds(profile.description, language)
    yield from _own_list(profile.description) if language == "en" else ()
    more = offer.more_categories
    if more is not None:
        own = {quote.text for quote in more.evidence if quote.source == _DESCRIPTION}
        yield from (name for name in more.value if name in own or more.confidence == 1.0)


def _own_list(description: str) -> Iterator[str]:
    """The items of a sentence that is only a list: "New sails, sail repairs and winter storage"."""
    for sentence in sentences(description)[1:]:
        parts = re.split(r"\s*,\s*(?:and\s+)?|\s+(?:and|&)\s+", sentence.strip(" ."))
        short = all(part and len(part.split()) <= _LONGEST_PART for part in parts)
        listed = len(parts) >= _LEAST_LIST and short and not _SPOKEN_TO.search(sentence)
        if listed and not _is_of_deeds(sentence):
            yield from parts


def _is_of_deeds(sentence: str) -> bool:
    """Whether it says what somebody does: "It plans rotas, handles swaps and checks hours"."""
    begin = tagged(sentence.strip(), "en")[:2]
    does = [word for word in begin if word.sort == "verb" and word.text.endswith("s")]
    return bool(begin) and (begin[0].sort == "pronoun" or begin[0] in does or len(does) == 1)


def _listed(offer: Offer, about: frozenset[str], language: str) -> Iterator[str]:
    """What pages list or price and belongs to the offer, with the rest of a list that mostly does.

    What programs and publications price are plans.
    """
    if offer.wares is None:
        return
    plans = offer.kind is not None and offer.kind.value in _PLANNED
    by_page: dict[str, list[str]] = {}
    for name, quote in zip(offer.wares.value, offer.wares.evidence, strict=True):
        if not (plans and quote.text != name):
            by_page.setdefault(quote.source, []).append(name)
    every = [name for names in by_page.values() for name in names]
    priced = {
        n for n, q in zip(offer.wares.value, offer.wares.evidence, strict=True) if q.text != n
    }
    least = (1, _FEW) if plans else (_LEAST_OWN, _MOSTLY)
    on_the_whole = _mostly_own(every, about, least, language)
    for names in by_page.values():
        own = [name for name in names if _is_of(name, about, language)]
        of_page = _mostly_own(names, about, least, language)
        for name in names:
            mostly = of_page or (on_the_whole and name in priced)
            if (
                name in own
                or (mostly and not _is_common(name, language))
                or _is_plain(name, language)
            ):
                yield name


def _about(
    profile: BrandProfile, offer: Offer, known: Sequence[Wording], language: str
) -> frozenset[str]:
    """Words for what is sold, by which a product on a page is recognised as part of the offer."""
    texts = [profile.description, offer.category.value if offer.category else ""]
    texts += offer.more_categories.value if offer.more_categories else ()
    entry = catalogue().get(offer.entry or "")
    wordings = [
        *known,
        *([entry.wordings[language]] if entry and language in entry.wordings else []),
    ]
    for wording in wordings:
        texts += [*wording.names, *wording.jobs, *wording.conditions, *wording.problems]
        texts += [*wording.worries, *wording.signs]
    return frozenset(terms(" ".join(texts), language)) - _common_terms(language)


@lru_cache(maxsize=4)
def _common_terms(language: str) -> frozenset[str]:
    return frozenset(terms(" ".join([*COMMON, *_ANYBODYS]), language))


def _mostly_own(
    names: Sequence[str], about: frozenset[str], least: tuple[int, float], language: str
) -> bool:
    own = sum(_is_of(name, about, language) for name in names)
    return own >= max(least[0], len(names) * least[1])


def _is_of(text: str, about: frozenset[str], language: str) -> bool:
    """Whether it contains a word of the offer, in German also as part of a compound."""
    said = terms(text, language)
    if not about.isdisjoint(said):
        return True
    parts = [word for word in about if len(word) >= _LEAST_PART] if language == "de" else []
    return any(part in term for term in said for part in parts)


def _is_plain(text: str, language: str) -> bool:
    """Whether it consists of several plain words, so that it is neither a name nor a plan."""
    words = re.findall(r"[^\W\d_]+", split_tail(text, language)[0])
    plain = all(is_frequent(word, language) for word in words)
    titled = language != "de" and any(word[:1].isupper() for word in words[1:])
    return len(words) > 1 and plain and not titled and not _is_common(text, language)


def _is_common(text: str, language: str) -> bool:
    return head_of(split_tail(text, language)[0]) in COMMON


def _sentences_for(ware: Ware, noun: set[str], language: str) -> tuple[SentenceTemplate, ...]:
    """The sentences that suit the ware; `noun` holds the words for the sellers.

    A ware that already names its sellers is not combined with them, and one that is too vague is
    never asked for alone.
    """
    every = sentences_of(ware.manner, language)
    if not noun.isdisjoint(terms(ware.object, language)) and ware.manner != "ware-had":
        return tuple(one for one in every if "sellers" not in one.slots)
    if ware.plain or ware.manner in ("ware-bought", "ware-had"):
        return every
    beside = (sentence for sentence in every if "sellers" in sentence.slots)
    return tuple(one for one in beside if not ware.treated or one.step == "cost")


def _slots(ware: Ware, first: Wording, sellers: str, language: str) -> Mapping[str, str]:
    """The slot values of its sentences: its own words, and those for the program or the sellers."""
    own = ware.slots(language)
    if ware.manner == "ware-had":
        return {**noun_slots(first, language), "ware": own["ware"]}
    return {**own, "sellers": sellers}
