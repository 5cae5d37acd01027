"""Turns the bytes of an upload into text.

Invariant: text comes out exactly as it was written, or not at all: an encoding is taken from its
mark or proven by the bytes, never guessed from the language.
"""

from __future__ import annotations

import codecs
from typing import Final

from presence.analysis.imported.model import MOST_BYTES, ImportRefused

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_SAMPLE: Final = 4_000
_BINARY: Final = (b"PK\x03\x04", b"%PDF", b"\xd0\xcf\x11\xe0", b"\x1f\x8b", b"\x89PNG")


def decode(data: bytes) -> str:
    """Text of an upload: UTF-8 or UTF-16, with or without byte order mark, line ends as \\n.

    Raises `ImportRefused` for anything else and for more than 10 MB.
    """
    if len(data) > MOST_BYTES:
        raise ImportRefused("The file is larger than 10 MB. Split it and import the parts.")
    if data.startswith(_BINARY):
        raise ImportRefused("This is not a text file. Save it as CSV, JSON or plain text.")
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _decoded(data[len(mark) :], encoding)
    return _decoded(data, _without_mark(data))


def _without_mark(data: bytes) -> str:
    """UTF-16 shows in its zero bytes: in most files every other byte of many letters is one."""
    sample = data[:_SAMPLE]
    even, odd = sample[0::2].count(0), sample[1::2].count(0)
    few, many = sorted((even, odd))
    if many * 20 < len(sample) or few * 3 > many:
        return "utf-8"
    return "utf-16-le" if odd > even else "utf-16-be"


def _decoded(data: bytes, encoding: str) -> str:
    try:
        text = data.decode(encoding)
    except UnicodeDecodeError as error:
        raise ImportRefused(
            "The file is neither UTF-8 nor UTF-16. Save it as UTF-8, in a spreadsheet as CSV UTF-8,"
            " and choose it again."
        ) from error
    if "\0" in text:
        raise ImportRefused("This is not a text file. Save it as CSV, JSON or plain text.")
    return text.replace("\r\n", "\n").replace("\r", "\n")
