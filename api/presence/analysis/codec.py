"""Analysis dataclasses to plain JSON data and back.

Invariant: `from_data(T, as_data(x)) == x` for every dataclass of `types`.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import TypeAdapter

T = TypeVar("T")


class _Adapters(dict[Any, TypeAdapter[Any]]):
    """Built once per type: building one costs milliseconds, using it microseconds."""

    def __missing__(self, kind: Any) -> TypeAdapter[Any]:
        self[kind] = TypeAdapter(kind)
        return self[kind]


_ADAPTERS = _Adapters()


def as_data(value: Any, kind: Any = None) -> Any:
    """JSON-ready form of a dataclass, or of a value of the annotated `kind`."""
    return _ADAPTERS[kind or type(value)].dump_python(value, mode="json")


def as_text(value: Any, kind: Any = None) -> bytes:
    """`as_data` as JSON text. Raises ValueError for text that is not Unicode (lone surrogates)."""
    return _ADAPTERS[kind or type(value)].dump_json(value)


def from_data(kind: type[T], data: Any) -> T:
    """The value of type `kind` that `as_data` turned into `data`, else ValueError."""
    loaded: T = _ADAPTERS[kind].validate_python(data)
    return loaded
