"""Finds a brand in sentences, and the noun phrases said of it.

Invariant: spans are offsets into the text as given, so what was read can be quoted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from presence.analysis.facts.wording import FactPatterns
from presence.analysis.language import words

MAX_WORDS = 6
_MARKUP = re.compile(r"[*_`#>~]")
_LEGAL = r"(?:,?\s+(?:Inc|Ltd|LLC|GmbH|AG|SA|SAS|SARL|SL|Co|Corp|PLC|Limited)\b\.?)?"
_NOT_A_THING = re.compile(
    r"^(?:you|your|them|it|this|that|what|free|now|also|available|open|here|made|ready|proud|easy|"
    r"happy|able|one|more|not|no|never|committed|delivered|used|known|ideal|perfect|great|always|"
    r"located|based|designed|built|founded|in|on|at|by|with|from|to|nur|nicht|auch|sie|dir|ihnen|"
    r"vous|leur|disponible|muy|más|te|le|les)\b|\d",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence at `start` of its text; `plain` has markup blanked, length unchanged."""

    text: str
    plain: str
    start: int


def blanked(text: str) -> str:
    """The text with Markdown's signs as spaces, so that wordings match and offsets stay."""
    return _MARKUP.sub(" ", text)


@lru_cache(maxsize=64)
def name_pattern(names: tuple[str, ...]) -> str:
    """An alternation of names, the longest first, whole words only."""
    ordered = sorted({name.strip() for name in names if name.strip()}, key=len, reverse=True)
    return rf"(?<!\w)(?:{'|'.join(re.escape(name) for name in ordered)})(?!\w)"


def names_one(names: tuple[str, ...], text: str) -> bool:
    """Whether a text holds one of the names."""
    return bool(names) and re.search(name_pattern(names), text, re.IGNORECASE) is not None


def definition(
    names: tuple[str, ...], wording: FactPatterns, text: str
) -> tuple[str, int, int] | None:
    """What "NAME is a …" says NAME is: the phrase with its span, or None."""
    said = rf"(?i:{name_pattern(names)}){_LEGAL}(?:\s*\([^)]*\))?,?\s+(?i:{wording.is_a})\s+"
    we = rf"(?<!\w)(?i:{wording.we_are})\s+"
    match = re.search(rf"(?:{said}|{we})", text)
    if match is None:
        return None
    phrase = noun_phrase(wording, text, match.end())
    return phrase


def noun_phrase(wording: FactPatterns, text: str, start: int) -> tuple[str, int, int] | None:
    """The phrase that begins at `start`, its lead ("a", "our") and what follows it cut off."""
    lead = wording.lead.match(text[start:])
    while lead is not None:
        start += lead.end()
        lead = wording.lead.match(text[start:])
    end = wording.cut.search(text, start)
    stop = end.start() if end else len(text)
    comma = text.find(",", start, stop)
    stop = comma if comma >= 0 else stop
    phrase = text[start:stop].strip()
    if not is_thing(phrase):
        return None
    return phrase, start, start + len(phrase)


def is_thing(phrase: str) -> bool:
    """Whether a phrase can name a thing: one to six words, no figure, no pronoun or adverb."""
    count = len(words(phrase))
    return 1 <= count <= MAX_WORDS and len(phrase) > 2 and not _NOT_A_THING.match(phrase)


def things_made(names: tuple[str, ...], wording: FactPatterns, text: str) -> Iterator[str]:
    """What "NAME makes a, b and c" lists, in order."""
    subject = rf"(?:(?i:{name_pattern(names)}){_LEGAL}|(?<!\w)(?i:{wording.we}))"
    verb = rf"(?:\s+\w+ly|\s+also|\s+auch)?\s+(?i:{wording.verbs})"
    match = re.search(rf"(?:{subject}{verb}|(?<!\w)(?i:{wording.alone}))\s+", text)
    if match is None:
        return
    stop = wording.cut.search(text, match.end())
    listed = text[match.end() : stop.start() if stop else len(text)]
    for part in wording.joins.split(listed):
        thing = part.strip(" ,")
        lead = wording.lead.match(thing)
        while lead is not None:
            thing = thing[lead.end() :]
            lead = wording.lead.match(thing)
        if is_thing(thing) and len(words(thing)) <= MAX_WORDS - 1:
            yield thing
