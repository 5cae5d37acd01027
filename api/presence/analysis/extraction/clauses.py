"""The clause around one occurrence, prepared for reading: plain text, words and their roles.

Invariant: NAME stands for the occurrence that is read and OTHER for every other entity, so whatever
is said about a clause applies to this occurrence and no other.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Final

from presence.analysis.extraction.discourse_scope import end_of_reading
from presence.analysis.extraction.folding import BARRIER, LINK, Folded, plain
from presence.analysis.extraction.languages import NAME, OTHER
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.extraction.structure import Structure

_LETTERS = r"(?:[^\W\d_]|[\u0900-\u0dff])+"
TOKEN: Final = re.compile(rf"[{NAME}{OTHER}]|{_LETTERS}(?:-{_LETTERS})*(?:'t\b)?|[.;,:?!]")
_SPACE = re.compile(rf"[\s{BARRIER}{LINK}\"*«»„“”]+")
_POSSESSIVE = re.compile(rf"([{NAME}{OTHER}])'s?\b")
_COMMON_MARKS: Final = str.maketrans({"،": ",", "؛": ";", "؟": "?", "、": ",", "।": "."})
_FOLLOWING: Final = 3  # sentences in which advice may follow, including the one with the name
_TOPIC: Final = 3  # words besides the name in a clause that only introduces the topic


class Clause:
    """The plain text of a clause, in which NAME stands for the occurrence."""

    def __init__(self, text: str, lexicon: Lexicon) -> None:
        self.text = text
        self.lexicon = lexicon

    @cached_property
    def tokens(self) -> list[str]:
        """Words, names and punctuation in order."""
        return TOKEN.findall(self.text)

    @cached_property
    def roles(self) -> str:
        """One letter per token: N for the name, O for another entity, punctuation, otherwise its
        role.
        """
        return "".join(map(self.lexicon.roles.__getitem__, self.tokens))

    @cached_property
    def _candidates(self) -> Sequence[int]:
        return self.lexicon.candidates(set(self.tokens))

    def phrases(self, family: str) -> Iterator[re.Pattern[str]]:
        """Phrases of a family worth trying on this clause, in order."""
        return self.lexicon.of_family(family, self._candidates)

    def says(self, family: str, text: str | None = None) -> re.Match[str] | None:
        """The first phrase of a family found in the clause (or a variant of its text)."""
        for pattern in self.phrases(family):
            match = pattern.search(self.text if text is None else text)
            if match is not None:
                return match
        return None


def reading_of(
    item: Occurrence,
    others: Sequence[Occurrence],
    folded: Folded,
    structure: Structure,
    lexicon: Lexicon,
) -> tuple[str, str]:
    """(own, further): the clause of the occurrence, alone and with the clauses that continue it.

    A clause that only introduces the topic ("Acme? Never heard of it.") is read together with the
    next one. "Not the cheapest, but very reliable" continues: `further` extends to the next clause
    that names another entity (see `discourse_scope`). In `own`, every other occurrence is OTHER; in
    `further`, those of the same entity are also NAME.
    """
    low, high = structure.clause_at(item.start, item.end)
    if _only_topic(folded.text, (low, high), item, lexicon):
        _, high = structure.clause_at(min(high, len(folded.text) - 1), high + 1)
    low = _with_lead(folded.text, (low, high), item, others, structure)
    first = bisect_left(others, low, key=lambda o: o.start)
    own = _clause(item, others, first, folded, (low, high), onward=False)
    end = end_of_reading(item, others, structure, high, lexicon)
    text = own if end <= high else _clause(item, others, first, folded, (low, end), onward=True)
    return own, text


def following_of(
    item: Occurrence, others: Sequence[Occurrence], folded: Folded, structure: Structure
) -> str:
    """The text from the occurrence to the next name.

    It may contain advice without the name: "Acme answered within the hour. Book there."
    """
    low = item.end
    after = bisect_left(others, item.end, key=lambda o: o.start)
    named = others[after].start if after < len(others) else len(folded.text) + 1
    place = max(0, bisect_right(structure.sentences, (item.start, len(folded.text) + 1)) - 1)
    end = low
    for _, stop in structure.sentences[place : place + _FOLLOWING]:
        if stop > named or "\n\n" in folded.text[end:stop].strip():
            break
        end = max(end, stop)
    if end <= low:
        return ""
    return _SPACE.sub(" ", plain(folded.text[low:end]).translate(_COMMON_MARKS)).strip(" ;,-")


def _with_lead(
    text: str,
    span: tuple[int, int],
    item: Occurrence,
    others: Sequence[Occurrence],
    structure: Structure,
) -> int:
    """The start of a clause, or of its sentence if the name stands alone after a dash.

    "The best choice - Acme" says something about Acme before the dash.
    """
    low, high = span
    if any(map(str.isalnum, text[low : item.start] + text[item.end : high])):
        return low
    start, _ = structure.sentence_at(item.start)
    before = bisect_left(others, start, key=lambda o: o.start)
    named = before < len(others) and others[before].start < item.start
    return low if named or not text[start:low].rstrip().endswith(("-", ":")) else start


def _only_topic(text: str, span: tuple[int, int], item: Occurrence, lexicon: Lexicon) -> bool:
    """Whether a clause only names the entity: "Acme?", "Acme -", "You asked about"."""
    low, high = span
    rest = plain(f"{text[low : item.start]}{NAME}{text[item.end : high]}").strip()
    if not 0 < high < len(text):
        return False
    if lexicon.asks(rest):
        return True
    if text[high - 1] in ".!":
        return False
    if text[high] == ";" and "el" in lexicon.codes:  # the Greek question mark
        return True
    if rest[-1] == "?":
        return True
    if rest[-1] != ":" and not text.startswith((" -", "-"), high):
        return False
    return len([w for w in TOKEN.findall(rest) if w[0].isalpha()]) <= _TOPIC


def _clause(
    item: Occurrence,
    others: Sequence[Occurrence],
    first: int,
    folded: Folded,
    span: tuple[int, int],
    *,
    onward: bool,
) -> str:
    position, high = span
    pieces: list[str] = []
    for index in range(first, len(others)):
        other = others[index]
        if other.start >= high:
            break
        if other.start < position or other.end > high:
            continue
        pieces.append(folded.text[position : other.start])
        same = other.name.entity == item.name.entity
        pieces.append(NAME if other is item or (same and onward) else OTHER)
        position = other.end
    pieces.append(folded.text[position:high])
    text = _SPACE.sub(" ", plain("".join(pieces)).translate(_COMMON_MARKS))
    return (_POSSESSIVE.sub(r"\1", text) if "'" in text else text).strip()
