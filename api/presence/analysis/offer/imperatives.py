"""What is sold if a description addresses the customer: "Learn to sail in a weekend".

Invariant: a sentence yields an offer only if there is a single noun for what its verb offers; any
other call ("Dream bigger", "Find your way") yields nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from presence.analysis.language import sentences
from presence.analysis.language.english_verbs import gerund
from presence.analysis.offer.phrases import Grammar

_THING = r"(?P<thing>[^\W\d_][^.,;:!?()–—|]*)"
_OWN = r"(?:your|the|a|an|some|our)\s+(?:(?:old|own|next|first|new|broken|dirty|dusty)\s+)*"
_PARTICIPLES = {
    "repaired": "repair",
    "fixed": "repair",
    "mended": "repair",
    "cleaned": "cleaning",
    "serviced": "servicing",
    "restored": "restoration",
    "tuned": "tuning",
    "insured": "insurance",
    "translated": "translation",
    "printed": "printing",
    "delivered": "delivery",
    "installed": "installation",
    "fitted": "fitting",
    "groomed": "grooming",
    "trained": "training",
    "recycled": "recycling",
    "done": "help with {}",
    "sorted": "help with {}",
    "filed": "help with {}",
}
_CALLS = (
    "rent|hire|repair|fix|restore|clean|insure|translate|print|store|recycle|train|tune|service|"
    "install"
)
_NOT_TAUGHT = re.compile(r"^(?:to\s+)?(?:love|live|more|how|why|what|from|about|be|let|trust)\b")


def wished(description: str, grammar: Grammar, language: str) -> str:
    """The noun for what the first sentences invite the customer to do; "" if there is none."""
    reader = _READERS.get(language)
    if reader is None:
        return ""
    for sentence in sentences(description)[:2]:
        if found := reader(sentence.strip().rstrip(".!?… "), grammar):
            return found
    return ""


def _english(sentence: str, grammar: Grammar) -> str:
    if match := re.match(rf"learn(?:ing)?\s+(?:how\s+)?(?P<to>to\s+)?{_THING}", sentence, re.I):
        return _taught(_cut(match.group("thing"), grammar), verb=bool(match.group("to")))
    done = "|".join(_PARTICIPLES)
    get = rf"(?:get|have)\s+(?:{_OWN})?(?P<thing>[^.,;:!?]+?)\s+(?P<done>{done})\b"
    if match := re.match(get, sentence, re.I):
        thing = _cut(match.group("thing"), grammar)
        return grammar.done(thing, _PARTICIPLES[match.group("done").casefold()]) if thing else ""
    if match := re.match(rf"(?P<verb>{_CALLS})\s+(?:{_OWN}){_THING}", sentence, re.I):
        thing = _cut(match.group("thing"), grammar)
        deed = {"hire": "hire"}.get(match.group("verb").casefold()) or _deed(match, grammar)
        return grammar.done(thing, deed) if thing else ""
    if match := re.match(rf"(?:(?:book|order)\s+{_OWN}|buy\s+(?:{_OWN})?){_THING}", sentence, re.I):
        return _cut(match.group("thing"), grammar)
    return ""


def _deed(match: re.Match[str], grammar: Grammar) -> str:
    return grammar.deeds[match.group("verb").casefold()]


def _taught(thing: str, *, verb: bool) -> str:
    """ "sail" gives "sailing lessons"; of "play the guitar" and "Italian", the thing taught."""
    if not thing or _NOT_TAUGHT.match(thing.casefold()):
        return ""
    spoken = re.match(r"(?:play|speak|read|write)\s+(?:the\s+)?(.+)", thing, re.IGNORECASE)
    if spoken:
        return f"{spoken.group(1)} lessons"
    if not verb:
        return f"{thing} lessons" if len(thing.split()) <= 2 else ""
    first, *rest = thing.split()
    if rest:
        return ""
    return f"{gerund(first.casefold())} lessons"


def _cut(text: str, grammar: Grammar) -> str:
    """The noun phrase at the beginning of a text; "" for what anybody could offer."""
    stop = grammar.stop.search(text)
    found = (text[: stop.start()] if stop else text).strip()
    found = re.split(r"\s+(?:and|&|or|und|oder)\s+", found)[0]
    low = found.casefold().split()
    plain = low and not grammar.never.intersection(low) and low[-1] not in grammar.generic
    return found if plain and len(low) <= _LONGEST else ""


_LONGEST = 4  # words
_GERMAN = (
    (r"mieten|leihen|ausleihen", "Verleih für {}"),
    (r"reparieren lassen", "Reparatur für {}"),
    (r"reinigen lassen", "Reinigung für {}"),
    (r"restaurieren lassen", "Restaurierung für {}"),
    (r"übersetzen lassen", "Übersetzung für {}"),
    (r"entsorgen lassen", "Entsorgung für {}"),
    (r"kaufen|bestellen|buchen", "{}"),
)
_MADE = {"dicht": "Abdichtung für {}", "sauber": "Reinigung für {}"}


def _german(sentence: str, grammar: Grammar) -> str:
    noun = r"(?P<thing>[A-ZÄÖÜ][\wäöüß-]+)"
    if match := re.match(rf"(?:\w+\s+)?{noun}\s+lernen\b", sentence):
        return _course(match.group("thing"))
    for verbs, had in _GERMAN:
        if match := re.match(rf"(?:[\wäöüß]+e[nrs]?\s+)?{noun}\s+(?:{verbs})\b", sentence):
            return had.format(match.group("thing"))
    made = "|".join(_MADE)
    own = r"(?:(?:Ihre?n?|eure?n?|deine?n?|alte)\s+)?"
    if match := re.match(
        rf"wir\s+machen\s+{own}{noun}\s+(?:wieder\s+)?(?P<so>{made})\b", sentence, re.IGNORECASE
    ):
        return _MADE[match.group("so").casefold()].format(match.group("thing"))
    return ""


def _course(thing: str) -> str:
    """„Segeln“ gives „Segelkurs“, „Gitarre“ „Gitarrenkurs“, „Italienisch“ „Italienischkurs“."""
    if thing.endswith(("eln", "ern")):
        return f"{thing[:-1]}kurs"
    if thing.endswith("en"):
        return f"{thing[:-2]}kurs"
    return f"{thing}nkurs" if thing.endswith("e") else f"{thing}kurs"


_READERS: Mapping[str, Callable[[str, Grammar], str]] = {"en": _english, "de": _german}
