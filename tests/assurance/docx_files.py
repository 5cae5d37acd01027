"""Seventy-two DOCX files made by hand, each hostile or odd in one way, with what may come of it.

Invariant: `None` among the outcomes means that the file is odd but honest and may be read; every
other outcome is the code of a refusal that names the reason.
"""

from __future__ import annotations

import struct
import zipfile
import zlib
from collections.abc import Callable
from functools import cache
from io import BytesIO

from tests.factories.files import docx_file, empty_docx, with_part, zip_bomb

MAIN = "word/document.xml"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = b"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_SETTINGS = "word/_rels/settings.xml.rels"
Case = tuple[str, Callable[[], bytes], tuple[str | None, ...]]


@cache
def plain() -> bytes:
    """A document without malice."""
    return docx_file("We repair bicycles.", "They last for years.")


def parts(data: bytes) -> dict[str, bytes]:
    """Its parts by name."""
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(content: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    """Parts as an archive, quickly packed."""
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", method, compresslevel=1) as archive:
        for name, data in content.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def body(inner: str, *, head: str = "", attributes: str = "") -> bytes:
    """A document whose main part has this body."""
    text = (
        f'<?xml version="1.0" encoding="UTF-8"?>{head}'
        f'<w:document xmlns:w="{W}" xmlns:r="{RELATION}" {attributes}>'
        f"<w:body>{inner}</w:body></w:document>"
    )
    return with_part(plain(), MAIN, text.encode())


def says(text: str) -> str:
    """A paragraph."""
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def without(*names: str) -> bytes:
    """The document with parts taken out."""
    return packed({name: data for name, data in parts(plain()).items() if name not in names})


def changed(name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The document with one part rewritten."""
    content = parts(plain())
    return packed({**content, name: change(content[name])})


def relation(
    name: str,
    target: str,
    kind: str = "attachedTemplate",
    mode: str = "External",
    data: bytes = b"",
) -> bytes:
    """The plain document, or `data`, with a relationship that leads outside."""
    xml = (
        '<?xml version="1.0"?><Relationships xmlns='
        '"http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="rId900" Type="{RELATION}/{kind}" Target="{target}"'
        f' TargetMode="{mode}"/></Relationships>'
    )
    return with_part(data or plain(), name, xml.encode())


def central(data: bytes, offset: int, form: str, value: int, entry: int = 0) -> bytes:
    """The archive with a field of a directory entry changed."""
    at = -1
    for _ in range(entry + 1):
        at = data.index(b"PK\x01\x02", at + 1)
    made = bytearray(data)
    struct.pack_into(form, made, at + offset, value)
    return bytes(made)


def end_record(data: bytes, offset: int, form: str, value: int) -> bytes:
    """The archive with a field of its last record changed."""
    made = bytearray(data)
    struct.pack_into(form, made, data.rindex(b"PK\x05\x06") + offset, value)
    return bytes(made)


def many_parts(count: int) -> bytes:
    """A document with this many parts more."""
    more = {f"word/media/{number}.xml": b"<a/>" for number in range(count)}
    return packed({**parts(plain()), **more})


def nameless(name: bytes) -> bytes:
    """One more part, of a name that readers cut at its NUL."""
    stand_in = name.replace(b"\0", b"?")
    return packed({**parts(plain()), stand_in.decode(): b"x"}).replace(stand_in, name)


def nested_zip() -> bytes:
    """A document inside a document, ten deep."""
    data = plain()
    for _ in range(10):
        data = with_part(plain(), "word/embeddings/oleObject1.docx", data)
    return data


def overlapping() -> bytes:
    """Every directory entry points to the same data (the 42.zip of our time)."""
    data = plain()
    first = struct.unpack_from("<I", data, data.index(b"PK\x01\x02") + 42)[0]
    for entry in range(data.count(b"PK\x01\x02")):
        data = central(data, 42, "<I", first, entry)
    return data


def repeated_name() -> bytes:
    """Two parts of one name: readers disagree which one counts."""
    buffer = BytesIO(plain())
    with zipfile.ZipFile(buffer, "a") as archive:
        archive.writestr(MAIN, parts(plain())[MAIN])
    return buffer.getvalue()


def lying_size() -> bytes:
    """A part of 8 MB whose directory entry says 100 bytes."""
    data = with_part(plain(), "word/big.xml", b"<a>" + b"x" * 8_000_000 + b"</a>")
    return central(data, 24, "<I", 100, data.count(b"PK\x01\x02") - 1)


def quiet_bomb() -> bytes:
    """Just within every ratio, but 190 MB of text parts that have to be read."""
    line = zlib.compress(b"")  # the pieces differ, so that they do not compress away
    piece = (
        b"".join(
            zlib.crc32(bytes([n % 256, n // 256])).to_bytes(4, "big").hex().encode()
            for n in range(20_000)
        )
        + line
    )
    return with_part(plain(), MAIN, b"<w:document>" + piece * 60)


def laughs(levels: int = 9) -> bytes:
    """A billion laughs."""
    entities = "".join(
        f'<!ENTITY l{n} "{"".join(f"&l{n - 1};" for _ in range(10))}">' for n in range(1, levels)
    )
    head = f'<!DOCTYPE w:document [<!ENTITY l0 "ha">{entities}]>'
    return body(says(f"&l{levels - 1};"), head=head)


def in_utf16(xml: str) -> bytes:
    """The main part in UTF-16."""
    return with_part(plain(), MAIN, xml.encode("utf-16"))


def _document_text() -> str:
    return parts(plain())[MAIN].decode().replace('encoding="UTF-8"', 'encoding="UTF-16"')


XXE = '<!DOCTYPE w:document [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
PARAMETER = '<!DOCTYPE w:document SYSTEM "http://169.254.169.254/evil.dtd">'
DEEP = "<w:tbl><w:tr><w:tc>"
ODD = ("damaged", "no-text", None)

CASES: tuple[Case, ...] = (
    ("a zip bomb", lambda: zip_bomb(20), ("zip-bomb",)),
    ("a bomb in a picture", lambda: with_part(plain(), "word/media/a.png", bytes(20 << 20)),
     ("zip-bomb",)),
    ("many bombs under the ratio's limit", lambda: packed(
        {**parts(plain()), **{f"word/{n}.xml": bytes(900_000) for n in range(300)}}),
     ("too-large", "zip-bomb", "too-many-parts")),
    ("over 200 MB by the directory", lambda: central(plain(), 24, "<I", 220 << 20),
     ("too-large", "zip-bomb")),
    ("a size that is not true", lying_size, ("damaged",)),
    ("a quiet bomb", quiet_bomb, ("damaged", "too-large", "too-long", "too-slow")),
    ("overlapping parts", overlapping, ("overlap", "damaged")),
    ("two parts of one name", repeated_name, ("damaged",)),
    ("2,500 parts", lambda: many_parts(2_500), ("too-many-parts",)),
    ("1,900 parts", lambda: many_parts(1_900), (None,)),
    ("documents in documents", nested_zip, (None,)),
    ("an offset beyond the end", lambda: central(plain(), 42, "<I", 0xFFFF_FFF0), ("damaged",)),
    ("a packed size beyond the end", lambda: central(plain(), 20, "<I", 0x7FFF_FFFF),
     ("damaged",)),
    ("a method nobody knows", lambda: central(plain(), 10, "<H", 99), ("damaged",)),
    ("LZMA", lambda: packed(parts(plain()), zipfile.ZIP_LZMA), ("damaged",)),
    ("bzip2", lambda: packed(parts(plain()), zipfile.ZIP_BZIP2), ("damaged",)),
    ("stored, not packed", lambda: packed(parts(plain()), zipfile.ZIP_STORED), (None,)),
    ("encrypted by its flag", lambda: central(plain(), 8, "<H", 1), ("encrypted",)),
    ("more entries than there are", lambda: end_record(plain(), 10, "<H", 900), ("damaged",)),
    ("a directory nowhere", lambda: end_record(plain(), 16, "<I", 0x7FFF_FFFF), ("damaged",)),
    ("several disks", lambda: end_record(plain(), 4, "<H", 3), ("damaged",)),
    ("a long archive comment", lambda: end_record(plain(), 20, "<H", 60_000) + b"c" * 60_000,
     (None,)),
    ("a directory in the comment", lambda: end_record(plain(), 20, "<H", 22)
     + b"PK\x05\x06" + bytes(18), ("damaged",)),
    ("something before the archive", lambda: b"#!/bin/sh\n" + plain(), ("not-docx", "damaged")),
    ("half a file", lambda: plain()[: len(plain()) // 2], ("damaged",)),
    ("a wrong checksum", lambda: central(plain(), 16, "<I", 0xDEAD_BEEF), ("damaged",)),
    ("names that climb", lambda: packed({**parts(plain()), "../../etc/cron.d/x": b"x"}), (None,)),
    ("a name of 60,000 bytes", lambda: packed({**parts(plain()), "n" * 60_000: b"x"}),
     (None, "damaged")),
    ("a name with NUL and line breaks", lambda: packed({**parts(plain()), "a\r\nb\tc": b"x"}),
     (None, "damaged")),
    ("a part without a name", lambda: nameless(b"\0hidden part"), ("damaged",)),
    ("two names alike up to a NUL", lambda: nameless(b"word/document.xml\0hidden"), ("damaged",)),
    ("an external entity", lambda: body(says("&x;"), head=XXE), ("xml-entities",)),
    ("an external entity in UTF-16", lambda: in_utf16(
        _document_text().replace("<w:document", XXE + "<w:document", 1)), ("xml-entities",)),
    ("an external DTD", lambda: body(says("hello"), head=PARAMETER), ("xml-entities",)),
    ("a billion laughs", laughs, ("xml-entities",)),
    ("laughs in the styles", lambda: changed(
        "word/styles.xml", lambda x: x.replace(b"<w:styles", XXE.encode() + b"<w:styles", 1)),
     ("xml-entities",)),
    ("laughs in a relationship", lambda: changed(
        "_rels/.rels", lambda x: x.replace(b"<Rel", XXE.encode() + b"<Rel", 1)),
     ("xml-entities",)),
    ("laughs in the types", lambda: changed(
        "[Content_Types].xml", lambda x: x.replace(b"<Types", XXE.encode() + b"<Types", 1)),
     ("xml-entities",)),
    ("an honest document in UTF-16", lambda: in_utf16(_document_text()), (None,)),
    ("a template elsewhere", lambda: relation(_SETTINGS, "http://169.254.169.254/t.dotm"),
     (None,)),
    ("a template on a file share", lambda: relation(_SETTINGS, r"\\10.0.0.1\share\t.dotm"),
     (None,)),
    ("the main part elsewhere", lambda: changed("_rels/.rels", lambda x: x.replace(
        b'Target="word/document.xml"', b'Target="http://10.0.0.1/d.xml" TargetMode="External"')),
     ("damaged",)),
    ("a picture elsewhere", lambda: relation(
        "word/_rels/document.xml.rels", "file:///etc/passwd", "image"), (None, "damaged")),
    ("a relationship that climbs", lambda: relation(
        "word/_rels/document.xml.rels", "../../../../etc/passwd", "image", "Internal"),
     ("damaged", None)),
    ("a relationship to itself", lambda: relation(
        "word/_rels/document.xml.rels", "document.xml", "header", "Internal"), ("damaged", None)),
    ("macros", lambda: with_part(plain(), "word/vbaProject.bin", b"macro"), ("macros",)),
    ("macros by the type", lambda: changed("[Content_Types].xml", lambda x: x.replace(
        _TYPE, b"application/vnd.ms-word.document.macroEnabled.main+xml")), ("macros",)),
    ("macros in another place", lambda: with_part(plain(), "x/VBAPROJECT.BIN", b"m"),
     ("macros",)),
    ("a spreadsheet", lambda: changed("[Content_Types].xml", lambda x: x.replace(
        b"wordprocessingml.document", b"spreadsheetml.sheet")), ("not-docx",)),
    ("a zip of something else", lambda: packed({"a.txt": b"hello"}), ("not-docx",)),
    ("no types", lambda: without("[Content_Types].xml"), ("not-docx",)),
    ("no main part", lambda: without(MAIN), ("damaged",)),
    ("no relationships", lambda: without("_rels/.rels"), ("damaged",)),
    ("no styles", lambda: without("word/styles.xml"), (None, "damaged")),
    ("a main part that is no XML", lambda: with_part(plain(), MAIN, b"\x00\xff" * 9_000),
     ("damaged",)),
    ("a main part of another kind", lambda: with_part(plain(), MAIN, b"<html/>"),
     ("damaged", "no-text")),
    ("tables 5,000 deep", lambda: body(DEEP * 5_000 + "</w:tc></w:tr></w:tbl>" * 5_000),
     ("damaged",)),
    ("tables 60 deep", lambda: body(
        DEEP * 60 + says("deep") + "</w:tc></w:tr></w:tbl>" * 60), ODD),
    ("a cell over 2 billion columns", lambda: body(
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2000000000'/></w:tcPr>"
        f"{says('wide')}</w:tc></w:tr></w:tbl>"), (None,)),
    ("a merge without a beginning", lambda: body(
        "<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr>"
        f"{says('lost')}</w:tc></w:tr></w:tbl>"), ODD),
    ("300,000 paragraphs", lambda: body(says("x") * 300_000),
     ("too-long", "too-large", "too-slow", "zip-bomb")),
    ("one paragraph of 9 MB", lambda: body(says("word " * 1_800_000)),
     ("too-long", "zip-bomb", "damaged")),
    ("200,000 attributes", lambda: body(
        says("a"), attributes=" ".join(f'a{n}="x"' for n in range(200_000))), ODD),
    ("20,000 namespaces", lambda: body(
        says("a"), attributes=" ".join(f'xmlns:n{n}="u{n}"' for n in range(20_000))), ODD),
    ("a style based on itself", lambda: changed("word/styles.xml", lambda x: x.replace(
        b'<w:basedOn w:val="Normal"/>', b'<w:basedOn w:val="Heading1"/>')), (None,)),
    ("a heading level that is none", lambda: changed("word/styles.xml", lambda x: x.replace(
        b'w:val="heading 1"', b'w:val="heading 9999999999"')), (None,)),
    ("text that turns around", lambda: body(says("\u202egnp.exe\u2066 \ufeffhello")), (None,)),
    ("an empty document", empty_docx, ("no-text",)),
    ("an empty file", lambda: b"", ("empty-file",)),
    ("a PDF", lambda: b"%PDF-1.7\n" + bytes(999), ("pdf",)),
    ("an old Word file", lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(4_096), ("old-doc",)),
    ("11 MB of nothing", lambda: bytes(11_000_000), ("not-docx",)),
)  # fmt: skip
