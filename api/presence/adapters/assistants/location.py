"""Reads language and country out of a locale, for the providers that take them apart.

Invariant: what the locale does not name is empty; no country is ever guessed from a language.
"""

from __future__ import annotations

import re
from typing import Final

_REGION: Final = re.compile(r"[-_]([A-Za-z]{2})(?:[-_.@]|$)")
_LANGUAGE: Final = re.compile(r"[A-Za-z]{2,3}(?=[-_.@]|$)")


def country_of(locale: str) -> str:
    """ISO 3166 code of "de-CH" or "zh-Hant-TW" in capitals, empty without a region."""
    found = _REGION.search(locale)
    return found.group(1).upper() if found else ""


def language_of(locale: str) -> str:
    """ISO 639 code of a locale in small letters, empty where there is none."""
    found = _LANGUAGE.match(locale)
    return found.group(0).lower() if found else ""
