"""Honest documents as other programs write them: odd in one way each, and to be read.

Each has its sentence where that program puts it: in a content control, a tracked insertion, a text
box, a part of another name, an archive of another build. Invariant: a reader that refuses one of
them, or reads it without its sentence, has turned away or robbed somebody who did nothing wrong.
"""

from __future__ import annotations

import struct
import zipfile
from collections.abc import Callable
from io import BytesIO

from tests.assurance.docx_files import (
    MAIN,
    W,
    body,
    changed,
    packed,
    parts,
    plain,
    relation,
    says,
    without,
)

SENTENCE = "We repair bicycles while you wait."
LOST = "This was deleted."
_STRICT_W = "http://purl.oclc.org/ooxml/wordprocessingml/main"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MC = "http://schemas.openxmlformats.org/markup-compatibility/2006"
_RUN = f"<w:r><w:t>{SENTENCE}</w:t></w:r>"
_P = f"<w:p>{_RUN}</w:p>"
_GONE = f"<w:r><w:delText>{LOST}</w:delText></w:r>"


def _streamed() -> bytes:
    """Sizes only behind the data, as programs write that do not turn back (Google Docs)."""

    class Forward(BytesIO):
        def seekable(self) -> bool:
            return False

        def seek(self, *_: int) -> int:
            raise OSError("this only goes forward")

        def tell(self) -> int:
            raise OSError("this only goes forward")

    out = Forward()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts(body(_P)).items():
            archive.writestr(name, data)
    return out.getvalue()


def _with_folders() -> bytes:
    """Entries for the folders too, as general archivers make them."""
    content = parts(body(_P))
    return packed({"_rels/": b"", "word/": b"", "docProps/": b"", **content})


def _from_a_mac() -> bytes:
    """Unpacked and packed again by the Finder: a shadow file beside each part, binary inside."""
    shadow = b"\x00\x05\x16\x07\x00\x02\x00\x00Mac OS X        " + bytes(40)
    return packed(
        {
            **parts(body(_P)),
            "__MACOSX/word/._document.xml": shadow,
            "__MACOSX/._[Content_Types].xml": shadow,
            ".DS_Store": b"Bud1",
        }
    )


def _with_extras() -> bytes:
    """Padding in the extra fields, as alignment tools and Word itself write it."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, data) in enumerate(parts(body(_P)).items()):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.extra = struct.pack("<HH", 0xA220, 40 + number) + bytes(40 + number)
            archive.writestr(entry, data)
    return out.getvalue()


def _renamed(to: str, target: str) -> bytes:
    """The main part under another name, as online editors save it."""
    content = parts(body(_P))
    content[to] = content.pop(MAIN)
    content["[Content_Types].xml"] = content["[Content_Types].xml"].replace(
        b"/word/document.xml", f"/{to}".encode()
    )
    content["_rels/.rels"] = content["_rels/.rels"].replace(
        b'Target="word/document.xml"', f'Target="{target}"'.encode()
    )
    folder, _, name = to.rpartition("/")
    related = content.pop("word/_rels/document.xml.rels")
    content[f"{folder}/_rels/{name}.rels"] = related.replace(b'Target="', b'Target="/word/')
    return packed(content)


def _strict() -> bytes:
    """Saved as "Strict Open XML": every namespace has another name."""
    content = parts(body(_P))
    for name, data in content.items():
        content[name] = data.replace(W.encode(), _STRICT_W.encode()).replace(
            _RELATIONS.encode(), b"http://purl.oclc.org/ooxml/officeDocument/relationships"
        )
    return packed(content)


def _other_prefixes() -> bytes:
    """Written by a general XML library: prefixes of its own, single quotes, no declaration."""
    xml = (
        f"<ns0:document xmlns:ns0='{W}'><ns0:body><ns0:p><ns0:r><ns0:t>{SENTENCE}</ns0:t>"
        "</ns0:r></ns0:p></ns0:body></ns0:document>"
    )
    return packed({**parts(plain()), MAIN: xml.encode()})


def _bom() -> bytes:
    """A byte order mark before every part, and Windows line ends."""
    mark = b"\xef\xbb\xbf"
    return packed(
        {
            name: mark + data.replace(b"?>", b"?>\r\n", 1) if name.endswith(".xml") else data
            for name, data in parts(body(_P)).items()
        }
    )


def _box(inside: str) -> str:
    return (
        f'<w:p><w:r><mc:AlternateContent xmlns:mc="{_MC}"><mc:Choice Requires="wps">'
        f"<w:drawing><w:txbxContent>{inside}</w:txbxContent></w:drawing></mc:Choice>"
        f"<mc:Fallback><w:pict><w:txbxContent>{says(LOST)}</w:txbxContent></w:pict>"
        "</mc:Fallback></mc:AlternateContent></w:r></w:p>"
    )


def _cell(inside: str) -> str:
    return f"<w:tbl><w:tr><w:tc>{inside}</w:tc></w:tr></w:tbl>"


def _in_pieces() -> str:
    """A run for each letter, with proofing marks and bookmarks between, as Word leaves it."""
    marks = (
        '<w:proofErr w:type="spellStart"/>',
        '<w:bookmarkStart w:id="1" w:name="_Go"/>',
        "<w:lastRenderedPageBreak/>",
        "<!-- x -->",
        "<?x y?>",
    )
    runs = "".join(
        f'<w:r><w:t xml:space="preserve">{letter}</w:t></w:r>{marks[n % len(marks)]}'
        for n, letter in enumerate(SENTENCE)
    )
    return f"<w:p>{runs}</w:p>"


def _without_extras() -> bytes:
    """The least that is a document: types, one relationship, the main part."""
    types = (
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.'
        f'relationships+xml"/><Override PartName="/word/document.xml" ContentType="{_KIND}"/>'
        "</Types>"
    )
    main = (
        '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
        f'<Relationship Id="a" Type="{_RELATIONS}/officeDocument" Target="word/document.xml"/>'
        "</Relationships>"
    )
    return packed(
        {
            "[Content_Types].xml": types.encode(),
            "_rels/.rels": main.encode(),
            MAIN: parts(body(_P))[MAIN],
        }
    )


def _by_default_type() -> bytes:
    """The kind of the main part told by its extension alone, as small generators do it."""
    content = parts(_without_extras())
    types = content["[Content_Types].xml"].replace(
        b'Override PartName="/word/document.xml"', b'Default Extension="xml"'
    )
    return packed({**content, "[Content_Types].xml": types})


def _signed() -> bytes:
    """A digital signature, custom XML, a thumbnail, printer settings and a rubbish part."""
    return packed(
        {
            **parts(body(_P)),
            "_xmlsignatures/sig1.xml": b"<Signature/>",
            "[trash]/0000.dat": b"\xff",
            "customXml/item1.xml": b"<a/>",
            "docProps/thumbnail.emf": b"\x01\x00",
            "word/printerSettings/p.bin": bytes(9),
        }
    )


def _without_styles() -> bytes:
    """No styles although paragraphs name some."""
    styled = f'<w:p><w:pPr><w:pStyle w:val="Nowhere"/></w:pPr>{_RUN}</w:p>'
    content = parts(body(styled))
    related = content["word/_rels/document.xml.rels"]
    pieces = related.split(b"<Relationship ")
    kept = b"<Relationship ".join(piece for piece in pieces if b"styles.xml" not in piece)
    del content["word/styles.xml"]
    ending = b"" if kept.endswith(b"</Relationships>") else b"</Relationships>"
    return packed({**content, "word/_rels/document.xml.rels": kept + ending})


def _turned() -> str:
    """Written from right to left, with numbers the other way."""
    within = f"<w:dir w:val='rtl'><w:bdo w:val='ltr'>{_RUN}</w:bdo></w:dir>"
    return f"<w:p><w:pPr><w:bidi/></w:pPr>{within}</w:p>"


ODD: tuple[tuple[str, Callable[[], bytes]], ...] = (
    ("all text in a content control", lambda: body(
        f"<w:sdt><w:sdtPr><w:tag w:val='x'/></w:sdtPr><w:sdtContent>{_P}</w:sdtContent></w:sdt>")),
    ("a control within the line", lambda: body(
        f"<w:p><w:sdt><w:sdtContent>{_RUN}</w:sdtContent></w:sdt></w:p>")),
    ("a table of controls", lambda: body(
        "<w:tbl><w:sdt><w:sdtContent><w:tr><w:sdt><w:sdtContent>"
        f"<w:tc>{_P}</w:tc></w:sdtContent></w:sdt></w:tr></w:sdtContent></w:sdt></w:tbl>")),
    ("a tracked insertion and deletion", lambda: body(
        f"<w:p><w:del w:id='1'>{_GONE}</w:del><w:ins w:id='2'>{_RUN}</w:ins></w:p>")),
    ("a tracked move", lambda: body(
        f"<w:p><w:moveFrom w:id='1'><w:r><w:t>{LOST}</w:t></w:r></w:moveFrom></w:p>"
        f"<w:p><w:moveTo w:id='2'>{_RUN}</w:moveTo></w:p>")),
    ("smart tags of 2003", lambda: body(
        f"<w:p><w:smartTag w:element='place'><w:customXml w:element='a'>{_RUN}</w:customXml>"
        "</w:smartTag></w:p>")),
    ("a field in two forms", lambda: body(
        f"<w:p><w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>{LOST}</w:instrText>"
        f"</w:r><w:fldSimple w:instr='TITLE'>{_RUN}</w:fldSimple></w:p>")),
    ("a link around the line", lambda: body(
        f"<w:p><w:hyperlink w:anchor='a'>{_RUN}</w:hyperlink></w:p>")),
    ("a text box with its second form", lambda: body(_box(_P))),
    ("a text box in a table in a text box", lambda: body(_box(_cell(_box(_P) + "<w:p/>")))),
    ("a drawing of the old kind", lambda: body(
        f"<w:p><w:r><w:pict><w:txbxContent>{_P}</w:txbxContent></w:pict></w:r></w:p>")),
    ("tables in tables", lambda: body(_cell(_cell(_cell(_P) + "<w:p/>") + "<w:p/>"))),
    ("readings above the characters", lambda: body(
        f"<w:p><w:r><w:ruby><w:rt><w:r><w:t>{LOST}</w:t></w:r></w:rt>"
        f"<w:rubyBase>{_RUN}</w:rubyBase></w:ruby></w:r></w:p>")),
    ("a run for every letter", lambda: body(_in_pieces())),
    ("from right to left", lambda: body(_turned())),
    ("an HTML page taken in beside it", lambda: body(
        f"{_P}<w:altChunk r:id='rId77'/>")),
    ("sizes behind the data", _streamed),
    ("folders as entries", _with_folders),
    ("packed by a Mac", _from_a_mac),
    ("extra fields", _with_extras),
    ("the main part named document2", lambda: _renamed(
        "word/document2.xml", "/word/document2.xml")),
    ("the main part in another folder", lambda: _renamed("xml/main.xml", "xml/main.xml")),
    ("strict Open XML", _strict),
    ("prefixes of another library", _other_prefixes),
    ("byte order marks", _bom),
    ("the least that is a document", _without_extras),
    ("its kind told by the extension", _by_default_type),
    ("signed, with rubbish", _signed),
    ("styles that are not there", _without_styles),
    ("pictures that are gone", lambda: relation(
        "word/_rels/document.xml.rels", "../NULL", "image", "Internal", data=body(_P))),
    ("a link to a place in itself", lambda: relation(
        "word/_rels/document.xml.rels", "#_top", "hyperlink", "Internal", data=body(_P))),
    ("no properties", lambda: packed({
        name: data.replace(b"We repair bicycles.", SENTENCE.encode())
        for name, data in parts(without("docProps/core.xml", "docProps/app.xml")).items()})),
    ("properties that say nothing", lambda: changed(MAIN, lambda x: x.replace(
        b"We repair bicycles.", SENTENCE.encode()))),
)  # fmt: skip
