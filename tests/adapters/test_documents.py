"""Uploads are read in a process that can do nothing else, and end in a text or a sentence."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import time

import pytest

from presence.adapters.documents import WALL_SECONDS, DocumentReader
from presence.analysis.documents import DocumentRefused
from presence.analysis.types import DocumentText
from tests.factories.files import docx_file, empty_docx, with_part, zip_bomb

EXTERNAL = (
    b'<?xml version="1.0"?><!DOCTYPE w [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">'
    b"<w:body><w:p><w:r><w:t>&x;</w:t></w:r></w:p></w:body></w:document>"
)
LAUGHS = EXTERNAL.replace(
    b'<!ENTITY x SYSTEM "file:///etc/passwd">',
    b'<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY x "&b;&b;&b;&b;&b;&b;">',
)
# The worker with another parser: one that has been taken over and now tries something.
TAKEN_OVER = """
import presence.adapters.document_worker as worker
import ctypes, os, socket, subprocess, sys, urllib.request
def try_all(attempts):
    worked = []
    for attempt in attempts:
        try:
            eval(attempt)
        except (OSError, MemoryError):
            continue
        worked.append(attempt)
    raise worker.DocumentRefused("tried", ", ".join(worked))
def parse(data, name):
    {attempt}
worker.read_docx = parse
worker.main()
"""
HARMLESS = "len('what may be done is reported as done')"
ATTEMPTS = (
    HARMLESS,
    "socket.socket()",
    "socket.create_connection(('127.0.0.1', 9), 1)",
    "socket.getaddrinfo('example.com', 80)",
    "urllib.request.urlopen('http://127.0.0.1:9/')",
    "subprocess.run(['/bin/true'])",
    "os.system('true')",
    "os.fork()",
    "os.execv('/bin/true', ['true'])",
    "os.posix_spawn('/bin/true', ['true'], {})",
    "open('/tmp/presence-escape', 'w')",
    "os.open('/tmp/presence-escape', os.O_CREAT | os.O_WRONLY)",
    "os.remove('/tmp/presence-escape')",
    "os.kill(os.getppid(), 0)",
    "ctypes.CDLL(None)",
    "bytes(400_000_000)",
    "[open('/dev/null') for _ in range(50)]",
)


def reader(attempt: str, wall_seconds: float = WALL_SECONDS) -> DocumentReader:
    """A reader whose parser runs `attempt`."""
    code = TAKEN_OVER.format(attempt=attempt)
    return DocumentReader(command=(sys.executable, "-I", "-c", code), wall_seconds=wall_seconds)


async def refusal(made: DocumentReader, data: bytes = b"x") -> DocumentRefused:
    """How the reader refuses these bytes."""
    with pytest.raises(DocumentRefused) as caught:
        await made.read(data, "a.docx")
    return caught.value


async def test_a_document_is_read_with_its_headings_and_paragraphs() -> None:
    got = await DocumentReader().read(docx_file("We repair bicycles.", "🚲 ok"), "über uns.docx")
    assert got == DocumentText(
        "über uns.docx", "About us", ((1, "About us"), (0, "We repair bicycles."), (0, "🚲 ok")), 7
    )


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "empty-file"),
        (b"%PDF-1.7\n...", "pdf"),
        (empty_docx(), "no-text"),
        (b"\x00" * 11_000_000, "not-docx"),
        (docx_file()[:400], "damaged"),
    ],
    ids=["empty file", "pdf", "no text", "11 MB of nothing", "cut short"],
)
async def test_what_cannot_be_read_is_refused_with_its_reason(data: bytes, code: str) -> None:
    refused = await refusal(DocumentReader(), data)
    assert refused.code == code
    assert refused.message.endswith(".")


@pytest.mark.parametrize(
    "data",
    [
        zip_bomb(),
        with_part(docx_file(), "word/document.xml", EXTERNAL),
        with_part(docx_file(), "word/document.xml", LAUGHS),
        with_part(docx_file(), "word/vbaProject.bin", b"macro"),
    ],
    ids=["zip bomb", "external entity", "billion laughs", "macro"],
)
async def test_what_means_harm_is_refused_in_time(data: bytes) -> None:
    started = time.monotonic()
    refused = await refusal(DocumentReader(), data)
    assert time.monotonic() - started < WALL_SECONDS
    assert "passwd" not in refused.message
    assert refused.code != "unreadable"


async def test_a_long_table_of_equal_rows_is_read() -> None:
    row = b"".join(
        b'<w:tc><w:tcPr><w:tcW w:type="dxa" w:w="2160"/></w:tcPr><w:p><w:r><w:t>'
        + cell
        + b"</w:t></w:r></w:p></w:tc>"
        for cell in (b"Oak table", b"900", b"In stock")
    )
    table = b"<w:tbl>" + 15_000 * (b"<w:tr>" + row + b"</w:tr>") + b"</w:tbl>"
    main = (
        EXTERNAL.partition(b"?>")[2]
        .partition(b"]>")[2]
        .replace(b"<w:p><w:r><w:t>&x;</w:t></w:r></w:p>", table)
    )
    read = await DocumentReader().read(with_part(docx_file(), "word/document.xml", main), "a.docx")
    assert read.blocks == ((0, "Oak table | 900 | In stock"),) * 15_000


async def test_many_small_bombs_are_one_bomb() -> None:
    data = docx_file()
    for number in range(20):
        data = with_part(data, f"word/{number}.xml", bytes(1_000_000))
    assert (await refusal(DocumentReader(), data)).code == "zip-bomb"


async def test_no_mutant_of_a_valid_document_gets_past_a_result_or_a_sentence() -> None:
    original, made = docx_file("We repair bicycles."), DocumentReader()
    chance = random.Random(20)  # noqa: S311 - the same mutants every time

    async def outcome(number: int) -> str:
        mutant = bytearray(original)
        for _ in range(number % 8 + 1):
            mutant[chance.randrange(len(mutant))] = chance.randrange(256)
        try:
            return (await made.read(bytes(mutant), "a.docx")).name
        except DocumentRefused as refused:
            return refused.code

    codes = await asyncio.gather(*(outcome(number) for number in range(12)))
    assert set(codes) <= {"a.docx", "damaged", "not-docx", "no-text", "too-big", "encrypted"}


async def test_a_parser_that_was_taken_over_can_do_nothing() -> None:
    refused = await refusal(reader(f"try_all({ATTEMPTS!r})"))
    assert (refused.code, refused.message) == ("tried", HARMLESS)


async def test_a_parser_that_never_ends_is_ended() -> None:
    started = time.monotonic()
    refused = await refusal(reader("exec('while True: pass')", wall_seconds=1))
    assert refused.code == "too-slow"
    assert time.monotonic() - started < WALL_SECONDS


@pytest.mark.parametrize(
    "attempt",
    ["os._exit(3)", "os.abort()", "os.write(1, b'no json'); os._exit(0)",
     "os.write(1, b'{}'); os._exit(0)", "os.write(1, b'[1]'); os._exit(0)",
     "exec('while True: os.write(1, bytes(100_000))')", "os.close(1)"],
)  # fmt: skip
async def test_a_parser_that_breaks_or_babbles_is_a_refusal(attempt: str) -> None:
    refused = await refusal(reader(attempt), bytes(3_000_000))
    assert refused.code == "unreadable"
    assert refused.message == (
        "The document could not be read safely. Please open it in Word and save it again."
    )


async def test_a_cancelled_reading_leaves_no_process_behind() -> None:
    def children() -> set[str]:
        with open(f"/proc/{os.getpid()}/task/{os.getpid()}/children") as listing:
            return set(listing.read().split())

    before = children()
    task = asyncio.create_task(reader("exec('while True: pass')").read(b"x", "a.docx"))
    async with asyncio.timeout(WALL_SECONDS):
        while not children() - before:  # noqa: ASYNC110 - nobody is told of it
            await asyncio.sleep(0.02)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert not children() - before


async def test_no_more_documents_are_read_at_once_than_allowed() -> None:
    code = "import sys, time; sys.stdin.buffer.read(); time.sleep(0.3); print('{}')"
    made = DocumentReader(at_once=1, command=(sys.executable, "-I", "-c", code))
    started = time.monotonic()
    await asyncio.gather(*(refusal(made) for _ in range(3)))
    assert time.monotonic() - started >= 0.9
