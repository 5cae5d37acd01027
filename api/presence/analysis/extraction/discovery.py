"""Finds names that answers offer beside the tracked ones: suggestions for new competitors.

Invariant: a name is taken from where alternatives stand (the head of a list item beside tracked
names, an enumeration with them, "alternatives such as"), never because it is capitalised; one
answer to one prompt is not enough evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from presence.analysis.extraction.entities import EntitySet
from presence.analysis.extraction.folding import fold, fold_name, plain
from presence.analysis.extraction.languages import language
from presence.analysis.extraction.structure import structure_of
from presence.analysis.extraction.wordlist import LEGAL_SUFFIXES, is_common_word
from presence.analysis.extraction.wordlists import word_list
from presence.analysis.types import Answer, Extraction

LEAST: Final = 2  # answers or prompts a name must occur in
_ORDINARY_LEAST: Final = 3  # prompts a name of several ordinary words must occur under
_WORD = r"[^\W\d_a-z][\w'’&.+-]*"
_NAME: Final = re.compile(rf"{_WORD}(?:\s(?:&\s)?{_WORD}){{0,3}}")
_LONG: Final = 40
_HEAD = re.compile(
    r"\s*(?:\d{1,3}[.)]\s*)?(?:\[|\*\*|__|\*|_|\"|“)?\s*(?P<name>[^\n*_|:\[\](){}–—\"“”]{2,60}?)"
    r"\s*(?:\*\*|__|\*|_|\"|”|\])?\s*(?:\(https?://[^\s)]*\))?\s*"
    r"(?:\([^()\n]{1,40}\)\s*)?(?=:|\s[-–—]|[–—|]|\n|$)"
)
_GLUE: Final = (
    r"(?:,\s*(?:and\s+|or\s+)?|\s+(?:and|or|vs\.?|versus|&|und|oder|et|ou|y|o|e|en|of|i|ve)\s+|/)"
)
_ROW = re.compile(rf"{_NAME.pattern}(?:{_GLUE}{_NAME.pattern})+")
_CUES = tuple(plain(cue) for code in ("en", "de", "fr", "es", "it", "pt", "nl", "pl", "tr")
              for cue in language(code).lines.get("comparing", ()))  # fmt: skip
_CUE: Final = re.compile(
    r"\b(?i:" + "|".join(sorted(map(re.escape, _CUES), key=len, reverse=True))
    + rf"|such as|including)\s+(?P<row>{_NAME.pattern}(?:{_GLUE}{_NAME.pattern})*)"
)  # fmt: skip
_NOT_NAMES: Final = frozenset(word_list("not names"))


@dataclass(frozen=True, slots=True)
class DiscoveredName:
    """A name offered as an alternative.

    `answers` and `prompts` count where it occurs; [start, end) is one such place, in code
    points of the text of `answer_id`.
    """

    name: str
    answers: int
    prompts: int
    answer_id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class _Sighting:
    key: str
    name: str
    answer_id: str
    prompt_id: str
    start: int
    end: int


def discover(
    answers: Sequence[tuple[Answer, Extraction]], entities: EntitySet
) -> tuple[DiscoveredName, ...]:
    """Names that occur as alternatives in at least two answers or to two prompts.

    An ordinary word needs two prompts, several of them ("Health Coaching") three. Most answers
    first, then by name. Names of the entity set, and longer or shorter forms of them, are left out.
    """
    known = {plain(name.folded) for name in entities.names}
    seen: dict[str, list[_Sighting]] = {}
    for answer, extraction in answers:
        if not answer.valid:
            continue
        for sighting in _sightings(answer, extraction, known):
            seen.setdefault(sighting.key, []).append(sighting)
    found = [name for places in seen.values() if (name := _told(places)) is not None]
    return tuple(sorted(found, key=lambda d: (-d.answers, -d.prompts, d.name)))


def _told(places: Sequence[_Sighting]) -> DiscoveredName | None:
    answers = len({place.answer_id for place in places})
    prompts = len({place.prompt_id for place in places})
    first = places[0]
    spellings = [place.name for place in places]
    name = max(spellings, key=lambda spelling: (spellings.count(spelling), spelling))
    enough = max(answers, prompts) >= LEAST
    if is_common_word(name):
        enough = prompts >= (_ORDINARY_LEAST if " " in name else LEAST)
    if not enough:
        return None
    return DiscoveredName(name, answers, prompts, first.answer_id, first.start, first.end)


def _sightings(answer: Answer, extraction: Extraction, known: set[str]) -> Iterator[_Sighting]:
    """Each untracked name of one answer, once."""
    taken: set[str] = set()
    for start, end in _places(answer.text, extraction):
        name, start = _trimmed(answer.text[start:end], start)
        key = plain(fold_name(name))
        if key in taken or not _is_new_name(name, key, known):
            continue
        taken.add(key)
        yield _Sighting(key, name, answer.id, answer.prompt.id, start, start + len(name))


def _places(text: str, extraction: Extraction) -> Iterator[tuple[int, int]]:
    """Spans where alternatives stand: list heads, rows beside a tracked name, comparisons."""
    named = [(m.start, m.end) for m in extraction.mentions if m.stance == "affirmative"]
    yield from _list_heads(text, named)
    for row in _ROW.finditer(text):
        if any(row.start() <= start and end <= row.end() for start, end in named):
            yield from _parts(row.group(), row.start())
    for cue in _CUE.finditer(text):
        if named:
            yield from _parts(cue.group("row"), cue.start("row"))


def _list_heads(text: str, named: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Heads of the items of lists of which at least one item is headed by a tracked name."""
    items = structure_of(fold(text)).items
    heads: dict[int, list[tuple[int, int]]] = {}
    for item in items:
        match = _HEAD.match(text, item.content, item.end)
        if match is not None and _NAME.fullmatch(match.group("name").strip()):
            heads.setdefault(item.group, []).append(match.span("name"))
    for spans in heads.values():
        if any(a < end and start < b for a, b in spans for start, end in named):
            yield from spans


def _parts(row: str, offset: int) -> Iterator[tuple[int, int]]:
    for match in re.finditer(_NAME, row):
        yield offset + match.start(), offset + match.end()


def _trimmed(name: str, start: int) -> tuple[str, int]:
    """The name without marks around it, a possessive or a closing full stop."""
    bare = name.lstrip(" *_\"'“[")
    return re.sub(r"(?:['’]s)?[\s*_\"'”\].,]*$", "", bare), start + len(name) - len(bare)


def _is_new_name(name: str, key: str, known: Iterable[str]) -> bool:
    """Whether it looks like a proper name nobody tracks yet."""
    words = key.split()
    if not 1 < len(name) <= _LONG or not words or all(w in _NOT_NAMES for w in words):
        return False
    if words[0] in _NOT_NAMES or not any(char.isalpha() for char in name):
        return False
    stems = [word for word in words if word not in LEGAL_SUFFIXES] or words
    bare = " ".join(stems)
    return not any(bare == k or f" {k} " in f" {bare} " or f" {bare} " in f" {k} " for k in known)
