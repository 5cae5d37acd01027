"""Is this upload a DOCX that may be opened? Decided from the zip's central directory.

Invariant: nothing is inflated before every size, ratio and offset in the directory was checked,
the directory is the one the library goes by, and then never more is inflated than it promised.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from dataclasses import dataclass
from io import BytesIO
from itertools import pairwise

MAX_ENTRIES = 2_000
MAX_UNPACKED = 200 * 1024 * 1024
MAX_RATIO = 100
TIGHT_BYTES = 16 * 1024 * 1024
AGAIN = "Please open it in Word and save it again."
DAMAGED = f"The document is damaged and could not be opened. {AGAIN}"
_LOCKED = "The document is protected by a password. Please remove the password first."
_NOT_DOCX = "This file is not a DOCX document. Please save it as one in Word."
_PARTS = "The document has too many parts to be read. Please leave out pictures, or split it."
TOO_LARGE = "The document is too large once unpacked. Please leave out pictures, or split it."
_TIGHT = f"The document is packed more tightly than Word does. {AGAIN}"
_OVERLAP = f"The document is built in a way that is not allowed. {AGAIN}"
_OLD_OFFICE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_END_RECORD = b"PK\x05\x06"
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_LOCAL = struct.Struct("<4s5H3I2H")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)


class DocumentRefused(Exception):
    """An upload that will not be read. `code` is stable, `message` one customer sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


@dataclass(frozen=True, slots=True)
class _Entry:
    name: str
    flags: int
    method: int
    packed: int
    unpacked: int
    offset: int


def open_archive(data: bytes) -> zipfile.ZipFile:
    """The archive once its directory passed every check; raises DocumentRefused otherwise."""
    _refuse_other_kinds(data)
    entries = _central_directory(data)
    _check_sizes(entries)
    _check_places(data, entries)
    try:
        archive = zipfile.ZipFile(BytesIO(data))
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OverflowError) as error:
        raise _damaged() from error
    if not _is_read_as(archive, entries):  # guard: docx.other-directory
        raise _damaged()
    return archive


def _is_read_as(archive: zipfile.ZipFile, entries: list[_Entry]) -> bool:
    """Whether the library found the directory that was checked: a file can have several."""
    found = [
        (part.flag_bits, part.compress_type, part.compress_size, part.file_size, part.header_offset)
        for part in archive.infolist()
    ]
    return found == [(e.flags, e.method, e.packed, e.unpacked, e.offset) for e in entries]


def _refuse_other_kinds(data: bytes) -> None:
    head = data[:1024]
    if not data:
        raise DocumentRefused("empty-file", "The file is empty. Please choose another.")
    if b"%PDF-" in head:  # guard: docx.pdf
        raise DocumentRefused("pdf", "This is a PDF file. Please save it as a DOCX file.")
    if head.startswith(_OLD_OFFICE):
        encrypted = "EncryptedPackage".encode("utf-16-le") in data
        if encrypted:
            raise DocumentRefused("encrypted", _LOCKED)
        raise DocumentRefused(
            "old-doc", "This is an old Word file (.doc). Please save it as a DOCX file."
        )
    if not head.startswith(b"PK\x03\x04"):
        raise DocumentRefused("not-docx", _NOT_DOCX)


def _central_directory(data: bytes) -> list[_Entry]:
    end = data.rfind(_END_RECORD, max(0, len(data) - 65_557))
    if end < 0 or end + 22 > len(data):  # guard: docx.end-record
        raise _damaged()
    disk, first_disk, here, count, size, offset = struct.unpack_from("<4H2I", data, end + 4)
    if count > MAX_ENTRIES or here > MAX_ENTRIES:  # guard: docx.parts
        raise DocumentRefused("too-many-parts", _PARTS)
    if disk or first_disk or here != count or offset + size > end:
        raise _damaged()
    entries: list[_Entry] = []
    at = offset
    while at < offset + size:
        if at + _CENTRAL.size > end:
            raise _damaged()
        field = _CENTRAL.unpack_from(data, at)
        if field[0] != b"PK\x01\x02" or len(entries) >= MAX_ENTRIES:
            raise _damaged()
        name = data[at + _CENTRAL.size : at + _CENTRAL.size + field[10]].partition(b"\0")[0]
        if not name:
            raise _damaged()
        entries.append(
            _Entry(
                name.decode("utf-8", "replace"), field[3], field[4], field[8], field[9], field[16]
            )
        )
        at += _CENTRAL.size + field[10] + field[11] + field[12]
    if len(entries) != count or not entries:  # guard: docx.count
        raise _damaged()
    return entries


def _check_sizes(entries: list[_Entry]) -> None:
    if any(entry.flags & 0x1 for entry in entries):  # guard: docx.encrypted
        raise DocumentRefused("encrypted", _LOCKED)
    total = sum(entry.unpacked for entry in entries)
    if total > MAX_UNPACKED:  # guard: docx.unpacked
        raise DocumentRefused("too-large", TOO_LARGE)
    if any(entry.method not in _METHODS for entry in entries):  # guard: docx.method
        raise _damaged()
    # A long table of equal rows is as tight as a bomb; that much of it the reader's bounds hold.
    tight = sum(entry.unpacked for entry in entries if entry.unpacked > MAX_RATIO * entry.packed)
    if tight > TIGHT_BYTES:  # guard: docx.ratio
        raise DocumentRefused("zip-bomb", _TIGHT)
    if len({entry.name for entry in entries}) != len(entries):  # guard: docx.twice
        raise _damaged()


def _check_places(data: bytes, entries: list[_Entry]) -> None:
    """Local headers must agree with the directory and their data must not overlap."""
    spans: list[tuple[int, int]] = []
    for entry in entries:
        if entry.offset + _LOCAL.size > len(data):
            raise _damaged()
        field = _LOCAL.unpack_from(data, entry.offset)
        if field[0] != b"PK\x03\x04" or field[3] != entry.method:  # guard: docx.local
            raise _damaged()
        end = entry.offset + _LOCAL.size + field[9] + field[10] + entry.packed
        if end > len(data):
            raise _damaged()
        spans.append((entry.offset, end))
    spans.sort()
    if any(first[1] > second[0] for first, second in pairwise(spans)):  # guard: docx.overlap
        raise DocumentRefused("overlap", _OVERLAP)


def read_part(archive: zipfile.ZipFile, name: str) -> bytes:
    """One part, inflated to at most the size its directory entry gives."""
    try:
        info = archive.getinfo(name)
        with archive.open(info) as part:
            content = part.read(info.file_size + 1)
    except (
        KeyError,
        zipfile.BadZipFile,
        NotImplementedError,
        RuntimeError,
        OSError,
        EOFError,
        ValueError,
        zlib.error,
    ) as error:
        raise _damaged() from error
    if len(content) > info.file_size:
        raise _damaged()
    return content


def _damaged() -> DocumentRefused:
    return DocumentRefused("damaged", DAMAGED)
