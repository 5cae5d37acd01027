"""What customers want done, from descriptions of how the brand helps: "We help X do Y".

Invariant: the job is a verb phrase in the customer's words, with the possessor adapted; one that
anybody could want ("do their best work", "grow") gives none.
"""

from __future__ import annotations

import re

from presence.analysis.language import sentences

_MOST_WORDS = 9
_ENGLISH = re.compile(
    r"\b(?:helps?|helping|lets?|enables?|allows?)\s+(?P<rest>[^.;:!?()–—|]+)", re.IGNORECASE
)
_VERBS = re.compile(
    r"^(?:stop|start|find|get|keep|sell|buy|learn|plan|track|manage|build|make|cut|save|avoid|win|"
    r"write|claim|file|pay|move|rent|store|fix|choose|leave|live|stay|sleep|speak|talk|read|run|"
    r"prepare|pass|apply|recover|return|lose|reduce|catch|check|compare|organi[sz]e|deal|cope|"
    r"understand|protect|prove|reach|share|send|test|train|turn|use|grow|do|be|become|work|think|"
    r"focus|succeed|thrive|connect|give|take|see|feel|know|tell|collect|book|order|cook|eat|walk|"
    r"ride|drive|swim|play|sing|paint|draw|grieve|heal|settle|fight|challenge|register|renovate|"
    r"insulate|heat|cool|clean|repair|restore|recycle|lend|borrow|publish|record|host|ship|hire)$"
)
_EMPTY = re.compile(
    r"\b(?:best|better|more|potential|success|succeed|thrive|dreams?|goals?|together|future|"
    r"results?|growth|everything|anything|things?|stronger|faster|bigger)\b|"
    r"^(?:grow|work|think|focus|be|become|succeed|thrive|connect|do)\b",
    re.IGNORECASE,
)
_OWN = re.compile(r"\b(?:their|your|his|her)\b", re.IGNORECASE)
_GERMAN = re.compile(
    r"\b(?:helfen|hilft|unterstützen|unterstützt)\s+[^,.;:!?]+,\s+(?P<rest>[^.;:!?()–—|]+)",
    re.IGNORECASE,
)
_ZU = re.compile(
    r"^(?P<before>.+?)\s+(?:zu\s+(?P<verb>[a-zäöüß]+n)|(?P<part>[a-zäöüß]+)zu(?P<rest>[a-zäöüß]+n))$"
)
_GERMAN_EMPTY = re.compile(
    r"\b(?:besser\w*|mehr|erfolg\w*|ziele?n?|potenzial\w*|zukunft|wachsen|alles)\b", re.IGNORECASE
)


def job_helped_with(description: str, language: str) -> str:
    """The job in the form that completes "How can I …?"; "" if there is none."""
    for sentence in sentences(description)[:3]:
        found = _german(sentence) if language == "de" else _english(sentence)
        if language in ("en", "de") and found:
            return found
    return ""


def _english(sentence: str) -> str:
    match = _ENGLISH.search(sentence)
    if match is None:
        return ""
    spelt = match.group("rest").split(", ")[0].split()
    at = next((i for i, word in enumerate(spelt) if i and _VERBS.match(word.casefold())), None)
    if at is None or len(spelt) - at > _MOST_WORDS or len(spelt) - at < 2:
        return ""
    job = " ".join(spelt[at:])
    return "" if _EMPTY.search(job) else _OWN.sub("my", job)


def _german(sentence: str) -> str:
    match = _GERMAN.search(sentence)
    found = _ZU.match(match.group("rest").strip()) if match else None
    if found is None or _GERMAN_EMPTY.search(found.group("before")):
        return ""
    verb = found.group("verb") or f"{found.group('part')}{found.group('rest')}"
    job = f"{found.group('before')} {verb}"
    return job if len(job.split()) <= _MOST_WORDS and not re.search(r"\bihre?n?\b", job) else ""
