"""DOCX bytes to plain text: headings, paragraphs, lists and tables in reading order.

Invariant: pure bytes in, text out. External relationships are cut before the document is opened,
XML with a document type is refused, and every failure is a `DocumentRefused`.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterator
from io import BytesIO

import docx
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.table import Table, _Cell
from docx.text.paragraph import Paragraph

from presence.analysis.documents.archive import DocumentRefused, open_archive, read_part
from presence.analysis.types import DocumentText

_DOCX_TYPE = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_MACRO_TYPE = b"macroEnabled"
_EXTERNAL = re.compile(
    rb"<(?:\w+:)?Relationship\b[^>]*TargetMode\s*=\s*[\"']External[\"'][^>]*?/?>"
)
_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_MAX_BLOCKS = 20_000
_MAX_TEXT = 5_000_000
_KEPT = (".xml", ".rels")


def read_docx(data: bytes, name: str) -> DocumentText:
    """Text of a DOCX file. Raises DocumentRefused(code, message), else only MemoryError."""
    with open_archive(data) as archive:
        _check_kind(archive)
        slim = _without_externals(archive)
    try:
        document = docx.Document(BytesIO(slim))
        blocks = tuple(_blocks(document))
        title = _title(document)
    except (DocumentRefused, MemoryError):
        raise
    except Exception as error:
        raise DocumentRefused(
            "damaged", "The document is damaged and could not be opened."
        ) from error
    if not any(text for _, text in blocks):
        raise DocumentRefused("no-text", "The document contains no text.")
    words = sum(len(text.replace(" | ", " ").split()) for _, text in blocks)
    heading = next((text for level, text in blocks if level), "")
    return DocumentText(name, title or heading, blocks, words)


def _check_kind(archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    if "[Content_Types].xml" not in names:
        raise DocumentRefused("not-docx", "This file is a ZIP archive, not a DOCX document.")
    types = read_part(archive, "[Content_Types].xml")
    macro = any(name.lower().endswith("vbaproject.bin") for name in names)
    if macro or _MACRO_TYPE in types:
        raise DocumentRefused("macros", "The document contains macros. Please save it without.")
    if _DOCX_TYPE not in types:
        raise DocumentRefused("not-docx", "This is an Office file, but not a Word document (DOCX).")


def _without_externals(archive: zipfile.ZipFile) -> bytes:
    """A copy with the XML parts alone, without relationships that point outside.

    Pictures and fonts carry no text, so their bytes are dropped unread.
    """
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as copy:
        for name in archive.namelist():
            if name.endswith("/"):
                continue
            if not name.lower().endswith(_KEPT):
                copy.writestr(name, b"")
                continue
            content = read_part(archive, name)
            if _DOCTYPE.search(_ascii_view(content)):
                raise DocumentRefused(
                    "xml-entities", "The document contains XML definitions that are not allowed."
                )
            if name.lower().endswith(".rels"):
                content = _EXTERNAL.sub(b"", content)
            copy.writestr(name, content)
    return out.getvalue()


def _ascii_view(content: bytes) -> bytes:
    """UTF-16 parts lose their zero bytes, so that a hidden DOCTYPE is still seen."""
    return content.replace(b"\x00", b"") if b"\x00" in content[:64] else content


def _title(document: Document) -> str:
    """The author's title; empty when no part holds one, where the library invents a title."""
    relations = document.part.package.rels.values() if document.part.package else ()
    if all(relation.reltype != RELATIONSHIP_TYPE.CORE_PROPERTIES for relation in relations):
        return ""
    return " ".join((document.core_properties.title or "").split())


def _blocks(document: Document) -> Iterator[tuple[int, str]]:
    size = count = 0
    for part in document.iter_inner_content():
        found = _paragraph(part) if isinstance(part, Paragraph) else _table(part)
        for level, text in found:
            size += len(text)
            count += 1
            if size > _MAX_TEXT or count > _MAX_BLOCKS:
                raise DocumentRefused("too-long", "The document has too much text to be read.")
            yield level, text


def _paragraph(paragraph: Paragraph) -> Iterator[tuple[int, str]]:
    text = " ".join(paragraph.text.split())
    if text:
        yield _level(paragraph), text


def _level(paragraph: Paragraph) -> int:
    """1..6 for "Heading n" and "Title" styles, else 0; a broken style reference counts as 0."""
    style = paragraph.style
    name = (style.name if style is not None else "") or ""
    if name == "Title":
        return 1
    match = re.match(r"heading (\d)", name, re.IGNORECASE)
    return min(6, max(1, int(match.group(1)))) if match else 0


def _table(table: Table) -> Iterator[tuple[int, str]]:
    """One block per row, cells joined by " | "; merged cells count once.

    The cells that stand in the file, not the columns they say to span: a span may be any number.
    """
    for row in table.rows:
        texts = (" ".join(_Cell(cell, table).text.split()) for cell in row._tr.tc_lst)
        line = " | ".join(text for text in texts if text)
        if line:
            yield 0, line
