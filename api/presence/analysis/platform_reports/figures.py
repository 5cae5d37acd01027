"""Columns of an export with their units, and its rows folded by name.

Invariant: rows are joined only if they agree in every column of text. Counts add up, a rate is
computed anew from its counts, and any other figure of joined rows is unknown.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Final

from presence.analysis.platform_reports.kinds import ADDED, FIELDS, field_of
from presence.analysis.platform_reports.model import (
    LONGEST_HEADING,
    LONGEST_TEXT,
    ReportColumn,
    ReportRow,
    Unit,
    Value,
)
from presence.analysis.platform_reports.numbers import decimal_mark, is_number, number_of

_LOOKED_AT: Final = 5_000
_NOTHING: Final = frozenset(("", "-", "--", "–", "—", "n/a", "(not set)"))


def columns_of(
    headings: Sequence[str], rows: Sequence[Sequence[str]]
) -> tuple[tuple[ReportColumn, ...], str | None]:
    """The columns beside the name, each with a name of its own, and the file's decimal mark."""
    looked = list(islice(rows, _LOOKED_AT))
    columns: list[ReportColumn] = []
    for place, heading in enumerate(headings):
        name, field = _unused(heading, place, columns), field_of(heading)
        if any(column.field == field for column in columns):
            field = ""
        unit = FIELDS[field][0] if field else _unit_of([row[place] for row in looked])
        columns.append(ReportColumn(name, field, unit))
    numeric = [place for place, column in enumerate(columns) if column.unit != "text"]
    mark = decimal_mark(row[place] for row in looked for place in numeric)
    return tuple(columns), mark


def _unused(heading: str, place: int, columns: Sequence[ReportColumn]) -> str:
    """The heading, with a number behind one that stands there twice."""
    name = " ".join("".join(c if c.isprintable() else " " for c in heading).split())
    name = name[:LONGEST_HEADING] or f"Column {place + 2}"
    taken = {column.name for column in columns}
    number = 2
    unused = name
    while unused in taken:
        unused = f"{name} ({number})"
        number += 1
    return unused


def _unit_of(cells: Sequence[str]) -> Unit:
    """Of a column we do not know: numbers, percent, or text."""
    said = [cell for cell in cells if cell.strip().casefold() not in _NOTHING]
    if not said or not all(is_number(cell) for cell in said):
        return "text"
    return "percent" if any("%" in cell for cell in said) else "number"


class Figures:
    """Reads the cells of rows; `unreadable` counts those that hold no number where one belongs."""

    def __init__(self, columns: Sequence[ReportColumn], mark: str | None) -> None:
        self.unreadable = 0
        self._columns = columns
        self._mark = mark
        self._ratios: frozenset[int] = frozenset()

    def fold(self, rows: Sequence[tuple[str, Sequence[str]]]) -> list[ReportRow]:
        """A row for each name and each combination of texts, in the file's order."""
        groups: dict[tuple[Value, ...], list[tuple[Value, ...]]] = {}
        self._ratios = self._without_sign([cells for _, cells in rows])
        for name, cells in rows:
            values = tuple(self._value(place, cell) for place, cell in enumerate(cells))
            texts = (v for v, c in zip(values, self._columns, strict=True) if c.unit == "text")
            groups.setdefault((name, *texts), []).append(values)
        return [
            ReportRow(str(key[0]), values[0] if len(values) == 1 else self._joined(values))
            for key, values in groups.items()
        ]

    def _without_sign(self, rows: Sequence[Sequence[str]]) -> frozenset[int]:
        """The columns of percent that are written as ratios: 0.032 in place of 3.2%."""
        return frozenset(
            place
            for place, column in enumerate(self._columns)
            if column.unit == "percent"
            and not any("%" in cells[place] for cells in rows)
            and all(
                abs(number_of(cells[place], self._mark, whole=False) or 0.0) <= 1.0
                for cells in rows
            )
        )

    def _value(self, place: int, cell: str) -> Value:
        column = self._columns[place]
        if column.unit == "text":
            text = " ".join("".join(c if c.isprintable() else " " for c in cell).split())
            return text[:LONGEST_TEXT]
        if cell.strip().casefold() in _NOTHING:
            return None
        found = number_of(cell, self._mark, whole=column.unit == "count")
        if found is None or (found < 0 and column.unit == "count"):
            self.unreadable += 1
            return None
        return 100.0 * found if place in self._ratios else found

    def _joined(self, rows: Sequence[tuple[Value, ...]]) -> tuple[Value, ...]:
        """One row for several of the same name and texts."""
        return tuple(
            rows[0][place] if column.unit == "text" else self._figure(column.field, place, rows)
            for place, column in enumerate(self._columns)
        )

    def _figure(self, field: str, place: int, rows: Sequence[tuple[Value, ...]]) -> Value:
        if field in ADDED:
            return _sum(_at(row, place) for row in rows)
        if field == "ctr":
            clicks, shown = self._total("clicks", rows), self._total("impressions", rows)
            return 100.0 * clicks / shown if clicks is not None and shown else None
        if field == "position":
            return self._weighted(place, rows)
        return None

    def _total(self, field: str, rows: Sequence[tuple[Value, ...]]) -> float | None:
        place = self._place(field)
        return None if place is None else _sum(_at(row, place) for row in rows)

    def _weighted(self, place: int, rows: Sequence[tuple[Value, ...]]) -> float | None:
        """A mean by impressions, as Search Console computes positions."""
        weight = self._place("impressions")
        if weight is None:
            return None
        pairs = [(_at(row, place), _at(row, weight)) for row in rows]
        known = [(value, share) for value, share in pairs if value is not None and share]
        total = sum(share for _, share in known)
        return sum(value * share for value, share in known) / total if total else None

    def _place(self, field: str) -> int | None:
        fields = [column.field for column in self._columns]
        return fields.index(field) if field in fields else None


def _at(row: Sequence[Value], place: int) -> float | None:
    value = row[place]
    return value if isinstance(value, float) else None


def _sum(values: Iterable[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) if known else None
