"""DOCX bytes to plain text: headings, paragraphs, lists and tables in reading order.

Invariant: pure bytes in, text out. Relationships that lead outside or nowhere are cut before the
document is opened, XML with a document type is refused, every failure is a `DocumentRefused`.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Collection, Iterator
from io import BytesIO
from posixpath import dirname, join, normpath

import docx
from docx.document import Document
from docx.opc.constants import RELATIONSHIP_TYPE
from docx.opc.oxml import serialize_part_xml
from docx.oxml.parser import parse_xml

from presence.analysis.documents.archive import (
    AGAIN,
    DAMAGED,
    DocumentRefused,
    open_archive,
    read_part,
)
from presence.analysis.documents.text import blocks_in
from presence.analysis.types import DocumentText

_DOCX_TYPE = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_MACRO_TYPE = b"macroEnabled"
_DOCTYPE = re.compile(rb"<!\s*(?:DOCTYPE|ENTITY)", re.IGNORECASE)
_STRICT = (
    (b"http://purl.oclc.org/ooxml/officeDocument/relationships",
     b"http://schemas.openxmlformats.org/officeDocument/2006/relationships"),
    (b"http://purl.oclc.org/ooxml/wordprocessingml/main",
     b"http://schemas.openxmlformats.org/wordprocessingml/2006/main"),
    (b"http://purl.oclc.org/ooxml/drawingml/main",
     b"http://schemas.openxmlformats.org/drawingml/2006/main"),
)  # fmt: skip
_MAX_BLOCKS = 100_000
_MAX_TEXT = 5_000_000
_KEPT = (".xml", ".rels")
_NO_TEXT = "The document contains no text. Please choose one with text, not pictures of it."
_ZIP = "This file is a ZIP archive, not a DOCX document. Please choose a document in it."
_OTHER_OFFICE = "This is an Office file, but not a Word document. Please save it as DOCX."
_MACROS = "The document contains macros. Please save it as DOCX, without them."
_DEFINITIONS = f"The document contains XML that is not allowed. {AGAIN}"
_TOO_LONG = "The document has too much text to be read. Please split it."


def read_docx(data: bytes, name: str) -> DocumentText:
    """Text of a DOCX file. Raises DocumentRefused(code, message), else only MemoryError."""
    try:
        with open_archive(data) as archive:
            _check_kind(archive)
            slim = _without_externals(archive)
        document = docx.Document(BytesIO(slim))
        blocks = tuple(_blocks(document))
        title = _title(document)
    except (DocumentRefused, MemoryError):
        raise
    except Exception as error:
        raise DocumentRefused("damaged", DAMAGED) from error
    if not any(text for _, text in blocks):
        raise DocumentRefused("no-text", _NO_TEXT)
    words = sum(len(text.replace(" | ", " ").split()) for _, text in blocks)
    heading = next((text for level, text in blocks if level), "")
    return DocumentText(name, title or heading, blocks, words)


def _check_kind(archive: zipfile.ZipFile) -> None:
    names = set(archive.namelist())
    if "[Content_Types].xml" not in names:
        raise DocumentRefused("not-docx", _ZIP)
    types = read_part(archive, "[Content_Types].xml")
    macro = any(name.lower().endswith("vbaproject.bin") for name in names)
    if macro or _MACRO_TYPE in types:  # guard: docx.macros
        raise DocumentRefused("macros", _MACROS)
    if _DOCX_TYPE not in types:
        raise DocumentRefused("not-docx", _OTHER_OFFICE)


def _without_externals(archive: zipfile.ZipFile) -> bytes:
    """A copy with the XML parts alone, without relationships that lead outside or nowhere.

    Pictures and fonts carry no text, so their bytes are dropped unread.
    """
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_STORED) as copy:
        names = set(archive.namelist())
        for name in archive.namelist():
            if name.endswith("/"):
                continue
            if not name.lower().endswith(_KEPT):
                copy.writestr(name, b"")
                continue
            content = read_part(archive, name)
            if _DOCTYPE.search(_ascii_view(content)):  # guard: docx.entities
                raise DocumentRefused("xml-entities", _DEFINITIONS)
            if name.lower().endswith(".rels"):
                content = _inside_only(content, dirname(dirname(name)), names)
            copy.writestr(name, _as_word_writes(content))
    return out.getvalue()


def _inside_only(content: bytes, folder: str, names: Collection[str]) -> bytes:
    """Relationships of a part in `folder` whose targets exist.

    Other programs leave behind those of deleted pictures, and the library rejects them.
    """
    try:
        relations = parse_xml(content)
    except SyntaxError as error:
        raise DocumentRefused("damaged", DAMAGED) from error
    for relation in list(relations):
        target = normpath(join("/", folder, relation.get("Target", ""))).lstrip("/")
        outside = relation.get("TargetMode") == "External"  # guard: docx.external -> False
        if outside or target not in names:
            relations.remove(relation)
    return serialize_part_xml(relations)


def _as_word_writes(content: bytes) -> bytes:
    """A "Strict Open XML" part under the names of the everyday form, the library's only ones."""
    for strict, everyday in _STRICT if b"purl.oclc.org/ooxml" in content else ():
        content = content.replace(strict, everyday)
    return content


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
    size = 0
    for count, (level, text) in enumerate(blocks_in(document), start=1):
        size += len(text)
        if size > _MAX_TEXT or count > _MAX_BLOCKS:
            raise DocumentRefused("too-long", _TOO_LONG)
        yield level, text
