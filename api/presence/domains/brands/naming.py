"""Normalises names, aliases and addresses entered in a form.

Invariant: texts are trimmed, a name contains a letter or digit, and an address is absolute.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Field,
    GetJsonSchemaHandler,
    StringConstraints,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

from presence.analysis.crawler import normalize_url

URL_MAX = 2_048
INVALID_URL = "Invalid URL format"
NAME_EMPTY = "Write the name with at least one letter or digit"
ALIASES = "Give up to 20 aliases of at most 120 characters, each with a letter or digit"


def _none_if_blank(value: Any) -> Any:
    return None if isinstance(value, str) and not value.strip() else value


def _speakable(text: str) -> str:
    if not any(char.isalnum() for char in text):
        raise ValueError(NAME_EMPTY)
    return text


def website(text: str) -> str:
    """Return the absolute URL for what was entered. Raises ValueError."""
    url = normalize_url(text)
    if len(url) > URL_MAX:
        raise ValueError(INVALID_URL)
    return url


@dataclass(frozen=True, slots=True)
class _BlankIsNone(BeforeValidator):
    """Treats an empty form field as None, and documents that it may be sent."""

    func: Any = _none_if_blank

    def __get_pydantic_json_schema__(
        self, schema: CoreSchema, handler: GetJsonSchemaHandler
    ) -> JsonSchemaValue:
        described = handler(schema)
        if "anyOf" in described:
            described["anyOf"] = [*described["anyOf"], {"type": "string", "maxLength": 0}]
        return described


Blank = _BlankIsNone()
Name = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=120),
    AfterValidator(_speakable),
]
Aliases = Annotated[list[Name], Field(max_length=20)]
Website = Annotated[Annotated[str, AfterValidator(website)] | None, Blank]
Prefixes = Annotated[
    list[Annotated[str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500),
                   AfterValidator(lambda text: website(text) and text)]],
    Field(max_length=20),
]  # fmt: skip
