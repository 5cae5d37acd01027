"""SQL functions, one per file: the newest text of each, which migrations load.

Invariant: a migration keeps producing what it produced. It names the digest of the text it loads;
once the file says something else, the migration has to hold its own, earlier text.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from zlib import crc32

FOLDER = Path(__file__).parent


def texts() -> Mapping[str, str]:
    """The statement that creates or replaces each function, by its name."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.sql"))}


def digest(text: str) -> str:
    """What a migration names a text by."""
    return f"{crc32(text.encode()):08x}"


def load(name: str, expected: str) -> str:
    """The statement of a function, for a migration. Raises ValueError for another text."""
    text = (FOLDER / f"{name}.sql").read_text(encoding="utf-8")
    if digest(text) != expected:
        raise ValueError(
            f"db/functions/{name}.sql has another text ({digest(text)}) than the one this migration"
            f" loads ({expected}): put the earlier text into the migration, and load the new one in"
            " a migration of its own."
        )
    return text
