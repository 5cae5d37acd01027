"""Reports of platforms: looked at, kept once for each kind and period, shown, deleted.

Invariant: the same file is kept once, and nothing takes the place of another report before
somebody agreed. A plan without `traffic.full` shows the reports that end in the seven days up to
the newest end, as it shows seven days of logs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.platform_reports import PlatformReport, ReportColumn, ReportRow
from presence.analysis.platform_reports.model import ReportCounts
from presence.analysis.platform_reports.periods import EARLIEST
from presence.core.errors import Conflict, ValidationFailed
from presence.core.ids import new_id
from presence.domains.audit.service import record
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand, require_writable_brand
from presence.domains.traffic.errors import no_report
from presence.domains.traffic.models import TrafficReport
from presence.domains.traffic.queries import platform_reports as queries
from presence.domains.traffic.report_records import (
    ReportLine,
    ReportList,
    ReportPreview,
    ReportTable,
    SentReport,
)
from presence.domains.traffic.service.sources import FULL
from presence.domains.traffic.service.wrong_lines import table
from presence.domains.workspaces.service import lock_workspace

MOST_REPORTS = 100
MOST_SHOWN = 200
_PREVIEWED = 10
_TOO_MANY = f"A brand can have {MOST_REPORTS} reports. Delete one you no longer need."
_WHICH_DAYS = "This file does not say which days it covers. Choose the first and the last day."
_ORDER = "The first day must not be after the last"
_RANGE = f"Choose days between {EARLIEST} and today"
_TAKEN = "“{}” already covers these days. Confirm that this file replaces it."


async def preview_report(session: AsyncSession, brand_id: UUID, sent: SentReport) -> ReportPreview:
    """What would be kept of a file, and what of this brand it is or would replace.

    Raises NotFound.
    """
    await get_brand(session, brand_id)
    same = await queries.report_of_file(session, brand_id, sent.digest)
    period = _period_of(sent)
    other = None
    if period is not None:
        kind = (sent.report.platform, sent.report.subject, *period)
        other = await queries.report_of_kind(session, brand_id, kind)
    return ReportPreview(
        report=sent.report,
        rows=sent.report.rows[:_PREVIEWED],
        same_as=None if same is None else line_of(same),
        replaces=None if other is None or other.digest == sent.digest else line_of(other),
    )


async def add_report(
    session: AsyncSession, brand_id: UUID, sent: SentReport, now: datetime, *, replace: bool
) -> ReportLine:
    """Keep a report; of a file that is kept for these days already, the one there is.

    Raises NotFound, ValidationFailed for days nobody gave or that cannot be, and Conflict for a
    read-only brand, too many reports, or another report of the kind and days without `replace`.
    """
    await require_writable_brand(session, brand_id)
    first, last = _required_period(sent, now)
    await lock_workspace(session)
    report = sent.report
    other = await queries.report_of_kind(
        session, brand_id, (report.platform, report.subject, first, last)
    )
    if other is not None and other.digest == sent.digest:
        return line_of(other)
    if other is not None and not replace:  # guard: traffic.report-replaced
        raise Conflict.at("/replace", _TAKEN.format(other.name), "exists")
    if other is not None:
        await queries.delete_report(session, other.id)
    elif await queries.count_reports(session, brand_id) >= MOST_REPORTS:
        raise Conflict(_TOO_MANY)
    row = TrafficReport(
        id=new_id(),
        brand_id=brand_id,
        platform=report.platform,
        subject=report.subject,
        first_day=first,
        last_day=last,
        name=sent.name,
        label=report.label[:100],
        digest=sent.digest,
        columns=[asdict(column) for column in report.columns],
        main=report.main,
        rows=len(report.rows),
        counts=asdict(report.counts),
    )
    line = line_of(await queries.add_report(session, row, _ranked(report)))
    entry = {"name": line.name, "platform": line.platform, "rows": line.rows}
    await record(session, "traffic_report.added", f"traffic_report:{line.id}", after=entry)
    return line


async def list_reports(session: AsyncSession, brand_id: UUID) -> ReportList:
    """Reports of a brand, those that end last first, as far as the plan shows them.

    Raises NotFound.
    """
    await get_brand(session, brand_id)
    rows = await queries.reports_of(session, brand_id)
    earliest = await _earliest_end(session, brand_id)
    shown = [line_of(row) for row in rows if earliest is None or row.last_day >= earliest]
    return ReportList(shown=tuple(shown), hidden=len(rows) - len(shown))


async def get_report(
    session: AsyncSession, brand_id: UUID, report_id: UUID, most: int | None = MOST_SHOWN
) -> ReportTable:
    """A report and its first rows, all of them without `most`.

    Raises NotFound, and PlanLimitReached for one that the plan does not show.
    """
    await get_brand(session, brand_id)
    row = await _require_report(session, brand_id, report_id)
    earliest = await _earliest_end(session, brand_id)
    if earliest is not None and row.last_day < earliest:  # guard: traffic.report-plan
        require_feature((await current_plan(session)).limits, FULL)
    found = await queries.rows_of(session, report_id, most)
    return ReportTable(line_of(row), tuple(ReportRow(one.name, tuple(one.values)) for one in found))


async def report_csv(session: AsyncSession, brand_id: UUID, report_id: UUID) -> bytes:
    """All rows of a report as CSV. Raises the same as `get_report`."""
    found = await get_report(session, brand_id, report_id, None)
    head: tuple[object, ...] = (found.line.label, *(one.name for one in found.line.columns))
    return await asyncio.to_thread(_csv, head, found.rows)


async def remove_report(session: AsyncSession, brand_id: UUID, report_id: UUID) -> None:
    """Delete a report. Raises NotFound, and Conflict for a read-only brand."""
    await require_writable_brand(session, brand_id)
    row = await _require_report(session, brand_id, report_id)
    entry = {"name": row.name, "platform": row.platform, "rows": row.rows}
    await queries.delete_report(session, report_id)
    await record(session, "traffic_report.deleted", f"traffic_report:{report_id}", before=entry)


def line_of(row: TrafficReport) -> ReportLine:
    """A report as its services return it."""
    return ReportLine(
        id=row.id,
        platform=row.platform,
        subject=row.subject,
        first=row.first_day,
        last=row.last_day,
        name=row.name,
        label=row.label,
        columns=tuple(ReportColumn(**column) for column in row.columns),  # type: ignore[arg-type]
        main=row.main,
        rows=row.rows,
        counts=ReportCounts(**row.counts),
        created_at=row.created_at,
    )


async def _require_report(session: AsyncSession, brand_id: UUID, report_id: UUID) -> TrafficReport:
    row = await queries.find_report(session, report_id)
    if row is None or row.brand_id != brand_id:
        raise no_report()
    return row


async def _earliest_end(session: AsyncSession, brand_id: UUID) -> date | None:
    """The day on which a report must end to be shown; None if all are."""
    days = (await current_plan(session)).limits.traffic_days
    newest = None if days is None else await queries.newest_end(session, brand_id)
    return None if days is None or newest is None else newest - timedelta(days=days - 1)


def _period_of(sent: SentReport) -> tuple[date, date] | None:
    """The file's own days, else those that came with it."""
    report = sent.report
    if report.first is not None and report.last is not None:
        return report.first, report.last
    return None if sent.first is None or sent.last is None else (sent.first, sent.last)


def _required_period(sent: SentReport, now: datetime) -> tuple[date, date]:
    period = _period_of(sent)
    if period is None:
        raise ValidationFailed.at("/from", _WHICH_DAYS, "missing")
    first, last = period
    if first > last:
        raise ValidationFailed.at("/from", _ORDER, "order")
    tomorrow = now.date() + timedelta(days=1)  # where it is today already
    if first < EARLIEST or last > tomorrow:  # guard: traffic.report-days
        raise ValidationFailed.at("/to", _RANGE, "range")
    return first, last


def _ranked(report: PlatformReport) -> list[ReportRow]:
    """Days in their order, others by the main figure, those without one last."""
    if report.subject == "dates":
        return sorted(report.rows, key=lambda row: row.name)

    def rank(row: ReportRow) -> float:
        value = row.values[report.main]
        return -value if isinstance(value, float) else 1.0

    return sorted(report.rows, key=rank)


def _csv(head: tuple[object, ...], rows: Sequence[ReportRow]) -> bytes:
    return table([head, *((row.name, *map(_cell, row.values)) for row in rows)])


def _cell(value: object) -> object:
    if value is None:
        return ""
    return int(value) if isinstance(value, float) and value.is_integer() else value
