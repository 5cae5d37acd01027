"""The polarity of a word and its strength, whatever its ending.

Invariant: a listed word has the value of its list; only unlisted English words are read by their
parts ("undercooked", "flimsier", "eco-friendly").
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from presence.analysis.extraction.languages import Language

FULL: Final = 2
WEAK: Final = 1
_LISTS: Final = (("unjudging", 0), ("positive", FULL), ("negative", -FULL),
                 ("weak positive", WEAK), ("weak negative", -WEAK))  # fmt: skip
# English endings and what stood in their place; a doubled consonant is undone besides.
_ENDINGS: Final = (
    ("iness", "y"), ("ness", ""), ("ily", "y"), ("ably", "able"), ("ly", ""), ("ly", "e"),
    ("iest", "y"), ("est", ""), ("est", "e"), ("ier", "y"), ("er", ""), ("er", "e"),
    ("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"),
    ("ing", ""), ("ing", "e"), ("ingly", ""), ("ment", ""), ("fully", "ful"),
)  # fmt: skip
_TURNING: Final = ("un", "in", "im", "ir", "il", "dis", "mis", "non")
_STEM: Final = 4
_GOOD_ENDS: Final = frozenset(("friendly", "loving", "approved", "winning", "made", "loved"))
_FREE_OF: Final = frozenset(("free", "proof", "resistant"))
_GOOD_STARTS: Final = frozenset(
    ("well", "best", "easy", "top", "finely", "beautifully", "expertly")
)
_BAD_STARTS: Final = frozenset(("ill", "poorly", "badly", "low", "hard", "worst", "over", "half"))
# Compounds of these starts judge only with some words.
_QUALITY: Final = frozenset(("quality", "grade", "rent", "effort", "baked", "hearted"))


def value_of(token: str, languages: tuple[Language, ...]) -> int:
    """From -2 (blame) over -1 and 1 (hints) to 2 (praise); 0 for a word without polarity.

    Where two languages read a word differently, the first one wins.
    """
    for found in languages:
        value = _listed(token, found)
        if value is not None:
            return value
    english = next((found for found in languages if found.code == "en"), None)
    if english is None or not token.isascii():
        return 0
    read = lambda word: _listed(word, english)  # noqa: E731
    return _compound(token, read) if "-" in token else _derived(token, read)


_Reader = Callable[[str], int | None]


def _listed(token: str, found: Language) -> int | None:
    for heading, value in _LISTS:
        if token in found.words(heading):
            return value
    return None


def _derived(token: str, read: _Reader) -> int:
    """The value of a word by its stem: "tastier" by "tasty", "unappetizing" by its opposite."""
    for stem in _stems(token):
        value = read(stem)
        if value is not None:
            return value
    for turning in _TURNING:
        bare = token.removeprefix(turning)
        if bare == token or len(bare) < _STEM:
            continue
        for stem in (bare, *_stems(bare)):
            value = read(stem)
            if value is not None:
                return -value
    return 0


def _stems(token: str) -> list[str]:
    found: list[str] = []
    for ending, instead in _ENDINGS:
        stem = token.removesuffix(ending)
        if stem == token or len(stem) < _STEM - 1:
            continue
        found.append(stem + instead)
        if not instead and stem[-1] == stem[-2:-1]:
            found.append(stem[:-1])
    return found


def _compound(token: str, read: _Reader) -> int:
    """The value of a hyphenated word by its parts: "mess-free", "well-lit", "budget-friendly"."""
    first, *_, last = token.split("-")
    parts = [read(part) or _derived(part, read) for part in token.split("-")]
    if last in _FREE_OF:
        return FULL if any(value < 0 for value in parts[:-1]) else 0
    if first in ("not", "non", "anti"):
        return -parts[-1]
    if last in _GOOD_ENDS or (first in _GOOD_STARTS and parts[-1] >= 0):
        return FULL
    if first in _BAD_STARTS and (last in _QUALITY or first in ("ill", "poorly", "badly")):
        return -FULL
    if first in ("high", "top", "first") and last in _QUALITY:
        return FULL
    return next((value for value in reversed(parts) if value), 0)
