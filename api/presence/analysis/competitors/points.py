"""Leaves out of lists what only describes the name above: points, properties, groups of names.

Invariant: of a title and the items below it one holds names, never both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Final

from presence.analysis.competitors.cues import cue
from presence.analysis.competitors.likeness import likeness
from presence.analysis.competitors.lists import ItemHead, ItemList
from presence.analysis.competitors.spans import squeezed

_NAME: Final = 0.5
_TWICE: Final = 2


def without_points(lists: Sequence[ItemList], language: str) -> list[ItemList]:
    """The lists without properties ("Price:" below every name), without the points below titles
    that are names, and without titles that only group names ("In the north")."""
    labels = _properties(lists, language)
    grouping = {
        head
        for found in lists
        if not found.inside and _mean(found.heads, language) < _NAME
        for head in found.heads
    }
    kept = [_without(found, labels) for found in lists]
    kept = [f for f in kept if f.heads and (not f.inside or f.above in grouping)]
    kept = [f for f in kept if not f.inside or _holds_names(f, language)]
    groups = {
        found.above for found in kept if found.above is not None and _holds_names(found, language)
    }
    titled = {head for found in kept if found.mark == "title" for head in found.heads}
    return [
        replace(found, heads=[head for head in found.heads if head not in groups])
        if not found.inside
        else found
        for found in kept
        if not _is_point_of_name(found, titled - groups, language)
        and not groups.issuperset(found.heads)
    ]


def _properties(lists: Sequence[ItemList], language: str) -> set[str]:
    """Labels that stand below several titles, and ordinary words that label several lists."""
    below: dict[str, set[int]] = defaultdict(set)
    for order, found in enumerate(lists):
        for head in found.heads:
            if head.cut and head.after:
                titled = found.above is not None and _is_name(found.above, language)
                if titled or likeness(head.text, language) < _NAME:
                    below[squeezed(head.text)].add(order)
    return {label for label, orders in below.items() if len(orders) >= _TWICE}


def _without(found: ItemList, labels: Collection[str]) -> ItemList:
    if found.mark in ("title", "column"):
        return found
    return replace(found, heads=[h for h in found.heads if squeezed(h.text) not in labels])


def _holds_names(found: ItemList, language: str) -> bool:
    return all(head.bold for head in found.heads) and _mean(found.heads, language) >= _NAME


def _mean(heads: Sequence[ItemHead], language: str) -> float:
    return sum(likeness(head.text, language) for head in heads) / len(heads)


def _is_point_of_name(found: ItemList, names: Collection[ItemHead], language: str) -> bool:
    if found.above is None or found.above not in names or found.mark == "title":
        return False
    return _is_name(found.above, language) and not _holds_names(found, language)


def _is_name(head: ItemHead, language: str) -> bool:
    announces = cue("options", language).search(head.text)
    advises = cue("advice", language).search(head.text)
    return not announces and not advises and likeness(head.text, language) >= _NAME
