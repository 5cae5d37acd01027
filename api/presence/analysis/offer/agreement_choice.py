"""Whether what the places agree on replaces what was chosen from candidates.

Invariant: a choice that a catalogue name or a usual noun supports is replaced only by a thing that
clearly more places agree on; nothing that no place but one slogan names is ever put in its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from presence.analysis.language import stop_words, terms
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import tagged
from presence.analysis.offer.agreement import Agreed, head_of, how_known
from presence.analysis.offer.candidates import Candidate, folded
from presence.analysis.offer.categories import SPOKEN
from presence.analysis.offer.evidence import DESCRIPTION
from presence.analysis.offer.narrowing import narrowed
from presence.analysis.offer.phrases import Grammar
from presence.analysis.offer.recognition import entry_named
from presence.analysis.types.offer import Quote

LEAST = 1.9  # what the places have to agree by before anything is replaced
STRONG = 0.75  # how well a thing is known to be one
_PLAINLY = 0.5  # role of what is said plainly
_MORE, _MUCH_MORE = 1.15, 1.6  # times what was chosen
_BELIEVED = 0.65  # confidence from which a choice is only replaced by much more
_MOST_CONFIDENCE = 0.9
_NO_NOUNS = frozenset({"adverb", "preposition", "participle", "past", "adjective"})
_UNKNOWN = 0.4  # how well any noun is known
_SHOWN_FIRST = frozenset({"title", "meta", "h1"})
_LINES = frozenset({"meta", "data 0"})  # texts written to say what the business is
_NAMES_IT = frozenset({"title", "meta", "name", "data 0", "data type"})
_BEGINS = 0.85  # role of what a text begins with
_FRAGMENT = 1.0  # role of what is said first; "we sell" and "is a" say it more plainly
_IN_FULL = 1.25  # times what has words that tell it apart
_FULL = 6.0  # agreement that is beyond doubt
_PRAISE = word_set(
    "official leading best family-run award-winning trusted professional premium friendly "
    "affordable reliable expert buy your finest offizielle führende professionelle"
)


def settled(
    chosen: Candidate | None,
    agreed: Sequence[Agreed],
    text: str,
    grammar: Grammar | None,
    language: str,
) -> Candidate | None:
    """The chosen candidate, or the thing that more places agree on. `text` is all they say."""
    if chosen is not None and _is_no_thing(chosen, grammar, language):
        chosen = None
    first = next(iter(agreed), None)
    best = first if first and first.score >= LEAST and _is_strong(first) else None
    begun = _begins_line(chosen, agreed, text, language)
    doubtful = begun is not None and best is not None and not _is_borne_out(best)
    if (
        best is not None
        and not doubtful
        and (
            _is_shown(best)
            if chosen is None
            else _outdoes(best, chosen, agreed, language)
            or _completes(best, chosen)
            or _says_it_plainer(best, chosen, agreed, grammar, language)
        )
    ):
        return _candidate(best, text, grammar, language)
    other = begun or _shown_instead(chosen, agreed, text, grammar, language)
    if other is not None:
        return _candidate(other, text, grammar, language)
    return _without_place(chosen, text) if chosen is not None else None


def _completes(best: Agreed, chosen: Candidate) -> bool:
    """Whether the places add the object of what is done: "Reinigung von Teppichen"."""
    return best.best.text.casefold().startswith(
        (f"{chosen.text} von ".casefold(), f"{chosen.text} of ".casefold())
    )


def _says_it_plainer(
    best: Agreed,
    chosen: Candidate,
    agreed: Sequence[Agreed],
    grammar: Grammar | None,
    language: str,
) -> bool:
    """Whether the places have a name for what the chosen words only touch on: "attendance"."""
    if language not in SPOKEN or not _is_shown(best):
        return False
    if _group_of(chosen, agreed, language) is not best:
        return False
    sure = chosen.confidence or (chosen.slot.confidence if chosen.slot else 0.0)
    entry = entry_named(chosen.text, language)
    known = how_known(chosen.text, entry, grammar, language) >= STRONG
    return sure < _BELIEVED and not known and not _is_about(chosen, best, language)


def _without_place(chosen: Candidate, text: str) -> Candidate:
    """The candidate without a place before its noun, which a question states by itself."""
    spelt = chosen.text.split()
    if len(spelt) < 2 or not _is_place(spelt[0], text):
        return chosen
    shown = " ".join(spelt[1:])
    slot = replace(chosen.slot, value=shown) if chosen.slot else None
    return replace(chosen, text=shown, slot=slot)


def _is_no_thing(chosen: Candidate, grammar: Grammar | None, language: str) -> bool:
    """Whether it is no noun: "Onward", "voor de fiets"."""
    spelt = chosen.text.lower().split()
    if chosen.entry is not None or how_known(chosen.text, None, grammar, language) >= STRONG:
        return False
    if len(spelt) > 1:
        return language not in SPOKEN and spelt[0] in stop_words(language)
    found = tagged(spelt[0], language) if spelt and language == "en" else ()
    return bool(found) and found[0].sort in _NO_NOUNS


def _shown_instead(
    chosen: Candidate | None,
    agreed: Sequence[Agreed],
    text: str,
    grammar: Grammar | None,
    language: str,
) -> Agreed | None:
    """A thing that two places name, if a slogan alone names what was chosen."""
    if chosen is not None and not _is_slogan(chosen, agreed, grammar, language):
        return None
    for group in agreed:
        named = {one.place.name for one in group.said if one.is_named and one.role >= _PLAINLY}
        known = max(one.known for one in group.said)
        both = len(named) > 1 and bool(named & _SHOWN_FIRST) and known >= _UNKNOWN
        if chosen is None:
            both = both and group.score >= LEAST
        elif _is_about(chosen, group, language):
            continue
        if both and _is_shown(group) and not _is_place(group.best.text, text):
            return group
    return None


def _begins_line(
    chosen: Candidate | None, agreed: Sequence[Agreed], text: str, language: str
) -> Agreed | None:
    """What the line for search engines begins with, if nothing shown bears the choice out.

    That line is written to say what the business is; a description is as often a slogan, and all
    words together are as often about what its customers do.
    """
    own = _group_of(chosen, agreed, language) if chosen is not None else None
    if own is not None and _is_borne_out(own):
        return None
    best, most = None, 0.0
    for group in agreed:
        begins = (one for one in group.said if one.place.name in _LINES and one.role >= _BEGINS)
        for one in begins:
            worth = one.known * one.role * (_IN_FULL if " " in one.text else 1.0)
            if worth > most and one.known >= _UNKNOWN and not _is_place(one.text, text):
                best, most = group, worth
    if best is None or best is own or (chosen is not None and _is_about(chosen, best, language)):
        return None
    return best


def _is_borne_out(group: Agreed) -> bool:
    """Whether the start page plainly names it, or the description does and the pages agree.

    "We sell bone broth" needs nobody to agree.
    """
    said = [one for one in group.said if one.is_named and one.role >= _PLAINLY]
    if any(one.place.name in _NAMES_IT or one.role > _FRAGMENT for one in said):
        return True
    return group.on_pages and any(
        one.entry is not None and one.place.source == DESCRIPTION for one in said
    )


def _is_slogan(
    chosen: Candidate, agreed: Sequence[Agreed], grammar: Grammar | None, language: str
) -> bool:
    """Whether nothing but the description names it, and nothing knows such a thing."""
    own = _group_of(chosen, agreed, language)
    sure = chosen.confidence or (chosen.slot.confidence if chosen.slot else 0.0)
    entry = entry_named(chosen.text, language)
    known = how_known(chosen.text, entry, grammar, language) >= STRONG
    return sure < _BELIEVED and not known and (own is None or not _is_shown(own))


def _outdoes(best: Agreed, chosen: Candidate, agreed: Sequence[Agreed], language: str) -> bool:
    own = _group_of(chosen, agreed, language)
    if own is best or not _is_shown(best) or _is_about(chosen, best, language):
        return False
    score = own.score if own else 0.0
    if best.score < _MORE * score:
        return False
    sure = chosen.confidence or (chosen.slot.confidence if chosen.slot else 0.0)
    weak = own is None or not _is_strong(own)
    return weak or sure < _BELIEVED or best.score >= _MUCH_MORE * score


def _is_shown(best: Agreed) -> bool:
    """Whether a place plainly names it besides the description, which is read already."""
    return any(
        one.is_named and one.role >= _PLAINLY and one.place.source != DESCRIPTION
        for one in best.said
    )


def _is_about(chosen: Candidate, best: Agreed, language: str) -> bool:
    """Whether the chosen words say what is done with it: "accordion lessons"."""
    own = set(terms(chosen.text, language))
    return any(own > set(terms(one.text, language)) for one in best.said)


def _group_of(chosen: Candidate, agreed: Sequence[Agreed], language: str) -> Agreed | None:
    """The thing that the chosen words name: their entry, or their noun."""
    head = head_of(chosen.text, language)
    named = entry_named(chosen.text, language)
    key = named.id if named else head
    return next(
        (
            group
            for group in agreed
            if key == group.key or any(head_of(one.text, language) == head for one in group.said)
        ),
        None,
    )


def _is_strong(group: Agreed) -> bool:
    """Whether a place plainly says it, not in passing, and the name is one that is known."""
    plainly = (one for one in group.said if one.is_named and one.role >= _PLAINLY)
    return max((one.known for one in plainly), default=0.0) >= STRONG


def _candidate(group: Agreed, text: str, grammar: Grammar | None, language: str) -> Candidate:
    best = group.best
    shown = _plain(best.text, text, language)
    if grammar is not None and " " not in shown:
        shown = narrowed(shown, (), best.place.text, grammar, language)
    one = Candidate(shown, folded(shown, language), best.entry, Quote(best.text, best.place.source))
    one.confidence = round(min(_MOST_CONFIDENCE, group.score / _FULL), 2)
    return one


def _plain(phrase: str, text: str, language: str) -> str:
    """The phrase without praise and places before it: "Bristol birth doula"."""
    spelt = phrase.split()
    while len(spelt) > 1 and (spelt[0].casefold() in _PRAISE or _is_place(spelt[0], text)):
        spelt = spelt[1:]
    first = spelt[0]
    plain = first[1:].islower() or len(first) == 1
    if language != "de" and first[:1].isupper() and plain and not _is_name(phrase, first, language):
        spelt[0] = first.lower()
    return " ".join(spelt)


def _is_name(phrase: str, word: str, language: str) -> bool:
    found = next((one for one in tagged(phrase.lower(), language)), None)
    spelt = next((one for one in tagged(phrase, language) if one.text == word), None)
    return spelt is not None and spelt.sort == "name" and (found is None or found.sort == "name")


def _is_place(word: str, text: str) -> bool:
    """Whether the texts say something is in it."""
    if not word[:1].isupper() or word.isupper():
        return False
    placed = rf"\b(?:in|near|around|across|outside|rund um)\s+{re.escape(word)}\b"
    return re.search(placed, text) is not None
