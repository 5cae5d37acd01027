"""Honest documents are read however large they are and however busy the machine is."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from pathlib import Path
from random import Random

import pytest

from presence.adapters.documents import DocumentReader
from tests.factories.files import docx_with_body

OLD_WALL_SECONDS = 4.5
TIMEOUT_S = 60


def paragraph(number: int, style: str = "") -> str:
    """One of many, without a style where none is named."""
    chosen = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    return f"<w:p>{chosen}<w:r><w:t>We repair bicycle {number}.</w:t></w:r></w:p>"


def table(rows: int) -> str:
    """A table of three columns."""
    chance = Random(7)  # noqa: S311 - the same table every time
    cells = (f"<w:tc>{paragraph(chance.randrange(10**9))}</w:tc>" for _ in range(3 * rows))
    lines = (
        "<w:tr>" + "".join(three) + "</w:tr>" for three in zip(cells, cells, cells, strict=True)
    )
    return "<w:tbl>" + "".join(lines) + "</w:tbl>"


@pytest.mark.parametrize("count", [5_000, 50_000])
async def test_a_document_of_many_paragraphs_without_a_style_is_read(count: int) -> None:
    body = "".join(paragraph(number) for number in range(count))
    read = await DocumentReader().read(docx_with_body(body), "long.docx")
    assert len(read.blocks) == count
    assert read.blocks[-1] == (0, f"We repair bicycle {count - 1}.")


async def test_a_document_of_many_paragraphs_and_many_styles_is_read() -> None:
    body = "".join(paragraph(number, f"Own{number % 2_000}") for number in range(10_000))
    data = docx_with_body(body + paragraph(1, "Heading2"), styles=2_000)
    read = await DocumentReader().read(data, "styles.docx")
    assert len(read.blocks) == 10_001
    assert read.blocks[-1][0] == 2


async def test_a_document_with_a_long_table_is_read() -> None:
    read = await DocumentReader().read(docx_with_body(table(15_000)), "table.docx")
    assert len(read.blocks) == 15_000


async def test_a_document_is_read_by_a_process_that_waits_longer_than_it_works() -> None:
    """A busy machine leaves a process waiting, which costs it no processor time."""
    before = _children()
    body = "".join(paragraph(number) for number in range(5_000))
    started = time.monotonic()
    task = asyncio.create_task(DocumentReader().read(docx_with_body(body), "long.docx"))
    async with asyncio.timeout(TIMEOUT_S):
        while not (found := _children() - before):  # noqa: ASYNC110 - nobody tells of a start
            await asyncio.sleep(0.002)
    (reader,) = found
    os.kill(reader, signal.SIGSTOP)
    await asyncio.sleep(OLD_WALL_SECONDS + 0.5)
    os.kill(reader, signal.SIGCONT)
    read = await task
    assert time.monotonic() - started > OLD_WALL_SECONDS
    assert len(read.blocks) == 5_000


def _children() -> set[int]:
    listed = Path(f"/proc/{os.getpid()}/task/{os.getpid()}/children").read_text().split()
    return {int(number) for number in listed}
