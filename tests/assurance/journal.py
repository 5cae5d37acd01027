"""What a tier of hours has already seen, so that it goes on where it was ended.

Invariant: a line counts for the very commit it was seen at; a changed tree remembers nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any


class Journal:
    """Lines of JSON in a file, each kept the moment it is told."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def told(self) -> Iterator[dict[str, Any]]:
        """What was told before; a line that was cut off, and what was added to it, was not."""
        if not self._path.exists():
            return
        for line in self._path.read_text().splitlines():
            with suppress(json.JSONDecodeError):
                yield json.loads(line)

    def tell(self, what: dict[str, Any]) -> None:
        """Keep it."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with self._path.open("a") as file:
            file.write(json.dumps(what) + "\n")
