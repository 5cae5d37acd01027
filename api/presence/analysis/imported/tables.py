"""Reads a CSV as spreadsheets write it: comma, semicolon or tab, quoted cells over several lines.

Invariant: rows carry the number a spreadsheet shows (the header is row 1), so that a sentence
about a row can be followed.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Final

from presence.analysis.imported.model import MOST_BYTES, ImportRefused

DELIMITERS: Final = ",;\t|"

# The module's limit is for the whole process; uploads are bounded before they get here.
csv.field_size_limit(MOST_BYTES)


def read_table(text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """(row number, header → cell) of each row that is not blank.

    Raises `ImportRefused` for an empty table, a repeated header, a row with more cells than the
    header, or quotes that are never closed.
    """
    body, delimiter = _delimited(text)
    reader = csv.reader(io.StringIO(body), delimiter=delimiter, strict=True)
    rows = _numbered(reader)
    _, header = next(rows, (1, []))
    if not any(header):
        raise ImportRefused("The file has no header row. Name its columns in the first row.")
    names = [name.strip() for name in header]
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise ImportRefused(f"Two columns are called “{twice[0][:40]}”.")
    for number, cells in rows:
        if len(cells) > len(names) and any(c.strip() for c in cells[len(names) :]):
            raise ImportRefused(
                f"Row {number} has {len(cells)} cells, but the header has {len(names)}. "
                "Put quotes around cells that contain the separator."
            )
        if any(cell.strip() for cell in cells):
            yield number, dict(zip(names, cells, strict=False))


def header_of(text: str) -> list[str]:
    """The column names in the first line; they show whether this is a table we can use."""
    body, delimiter = _delimited(text)
    first = csv.reader([body.partition("\n")[0]], delimiter=delimiter)
    return [cell.strip() for cell in next(first, [])]


def cells_of(line: str, delimiter: str) -> list[str]:
    """The cells of a single line."""
    return next(csv.reader([line], delimiter=delimiter), [])


def rows_below(text: str, delimiter: str, first: int) -> Iterator[tuple[int, list[str]]]:
    """(row number, cells) of every row, the first one numbered `first`.

    Raises `ImportRefused` for quotes that are never closed.
    """
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    return _numbered(reader, first)


def _numbered(reader: Iterator[list[str]], first: int = 1) -> Iterator[tuple[int, list[str]]]:
    number = first - 1
    while True:
        number += 1
        try:
            yield number, next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise ImportRefused(
                f"Row {number} cannot be read: a quoted cell does not end where it should."
            ) from error


def _delimited(text: str) -> tuple[str, str]:
    """The table and its delimiter: what Excel's `sep=` line says, else what the header uses."""
    first, _, rest = text.partition("\n")
    if first.lower().startswith("sep=") and len(first) == 5:
        return rest, first[4]
    return text, max(DELIMITERS, key=first.count)
