"""Which lists of an answer hold options, and the names that head them.

Invariant: a list counts by all its heads together, so that one capitalised tip makes no list of
names and one ordinary word does not take a name out of its list.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Final

from presence.analysis.competitors.cues import cue
from presence.analysis.competitors.likeness import is_rare, likeness
from presence.analysis.competitors.lists import ItemHead, ItemList, words_of
from presence.analysis.competitors.points import without_points
from presence.analysis.competitors.spans import Span, is_known
from presence.analysis.extraction.wordlist import LEGAL_SUFFIXES

_HOLDS: Final = 0.5
_HOLDS_KNOWN: Final = 0.2
_COLUMNS: Final = 0.8  # columns are mostly criteria
_LEAST: Final = 0.05
_LEAST_TITLE: Final = 0.28
_SURE: Final = 0.6
_ADVICE: Final = 0.35
_OPTIONS: Final = 0.12
_AGAIN: Final = 0.25
_FLOWING: Final = 0.3  # "**Notion** can do it": a label would end in a colon
_ALONE: Final = 0.4
_ALONE_AGAIN: Final = 0.1
_SPLIT = re.compile(r"\s*[,/]\s+|\s+(?:vs\.?|or|oder|ou|o)\s+|\s/\s")
_SHORT: Final = 40
_UNSPACED = re.compile(r"[\u0590-\u06ff\u3040-\u30ff\u3400-\u9fff]")
_BOLD = re.compile(r"\s*\*\*(?P<name>[^*\n]{2,60})\*\*")


def listed_names(
    text: str, language: str, known: Collection[str], found: Sequence[ItemList]
) -> list[Span]:
    """Spans of the names that head the items of lists of options, in order.

    `known` are the squeezed names of the brand and of tracked competitors.
    """
    lists = without_points([f for f in found if f.mark != "cell"], language)
    judged = [(found, *_score(found, text, language, known)) for found in lists]
    some = any(_holds(score, anchored) for _, score, anchored in judged)
    names: list[Span] = []
    for options, score, anchored in judged:
        if options.mark == "column" and not anchored and score < _COLUMNS:
            continue
        if _holds(score, anchored) or (some and _follows(options, language)):
            least = _least(options, score, anchored)
            names += [s for head in options.heads for s in _names(head, language, least, text)]
    return names


def _holds(score: float, anchored: bool) -> bool:
    return score >= (_HOLDS_KNOWN if anchored else _HOLDS)


def _follows(options: ItemList, language: str) -> bool:
    """Whether a list of one, beside lists that hold, holds a further name ("With caveats")."""
    if len(options.heads) != 1 or options.mark == "title" or _advises(options.heading, language):
        return False
    return _head_likeness(options.heads[0], language) >= _HOLDS


def _least(options: ItemList, score: float, anchored: bool) -> float:
    """How much like a name a head of the list must look: titles and paragraphs vary more."""
    if options.mark in ("title", "bold"):
        return _LEAST_TITLE
    return _LEAST if anchored or score >= _SURE else _LEAST_TITLE


def _advises(heading: str, language: str) -> bool:
    bare = re.sub(r"^[#*_\s\d.)]+", "", heading)
    return bool(cue("advice", language).search(bare) and not cue("options", language).search(bare))


def _score(
    options: ItemList, text: str, language: str, known: Collection[str]
) -> tuple[float, bool]:
    """How surely the list holds options, and whether the brand or a tracked name heads an item."""
    heads = options.heads
    anchored = any(is_known(head.text, known) for head in heads)
    score = sum(_head_likeness(head, language) for head in heads) / len(heads)
    heading = re.sub(r"^[#*_\s\d.)]+", "", options.heading)
    own_words = all(likeness(word, language) < _HOLDS for word in words_of(heading))
    if _advises(options.heading, language):
        score -= _ADVICE
    elif cue("options", language).search(heading) or (heading.endswith(":") and own_words):
        score += _OPTIONS
    again = sum(_occurs_again(head, options, text) for head in heads)
    score += _AGAIN * again / len(heads)
    if len(heads) == 1 and not anchored:
        score -= _ALONE_AGAIN if again else _ALONE
    if not any(head.cut or head.bold for head in heads):
        score -= 0.1
    return score, anchored


def _head_likeness(head: ItemHead, language: str) -> float:
    value = likeness(_labelled(head, language) or head.text, language)
    flows = head.bold and not head.cut and re.match(r"[a-zß-ÿ(]", head.after)
    return min(1.0, value + _FLOWING) if flows else value


def _occurs_again(head: ItemHead, options: ItemList, text: str) -> bool:
    """Whether a head is taken up where the list does not stand: a tip is not, a pick often is."""
    if len(head.text) < 3 or head.text[0].islower():
        return False
    low, high = options.heads[0].start, options.heads[-1].end
    edge = "" if _UNSPACED.search(head.text) else r"\b"
    pattern = re.compile(rf"{edge}{re.escape(head.text)}{edge}")
    return any(
        not low <= match.start() < high and match.start() != head.start
        for match in pattern.finditer(text)
    )


def _names(head: ItemHead, language: str, least: float, text: str) -> Iterator[Span]:
    label = _labelled(head, language)
    name = label or head.text
    start = text.index(name, head.end) if label else head.start
    if not label and cue("advice", language).search(name) and not _is_rare_name(name, language):
        return
    for offset, part in _parts(name):
        plain_words = sum(word[:1].islower() for word in words_of(part))
        legal = part.rstrip(".").casefold() in LEGAL_SUFFIXES
        if likeness(part, language) >= least and plain_words <= 3 and not legal:
            yield Span(start + offset, start + offset + len(part))


def _is_rare_name(name: str, language: str) -> bool:
    rare = any(is_rare(word, language) for word in words_of(name))
    return rare and likeness(name, language) >= _HOLDS


def _labelled(head: ItemHead, language: str) -> str:
    """The name behind a label ("Best overall: Odoo"), "" where the head is no label."""
    ordinary = head.cut and likeness(head.text, language) < _HOLDS
    if ordinary and (bold := _BOLD.match(head.after)):
        return bold.group("name")
    if ordinary and 1 < len(head.after) <= _SHORT:
        inner = re.sub(r"^[\s:*_–—-]+", "", head.after)
        bare = re.sub(r"[\s*_.]+$", "", inner)
        words = list(words_of(bare))
        named = words and len(words) <= 4 and likeness(bare, language) >= _HOLDS
        if named and any(is_rare(word, language) for word in words):
            return bare
        praised = head.bold and cue("options", language).search(head.text)
        if praised and len(words) <= 4 and bare[0].isupper() and likeness(bare, language) >= _LEAST:
            return bare
    return ""


def _parts(name: str) -> Iterator[tuple[int, str]]:
    """The names of a head that holds several ("Odoo / ERPNext")."""
    last = 0
    for match in _SPLIT.finditer(name):
        yield last, name[last : match.start()]
        last = match.end()
    yield last, name[last:]
