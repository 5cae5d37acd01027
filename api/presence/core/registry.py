"""Registries that modules fill with a decorator while they are imported.

Invariant: a name stands for one entry; a second one under it fails the import.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class Registry(dict[str, T]):
    """Entries by name; `kind` says in the plural what they are."""

    def __init__(self, kind: str) -> None:
        super().__init__()
        self._kind = kind

    def under(self, name: str) -> Callable[[T], T]:
        """A decorator that registers what it decorates. Raises ValueError if the name is taken."""

        def register(entry: T) -> T:
            if name in self:
                raise ValueError(f"Two {self._kind} are called {name!r}.")
            self[name] = entry
            return entry

        return register
