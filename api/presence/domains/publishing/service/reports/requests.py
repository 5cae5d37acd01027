"""Request, cancel and retry a report; what a member may know about one.

Invariant: requests of a workspace are counted against the plan one at a time, so two concurrent
ones cannot exceed the limit; a report that failed or was cancelled does not count.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.domains.billing.entitlements import FREE, require_capacity, require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand
from presence.domains.engines.periods import period_of
from presence.domains.findings.schemas.conclusions import GapOut
from presence.domains.findings.service import decisions
from presence.domains.publishing.models import Report
from presence.domains.publishing.queries import artifacts
from presence.domains.publishing.queries import reports as queries
from presence.domains.publishing.schemas.reports import SECTIONS, ReportIn, ReportOut
from presence.domains.publishing.service.artifacts import OPEN, enqueue_making, one, status_of
from presence.domains.results.service.reading import results_of
from presence.domains.workspaces.service import quotas
from presence.http.rates import Policy

JOB = "reports.make"
FEATURE = "reports.monthly"
SPARE = 2
_YEAR_S = 366 * 86_400  # the month is part of what is counted
WORD = "reports.docx"
_NOTHING = "There is nothing to report yet. Analyze the brand first."
_NOT_AGAIN = "Only a report that failed or was cancelled can be made again."


async def request_report(
    session: AsyncSession, brand_id: UUID, user_id: UUID, wanted: ReportIn, now: datetime
) -> ReportOut:
    """Queue a report. Raises NotFound, PlanLimitReached, and Conflict before the first run."""
    brand = await get_brand(session, brand_id)
    if (await results_of(session, brand.id)).run is None:
        raise Conflict(_NOTHING)
    if wanted.format == "docx":
        require_feature((await current_plan(session)).limits, WORD)
    await _count(session, now)
    await _count_free(session, user_id, now)
    return await _queue(
        session,
        brand.id,
        user_id,
        now,
        format=wanted.format,
        sections=[name for name in SECTIONS if name in wanted.sections],
        locale=wanted.locale,
        first=wanted.first,
        last=wanted.last,
    )


async def request_brief(
    session: AsyncSession, brand_id: UUID, gap_id: UUID, user_id: UUID, now: datetime
) -> ReportOut:
    """Queue the brief for a content gap; returns the one in progress if there is one.

    Raises NotFound for a gap that does not exist or is hidden by the plan, and PlanLimitReached.
    """
    gap = await decisions.one(session, brand_id, GapOut, gap_id)
    require_feature((await current_plan(session)).limits, WORD)
    await queries.lock(session)
    for other in await artifacts.newest(session, Report, _of(brand_id, gap_id), 1, None):
        if other.status in OPEN:
            return shown(other, now)
    return await _queue(
        session, brand_id, user_id, now, format="docx", sections=[], locale="en", gap_id=gap.id
    )


async def _queue(
    session: AsyncSession, brand_id: UUID, user_id: UUID, now: datetime, **wanted: Any
) -> ReportOut:
    """Create a report that waits for a worker."""
    row = Report(
        id=new_id(),
        brand_id=brand_id,
        user_id=user_id,
        status="queued",
        failure="",
        created_at=now,
        **wanted,
    )
    await artifacts.insert(session, row)
    await enqueue_making(session, JOB, "report_id", row.id)
    return shown(row, now)


async def count_reports(session: AsyncSession, now: datetime | None = None) -> int:
    """The number of reports in this calendar month, as counted by the plan."""
    return await queries.count_since(session, period_of(now or datetime.now(UTC)).start)


async def listed(
    session: AsyncSession,
    of: tuple[UUID | None, UUID | None],
    limit: int,
    after: UUID | None,
    now: datetime,
) -> list[ReportOut]:
    """The workspace's reports, newest first; `of` is an optional brand and an optional gap."""
    return [
        shown(row, now) for row in await artifacts.newest(session, Report, _of(*of), limit, after)
    ]


async def retry(session: AsyncSession, report_id: UUID, now: datetime) -> ReportOut:
    """Retry a failed or cancelled report. Raises NotFound, PlanLimitReached, Conflict."""
    if (await one(session, Report, report_id)).gap_id is None:
        await _count(session, now)
    else:
        require_feature((await current_plan(session)).limits, WORD)
    ended = ("failed", "canceled")
    row = await artifacts.move(
        session, Report, report_id, ended, status="queued", failure="", created_at=now
    )
    if row is None:
        raise Conflict(_NOT_AGAIN)
    await enqueue_making(session, JOB, "report_id", report_id)
    return shown(row, now)


def shown(row: Report, now: datetime) -> ReportOut:
    """A report as shown to a member; an expired file makes its report an expired one."""
    return ReportOut.from_row(row, status=status_of(row, now))


def _of(brand_id: UUID | None, gap_id: UUID | None) -> list[ColumnElement[bool]]:
    given = ((Report.brand_id, brand_id), (Report.gap_id, gap_id))
    return [column == value for column, value in given if value is not None]


async def _count(session: AsyncSession, now: datetime) -> None:
    await queries.lock(session)
    limits = (await current_plan(session)).limits
    require_capacity(limits, FEATURE, await count_reports(session, now))


async def _count_free(session: AsyncSession, user_id: UUID, now: datetime) -> None:
    """Limit a person's reports on the free plan, across all their workspaces.

    The limit is somewhat above the plan's, because failed reports are counted here as well.
    """
    limits = (await current_plan(session)).limits
    most = limits.value(FEATURE)
    if most is None or limits.plan_id != FREE:
        return
    month = period_of(now).start
    policy = Policy("reports-free", int(most) + SPARE, _YEAR_S)
    await quotas.use_up_in(session, policy, f"person {user_id} {month:%Y-%m}", period_of(now).end)
