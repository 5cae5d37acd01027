"""What the services about platforms' reports take and return."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from uuid import UUID

from presence.analysis.platform_reports import PlatformReport, ReportColumn, ReportRow
from presence.analysis.platform_reports.model import ReportCounts


@dataclass(frozen=True, slots=True)
class SentReport:
    """A file as it was sent: what it holds, its name and SHA-256, and the days given with it."""

    report: PlatformReport
    name: str
    digest: bytes
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A report that is kept, without its rows; `main` is the place of its main figure."""

    id: UUID
    platform: str
    subject: str
    first: date
    last: date
    name: str
    label: str
    columns: tuple[ReportColumn, ...]
    main: int
    rows: int
    counts: ReportCounts
    created_at: datetime


@dataclass(frozen=True, slots=True)
class ReportList:
    """The reports a plan shows, and how many there are beside them."""

    shown: tuple[ReportLine, ...]
    hidden: int


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A report and its first rows by the main figure."""

    line: ReportLine
    rows: tuple[ReportRow, ...]


@dataclass(frozen=True, slots=True)
class ReportPreview:
    """What would be kept of a file; `same_as` was made of the same file, `replaces` would go."""

    report: PlatformReport
    rows: tuple[ReportRow, ...]
    same_as: ReportLine | None
    replaces: ReportLine | None
