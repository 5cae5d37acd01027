"""What the items of a list share with the last: "robotics and coding camps" are both camps.

Invariant: every word of an item stays; only nouns of the last item are added.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from presence.analysis.language import words
from presence.analysis.language.english_nouns import is_mass, is_plural
from presence.analysis.language.stopwords import word_set
from presence.analysis.language.tagging import THINGS, tagged
from presence.analysis.offer.categories import catalogue

if TYPE_CHECKING:
    from presence.analysis.offer.phrases import Grammar

# What is held for people who want to learn or do something.
_HELD: Final = word_set(
    "camps classes lessons courses workshops tours trips sessions clubs retreats tuition coaching "
    "training tutoring"
)
_LEARNT: Final = re.compile(
    r"(?:ing|[a-z]{3}ics|yoga|pilates|music|dance|drama|theatre|maths?|science|chess|ballet|"
    r"karate|judo|piano|guitar|violin|cello|surf|ski|kayak|bike|tennis|golf|football|pottery|"
    r"photography|calligraphy|embroidery)$",
    re.IGNORECASE,
)
_LONGEST_ITEM: Final = 4  # words
_PROVIDERS: Final = word_set(
    "agency barber builder café cafe carpenter centre center clinic college company consultancy "
    "decorator dentist doctor driver electrician firm gardener gym hospital lawyer painter "
    "photographer physiotherapist plumber practice roofer school solicitor studio surveyor "
    "therapist translator vet"
)


def with_shared(pieces: Sequence[str], grammar: Grammar) -> list[str]:
    """The items of a list, in order, each with the noun that it shares with the last."""
    if len(pieces) < 2:
        return list(pieces)
    first, last = pieces[0].strip(), pieces[-1].strip()
    head = last.split()[-1] if last else ""
    alone = " " not in first
    shares = (alone and grammar.shared_work.match(first) and grammar.work.search(last)) or (
        " " in last and grammar.tongue.match(first)
    )
    if shares:
        return [f"{first} {head}", *pieces[1:]]
    if grammar.language != "en" or " " not in last:
        return list(pieces)
    if _is_half(first, last):
        return [f"{first} {last.partition(' ')[2]}", *pieces[1:]]
    others = [piece.strip() for piece in pieces[:-1]]
    if head.casefold() in _HELD and any(_LEARNT.search(other) for other in others):
        plain = (" " not in other or _LEARNT.search(other) for other in others)
        shared = zip(others, plain, strict=True)
        return [*(f"{other} {head}" if bare else other for other, bare in shared), pieces[-1]]
    return list(pieces)


def _is_half(first: str, last: str) -> bool:
    """Whether an adjective or acronym lacks the noun that follows: "NHS and private dentist"."""
    found = tagged(f"{first} and {last}", "en")
    if " " in first or len(found) != len(last.split()) + 2:
        return False
    of_sort = found[0].sort == "adjective" or first.isupper()
    described = found[2].sort == "adjective" and all(word.sort in THINGS for word in found[3:])
    head = found[-1].text.casefold()
    return of_sort and described and (head in _PROVIDERS) and not is_plural(head)


@lru_cache(maxsize=1)
def joined_names() -> tuple[str, ...]:
    """English names of one thing that contain "and": "bed and breakfast", which is no bed."""
    known = (entry.wordings["en"] for entry in catalogue().values() if "en" in entry.wordings)
    names = (name.casefold() for wording in known for name in wording.names)
    return tuple(name for name in names if " and " in name and not is_plural(name))


def things_listed(text: str, grammar: Grammar) -> list[str]:
    """Three things or more with a comma between them, each in the plural; else []."""
    end = next((m.start() for m in grammar.stop.finditer(text) if m.group() != ","), len(text))
    pieces = [piece.strip() for piece in grammar.joins.split(text[:end])]
    short = all(0 < len(words(piece)) <= _LONGEST_ITEM for piece in pieces)
    many = all(is_plural(piece) or is_mass(piece) for piece in pieces if piece)
    return pieces if "," in text[:end] and len(pieces) > 2 and short and many else []
