"""SQL statements for reports of platforms."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.platform_reports import ReportRow
from presence.domains.traffic.models import TrafficReport, TrafficReportRow

_ADD_ROWS = text(
    "INSERT INTO traffic_report_row (report_id, number, name, values)"
    " SELECT :report, r.number, r.name, CAST(r.shown AS jsonb)"
    " FROM unnest(CAST(:names AS text[]), CAST(:shown AS text[]))"
    " WITH ORDINALITY AS r (name, shown, number)"
)
_DELETE_ANY = text(
    "DELETE FROM traffic_report WHERE id = (SELECT id FROM traffic_report"
    " WHERE CAST(:brand AS uuid) IS NULL OR brand_id = CAST(:brand AS uuid) LIMIT 1) RETURNING id"
)
Kind = tuple[str, str, date, date]


async def reports_of(session: AsyncSession, brand_id: UUID) -> Sequence[TrafficReport]:
    """All reports of a brand, those that end last first."""
    statement = select(TrafficReport).where(TrafficReport.brand_id == brand_id)
    newest = (TrafficReport.last_day.desc(), TrafficReport.id.desc())
    return (await session.scalars(statement.order_by(*newest))).all()


async def find_report(session: AsyncSession, report_id: UUID) -> TrafficReport | None:
    """A report of this workspace."""
    return await session.get(TrafficReport, report_id, populate_existing=True)


async def newest_end(session: AsyncSession, brand_id: UUID) -> date | None:
    """The last day of any report of a brand."""
    ends = select(func.max(TrafficReport.last_day)).where(TrafficReport.brand_id == brand_id)
    return await session.scalar(ends)


async def count_reports(session: AsyncSession, brand_id: UUID) -> int:
    """How many reports a brand has."""
    counted = select(func.count()).select_from(TrafficReport)
    return await session.scalar(counted.where(TrafficReport.brand_id == brand_id)) or 0


async def report_of_kind(session: AsyncSession, brand_id: UUID, kind: Kind) -> TrafficReport | None:
    """The report of this platform, subject and period."""
    return await session.scalar(select(TrafficReport).where(_of_kind(brand_id, kind)))


async def report_of_file(
    session: AsyncSession, brand_id: UUID, digest: bytes
) -> TrafficReport | None:
    """The newest report made of exactly this file."""
    statement = select(TrafficReport).where(
        TrafficReport.brand_id == brand_id, TrafficReport.digest == digest
    )
    return await session.scalar(statement.order_by(TrafficReport.id.desc()).limit(1))


async def add_report(
    session: AsyncSession, row: TrafficReport, rows: Sequence[ReportRow]
) -> TrafficReport:
    """Store a report and its rows."""
    session.add(row)
    await session.flush()
    await session.refresh(row, attribute_names=["created_at"])
    shown = [json.dumps(one.values, ensure_ascii=False) for one in rows]
    stored = {"report": row.id, "names": [one.name for one in rows], "shown": shown}
    await session.execute(_ADD_ROWS, stored)
    return row


async def rows_of(session: AsyncSession, report_id: UUID, most: int | None) -> Sequence[Any]:
    """name, values of a report's first rows, all of them without `most`."""
    statement = (
        select(TrafficReportRow.name, TrafficReportRow.values)
        .where(TrafficReportRow.report_id == report_id)
        .order_by(TrafficReportRow.number)
        .limit(most)
    )
    return (await session.execute(statement)).all()


async def delete_report(session: AsyncSession, report_id: UUID) -> None:
    """Delete a report with its rows."""
    await session.execute(delete(TrafficReport).where(TrafficReport.id == report_id))


async def delete_any(session: AsyncSession, brand_id: UUID | None) -> bool:
    """Delete one report of a brand, or of the workspace; False if there is none."""
    return await session.scalar(_DELETE_ANY, {"brand": brand_id}) is not None


def _of_kind(brand_id: UUID, kind: Kind) -> ColumnElement[bool]:
    platform, subject, first, last = kind
    return and_(
        TrafficReport.brand_id == brand_id,
        TrafficReport.platform == platform,
        TrafficReport.subject == subject,
        TrafficReport.first_day == first,
        TrafficReport.last_day == last,
    )
