"""Words that distinguish a list of options from a list of advice, and a maker from a source.

Invariant: the words are of the language, never of a trade or of a brand.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

from presence.analysis.language.words import base_language

JOINING: Final = frozenset(
    (
        *("of", "the", "and", "de", "del", "della", "di", "da", "do", "dos", "das", "du", "des"),
        *("la", "le", "les", "los", "las", "el", "y", "e", "et", "und", "og", "och", "en", "van"),
        *("der", "den", "von", "zum", "zur", "am", "im", "i", "ve", "for", "in", "te", "aan"),
    )
)
# Capital letters of the Latin, Greek and Cyrillic scripts, for a character class.
CAPITALS: Final = "".join(char for char in map(chr, range(0x0530)) if char.isupper())


@lru_cache(maxsize=32)
def _tables() -> Mapping[str, Mapping[str, str]]:
    file = files("presence.analysis.competitors") / "cues.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


@lru_cache(maxsize=128)
def cue(name: str, language: str) -> re.Pattern[str]:
    """The pattern of a kind of words in a language, English ones where it has none.

    Matches nothing when neither has them.
    """
    tables = _tables()
    own = tables.get(base_language(language), {}).get(name)
    words = own if own is not None else tables["en"].get(name, "")
    return re.compile(words.strip() or r"(?!)", re.IGNORECASE | re.VERBOSE)
