"""ZIP archives of JSON files: created for a copy of somebody's data, and filtered later.

Invariant: an archive from which nothing is removed is returned byte for byte, and only one file is
in memory at a time while packing or filtering.
"""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterable, Callable, Iterator
from dataclasses import asdict, is_dataclass
from datetime import datetime
from typing import Any

# The part of a file somebody may have, given its name and content; None omits the file.
Shown = Callable[[str, Any], Any]
_README = "README.txt"


async def archive(readme: str, files: AsyncIterable[tuple[str, Any]]) -> bytes:
    """A ZIP of JSON files by name, with a readme that explains them."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr(_README, readme)
        async for name, content in files:
            await asyncio.to_thread(_pack, packed, name, content)
    return out.getvalue()


async def narrowed(content: bytes, shown: Shown) -> bytes:
    """The same archive, with each JSON file reduced to what may be shown."""
    return await asyncio.to_thread(_narrowed, content, shown)


def _narrowed(content: bytes, shown: Shown) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        if all(shown(name, document) == document for name, document in _documents(packed)):
            return content
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as left:
            left.writestr(_README, packed.read(_README))
            for name, document in _documents(packed):
                what = shown(name, document)
                if what is not None:
                    _pack(left, name, what)
    return out.getvalue()


def _documents(packed: zipfile.ZipFile) -> Iterator[tuple[str, Any]]:
    for name in packed.namelist():
        if name != _README:
            yield name, json.loads(packed.read(name))


def _pack(packed: zipfile.ZipFile, name: str, content: Any) -> None:
    packed.writestr(name, json.dumps(content, ensure_ascii=False, indent=2, default=_plain))


def _plain(value: object) -> object:
    if is_dataclass(value) and not isinstance(value, type):
        return asdict(value)
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, frozenset | set | tuple):
        return sorted(str(item) for item in value)
    return str(value)
