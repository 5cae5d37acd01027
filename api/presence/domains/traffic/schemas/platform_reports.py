"""Reports of platforms, on the wire."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import Field

from presence.analysis.platform_reports import ReportColumn
from presence.domains.traffic.report_records import (
    ReportLine,
    ReportList,
    ReportPreview,
    ReportTable,
)
from presence.http.schemas import ApiOut, unit

PlatformName = Literal[
    "search-console", "search-console-ai", "bing-ai", "ga4", "matomo", "plausible"
]
ReportSubject = Literal["pages", "queries", "sources", "dates"]
FirstDay = Annotated[date, Field(serialization_alias="from")]
LastDay = Annotated[date, Field(serialization_alias="to")]


class PlatformReportColumnOut(ApiOut):
    """A column as the file heads it.

    `field` says what it is, such as `citations` or `key_events`; null if it is not known.
    """

    name: str
    field: str | None
    unit: Literal["count", "percent", "number", "text"]


class PlatformReportCountsOut(ApiOut):
    """What became of the file's rows.

    `folded` rows were added to an earlier one of the same name. Left out are `totals`, rows
    without a name or with one of more than 2,000 characters (`unnamed`), rows with more cells than
    the header (`uneven`), and further `tables` of the file. `unreadable` cells hold no number
    where one belongs.
    """

    read: int = unit("count")
    folded: int = unit("count")
    totals: int = unit("count")
    unnamed: int = unit("count")
    uneven: int = unit("count")
    unreadable: int = unit("count")
    tables: int = unit("count")


class PlatformReportRowOut(ApiOut):
    """A page, query, source or day. `values` follow the order of the columns.

    null where the file says nothing, or where rows of one name do not add up.
    """

    name: str
    values: list[float | str | None]


class PlatformReportOut(ApiOut):
    """A report uploaded from a platform, of the days `from` to `to`.

    `label` heads the names, and `main` is the place of the column that ranks the rows, from 0.
    """

    id: UUID
    platform: PlatformName
    subject: ReportSubject
    first: FirstDay
    last: LastDay
    name: str
    label: str
    columns: list[PlatformReportColumnOut]
    main: int
    rows: int = unit("count")
    counts: PlatformReportCountsOut
    created_at: datetime

    @classmethod
    def of(cls, line: ReportLine) -> Self:
        """A report as its service returned it."""
        return cls.from_row(line, columns=_columns(line.columns))


class PlatformReportListOut(ApiOut):
    """The reports of a brand, those that end last first.

    `hidden` more are kept but not shown: the plan shows those that end in the seven days up to the
    newest end.
    """

    data: list[PlatformReportOut]
    hidden: int = unit("count")

    @classmethod
    def of(cls, found: ReportList) -> Self:
        """A list as its service returned it."""
        return cls(data=[PlatformReportOut.of(one) for one in found.shown], hidden=found.hidden)


class PlatformReportTableOut(ApiOut):
    """A report and its first 200 rows, ranked by its main figure; days come in their order."""

    report: PlatformReportOut
    data: list[PlatformReportRowOut]

    @classmethod
    def of(cls, found: ReportTable) -> Self:
        """A table as its service returned it."""
        rows = [PlatformReportRowOut(name=one.name, values=list(one.values)) for one in found.rows]
        return cls(report=PlatformReportOut.of(found.line), data=rows)


class PlatformReportPreviewOut(ApiOut):
    """How a file reads: its platform and subject, its days if it says them, its first ten rows.

    `sameAs` is a report made of the very same file, `replaces` another one of the same kind and
    days, which uploading this file would replace.
    """

    platform: PlatformName
    subject: ReportSubject
    first: Annotated[date | None, Field(serialization_alias="from")]
    last: Annotated[date | None, Field(serialization_alias="to")]
    label: str
    columns: list[PlatformReportColumnOut]
    main: int
    rows: int = unit("count")
    counts: PlatformReportCountsOut
    data: list[PlatformReportRowOut]
    same_as: PlatformReportOut | None
    replaces: PlatformReportOut | None

    @classmethod
    def of(cls, preview: ReportPreview) -> Self:
        """A preview as its service returned it."""
        report = preview.report
        same, other = preview.same_as, preview.replaces
        return cls(
            platform=report.platform,
            subject=report.subject,
            first=report.first,
            last=report.last,
            label=report.label,
            columns=_columns(report.columns),
            main=report.main,
            rows=len(report.rows),
            counts=PlatformReportCountsOut.model_validate(report.counts),
            data=[PlatformReportRowOut(name=r.name, values=list(r.values)) for r in preview.rows],
            same_as=None if same is None else PlatformReportOut.of(same),
            replaces=None if other is None else PlatformReportOut.of(other),
        )


def _columns(columns: tuple[ReportColumn, ...]) -> list[PlatformReportColumnOut]:
    return [PlatformReportColumnOut.from_row(one, field=one.field or None) for one in columns]
