"""Ranks the entities that are named in one answer.

Invariant: only affirmatively named entities have a rank. Ranks start at 1, and a rank in a list
counts every item of the list, tracked or not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from presence.analysis.extraction.languages import language
from presence.analysis.extraction.structure import ListItem, Structure
from presence.analysis.extraction.wordlists import word_list
from presence.analysis.types import Mention

_PRAISE = language("en").words("positive")
_LIST: Final = 2  # items that make a list
_LEAD_WORDS = frozenset(word_list("item leads"))


def positions(
    mentions: Sequence[Mention],
    structure: Structure,
    text: str,
    steps: Callable[[ListItem], bool] = lambda item: False,
) -> tuple[tuple[str, int], ...]:
    """(entity, rank) ordered by rank, then by first offset.

    An entity that heads an item of a list has the rank of that item. Other entities rank by first
    offset among the entities named; after a list, behind its items. Items that `steps` identifies
    as steps of instructions have no rank.
    """
    first: dict[str, int] = {}
    listed: dict[str, ListItem] = {}
    lengths: dict[int, int] = {}
    for item in structure.items:
        lengths[item.group] = max(lengths.get(item.group, 0), item.rank)
    for mention in mentions:
        if mention.stance != "affirmative":
            continue
        first.setdefault(mention.entity, mention.start)
        place = structure.item_at(mention.start)
        if place is None or lengths[place.group] < _LIST or steps(place):
            continue
        if _heads(place, mention, text):
            listed.setdefault(mention.entity, place)
    ranks = {entity: item.rank for entity, item in listed.items()}
    for place_in_text, entity in enumerate(sorted(first, key=lambda e: first[e]), start=1):
        if entity not in ranks:
            ranks[entity] = place_in_text + _untracked_before(first[entity], listed, structure)
    return tuple(sorted(ranks.items(), key=lambda pair: (pair[1], first[pair[0]])))


def _heads(item: ListItem, mention: Mention, text: str) -> bool:
    """Whether a mention heads its item: at most leading words, a label or marks precede it."""
    lead = text[item.content : mention.start]
    if len(lead) > 60 or "\n" in lead:
        return False
    words_before = [word.strip("*_\"'“”()[]|:") for word in lead.split()]
    plain_words = [w.lower() for w in words_before if any(c.isalnum() for c in w)]
    if all(word in _LEAD_WORDS or word in _PRAISE for word in plain_words):
        return True
    return lead.rstrip(" *_").endswith((":", "|"))


def _untracked_before(offset: int, listed: dict[str, ListItem], structure: Structure) -> int:
    """Items before `offset`, in lists that rank entities, whose company is not tracked."""
    groups = {item.group for item in listed.values()}
    taken = {(item.group, item.rank) for item in listed.values()}
    return sum(
        1
        for item in structure.items
        if item.end <= offset and item.group in groups and (item.group, item.rank) not in taken
    )
