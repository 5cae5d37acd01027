"""Documents that customers upload, good and bad, made in memory."""

from __future__ import annotations

import zipfile
from io import BytesIO

import docx

DOCX_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


def docx_file(*paragraphs: str, heading: str = "About us") -> bytes:
    """A DOCX with one heading and these paragraphs."""
    document = docx.Document()
    document.add_heading(heading, 1)
    for text in paragraphs or ("We repair bicycles while our customers wait.",):
        document.add_paragraph(text)
    buffer = BytesIO()
    document.save(buffer)
    return buffer.getvalue()


def docx_with_body(body: str, styles: int = 0) -> bytes:
    """A DOCX whose body is this XML, with so many paragraph styles before Word's own."""
    original = docx_file()
    with zipfile.ZipFile(BytesIO(original)) as archive:
        names = archive.read("word/styles.xml").decode()
    own = "".join(
        f'<w:style w:type="paragraph" w:styleId="Own{number}"><w:name w:val="Own {number}"/>'
        f'<w:rPr><w:sz w:val="{number}"/></w:rPr></w:style>'
        for number in range(styles)
    )
    at = names.index("<w:style ")
    main = (
        '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
        f"<w:body>{body}</w:body></w:document>"
    )
    styled = with_part(original, "word/styles.xml", (names[:at] + own + names[at:]).encode())
    return with_part(styled, "word/document.xml", main.encode())


def empty_docx() -> bytes:
    """A DOCX without a word."""
    buffer = BytesIO()
    docx.Document().save(buffer)
    return buffer.getvalue()


def with_part(original: bytes, name: str, content: bytes) -> bytes:
    """The same archive with one part replaced or added, compressed."""
    buffer = BytesIO()
    with (
        zipfile.ZipFile(BytesIO(original)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for part in old.namelist():
            if part != name:
                new.writestr(part, old.read(part))
        new.writestr(name, content)
    return buffer.getvalue()


def zip_bomb(megabytes: int = 120) -> bytes:
    """A DOCX whose text part unpacks to far more than it weighs."""
    return with_part(docx_file(), "word/document.xml", b"<w:document>" + bytes(megabytes << 20))
