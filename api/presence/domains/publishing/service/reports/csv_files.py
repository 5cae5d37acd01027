"""A report as CSV: one file per section in a ZIP archive.

Invariant: numbers are written as the API returns them; text that a spreadsheet would interpret as a
formula is prefixed with an apostrophe, so opening a file never executes text from a page or answer.
"""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Iterator

from presence.domains.analytics.schemas.analytics import PointReadingOut
from presence.domains.publishing.service.reports.content import Content
from presence.domains.publishing.service.reports.naming import file_name
from presence.domains.publishing.service.reports.tables import READING, Cell, Table, tables_of
from presence.domains.results.service.score_words import NOTHING, basis_text, day_text

_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_README = """{brand}: AI visibility report of {day}

One CSV file for each section. The files are UTF-8 with a byte order mark, so that spreadsheets
read every script correctly; columns are separated by commas and numbers have a decimal point.
Text that begins with a character a spreadsheet takes for a formula is preceded by an apostrophe.

Numbers: {basis}.
Period of tables over time: {span}. The scores are those of the latest analysis.
Low and high bound the 95 % interval of a value, n is what it was counted from, hits of n answers
count for a rate. An empty cell is not zero: too little was measured to give a number.
{hidden}"""
_HIDDEN = "The plan of this workspace does not show: {names}.\n"


def write_csv(content: Content) -> tuple[str, str, bytes]:
    """(file name, media type, ZIP archive)."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("README.txt", _readme(content))
        for table in tables_of(content):
            archive.writestr(f"{table.key}.csv", encode(table))
    return file_name(content, "zip"), "application/zip", out.getvalue()


def encode(table: Table) -> bytes:
    """One table; a column of readings becomes one column per part of a reading."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(list(_headings(table)))
    for row in table.rows:
        writer.writerow(list(_parts(table, row)))
    return out.getvalue().encode("utf-8-sig")


def _headings(table: Table) -> Iterator[str]:
    for column in table.columns:
        if column in table.readings:
            yield from (column if part == "value" else f"{column}, {part}" for part in READING)
        else:
            yield column


def _parts(table: Table, row: tuple[Cell, ...]) -> Iterator[object]:
    for column, cell in zip(table.columns, row, strict=True):
        if column not in table.readings:
            yield harmless(cell) if isinstance(cell, str) else cell
        elif isinstance(cell, PointReadingOut):
            yield from (getattr(cell, part) for part in READING)
        else:
            yield from (None for _ in READING)


def harmless(text: str) -> str:
    """Text that no spreadsheet interprets as a formula."""
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) else text


def _readme(content: Content) -> str:
    hidden = [name for name, found in content.sections.items() if found is None]
    return _README.format(
        brand=content.brand,
        day=day_text(content.made_at, content.zone),
        basis=basis_text(content.results.basis),
        span=content.span or NOTHING,
        hidden=_HIDDEN.format(names=", ".join(hidden)) if hidden else "",
    )
