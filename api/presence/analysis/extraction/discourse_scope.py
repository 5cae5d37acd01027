"""Finds how far a text continues about an entity after the clause that names it.

"Acme is decent. Its app is weak." evaluates Acme twice; "**Acme**" above a list of pros and cons is
the title of all of them. Invariant: the scope ends before the next name of the entity set, whether
another entity or the same one.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import Final

from presence.analysis.extraction.folding import plain
from presence.analysis.extraction.lexicon import Lexicon
from presence.analysis.extraction.matching import Occurrence
from presence.analysis.extraction.structure import REACH, Structure

_FOLLOWING: Final = 3  # sentences after the one with the name
_TITLED: Final = 8  # lines below a name that is their title
_TITLE_WORDS: Final = 3
_WORD = re.compile(r"[^\W\d_]+")
_FIRST_WORD = re.compile(r"[\W\d_]*([^\W\d_]+)")
_MARK = re.compile(r"[^\S\n]*(#+|\d{1,3}[.)]|[-+•*](?!\*)|\*\*)?")
_ASKED = re.compile(r"\?[\"')\]*]*\s*$")


def end_of_reading(
    item: Occurrence,
    others: Sequence[Occurrence],
    structure: Structure,
    high: int,
    lexicon: Lexicon,
) -> int:
    """The folded end of the clauses and sentences after `high` that name nobody else.

    A sentence after the one with the name belongs to the entity if it begins by referring back
    ("It", "Its", "Users"), if it answers a question about the entity, or if the entity's name is
    its title.
    """
    end = _end_in_sentence(item, others, structure, high)
    _, close = structure.sentence_at(item.start)
    if end < close:
        return end
    return _behind(item, others, structure, max(end, close), lexicon)


def _end_in_sentence(
    item: Occurrence, others: Sequence[Occurrence], structure: Structure, high: int
) -> int:
    _, end = structure.sentence_at(item.start)
    following = bisect_left(others, high, key=lambda o: o.start)
    for index in range(following, len(others)):
        other = others[index]
        if other.start >= end:
            break
        if other.name.entity != item.name.entity:
            start, _ = structure.clause_at(other.start, other.end)
            return max(high, min(start, end))
    return max(high, end)


def _behind(
    item: Occurrence, others: Sequence[Occurrence], structure: Structure, end: int, lexicon: Lexicon
) -> int:
    text, sentences = structure.text, structure.sentences
    index = bisect_right(sentences, (item.start, len(text) + 1))
    if index >= len(sentences) or sentences[index][0] > end:
        return end
    low, high = sentences[index - 1]
    titled = _is_title(text, low, high, item)
    asked = _ASKED.search(text, low, high) is not None
    following = bisect_left(others, end, key=lambda o: o.start)
    named = others[following].start if following < len(others) else len(text) + 1
    mark = _mark(text, low)
    for place in range(index, min(len(sentences), index + (_TITLED if titled else _FOLLOWING))):
        start, stop = sentences[place]
        if stop > named or stop - start > REACH:
            break
        broken = "\n" in text[sentences[place - 1][1] - 1 : start + 1]
        if titled:
            if broken and not _under(mark, _mark(text, start)):
                break
        elif broken or not (asked or _points_back(text, start, stop, lexicon)):
            break
        asked = asked and place == index
        end = stop
    return end


def _is_title(text: str, low: int, high: int, item: Occurrence) -> bool:
    """Whether a line contains little more than the name and ends without a full stop."""
    if not text[low:high].endswith("\n"):
        return False
    beside = text[low : item.start] + text[item.end : high]
    few = len(_WORD.findall(beside)) <= _TITLE_WORDS
    return few and beside.rstrip()[-1:] not in (".", "!", "?")


def _mark(text: str, start: int) -> str:
    """The list or heading mark at the start of a line, digits as "1"; "" for none."""
    found = _MARK.match(text, start)
    mark = (found.group(1) or "") if found is not None else ""
    indent = len(found.group()) - len(mark) if found is not None else 0
    return f"{'1' if mark[:1].isdigit() else mark}@{indent}"


def _under(title: str, line: str) -> bool:
    """Whether a line may belong to a title: it is not another title of the same kind."""
    mark, _, indent = line.partition("@")
    if mark.startswith("#") or mark in ("1", "**"):
        return False
    own, _, depth = title.partition("@")
    return mark != own or int(indent) > int(depth) or not mark


def _points_back(text: str, start: int, stop: int, lexicon: Lexicon) -> bool:
    found = _FIRST_WORD.match(text, start, stop)
    return found is not None and lexicon.has("pointing back", plain(found.group(1)))
