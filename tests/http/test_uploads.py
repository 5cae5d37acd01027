"""Forms are read piece by piece, whatever the pieces, and file names arrive tame."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator

import pytest
from starlette.requests import Request
from starlette.types import Message

from presence.core.errors import FileTooLarge, UnsupportedMedia, ValidationFailed
from presence.http.uploads import DOCX_TYPE, Form, Upload, read_form, require_docx

ZIP = b"PK\x03\x04 [Content_Types].xml"
MESSAGE = "Please select a valid DOCX file."


def part(name: str, body: bytes, filename: str | None = None, kind: str = "") -> bytes:
    """One part of a form with boundary `x`."""
    named = f'; filename="{filename}"' if filename is not None else ""
    typed = f"Content-Type: {kind}\r\n" if kind else ""
    head = f'--x\r\nContent-Disposition: form-data; name="{name}"{named}\r\n{typed}\r\n'
    return head.encode() + body + b"\r\n"


async def read(
    *parts: bytes,
    size: int = 65_536,
    max_file: int = 1_000,
    kind: bytes = b"multipart/form-data; boundary=x",
) -> Form:
    """Read a form that arrives in pieces of `size` bytes."""
    body = b"".join(parts) + b"--x--\r\n"

    async def pieces() -> AsyncIterator[Message]:
        for start in range(0, len(body), size):
            yield {"type": "http.request", "body": body[start : start + size], "more_body": True}
        yield {"type": "http.request", "body": b"", "more_body": False}

    headers = [(b"content-type", kind)]
    scope = {"type": "http", "method": "POST", "path": "/", "headers": headers}
    return await read_form(Request(scope, pieces().__anext__), max_file=max_file)


@pytest.mark.parametrize("size", [1, 2, 7, 65_536])
async def test_a_form_reads_the_same_in_pieces_of_any_size(size: int) -> None:
    form = await read(
        part("name", "Räder 🚲".encode()),
        part("file", b"--x is not\r\n-- the end\r\n", "über uns.docx", f"{DOCX_TYPE}; a=b"),
        size=size,
    )
    assert form.texts == {"name": "Räder 🚲"}
    assert form.files == {
        "file": Upload("über uns.docx", DOCX_TYPE, b"--x is not\r\n-- the end\r\n")
    }


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/passwd", "passwd"),
        (r"C:\\Users\\me\\brand.docx", "brand.docx"),
        ("a\tb\x7f.docx", "ab.docx"),
        ("n" * 500 + ".docx", "n" * 195 + ".docx"),
    ],
)
async def test_a_file_name_keeps_neither_folders_nor_control_characters(
    sent: str, kept: str
) -> None:
    form = await read(part("file", b"data", sent))
    assert form.files["file"].name == kept


async def test_a_file_input_without_a_choice_is_no_file() -> None:
    assert (await read(part("file", b"", "", "application/octet-stream"))).files == {}


async def test_a_body_that_is_no_form_is_not_read_as_one() -> None:
    with pytest.raises(UnsupportedMedia, match="Send multipart/form-data"):
        await read(part("name", b"Ada"), kind=b"text/plain; boundary=x")


async def test_a_file_of_the_limit_passes_and_one_byte_more_does_not() -> None:
    assert len((await read(part("file", bytes(1_000), "a"))).files["file"].data) == 1_000
    with pytest.raises(FileTooLarge, match=r"File is too large\. Maximum size is 10MB\."):
        await read(part("file", bytes(1_001), "a"))


async def test_a_text_field_has_a_limit_of_its_own() -> None:
    with pytest.raises(ValidationFailed, match="This text is too long"):
        await read(part("name", bytes(70_000)), max_file=1_000_000)


async def test_a_form_of_very_many_parts_is_refused() -> None:
    with pytest.raises(ValidationFailed):
        await read(*(part(f"field{number}", b"x") for number in range(41)))


@pytest.mark.parametrize(
    ("name", "kind", "strict", "accepted"),
    [
        ("a.docx", DOCX_TYPE, True, True),
        ("a.bin", DOCX_TYPE, True, True),
        ("a.docx", "", True, True),
        ("a.docx", "application/octet-stream", True, True),
        ("a.docx", "application/pdf", False, True),
        ("a.docx", "application/pdf", True, False),
        ("a.bin", "", False, False),
    ],
)
def test_a_docx_is_known_by_type_or_extension_and_strictly_by_a_stated_type(
    name: str, kind: str, strict: bool, accepted: bool
) -> None:
    upload = Upload(name, kind, ZIP)
    if accepted:
        require_docx(upload, MESSAGE, "/file", strict=strict)
        return
    with pytest.raises(UnsupportedMedia, match=MESSAGE):
        require_docx(upload, MESSAGE, "/file", strict=strict)


@pytest.mark.parametrize("data", [b"", b"PK", b"%PDF-1.7", b"PK\x03\x04 something else"])
def test_the_first_bytes_must_be_those_of_an_office_archive(data: bytes) -> None:
    with pytest.raises(UnsupportedMedia):
        require_docx(Upload("a.docx", DOCX_TYPE, data), MESSAGE, "/file")


async def test_a_form_of_very_many_parts_is_refused_without_parsing_them_all() -> None:
    one = part("a", b"")
    began = time.process_time()
    with pytest.raises(ValidationFailed):
        await read(one * (10_000_000 // len(one)))
    assert time.process_time() - began < 1.0


async def test_a_part_with_endless_headers_is_refused() -> None:
    with pytest.raises(ValidationFailed):
        await read(b"--x\r\n" + b"A: b\r\n" * 1_000 + b"\r\nbody\r\n")
    with pytest.raises(ValidationFailed):
        await read(b"--x\r\nA: " + b"b" * 100_000 + b"\r\n\r\nbody\r\n")
