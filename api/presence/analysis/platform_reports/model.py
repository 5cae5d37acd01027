"""What a report consists of, and its limits.

Invariant: the values of a row stand in the order of the report's columns.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Final, Literal

Platform = Literal["search-console", "search-console-ai", "bing-ai", "ga4", "matomo", "plausible"]
Subject = Literal["pages", "queries", "sources", "dates"]
Unit = Literal["count", "percent", "number", "text"]
Value = float | str | None

MOST_ROWS: Final = 25_000
MOST_COLUMNS: Final = 50
LONGEST_NAME: Final = 2_000
LONGEST_TEXT: Final = 500
LONGEST_HEADING: Final = 100


@dataclass(frozen=True, slots=True)
class ReportColumn:
    """A column as the file heads it. `field` is our word for it, "" for one we do not know."""

    name: str
    field: str
    unit: Unit


@dataclass(frozen=True, slots=True)
class ReportRow:
    """A page, query, source or day, and what the file says of it; None where it says nothing."""

    name: str
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class ReportCounts:
    """What became of a file's rows.

    `read` are all below the header, `folded` those joined with an earlier one of the same name.
    Left out: `totals`, rows without a name or with one that is too long (`unnamed`), rows with
    more cells than the header (`uneven`). `unreadable` are cells that hold no number where one
    belongs, `tables` further tables of the file.
    """

    read: int
    folded: int
    totals: int
    unnamed: int
    uneven: int
    unreadable: int
    tables: int


@dataclass(frozen=True, slots=True)
class PlatformReport:
    """One export: `label` heads the names, `main` is the place of the figure that ranks the rows.

    `first` and `last` are the days it covers, None where the file does not say.
    """

    platform: Platform
    subject: Subject
    label: str
    columns: tuple[ReportColumn, ...]
    main: int
    rows: tuple[ReportRow, ...]
    first: date | None
    last: date | None
    counts: ReportCounts
