"""The canary questions: plain ones about very well-known brands, and about brands that never were.

What a good answer says hardly changes over years, so a change of answers is one of the engine.
Invariant: every language has the same questions, and a changed text has a new version: answers to
other versions are never compared.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Final

_FILE: Final = Path(__file__).parent / "canaries.json"


@dataclass(frozen=True, slots=True)
class Canary:
    """A question in one language. `id` names question, language and version.

    `names` are the brands a good answer names; of an `invented` one, the name that nobody knows.
    """

    id: str
    language: str
    text: str
    names: tuple[str, ...]
    invented: bool


def canaries(language: str) -> tuple[Canary, ...]:
    """The questions in a language (its two letters). Raises KeyError for one without questions."""
    return _all()[language]


def canary_languages() -> tuple[str, ...]:
    """The languages that have questions."""
    return tuple(_all())


@lru_cache(maxsize=1)
def _all() -> dict[str, tuple[Canary, ...]]:
    found = json.loads(_FILE.read_text(encoding="utf-8"))
    version, listed = found["version"], found["canaries"]
    return {
        language: tuple(
            Canary(
                f"{one['id']}.{language}.{version}",
                language,
                one["texts"][language],
                tuple(one["names"]),
                one["invented"],
            )
            for one in listed
        )
        for language in listed[0]["texts"]
    }
