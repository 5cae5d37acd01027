"""Turns questions that a site answers into those of a person who does not know the brand.

"Do you deliver on Sundays?" becomes "Which butchers in Leeds deliver on Sundays?"; "How long does
probate take?" stays. Invariant: a question that makes sense only on the site itself is dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from presence.analysis.language import terms
from presence.analysis.language.english_nouns import is_name_word
from presence.analysis.language.frequent_words import is_frequent
from presence.analysis.panel.sellers import dative
from presence.analysis.panel.steps import Step

_LEAST_WORDS = 4
_MOST_WORDS = 18
_LONG_WORD, _LEAST_TITLED = 4, 2  # letters, and such words, by which a heading in title case shows
_BRAND = "\N{WHITE SQUARE}"
# Words that refer to the business, or to something mentioned before.
_THERE: Mapping[str, re.Pattern[str]] = {
    "en": re.compile(
        r"\b(?:you|your|yours|we|us|our|ours|it|its|they|them|their|this|these|those|here|he|she|him|"
        r"her)\b|□",
        re.IGNORECASE,
    ),
    "de": re.compile(
        r"\b(?:Sie|Ihnen|Ihre?[nmrs]?|ihr|euch|eure?[nmrs]?|du|dir|dich|deine?[nmrs]?|wir|uns|"
        r"unsere?[nmrs]?|sie|er|ihm|ihn|hier|diese?[nmrs]?|dafür|dabei|damit|davon|darauf)\b|"
        r"(?<!gibt )(?<!geht )(?<!lohnt )(?<!dauert )\bes\b|□"
    ),
}
_ABOUT_BUSINESS = re.compile(
    r"^(?:know|think|mean|recommend|compare|differ|charge|stand|call|say|hire|need|want|like|see|use|"
    r"get|care|believe|define|kennen|suchen|brauchen|wollen|möchten|wissen|meinen|denken|empfehlen|"
    r"haben Fragen|unterscheiden|heißen|verstehen)\b",
    re.IGNORECASE,
)
# Dealings with a seller, which distinguish sellers from each other.
_DEALS = re.compile(
    r"^(?:(?:also|still|auch|noch)\s+)?(?:order|book|pay|return|bring|visit|try|test|rent|hire|buy|"
    r"cancel|get|come|park|change|collect|pick up|reserve|have|bring along|drop|exchange|choose|"
    r"switch|import|export|connect|split|share|subscribe|gift|leave)\b",
    re.IGNORECASE,
)
_GERMAN_DEALS = re.compile(
    r"\b(?:bestellen|buchen|bezahlen|zahlen|zurückgeben|umtauschen|mitbringen|ausprobieren|testen|"
    r"mieten|leihen|ausleihen|kaufen|kündigen|kommen|parken|ändern|abholen|reservieren|fahren|"
    r"wechseln|importieren|exportieren|verschenken|vereinbaren|teilnehmen|mitmachen|anprobieren|"
    r"mitkommen|mitnehmen|übernachten|stornieren)$"
)
_COST = re.compile(r"\b(?:costs?|price|pay|charge|kostet|kosten|preis)\b", re.IGNORECASE)
_PLACE_AT_END = re.compile(
    r"^(?:what|how much|was|wie viel)\b.*\b(?:costs?|kostet|kosten)\b", re.IGNORECASE
)
_OF_ONESELF = re.compile(r"\b(?:I|my|ich|mein\w*|man|one)\b")
_TERMS = re.compile(
    r"\b(?:book|booking|appointment|referral|wait|bring|pay|insurance|deposit|order|cancel|return|"
    r"Termin|Überweisung|Rezept|Kasse|warten|mitbringen|zahlen|bezahlen|buchen|bestellen|kündigen)\b",
    re.IGNORECASE,
)
_OWN_THING = re.compile(
    r"^(?:is|are|ist|sind) (?:the|der|die|das)\b|^(?:can|may) i (?:\w+ )the\b", re.IGNORECASE
)
_YES_OR_NO = re.compile(
    r"^(?:can|could|does|do|will|is|are|kann|können|wird|werden|darf|dürfen|hat|haben|gibt)\b",
    re.IGNORECASE,
)
# What the customer does and what the seller: "Muss ich selbst einen Elektriker beauftragen?"
_WHOSE_WORK = re.compile(
    r"^(?:muss|soll|sollte) (?:ich|man)\b.*\b(?:selbst|selber)\b"
    r"|^(?:do|must|should) i\b.*\bmyself\b",
    re.IGNORECASE,
)
# Where the page says so itself, the question says it once: "Do you deliver in Leeds?".
_SOMEWHERE = re.compile(r"\s+(?:in|near|around|across) [A-Z][\w.'-]*(?:,? [A-Z][\w.'-]*)*$")
_OF_CASE = re.compile(r"^(?:what if|what happens|was ist,? wenn|was passiert)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Customer:
    """The customer who asks: about which sellers, where, in need of what ("a dentist").

    `which` is the phrase for asking about one thing or program: "Which payroll software". `things`
    are the things sold, by the stem of their head, with the verb: "stoneware mugs are". Texts may
    be "".
    """

    sellers: str
    place: str
    need: str
    which: str
    things: Mapping[str, str]
    about: frozenset[str]


@dataclass(frozen=True, slots=True)
class PanelQuestion:
    """A question and the step of the customer's journey it belongs to."""

    text: str
    step: Step


def asked_by_customers(
    questions: tuple[str, ...], brand: str, customer: Customer, language: str
) -> Iterator[PanelQuestion]:
    """The questions that anybody could ask, in their order."""
    reader = _READERS.get(language)
    if reader is None:
        return
    names = re.compile(rf"\b{re.escape(brand)}(?:['’]s)?\b", re.IGNORECASE)
    for heading in questions:
        question = _in_plain_letters(heading) if language == "en" else heading
        text = names.sub(_BRAND, " ".join(question.split()).rstrip(" ?"))
        made = reader(text, customer) or _as_it_stands(text, customer, language)
        if made is not None:
            yield made


def _in_plain_letters(question: str) -> str:
    """A heading in title case as somebody types it: "How Long Should a Hot Tub Last?"."""
    first, *rest = question.split()
    long = [word for word in rest if len(word) >= _LONG_WORD]
    if len(long) < _LEAST_TITLED or not all(word[:1].isupper() for word in long):
        return question
    return " ".join([first, *(_lowered(word) for word in rest)])


def _lowered(word: str) -> str:
    plain = re.sub(r"[^\w]", "", word)
    kept = plain == "I" or plain[1:] != plain[1:].lower() or is_name_word(plain)
    return word if kept or not is_frequent(plain, "en") else word.lower()


def _as_it_stands(text: str, customer: Customer, language: str) -> PanelQuestion | None:
    """A question of general interest, preceded by its topic if the question does not state it.

    A question about dealing with the seller qualifies only then: not "I want honey. Where do I put
    my bees?".
    """
    count = len(text.split())
    if not _LEAST_WORDS <= count <= _MOST_WORDS or _THERE[language].search(text):
        return None
    yes_or_no = _YES_OR_NO.match(text) and not _OF_ONESELF.search(text)
    if _WHOSE_WORK.match(text) or _OF_CASE.match(text) or _OWN_THING.match(text) or yes_or_no:
        return None
    step = _step_of(text)
    if customer.about.isdisjoint(terms(text, language)):
        deals = _OF_ONESELF.search(text) and _TERMS.search(text)
        return PanelQuestion(f"{customer.need}. {text}?", step) if deals and customer.need else None
    where = customer.place if _PLACE_AT_END.match(text) else ""
    where = "" if where in text or re.search(r"\b(?:in|im|per|pro)\b", text) else where
    return PanelQuestion(f"{text} {where}?" if where else f"{text}?", step)


def _step_of(text: str) -> Step:
    if _COST.search(text):
        return "cost"
    return "how-to" if re.match(r"(?:how|wie)\b", text, re.IGNORECASE) else "problem"


def _english(text: str, customer: Customer) -> PanelQuestion | None:
    text = _SOMEWHERE.sub("", text) if customer.place else text
    for pattern, maker in _ENGLISH:
        if match := re.match(pattern, text, re.IGNORECASE):
            unsaid = _THERE["en"].search(match.group(match.lastindex or 0))
            made = "" if unsaid else maker(match, customer)
            return PanelQuestion(f"{made}?", "condition") if made else None
    return None


def _who(customer: Customer) -> str:
    return f"Which {customer.sellers} {customer.place}".strip() if customer.sellers else ""


def _does(match: re.Match[str], customer: Customer) -> str:
    can, rest = match.group(1).lower() == "can", match.group(2)
    if _ABOUT_BUSINESS.match(rest):
        return ""
    if customer.sellers:
        return f"{_who(customer)} {'can ' if can else ''}{rest}"
    return f"{customer.which} {f'can {rest}' if can else _third(rest)}" if customer.which else ""


def _it_does(match: re.Match[str], customer: Customer) -> str:
    return f"{customer.which} {_third(match.group(1))}" if customer.which else ""


def _lets(match: re.Match[str], customer: Customer) -> str:
    rest = match.group(1)
    if not _DEALS.match(rest):
        return ""
    if customer.sellers:
        return f"{_who(customer)} let me {rest}"
    return f"{customer.which} lets me {rest}" if customer.which else ""


def _includes(match: re.Match[str], customer: Customer) -> str:
    thing = match.group(1)
    fits = customer.sellers and not re.match(r"(?:the|there)\b", thing, re.IGNORECASE)
    return f"{_who(customer)} include {thing}" if fits else ""


def _has(match: re.Match[str], customer: Customer) -> str:
    return f"{_who(customer)} have {match.group(1)}" if customer.sellers else ""


def _is_so(match: re.Match[str], customer: Customer) -> str:
    thing = customer.things.get(_stem(match.group(1), "en"), "")
    return f"Which {thing} {match.group(2)}" if thing else ""


_ENGLISH: tuple[tuple[str, Callable[[re.Match[str], Customer], str]], ...] = (
    (rf"(do|does|can|will) (?:you|{_BRAND}) (?:also )?(.+)", _does),
    (r"does it (.+)", _it_does),
    (r"can i (.+)", _lets),
    (r"(?:is|are) there (.+)", _has),
    (r"(?:is|are) (.+?) (?:included|available)$", _includes),
    (r"(?:is|are) (?:the|your) ([\w-]+) (.+)", _is_so),
)


def _third(verb_and_rest: str) -> str:
    """The third person singular for one program: "work offline" becomes "works offline"."""
    verb, _, rest = verb_and_rest.partition(" ")
    known = {"have": "has", "do": "does", "be": "is", "go": "goes"}
    if verb in known:
        said = known[verb]
    elif verb.endswith(("s", "x", "z", "ch", "sh")):
        said = f"{verb}es"
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        said = f"{verb[:-1]}ies"
    else:
        said = f"{verb}s"
    return f"{said} {rest}".strip()


def _german(text: str, customer: Customer) -> PanelQuestion | None:
    if not customer.sellers:
        return None
    text = re.sub(r"\bbei (?:Ihnen|euch) ", "", text)
    for pattern, maker in _GERMAN:
        if match := re.match(pattern, text):
            unsaid = _THERE["de"].search(match.group(match.lastindex or 0))
            made = "" if unsaid else maker(match, customer)
            return PanelQuestion(f"{made}?", "condition") if made else None
    return None


def _wer(customer: Customer) -> str:
    return f"Welche {customer.sellers} {customer.place}".strip()


def _bei(customer: Customer) -> str:
    return f"Bei welchen {dative(customer.sellers)} {customer.place}".strip()


def _tut(match: re.Match[str], customer: Customer) -> str:
    verb, rest = match.group(1).lower(), match.group(3)
    verb = verb if match.group(2) == "Sie" else _of_many(verb)
    known = verb.endswith("n") and not _ABOUT_BUSINESS.match(verb)
    return f"{_wer(customer)} {verb} {rest}" if known else ""


def _kann(match: re.Match[str], customer: Customer) -> str:
    rest = match.group(1)
    return f"{_bei(customer)} kann ich {rest}" if _GERMAN_DEALS.search(rest) else ""


def _hat(match: re.Match[str], customer: Customer) -> str:
    rest = match.group(1)
    differs = re.match(r"(?:einen? )?(?:Unterschied|Alternativ)", rest)
    return "" if differs else f"{_wer(customer)} haben {rest}"


def _darf(match: re.Match[str], customer: Customer) -> str:
    return f"{_bei(customer)} dürfen {match.group(1)}"


def _ist_so(match: re.Match[str], customer: Customer) -> str:
    thing = customer.things.get(_stem(match.group(1), "de"), "")
    return f"Welche {thing} {match.group(2)}" if thing else ""


_GERMAN: tuple[tuple[str, Callable[[re.Match[str], Customer], str]], ...] = (
    (r"(\w+) (Sie|ihr|Ihr)\b(?: auch)? (.+)", _tut),
    (r"(?:Kann|Darf) (?:ich|man) (.+)", _kann),
    (r"Gibt es (?:auch )?(.+)", _hat),
    (r"(?:Sind|Ist) (?:der|die|das|Ihre?|eure?) (\w+) (.+)", _ist_so),
    (r"Dürfen (.+)", _darf),
)


def _of_many(verb: str) -> str:
    """The third person plural of the verb: „Liefert ihr“ becomes „liefern Sie“."""
    if verb in ("habt", "seid"):
        return {"habt": "haben", "seid": "sind"}[verb]
    if re.search(r"(?:[^i]e[rl]t)$", verb):
        return f"{verb[:-1]}n"
    if verb.endswith(("tet", "det")):
        return f"{verb[:-1]}n"
    return f"{verb[:-1]}en" if verb.endswith("t") else ""


def _stem(word: str, language: str) -> str:
    return next(iter(terms(word, language)), word.lower())


_READERS: Mapping[str, Callable[[str, Customer], PanelQuestion | None]] = {
    "en": _english,
    "de": _german,
}
