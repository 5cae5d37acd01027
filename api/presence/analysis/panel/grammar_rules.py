"""Grammatical errors that can be detected by rule, per language.

Invariant: a rule only reports what is wrong in any sentence; doubt is not an error.
"""

from __future__ import annotations

import re
from functools import lru_cache

from presence.analysis.language.english_nouns import is_plural
from presence.analysis.language.stopwords import word_set
from presence.analysis.offer.categories import catalogue
from presence.analysis.panel.sentences import article

_SLOT = re.compile(r"[{}]")
_DOUBLED = re.compile(r"(?<![\w'’-])([^\W\d_]{2,}) \1(?![\w'’-])", re.IGNORECASE)
_MAY_DOUBLE = frozenset(
    {
        "that that",
        "had had",
        "die die",
        "der der",
        "das das",
        "sie sie",
        "nous nous",
        "vous vous",
        "ihr ihr",
    }
)
_SPACES = re.compile(r"\s{2,}|[\n\r\t]|\s[,.?!](?!\S)|^\s|\s$")
_ENDS = {"ja": ("？", "。", "?"), "zh": ("？", "。", "?"), "ar": ("؟", ".", "!")}
_MARKS = re.compile(r"[?.!,;:]{2,}")
_ARTICLE = re.compile(r"\b(an?) ([A-Za-z][\w-]*)", re.IGNORECASE)
# "which Xs" and "the best Xs" are never followed by a singular verb.
_WHICH_IS = re.compile(
    r"\b(?:which|what) ((?:(?!in |near |for |from |of |that |with )[\w'-]+ ){0,3}?[\w'-]+) "
    r"(?:is|has|does)\b",
    re.IGNORECASE,
)
_ARE_OF_ONE = re.compile(r"\b(?:a|an|one|every|each) ([\w-]+ ){0,2}?([\w-]+s) (?:are|have)\b")
_TWICE = re.compile(r"\b(\w+ \w{3,})\s+\1\b", re.IGNORECASE)  # "de confianza de confianza"
_MASS_PLURALS = word_set(
    "softwares hardwares furnitures equipments advices informations luggages payrolls trainings "
    "homeworks feedbacks researches clothings skincares jewelries jewelleries accountings "
    "bookkeepings marketings hostings  musics knowledges"
)
_DANGLING = re.compile(
    r"\b(?:in|at|by|of|to|near|from|with|without|than|the|an?|and|or|your|my)[?.!]$", re.IGNORECASE
)
_ALWAYS_DANGLES = re.compile(
    r"\b(?:recommend|suggest|choose|best|good|known) (?:for|in|to|at|with)[?.!]$", re.IGNORECASE
)
_MAY_DANGLE = re.compile(
    r"\b(?:where|who|whom|what|which|how|somebody|something|anything|anybody|someone|anyone|"
    r"deal|talk|start|begin|rely|live|come|look|work|go|have)\b",
    re.IGNORECASE,
)
_GERMAN_DANGLING = re.compile(
    r"\b(?:für|mit|ohne|bei|von|der|die|das|ein|eine|einen|und|oder|im|in)[?.!]$", re.IGNORECASE
)
_GERMAN_NOUN = re.compile(
    r"\b(ein|eine|einen|einem|einer|welcher|welche|welches|der beste|die beste|das beste) "
    r"(?:(gut(?:e[nsmr]?)?|best(?:e[nsmr]?)?) )?([A-ZÄÖÜ][\w-]+)",
    re.IGNORECASE,
)
# Genders allowed after the word if the noun is the subject or the object.
_AGREES = {
    "ein": "mn",
    "eine": "f",
    "einen": "m",
    "welcher": "mf",
    "welches": "n",
    "der beste": "m",
    "die beste": "f",
    "das beste": "n",
}


def fault_of(text: str, language: str) -> str:
    """What is wrong with the question, in a word or two; "" if no rule finds an error."""
    if _SLOT.search(text):
        return "unfilled slot"
    doubled = [m.group().casefold() for m in _DOUBLED.finditer(text)]
    if any(pair not in _MAY_DOUBLE for pair in doubled):
        return "doubled word"
    if _TWICE.search(text):
        return "doubled phrase"
    if _SPACES.search(re.sub(r" (?=[?!;:])", "", text) if language == "fr" else text):
        return "spacing"
    first = text.lstrip("¿¡„“\"'«( ")[:1]
    if first.islower():
        return "no capital"
    if not text.endswith(_ENDS.get(language, ("?", "."))) or _MARKS.search(text):
        return "punctuation"
    if language == "en":
        return _english(text)
    if language == "de":
        return _german(text)
    return ""


def _english(text: str) -> str:
    for match in _ARTICLE.finditer(text):
        if match.group(1).lower() != article(match.group(2)) and match.group(1) != "A":
            return "article"
    for match in _WHICH_IS.finditer(text):
        if is_plural(match.group(1)):
            return "number"
    if _ARE_OF_ONE.search(text):
        return "number"
    if not _MASS_PLURALS.isdisjoint(re.findall(r"[a-z-]+", text.lower())):
        return "mass noun"
    last = re.split(r"(?<=[.?!])\s+", text)[-1]
    dangling = _DANGLING.search(last) and not _MAY_DANGLE.search(last)
    if dangling or _ALWAYS_DANGLES.search(last):
        return "dangling word"
    return ""


def _german(text: str) -> str:
    if _GERMAN_DANGLING.search(text):
        return "dangling word"
    for match in _GERMAN_NOUN.finditer(text):
        gender = _genders().get(match.group(3).casefold())
        allowed = _AGREES.get(match.group(1).casefold())
        if gender and allowed and gender not in allowed:
            return "gender"
    return ""


@lru_cache(maxsize=1)
def _genders() -> dict[str, str]:
    """Genders of the catalogue's German names, if a name has only one."""
    found: dict[str, str] = {}
    for entry in catalogue().values():
        wording = entry.wordings.get("de")
        if wording and wording.gender:
            name = wording.name.casefold()
            found[name] = (
                "" if found.get(name, wording.gender) != wording.gender else wording.gender
            )
    return found
