"""Finds further services in a list of verbs: "We repair **and rent out** kites".

Invariant: a service applies to the thing named in the same clause; a verb that has no noun for
its service yields the thing itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from presence.analysis.offer.english import ENGLISH
from presence.analysis.offer.german import GERMAN
from presence.analysis.offer.phrases import Grammar

_VERB = r"[^\W\d_]+(?: out)?"
_LIST = rf"{_VERB}(?:\s*,\s*{_VERB})*\s+(?:and|&|und|sowie)\s+{_VERB}"
_WE: Mapping[str, str] = {"en": r"(?:we|i)\s+(?:also\s+)?", "de": r"(?:wir|ich)\s+"}
_GIVES_THING = frozenset({"sell", "make", "build", "supply", "verkaufen", "verkaufe", "bauen"})
_MOST_WORDS = 4


def further_deeds(description: str, language: str) -> Iterator[str]:
    """Each verb of a list, as a service: "kite hire", „Verleih für E-Bikes“."""
    grammar = _GRAMMARS.get(language)
    if grammar is None:
        return
    clause = re.compile(rf"\b{_WE[language]}(?P<verbs>{_LIST})\s+(?P<thing>[^.!?;:()]+)", re.I)
    for match in clause.finditer(description):
        stop = grammar.stop.search(match.group("thing"))
        text = match.group("thing")[: stop.start()] if stop else match.group("thing")
        things = re.split(r"\s+(?:and|&|or|und|oder)\s+", text.strip())
        verbs = re.split(r"\s*,\s*|\s+(?:and|&|und|sowie)\s+", match.group("verbs"))
        thing = re.sub(r"^(?:an?|the|all kinds of|your|old|alte[nrs]?|Ihre?n?)\s+", "", things[0])
        if not thing or len(thing.split()) > _MOST_WORDS:
            continue
        for verb in verbs:
            deed = _DEED[language](verb.casefold(), grammar)
            if deed:
                yield grammar.done(thing, deed)
            elif verb.casefold() in _GIVES_THING:
                yield thing


def _english_deed(verb: str, grammar: Grammar) -> str:
    return grammar.deeds.get(verb, "")


def _german_deed(verb: str, grammar: Grammar) -> str:
    return next((noun for stem, noun in grammar.deeds.items() if verb.startswith(stem)), "")


_DEED: Mapping[str, Callable[[str, Grammar], str]] = {"en": _english_deed, "de": _german_deed}
_GRAMMARS = {"en": ENGLISH, "de": GERMAN}
