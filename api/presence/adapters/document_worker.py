"""Reads one uploaded DOCX in a process of its own: bytes in, two lines of JSON out.

Started as `python -I -B -X utf8 -m presence.adapters.document_worker [full]`. The first line
reports the isolation in force. Invariant: before it reads the first byte, the process has loaded
everything it needs and is locked down; whatever the document triggers happens inside.
"""

from __future__ import annotations

import codecs
import json
import os
import sys
import zipfile
from contextlib import suppress
from io import BytesIO
from typing import Any

from presence.adapters.isolation import READER, Isolation, NotIsolated, lock_down
from presence.analysis import documents
from presence.analysis.documents import TOO_LARGE, DocumentRefused, read_docx

_CHUNK = 1 << 20
_CODECS = (
    *("ascii", "latin-1", "cp437", "cp1252"),
    *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"),
)
_REHEARSAL = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/'
    'content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension='
    '"rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override '
    'PartName="/d.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
    'relationships"><Relationship Id="r" Target="d.xml" Type="http://schemas.openxmlformats.org/'
    'officeDocument/2006/relationships/officeDocument"/></Relationships>',
    "d.xml": '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    "<w:body><w:p><w:r><w:t>A</w:t></w:r></w:p></w:body></w:document>",
}


def main() -> None:
    """Lock the process down, read a name, a line break and the bytes, and reply in JSON."""
    status = 1
    try:
        preload()
        walls = lock("full" in sys.argv[1:])
        _write(json.dumps({"isolation": str(walls), "full": walls.full}) + "\n")
        _write(answer(_everything()))
        status = 0
    except (NotIsolated, OSError) as missing:
        _write(json.dumps({"missing": str(missing)}) + "\n")
        status = 0
    finally:
        os._exit(status)  # there is nothing to clean up, and no means to do so


def lock(full: bool = False) -> Isolation:
    """Permanently drop every permission that reading does not need; call `preload` first.

    With `full`, a kernel without Landlock is not sufficient. Raises NotIsolated or OSError.
    """
    walls = lock_down(READER, "full" if full else "seccomp")
    sys.addaudithook(_audit)
    return walls


def preload() -> None:
    """Load whatever Python loads on first use: no file can be opened afterwards."""
    for name in _CODECS:
        codecs.lookup(name)
    rehearse, made = documents.read_docx, BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, content in _REHEARSAL.items():
            archive.writestr(name, content)
    rehearse(made.getvalue(), "rehearsal.docx")
    for broken in (b"PK\x03\x04", made.getvalue()[:-30]):
        with suppress(DocumentRefused):
            rehearse(broken, "rehearsal.docx")


def answer(request: bytes) -> str:
    """`{"document": …}` or `{"refused": …}` for a name, a line break and the bytes."""
    name, _, data = request.partition(b"\n")
    return json.dumps(_read(data, name.decode("utf-8", "replace")))


def _read(data: bytes, name: str) -> dict[str, Any]:
    try:
        document = read_docx(data, name)
    except DocumentRefused as refused:
        return {"refused": {"code": refused.code, "message": refused.message}}
    except MemoryError:
        return {"refused": {"code": "too-large", "message": TOO_LARGE}}
    return {
        "document": {
            "title": document.title,
            "blocks": document.blocks,
            "words": document.word_count,
        }
    }


def _everything() -> bytes:
    parts = []
    while part := os.read(0, _CHUNK):
        parts.append(part)
    return b"".join(parts)


def _write(text: str) -> None:
    left = memoryview(text.encode())
    while left:
        left = left[os.write(1, left) :]


def _audit(event: str, arguments: tuple[Any, ...]) -> None:
    """Refuse in Python already what the kernel would refuse; a parser needs none of it."""
    if event in _FORBIDDEN or event.startswith(_FORBIDDEN_GROUPS):
        raise PermissionError(f"{event} is not allowed here")


_FORBIDDEN = frozenset({"open", "import"})
_FORBIDDEN_GROUPS = (
    *("socket.", "subprocess.", "ctypes.", "os."),
    *("shutil.", "tempfile.", "pty.", "mmap."),
)


if __name__ == "__main__":
    main()
