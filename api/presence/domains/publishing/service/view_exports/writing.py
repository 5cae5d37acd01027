"""Writes the tables of an export to a file as their pages arrive: CSV, JSON, or CSVs in a ZIP.

Invariant: a page is written and released, so the file grows on disk and nothing grows in memory.
Text that a spreadsheet would interpret as a formula is prefixed with an apostrophe in a CSV.
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

from presence.domains.publishing.service.reports.csv_files import harmless
from presence.domains.publishing.service.view_exports.sheets import Record

MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "zip": "application/zip",
}
_MARK = "\ufeff"  # tells spreadsheets it is UTF-8


class Writer(Protocol):
    """`begin` each table, pass its pages to `rows`, `end` it; `close` after the last one."""

    def begin(self, name: str, columns: Sequence[str]) -> None:
        """Start the next table, whose rows have these members."""

    def rows(self, page: Sequence[Record]) -> None:
        """Write more rows of the current table."""

    def end(self) -> None:
        """Finish the current table."""

    def close(self) -> None:
        """Finish the file."""


def writer_for(format_: str, out: IO[bytes]) -> Writer:
    """The writer for a format. Raises KeyError for an unknown one."""
    makers: dict[str, Callable[[IO[bytes]], Writer]] = {
        "csv": CsvWriter,
        "json": JsonWriter,
        "zip": ZipWriter,
    }
    return makers[format_](out)


class CsvWriter:
    """One table with a header line, which an empty table has as well."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._columns: Sequence[str] = ()

    def begin(self, name: str, columns: Sequence[str]) -> None:
        """Write the header; there can be only one table."""
        self._columns = columns
        self._out.write(_MARK.encode())
        self._write([columns])

    def rows(self, page: Sequence[Record]) -> None:
        """Write one page."""
        self._write([[_cell(row[name]) for name in self._columns] for row in page])

    def _write(self, lines: Sequence[Sequence[Any]]) -> None:
        text = io.StringIO(newline="")
        csv.writer(text).writerows(lines)
        self._out.write(text.getvalue().encode("utf-8", "replace"))

    def end(self) -> None:
        """Do nothing: nothing follows the last line."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


class JsonWriter:
    """One table as an array of objects, one per line."""

    def __init__(self, out: IO[bytes]) -> None:
        self._out = out
        self._first = True

    def begin(self, name: str, columns: Sequence[str]) -> None:
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
        """Do nothing: there is nothing to close."""


class ZipWriter:
    """One CSV for each table."""

    def __init__(self, out: IO[bytes]) -> None:
        self._archive = zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=6)
        self._file: IO[bytes] | None = None
        self._table: CsvWriter | None = None

    def begin(self, name: str, columns: Sequence[str]) -> None:
        """Open the table's file, whose size is not known yet."""
        self._file = self._archive.open(f"{name}.csv", "w", force_zip64=True)
        self._table = CsvWriter(self._file)
        self._table.begin(name, columns)

    def rows(self, page: Sequence[Record]) -> None:
        """Write one page."""
        if self._table is not None:
            self._table.rows(page)

    def end(self) -> None:
        """Close the table's file."""
        if self._file is not None:
            self._file.close()

    def close(self) -> None:
        """Write the archive's directory."""
        self._archive.close()


def _cell(value: Any) -> Any:
    if isinstance(value, str):  # guard: exports.formula
        return harmless(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return _plain(value) if isinstance(value, datetime | UUID) else value


def _plain(value: Any) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)
