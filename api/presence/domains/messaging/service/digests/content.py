"""The content of a digest: for each workspace and brand, what changed and what to do next.

Invariant: nothing is computed here. Scores, verdicts and counts are those the screens show, read by
the same calls; a brand without a finished analysis in the period is not mentioned.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.clock import zone_of
from presence.domains.audit.service import read_head
from presence.domains.brands.records import BrandRef
from presence.domains.brands.service import living_brands
from presence.domains.findings.schemas.conclusions import RecommendationsOut
from presence.domains.findings.service import lists
from presence.domains.measurement.service.run_summary import (
    HeadlineScore,
    Issues,
    MeasuredRun,
    issues_between,
    measured_between,
)
from presence.domains.messaging.models import DigestIssue
from presence.domains.messaging.service.digests.dates import length_of
from presence.domains.messaging.service.digests.workspaces import ReadWorkspace, each_workspace
from presence.domains.results.schemas.results import BrandResults, DeltaOut
from presence.domains.results.service.chart_events import ended_comparisons
from presence.domains.results.service.reading import results_of
from presence.http.listing import Paging

TEST_LOOKS_BACK = timedelta(days=31)
_FIRST_WEEK = 7
_FIRST_ROWS = Paging(3, None)
_UNDONE = {"status": "open,planned,in-progress"}


@dataclass(frozen=True, slots=True)
class EarlierMove:
    """A significant change in an earlier run, which the scores' deltas do not show."""

    reading: HeadlineScore
    at: datetime


@dataclass(frozen=True, slots=True)
class BrandNews:
    """One brand. `results` is what its dashboard shows; `actions` the top recommendations."""

    id: UUID
    name: str
    workspace_id: UUID
    workspace: str
    results: BrandResults
    analysed_at: datetime
    earlier: tuple[EarlierMove, ...]
    issues: dict[str, Issues]
    actions: tuple[str, ...]
    ended: tuple[tuple[str, date], ...]  # engines whose answers changed, and since when
    log_head: str | None  # `NUMBER:HASH` of the workspace's newest audit entry

    @property
    def moved(self) -> bool:
        """Whether a score changed significantly in the period."""
        scores = self.results.scores.by_metric().values()
        return bool(self.earlier) or any(score and moved_by(score.delta) for score in scores)

    @property
    def compared(self) -> bool:
        """Whether there was an earlier analysis to compare with."""
        return any(score and score.delta for score in self.results.scores.by_metric().values())

    @property
    def has_news(self) -> bool:
        """Whether there is anything to report besides the current state."""
        return (
            self.moved
            or bool(self.ended)
            or any(found.new or found.closed for found in self.issues.values())
        )


def moved_by(delta: DeltaOut | None) -> float:
    """The points of a significant change of a score; 0 for any other."""
    return (delta.points or 0.0) if delta and delta.verdict == "moved" else 0.0


async def news_of(session: AsyncSession, issue: DigestIssue, time_zone: str) -> list[BrandNews]:
    """Every brand with something to report, across all workspaces of the bound person."""
    found: list[BrandNews] = []
    async for workspace in each_workspace(session):
        since = _since(issue, workspace, time_zone)
        if since is not None:
            found += await workspace_news(session, workspace, since, issue.until)
    return found


async def workspace_news(
    session: AsyncSession, workspace: ReadWorkspace, since: datetime, until: datetime
) -> list[BrandNews]:
    """The bound workspace's brands that were analysed after `since` and up to `until`."""
    found: list[BrandNews] = []
    for brand in await living_brands(session):
        runs = await measured_between(session, brand.id, since, until)
        if runs:
            found.append(await _news(session, brand, workspace, runs, since, until))
    return found


def _since(issue: DigestIssue, workspace: ReadWorkspace, time_zone: str) -> datetime | None:
    """The start of the period; None if this workspace's plan has no digest in this issue.

    In weekly digests, workspaces on a plan with monthly ones are included in the first week of a
    month.
    """
    if issue.cadence == "monthly" or workspace.weekly or issue.kind == "test":
        return issue.since
    first = issue.slot.astimezone(zone_of(time_zone)).day <= _FIRST_WEEK
    return min(issue.since, issue.until - length_of("monthly")) if first else None


async def _news(
    session: AsyncSession,
    brand: BrandRef,
    workspace: ReadWorkspace,
    runs: list[MeasuredRun],
    since: datetime,
    until: datetime,
) -> BrandNews:
    *earlier, latest = runs
    return BrandNews(
        id=brand.id,
        name=brand.name,
        workspace_id=workspace.id,
        workspace=workspace.name,
        results=await results_of(session, brand.id),
        analysed_at=latest.ended_at,
        earlier=tuple(EarlierMove(move, run.ended_at) for run in earlier for move in run.moves),
        issues=await issues_between(session, brand.id, since, until),
        actions=await _next_actions(session, brand.id),
        ended=tuple(await ended_comparisons(session, brand.id, since, until)),
        log_head=str(head.head) if (head := await read_head(session)) else None,
    )


async def _next_actions(session: AsyncSession, brand_id: UUID) -> tuple[str, ...]:
    """The top recommendations, in the order of their screen."""
    asked = lists.ask("recommendation", _UNDONE, None, None, _FIRST_ROWS)
    rows = (await lists.listing(session, brand_id, RecommendationsOut, asked)).data
    return tuple(row.title for row in rows[: _FIRST_ROWS.limit])
