"""Converts analysis dataclasses to JSON columns and back, losslessly.

Invariant: `load(T, dump(x)) == x` for every value stored, so a stage can be run again from what an
earlier worker stored.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeAlias, TypeVar, cast

from presence.analysis.codec import as_data, as_text, from_data

T = TypeVar("T")
Json: TypeAlias = "dict[str, Json] | list[Json] | str | int | float | bool | None"
_NUL = b"\\u0000"


def dump(value: object, kind: Any = None) -> Json:
    """JSON-ready form of a dataclass, or of a value of the annotated `kind`.

    NUL, which PostgreSQL cannot store in JSON or text, becomes the replacement character.
    """
    data: Json = as_data(value, kind)
    return data if _is_storable(value, kind) else _storable(data)


def dump_fields(value: object) -> dict[str, Json]:
    """A dataclass as `dump` writes it, for rows with a column for each field."""
    return cast("dict[str, Json]", dump(value))


def load(kind: type[T], data: Any) -> T:
    """The value of type `kind` that `dump` turned into `data`."""
    return from_data(kind, data)


def storable_text(text: str) -> str:
    """`text` without what a PostgreSQL text column refuses (NUL, lone surrogates)."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def digest(*parts: Any) -> str:
    """Hash of canonical JSON: equal inputs give equal digests whatever the key order."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _is_storable(value: Any, kind: Any) -> bool:
    """Whether nothing has to be replaced, checked on the JSON text because that is much faster."""
    try:
        return _NUL not in as_text(value, kind)
    except ValueError:
        return False


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(item) for item in value]
    return value
