"""Bytes to text the way a browser does: byte order mark, header, meta tag, then a guess.

Invariant: never raises; an unknown or lying label costs replacement characters, not the page.
"""

from __future__ import annotations

import codecs
import re

_META = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([A-Za-z0-9_:.-]+)", re.IGNORECASE)
_HEADER = re.compile(r"charset\s*=\s*[\"']?\s*([^\s\"';,]+)", re.IGNORECASE)
_BOMS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"),
         (codecs.BOM_UTF16_BE, "utf-16-be"))  # fmt: skip
_BROWSER_NAMES = {
    "iso-8859-1": "cp1252", "latin-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252",
    "ascii": "cp1252", "iso-8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030",
    "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "shift_jis": "cp932", "sjis": "cp932",
    "x-sjis": "cp932", "iso-8859-11": "cp874", "tis-620": "cp874",
}  # fmt: skip


def decode(body: bytes, content_type: str) -> str:
    """Text of an HTML body (WHATWG order of precedence)."""
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return body[len(mark) :].decode(encoding, "replace")
    header = _HEADER.search(content_type)
    name = _known(header.group(1)) if header else None
    if name is None:
        meta = _META.search(body[:2048])
        name = _known(meta.group(1).decode("ascii")) if meta else None
        if name is not None and name.startswith("utf-16"):
            name = "utf-8"
    if name is not None and name != "utf-8":
        return body.decode(name, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("utf-8" if name else "cp1252", "replace")


def _known(label: str) -> str | None:
    """Codec name of a label, None when unknown or not a text encoding."""
    lower = label.lower().strip()
    try:
        name = codecs.lookup(_BROWSER_NAMES.get(lower, lower)).name
        "".encode(name)
    except (LookupError, ValueError):
        return None
    return name if name not in ("utf-7", "idna", "punycode", "unicode_escape") else None
