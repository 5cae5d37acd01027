"""ZIP archives of JSON files: packed for a copy of somebody's data, and looked through again.

Invariant: an archive that nothing is taken from is handed on byte for byte.
"""

from __future__ import annotations

import asyncio
import io
import json
import zipfile
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

# What of a file somebody may have, by its name and content; None leaves the file out.
Shown = Callable[[str, Any], Any]


async def archive(readme: str, files: Mapping[str, Any]) -> bytes:
    """A ZIP of JSON files, and what they are."""
    return await asyncio.to_thread(_packed, readme, files)


async def narrowed(content: bytes, shown: Shown) -> bytes:
    """The same archive with what is shown of each of its JSON files."""
    return await asyncio.to_thread(_narrowed, content, shown)


def _narrowed(content: bytes, shown: Shown) -> bytes:
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        texts = {name: packed.read(name).decode() for name in packed.namelist()}
    readme = texts.pop("README.txt", "")
    before = {name: json.loads(text) for name, text in texts.items()}
    looked = ((name, shown(name, document)) for name, document in before.items())
    after = {name: document for name, document in looked if document is not None}
    return content if after == before else _packed(readme, after)


def _packed(readme: str, files: Mapping[str, Any]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("README.txt", readme)
        for name, content in files.items():
            text = json.dumps(content, ensure_ascii=False, indent=2, default=_plain)
            packed.writestr(name, text)
    return out.getvalue()


def _plain(value: object) -> object:
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, frozenset | set | tuple):
        return sorted(str(item) for item in value)
    return str(value)
