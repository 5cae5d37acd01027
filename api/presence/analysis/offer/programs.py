"""Programs described by what they do rather than by what they are.

"X is a platform that helps music schools plan lessons" is software for music schools, and "X
watches your cloud costs" is cloud cost monitoring. Invariant: the users, the activity and its
object occur verbatim in the description.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from presence.analysis.language import sentences
from presence.analysis.language.english_nouns import singular
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import THINGS, Word, tagged

_ENGLISH = re.compile(
    r"\b(?P<what>platform|software|app|tool|system|program(?:me)?)\b[^.;:!?]{0,40}?\s"
    r"(?:that|which)\s+(?:help|let|allow|enable)s\s+(?P<rest>[^.;:!?()]+)",
    re.IGNORECASE,
)
_GERMAN = re.compile(
    r"\b(?P<what>Plattform|Software|App|Programm|Werkzeug|Tool|System|Anwendung)\b,?\s+"
    r"(?:mit\s+(?:der|dem)|in\s+(?:der|dem)|womit)\s+(?P<rest>[^.;:!?()]+)"
)
# Only a program is said to let people do their work.
_BY_NAME: Final = {
    "en": r"^{}\s+(?:lets|allows|enables)\s+(?P<rest>[^.;:!?()]+)",
    "de": r"^Mit\s+{}\s+[a-zäöüß]+en\s+(?P<rest>[^.;:!?()]+)",
}
# "NAME is software that flags duplicate payments"; a platform may float, a web platform does not.
_IS_PROGRAM: Final = (
    r"^(?:{}|it)\s+is\s+(?:an?\s+)?(?:[\w-]+\s+){{0,2}}?(?P<what>software|app|plugin|"
    r"(?:web|cloud|online|digital|saas|mobile|desktop)(?:-based)?\s+"
    r"(?:app|tool|platform))\s+(?:that|which)\s+(?:automatically\s+)?"
    r"(?P<verb>[a-z]+)\s+(?:(?:your|the|all|every|any)\s+)*(?P<rest>[^.;:!?()]+)"
)
_OUR_PROGRAM: Final = re.compile(r"\b[Oo]ur (?:software|app|platform|cloud|system) [a-z]+s\b")
_APPS: Final = frozenset({"app", "tool", "werkzeug"})
_NAMED: Final = frozenset({"app", "tool", "plugin"})
_ANYBODY: Final = word_set(
    "you your people everyone anyone teams team companies businesses business users customers "
    "organisations organizations sie ihr menschen alle unternehmen firmen kunden nutzer man "
    "betriebe "
)
_MOST: Final = 4  # words for the users, or for the object of the activity
# A program's activities as nouns.
_DONE: Final[Mapping[str, str]] = {
    "watches": "monitoring", "monitors": "monitoring", "tracks": "tracking",
    "manages": "management", "plans": "planning", "schedules": "scheduling", "tests": "testing",
    "translates": "translation", "transcribes": "transcription", "detects": "detection",
    "automates": "automation", "analyses": "analysis", "analyzes": "analysis",
    "measures": "measurement", "compares": "comparison", "records": "recording",
    "checks": "checking", "forecasts": "forecasting", "encrypts": "encryption",
    "organises": "organisation", "organizes": "organization", "reconciles": "reconciliation",
    "flags": "detection", "spots": "detection", "catches": "detection", "matches": "matching",
    "generates": "generation", "creates": "creation", "writes": "writing", "scans": "scanning",
    "restores": "recovery", "recovers": "recovery", "verifies": "verification",
    "optimises": "optimisation", "optimizes": "optimization", "predicts": "prediction",
    "collects": "collection", "archives": "archiving", "sorts": "sorting", "edits": "editing",
    "processes": "processing", "synchronises": "synchronisation", "syncs": "synchronisation",
    "synchronizes": "synchronization", "summarises": "summarisation", "routes": "routing",
    "summarizes": "summarization", "prices": "pricing", "signs": "signing", "maps": "mapping",
}  # fmt: skip


def program_for(description: str, name: str, language: str) -> str:
    """The program named after its users: "software for music schools"; "" if none are named."""
    patterns = [{"en": _ENGLISH, "de": _GERMAN}[language]] if language in ("en", "de") else []
    if name and patterns:
        patterns.append(re.compile(_BY_NAME[language].format(re.escape(name)), re.IGNORECASE))
    for sentence in sentences(description)[:2]:
        match = next((m for pattern in patterns if (m := pattern.search(sentence))), None)
        whom = _first_thing(match.group("rest"), language, whom=True) if match else ""
        if match and whom and _ANYBODY.isdisjoint(whom.casefold().split()):
            what = (match.groupdict().get("what") or "").casefold()
            if language == "de":
                return f"{'App' if what in _APPS else 'Software'} für {whom}"
            return f"{what if what in _APPS else 'software'} for {whom}"
    return ""


def program_doing(description: str, name: str, language: str) -> str:
    """The program named after what it does: "duplicate payment detection software"; else ""."""
    pattern = _IS_PROGRAM.format(re.escape(name)) if name and language == "en" else r"(?!)"
    if (
        language == "en"
        and _OUR_PROGRAM.search(description)
        and (done := done_by(description, name))
    ):
        return f"{done} software"
    told = re.match(pattern, description.strip(), re.IGNORECASE)
    noun = _DONE.get(told.group("verb").casefold(), "") if told else ""
    thing = _first_thing(told.group("rest"), "en") if told and noun else ""
    what = told.group("what").casefold().split()[-1] if told else ""
    return f"{singular(thing)} {noun} {what if what in _NAMED else 'software'}" if thing else ""


def done_by(description: str, name: str) -> str:
    """The activity in "NAME watches your cloud costs" as a noun:

    "cloud cost monitoring"; else "".
    """
    told = re.match(
        rf"(?:{re.escape(name)}|it)\s+(?P<verb>[a-z]+)\s+(?:(?:your|the|all|every)\s+)*(?P<rest>.+)",
        description,
        re.IGNORECASE,
    )
    noun = _DONE.get(told.group("verb").casefold(), "") if told and name else ""
    thing = _first_thing(told.group("rest"), "en") if told and noun else ""
    return f"{singular(thing)} {noun}" if thing else ""


def _first_thing(text: str, language: str, *, whom: bool = False) -> str:
    """The noun phrase at the beginning of a text, without its article; "" if there is none.

    `whom` ends it at the first plural, after which a tagger mistakes "plan" for a noun; the object
    of an activity may contain a noun that looks like a verb, as in "Kubernetes costs".
    """
    words = [word for word in tagged(text.strip(), language) if word.sort != "article"]
    taken: list[Word] = []
    for word in words:
        ended = bool(taken) and taken[-1].sort in THINGS
        noun = word.sort in THINGS or (ended and not whom and word.text.endswith("s"))
        if ended and whom and (language == "de" or taken[-1].text.endswith("s")):
            break
        if not noun and (word.sort != "adjective" or ended):
            break
        taken.append(replace(word, sort="noun") if noun else word)
    if not 0 < len(taken) <= _MOST or taken[-1].sort not in THINGS:
        return ""
    return text.strip()[taken[0].start : taken[-1].end]
