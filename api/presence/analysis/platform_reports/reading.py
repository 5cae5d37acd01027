"""Reads a platform's CSV export into a report.

Invariant: a file is read whole or refused with a sentence that says what to export instead; each
row of it is kept, joined with one of the same name, or counted among those left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final

from presence.analysis.imported.decoding import decode
from presence.analysis.imported.model import ImportRefused
from presence.analysis.imported.tables import DELIMITERS, cells_of, rows_below
from presence.analysis.platform_reports.figures import Figures, columns_of
from presence.analysis.platform_reports.kinds import MAIN, ExportKind, kind_of, what_instead
from presence.analysis.platform_reports.model import (
    LONGEST_NAME,
    MOST_COLUMNS,
    MOST_ROWS,
    PlatformReport,
    ReportCounts,
    Subject,
)
from presence.analysis.platform_reports.periods import day_of, period_of

_ARCHIVE: Final = b"PK\x03\x04"
_ZIPPED: Final = (
    "This is a ZIP archive or an Excel workbook. Unpack it and choose one CSV file, such as"
    " Pages.csv, or save the sheet as CSV UTF-8."
)
_EMPTY: Final = "The file has no rows below its header. Choose a period with data and export again."
_ROWS: Final = (
    f"The report has more than {MOST_ROWS:,} rows. Export a shorter period or fewer rows."
)
_COLUMNS: Final = f"The report has more than {MOST_COLUMNS} columns. Export fewer metrics."
_FIGURES: Final = (
    "No number can be read in the column “{}”. Export the file again without editing it."
)
_DAYS: Final = "The dates of this report cannot be read. Write them as 2026-08-28."
_HEAD_LINES: Final = 500  # Analytics may put a table by day above the one by source
_SHOWN_LINES: Final = 40
_LONGEST_LINE: Final = 4_000
# Analytics puts a second table below the first, headed by comments.
_NEXT_TABLE: Final = re.compile(r"\n[ \t]*\n(?=#)")
_TOTALS: Final = frozenset(
    ("total", "totals", "grand total", "gesamt", "gesamtsumme", "total général", "total general")
)


def read_report(data: bytes, filename: str = "") -> PlatformReport:
    """The report in an export: UTF-8 or UTF-16; comma, semicolon or tab; lines above the header.

    Raises `ImportRefused` with what to do for a file that is none of the exports, has no rows, more
    than 10 MB, 25,000 rows or 50 columns, or whose quotes do not end.
    """
    if data.startswith(_ARCHIVE):
        raise ImportRefused(_ZIPPED)
    text = decode(data).lstrip("\ufeff")
    if not text.strip():
        raise ImportRefused("The file is empty.")
    return _Table(text, filename).report()


class _Table:
    """The first table of a file that is an export, and the lines above it."""

    def __init__(self, text: str, filename: str) -> None:
        lines = text.split("\n", _HEAD_LINES)[:_HEAD_LINES]
        found = next(_headers(lines), None)
        if found is None:
            shown = [line[:_LONGEST_LINE] for line in lines[:_SHOWN_LINES] if line.strip()]
            raise ImportRefused(what_instead(shown, [_cells(line) for line in shown]))
        self._number, self._delimiter, self.kind = found
        self._head = lines[: self._number]
        self._header = cells_of(lines[self._number], self._delimiter)
        if len(self._header) > MOST_COLUMNS:
            raise ImportRefused(_COLUMNS)
        body = text.split("\n", self._number + 1)
        parts = _NEXT_TABLE.split(body[-1] if len(body) > self._number + 1 else "")
        self._body, self._tables = parts[0], len(parts) - 1
        self._filename = filename
        self._totals = self._unnamed = self._uneven = self._read = 0

    def report(self) -> PlatformReport:
        """The report. Raises `ImportRefused`."""
        rows = list(islice(self._rows(), MOST_ROWS + 1))
        if len(rows) > MOST_ROWS:
            raise ImportRefused(_ROWS)
        if not rows:
            raise ImportRefused(_EMPTY)
        subject = self.kind.subject or _subject_of([name for name, _ in rows])
        days = [day_of(name) for name, _ in rows] if subject == "dates" else []
        if days and None in days:
            raise ImportRefused(_DAYS)
        headings = [*self._header]
        label = headings.pop(self.kind.name).strip()
        columns, mark = columns_of(headings, [cells for _, cells in rows])
        figures = Figures(columns, mark)
        folded = figures.fold(rows)
        period = period_of(self._head, self._filename, [day for day in days if day is not None])
        fields = [column.field for column in columns]
        main = next(fields.index(name) for name in MAIN[self.kind.platform] if name in fields)
        if all(row.values[main] is None for row in folded):
            raise ImportRefused(_FIGURES.format(columns[main].name))
        return PlatformReport(
            platform=self.kind.platform,
            subject=subject,
            label=label,
            columns=columns,
            main=main,
            rows=tuple(folded),
            first=period[0] if period else None,
            last=period[1] if period else None,
            counts=ReportCounts(
                read=self._read,
                folded=len(rows) - len(folded),
                totals=self._totals,
                unnamed=self._unnamed,
                uneven=self._uneven,
                unreadable=figures.unreadable,
                tables=self._tables,
            ),
        )

    def _rows(self) -> Iterator[tuple[str, list[str]]]:
        """The name and the other cells of every row that counts; the others are counted."""
        width = len(self._header)
        for _, cells in rows_below(self._body, self._delimiter, self._number + 2):
            if not any(cell.strip() for cell in cells):
                continue
            self._read += 1
            if self._read > 2 * MOST_ROWS:
                raise ImportRefused(_ROWS)
            if any(cell.strip() for cell in cells[width:]):
                self._uneven += 1
                continue
            whole = [*cells[:width], *[""] * (width - len(cells))]
            name = _storable(whole.pop(self.kind.name))
            if name.casefold() in _TOTALS or _totalled(name, whole):
                self._totals += 1
            elif not name or len(name) > LONGEST_NAME:
                self._unnamed += 1
            else:
                yield name, whole


def _totalled(name: str, others: Sequence[str]) -> bool:
    """Explorations name their totals in another column than the rows."""
    return not name and any(cell.strip().casefold() in _TOTALS for cell in others)


def _headers(lines: Sequence[str]) -> Iterator[tuple[int, str, ExportKind]]:
    """The lines that are the header of an export, with their delimiter."""
    for number, line in enumerate(lines):
        for delimiter in sorted(DELIMITERS, key=line.count, reverse=True):
            kind = kind_of(cells_of(line[:_LONGEST_LINE], delimiter))
            if kind is not None:
                yield number, delimiter, kind


def _cells(line: str) -> list[str]:
    return cells_of(line, max(DELIMITERS, key=line.count))


def _subject_of(names: Sequence[str]) -> Subject:
    """Names that are paths or addresses are pages, others are where visits came from."""
    paths = sum(name.startswith(("/", "http://", "https://")) for name in names)
    return "pages" if 2 * paths > len(names) else "sources"


def _storable(text: str) -> str:
    """Text as one line, without characters that no table shows."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())
