"""Writes the tables of an export into a file as their pages arrive: CSV, JSON, or CSVs in a ZIP.

Invariant: a page is written and let go of; the file grows on disk, nothing grows in memory.
Text that a spreadsheet would take for a formula begins with an apostrophe in a CSV.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import IO, Any, Protocol
from uuid import UUID

from presence.domains.outputs.service.reports.csv_files import harmless
from presence.domains.outputs.service.view_exports.sheets import Record

MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "zip": "application/zip",
}
_MARK = "\ufeff"  # spreadsheets read UTF-8 by it


class Writer(Protocol):
    """`begin` each table, `rows` for its pages, `end` it; `close` when there are no more."""

    def begin(self, name: str) -> None:
        """The next table."""

    def rows(self, page: Sequence[Record]) -> None:
        """More of its rows."""

    def end(self) -> None:
        """It is whole."""

    def close(self) -> None:
        """All are."""


def writer_for(format_: str, out: IO[bytes]) -> Writer:
    """The writer of a format. KeyError for an unknown one."""
    makers: dict[str, Callable[[IO[bytes]], Writer]] = {
        "csv": CsvWriter,
        "json": JsonWriter,
        "zip": ZipWriter,
    }
    return makers[format_](out)


class CsvWriter:
    """One table with a heading line; an empty table is an empty file."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._headed = False

    def begin(self, name: str) -> None:
        """Only one table fits."""

    def rows(self, page: Sequence[Record]) -> None:
        """Write one page."""
        text = io.StringIO(newline="")
        lines = csv.writer(text)
        if page and not self._headed:
            text.write(_MARK)
            lines.writerow(page[0].keys())
            self._headed = True
        lines.writerows([_cell(value) for value in row.values()] for row in page)
        self._out.write(text.getvalue().encode("utf-8", "replace"))

    def end(self) -> None:
        """Nothing follows the last line."""

    def close(self) -> None:
        """Nothing is open."""


class JsonWriter:
    """One table as an array of objects, one on each line."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._first = True

    def begin(self, name: str) -> None:
        """Open the array."""
        self._out.write(b"[")

    def rows(self, page: Sequence[Record]) -> None:
        """Write one page."""
        for row in page:
            line = json.dumps(row, ensure_ascii=False, default=_plain)
            self._out.write(b"\n" if self._first else b",\n")
            self._out.write(line.encode("utf-8", "replace"))
            self._first = False

    def end(self) -> None:
        """Close the array."""
        self._out.write(b"\n]\n")

    def close(self) -> None:
        """Nothing is open."""


class ZipWriter:
    """One CSV for each table."""

    def __init__(self, out: IO[bytes]) -> None:
        self._archive = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self._file: IO[bytes] | None = None
        self._table: CsvWriter | None = None

    def begin(self, name: str) -> None:
        """Open its file; its size is not known yet."""
        self._file = self._archive.open(f"{name}.csv", "w", force_zip64=True)
        self._table = CsvWriter(self._file)

    def rows(self, page: Sequence[Record]) -> None:
        """Write one page."""
        if self._table is not None:
            self._table.rows(page)

    def end(self) -> None:
        """Close its file."""
        if self._file is not None:
            self._file.close()

    def close(self) -> None:
        """Write the archive's directory."""
        self._archive.close()


def _cell(value: Any) -> Any:
    if isinstance(value, str):
        return harmless(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return _plain(value) if isinstance(value, datetime | UUID) else value


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
