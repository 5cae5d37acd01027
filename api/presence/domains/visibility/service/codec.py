"""Analysis dataclasses to JSON columns and back, losslessly.

Invariant: `load(T, dump(x)) == x` for every value stored, so a stage can be run again from what
an earlier worker stored.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


class _Adapters(dict[Any, TypeAdapter[Any]]):
    """Built once per type: building one costs milliseconds, using it microseconds."""

    def __missing__(self, kind: Any) -> TypeAdapter[Any]:
        self[kind] = TypeAdapter(kind)
        return self[kind]


_ADAPTERS = _Adapters()


def dump(value: Any, kind: Any = None) -> Any:
    """JSON-ready form of a dataclass, or of a value of the annotated `kind`.

    NUL, which PostgreSQL cannot store in JSON or text, becomes the replacement character.
    """
    return _storable(_ADAPTERS[kind or type(value)].dump_python(value, mode="json"))


def load(kind: type[T], data: Any) -> T:
    """The value of type `kind` that `dump` turned into `data`."""
    loaded: T = _ADAPTERS[kind].validate_python(data)
    return loaded


def storable_text(text: str) -> str:
    """`text` without what a PostgreSQL text column refuses (NUL, lone surrogates)."""
    return text.replace("\x00", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def digest(*parts: Any) -> str:
    """Hash of canonical JSON: equal inputs give equal digests whatever the key order."""
    text = json.dumps(parts, sort_keys=True, ensure_ascii=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _storable(value: Any) -> Any:
    if isinstance(value, str):
        return storable_text(value)
    if isinstance(value, dict):
        return {_storable(key): _storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_storable(item) for item in value]
    return value
