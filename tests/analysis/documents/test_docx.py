"""DOCX: text in reading order, and a named refusal for everything that is not safely a DOCX."""

from __future__ import annotations

import io
import random
import re
import struct
import zipfile
from collections.abc import Callable

import docx
import pytest

from presence.analysis.documents import DocumentRefused, read_docx

TYPES = "[Content_Types].xml"


def good() -> bytes:
    """A document with headings, a list, a table and an external link."""
    document = docx.Document()
    document.core_properties.title = "Brand facts"
    document.add_heading("About Acme", 1)
    document.add_paragraph("We make oak tables.")
    document.add_paragraph("Sizes to the centimetre", style="List Bullet")
    table = document.add_table(2, 2)
    for cell, text in zip(
        [*table.rows[0].cells, *table.rows[1].cells],
        ["Size", "Price", "120 cm", "£640"],
        strict=True,
    ):
        cell.text = text
    document.add_paragraph("The end.")
    document.part.relate_to(
        "http://169.254.169.254/x",
        "http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink",
        is_external=True,
    )
    out = io.BytesIO()
    document.save(out)
    return out.getvalue()


def changed(
    change: Callable[[str, bytes], bytes | None], extra: dict[str, bytes] | None = None
) -> bytes:
    """The good document with parts changed (None drops one) or added."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(good())) as old, zipfile.ZipFile(out, "w", 8) as new:
        for name in old.namelist():
            content = change(name, old.read(name))
            if content is not None:
                new.writestr(name, content)
        for name, content in (extra or {}).items():
            new.writestr(name, content)
    return out.getvalue()


def same(name: str, content: bytes) -> bytes:
    return content


def refusal(data: bytes) -> str:
    with pytest.raises(DocumentRefused) as caught:
        read_docx(data, "x.docx")
    assert caught.value.message.endswith(".")
    assert ". Please " in caught.value.message, "says what to do"
    assert len(caught.value.message) < 100
    return caught.value.code


def test_headings_lists_and_tables_come_in_reading_order() -> None:
    text = read_docx(good(), "facts.docx")
    assert (text.name, text.title) == ("facts.docx", "Brand facts")
    assert text.blocks == (
        (1, "About Acme"),
        (0, "We make oak tables."),
        (0, "Sizes to the centimetre"),
        (0, "Size | Price"),
        (0, "120 cm | £640"),
        (0, "The end."),
    )
    assert text.word_count == 17


def test_a_document_without_properties_is_titled_by_its_heading() -> None:
    def without(name: str, content: bytes) -> bytes | None:
        if name == "docProps/core.xml":
            return None
        return re.sub(rb"<[^<]*docProps/core.xml[^>]*>", b"", content)

    assert read_docx(changed(without), "x.docx").title == "About Acme"


def test_files_of_other_kinds_are_refused_by_name() -> None:
    old_word = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600)
    locked = old_word + "EncryptedPackage".encode("utf-16-le")
    kinds = [
        refusal(data)
        for data in (
            b"",
            b"%PDF-1.7\n...",
            b"\n%PDF-1.4",
            old_word,
            locked,
            b"plain words",
            b"<html></html>",
        )
    ]
    assert kinds == ["empty-file", "pdf", "pdf", "old-doc", "encrypted", "not-docx", "not-docx"]


def test_a_zip_without_content_types_is_not_a_docx() -> None:
    assert refusal(changed(lambda name, c: None if name == TYPES else c)) == "not-docx"


def test_a_spreadsheet_is_not_a_docx() -> None:
    def sheet(name: str, content: bytes) -> bytes:
        return content.replace(b"wordprocessingml", b"spreadsheetml")

    assert refusal(changed(sheet)) == "not-docx"


def test_macros_are_refused() -> None:
    assert refusal(changed(same, {"word/vbaProject.bin": b"x"})) == "macros"


def test_an_xml_entity_is_refused_wherever_it_hides() -> None:
    def bomb(name: str, content: bytes) -> bytes:
        declared = b'<!DOCTYPE x [<!ENTITY a "aaaa">]>'
        head, _, rest = content.partition(b"?>")
        return head + b"?>" + declared + rest if name == "word/document.xml" else content

    def wide(name: str, content: bytes) -> bytes:
        return '<?xml version="1.0"?><!DOCTYPE x>'.encode("utf-16") if "styles" in name else content

    assert [refusal(changed(bomb)), refusal(changed(wide))] == ["xml-entities", "xml-entities"]


def test_a_bomb_is_refused_by_its_directory_before_anything_is_inflated() -> None:
    zeros = changed(same, {"word/media/zeros.xml": bytes(20_000_000)})
    assert refusal(zeros) == "zip-bomb"


def test_more_than_200_mb_unpacked_is_refused() -> None:
    assert refusal(_claims(good())) == "too-large"


def _claims(data: bytes) -> bytes:
    """The first directory entry claims 300 MB in 4 MB."""
    at = data.index(b"PK\x01\x02")
    return data[: at + 20] + struct.pack("<II", 4_000_000, 300_000_000) + data[at + 28 :]


def test_more_than_2000_parts_are_refused() -> None:
    assert refusal(changed(same, {f"word/p{n}.xml": b"" for n in range(2_001)})) == "too-many-parts"


def test_overlapping_parts_are_refused() -> None:
    data = good()
    first = data.index(b"PK\x01\x02")
    second = data.index(b"PK\x01\x02", first + 4)
    size = struct.unpack_from("<II", data, first + 20)
    method = struct.unpack_from("<H", data, first + 10)
    forged = bytearray(data)
    struct.pack_into("<H", forged, second + 10, *method)
    struct.pack_into("<II", forged, second + 20, *size)
    struct.pack_into("<I", forged, second + 42, struct.unpack_from("<I", data, first + 42)[0])
    assert refusal(bytes(forged)) == "overlap"


@pytest.mark.parametrize("name", [b"\0hidden part", b"word/document.xml\0hidden"])
def test_a_part_whose_name_ends_at_a_nul_is_damage_not_a_crash(name: bytes) -> None:
    stand_in = name.replace(b"\0", b"?")
    data = changed(same, {stand_in.decode(): b"x"})
    assert refusal(data.replace(stand_in, name)) == "damaged"


def test_a_part_packed_in_another_way_than_word_packs_is_damaged() -> None:
    out = io.BytesIO(good())
    with zipfile.ZipFile(out, "a", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("word/media/a.png", bytes(900))
    assert refusal(out.getvalue()) == "damaged"


@pytest.mark.parametrize(("at", "other"), [(0, b"PK\x03\x05"), (8, b"\x63\x00")])
def test_a_part_whose_own_header_says_otherwise_than_the_directory_is_damaged(
    at: int, other: bytes
) -> None:
    """Another reader would find something else there: also in a picture, which we never open."""
    data = changed(same, {"word/media/a.png": b"a picture"})
    header = data.index(b"word/media/a.png") - 30
    assert data[header : header + 4] == b"PK\x03\x04"
    data = data[: header + at] + other + data[header + at + len(other) :]
    assert refusal(data) == "damaged"


def test_a_second_directory_that_nobody_checked_is_damaged() -> None:
    """The library believes the record for large archives, whatever the ordinary one says."""
    data = good()
    end = data.index(b"PK\x05\x06")
    count, size, offset = struct.unpack_from("<H2I", data, end + 10)
    second = bytearray(data[offset : offset + size])
    struct.pack_into("<I", second, second.index(b"docProps/thumbnail.jpeg") - 22, 300_000_000)
    record = struct.pack("<4sQ2H2I4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, end)
    locator = struct.pack("<4sIQI", b"PK\x06\x07", 0, end + size, 1)
    assert refusal(data[:end] + second + record + locator + data[end:]) == "damaged"


def test_a_directory_of_more_parts_than_it_says_is_damaged() -> None:
    data = bytearray(good())
    at = data.index(b"PK\x05\x06") + 8
    (count,) = struct.unpack_from("<H", data, at)
    struct.pack_into("<2H", data, at, count - 1, count - 1)
    assert refusal(bytes(data)) == "damaged"


def test_two_parts_of_one_name_are_damaged() -> None:
    data = changed(same, {"word/media/a.xml": b"a", "word/media/b.xml": b"b"})
    assert refusal(data.replace(b"media/b.xml", b"media/a.xml")) == "damaged"


def test_an_encrypted_part_is_refused() -> None:
    data = good()
    at = data.index(b"PK\x01\x02")
    assert refusal(data[: at + 8] + b"\x01\x00" + data[at + 10 :]) == "encrypted"


def test_a_document_without_text_is_refused() -> None:
    out = io.BytesIO()
    docx.Document().save(out)
    assert refusal(out.getvalue()) == "no-text"


@pytest.mark.parametrize("keep", [10, 100, 1_000, 5_000, -30, -1])
def test_a_cut_off_file_is_damaged_not_a_crash(keep: int) -> None:
    assert refusal(good()[:keep]) == "damaged"


def test_random_damage_gives_text_or_a_named_refusal() -> None:
    dice = random.Random(20261120)  # noqa: S311 - repeatable mutations
    data = good()
    outcomes: list[str] = []
    for _ in range(150):
        mutant = bytearray(data)
        for _ in range(dice.randint(1, 30)):
            mutant[dice.randrange(len(mutant))] = dice.randrange(256)
        outcomes.append(_outcome(bytes(mutant)))
    assert len(outcomes) == 150
    assert all(outcomes)


def _outcome(data: bytes) -> str:
    """The refusal's code, or "read" with text; anything else raised fails the test."""
    try:
        return "read" if read_docx(data, "x.docx").blocks else ""
    except DocumentRefused as refused:
        return refused.code


def test_a_part_said_to_be_outside_is_not_used_though_its_name_is_inside() -> None:
    def outside(name: str, content: bytes) -> bytes:
        if name != "word/_rels/document.xml.rels":
            return content
        return content.replace(b'Target="styles.xml"', b'Target="styles.xml" TargetMode="External"')

    assert changed(outside) != good()
    text = read_docx(changed(outside), "x.docx")
    assert "We make oak tables." in str(text.blocks)
