"""The bundle as a zip file: written with the same bytes each time, read as if it were hostile.

Invariant: only the names a bundle has are ever read, and nothing is inflated before every size,
ratio and offset in the directory was checked; nothing is written to disk.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import Final

from presence.analysis.documents.archive import DocumentRefused, open_archive, read_part

MANIFEST: Final = "manifest.json"
NAMES: Final = (
    MANIFEST,
    "answers.jsonl",
    "audit.json",
    "crawls.json",
    "documents.json",
    "fit.json",
    "pages.jsonl",
    "profile.json",
    "prompts.jsonl",
    "readings.jsonl",
    "run-profile.json",
    "scores.json",
)
MAX_BYTES: Final = 200 * 1024 * 1024
_EPOCH: Final = (1980, 1, 1, 0, 0, 0)
_MODE: Final = 0o644 << 16
_UNIX: Final = 3
_TIGHT: Final = 50
_SENTENCES: Final = {
    "empty-file": "The file is empty.",
    "encrypted": "The bundle is protected by a password.",
    "too-many-parts": "The bundle has too many parts to be read.",
    "too-large": "The bundle is too large once unpacked.",
    "zip-bomb": "The bundle is compressed suspiciously tightly and was not opened.",
    "overlap": "The bundle is built in a way that is not allowed.",
    "damaged": "The bundle is damaged and could not be opened.",
}


class BundleRefused(Exception):
    """The file is not a readable bundle; the message is one sentence."""


def pack(files: Mapping[str, bytes]) -> bytes:
    """A zip of the files, sorted, without times; the same bytes for the same files.

    A file that would shrink suspiciously well is stored as it is, so that `unpack` takes it.
    """
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, _EPOCH)
            info.create_system = _UNIX
            info.external_attr = _MODE
            data = files[name]
            tight = len(zlib.compress(data, 6)) * _TIGHT < len(data)
            info.compress_type = zipfile.ZIP_STORED if tight else zipfile.ZIP_DEFLATED
            archive.writestr(info, data, compresslevel=6)
    return buffer.getvalue()


def unpack(data: bytes) -> dict[str, bytes]:
    """Files of a bundle by name. Raises BundleRefused, with a sentence, if it is not a bundle."""
    if len(data) > MAX_BYTES:
        raise BundleRefused(_SENTENCES["too-large"])
    try:
        with open_archive(data) as archive:
            names = archive.namelist()
            _check_names(names)
            return {name: read_part(archive, name) for name in names}
    except DocumentRefused as refused:
        sentence = _SENTENCES.get(refused.code, "This file is not a bundle of a run.")
        raise BundleRefused(sentence) from refused


def _check_names(names: list[str]) -> None:
    for name in names:
        if name not in NAMES:
            shown = name[:80].encode("ascii", "backslashreplace").decode()
            raise BundleRefused(f"The bundle holds a file that does not belong there: {shown}")
    missing = [name for name in NAMES if name not in names]
    if missing:
        raise BundleRefused(f"The bundle lacks {missing[0]}.")
