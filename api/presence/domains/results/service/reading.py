"""Composes what the API shows from the slice's reads and the plan's limits.

Invariant: a row that the plan does not show is never read, only counted; a brand or run of another
workspace does not exist here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from pydantic_core import from_json, to_json
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.session import Database
from presence.domains.billing.entitlements import (
    Limits,
    SubscriptionState,
    decide_plan,
    limits_of,
)
from presence.domains.identity.errors import not_signed_in
from presence.domains.results.queries import summary as summaries
from presence.domains.results.queries.summary import SummaryRow
from presence.domains.results.schemas.results import (
    BrandResults,
    GapCountsOut,
    ScoreRunsOut,
    ScoresOut,
    SectionOut,
    TechnicalSectionOut,
)
from presence.domains.runs.service.run_views import no_brand
from presence.domains.runs.service.schedule.calendar import before_first_run
from presence.domains.workspaces.service import require_permitted

TREND = timedelta(days=90)


async def summary_document(
    database: Database, token_hash: bytes | None, idle: timedelta, brand_id: UUID, now: datetime
) -> bytes:
    """The dashboard as JSON: schedule, what is read live, and the brand's results.

    Raises Unauthenticated without a session, Forbidden for a role without access, NotFound for a
    brand of another workspace.
    """
    if token_hash is None:
        raise not_signed_in()
    row = await summaries.summary(database, token_hash, idle, brand_id, now)
    if row is None:
        raise not_signed_in()
    require_permitted(row.role or None, "view")
    if row.live is None or row.created_at is None:
        raise no_brand()
    cadence = _limits(row, now).cadence
    created_at = datetime.fromisoformat(row.created_at)
    live = from_json(row.live)
    shown = from_json(row.results) if row.results else _no_results(live["hasWebsite"]).model_dump()
    schedule = {
        "cadence": cadence,
        "nextRunAt": row.next_run_at or before_first_run(created_at, cadence).isoformat(),
        "skippedReason": row.skipped_reason,
    }
    gaps = _gaps_now(shown["gaps"], live["hasWebsite"])
    trend = _recent(shown["trend"], now)
    runs = {"scoreRuns": shown.get("scoreRuns") or ScoreRunsOut().model_dump()}
    return to_json({**schedule, **live, **shown, **runs, "gaps": gaps, "trend": trend})


def _recent(trend: Sequence[dict[str, Any]], now: datetime) -> list[dict[str, Any]]:
    """The points of the last 90 days: results are composed when a run changes, and days pass."""
    since = now - TREND
    return [point for point in trend if datetime.fromisoformat(point["at"]) > since]


def _gaps_now(stored: dict[str, Any], has_website: bool) -> dict[str, Any]:
    """Stored gap counts; whether the technical ones apply is told of the website as it is now."""
    return {**stored, "technical": {**stored["technical"], "notApplicable": not has_website}}


def _limits(row: SummaryRow, now: datetime) -> Limits:
    """What the plan opens by the access rule; overrides by support only affect counts."""
    if row.plan_id is None or row.status is None:
        return limits_of(None)
    state = SubscriptionState(
        int(row.plan_id),
        row.status,
        _time(row.current_period_start),
        _time(row.current_period_end),
        _time(row.trial_end),
        _time(row.end_date),
        _time(row.past_due_since),
    )
    return limits_of(decide_plan(state, now))


def _time(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _no_results(has_website: bool) -> BrandResults:
    """What a brand shows before its first run."""
    return BrandResults(
        basis=None,
        verdict="",
        provisional=False,
        run=None,
        active_run=None,
        scores=ScoresOut(content=None, technical=None, audience_fit=None, overall=None),
        changes=[],
        gaps=GapCountsOut(
            content=SectionOut(open=0, priority=None),
            technical=TechnicalSectionOut(open=0, priority=None, not_applicable=not has_website),
            quick_wins=0,
        ),
        latest_answers=(),
        trend=(),
    )


async def results_of(session: AsyncSession, brand_id: UUID) -> BrandResults:
    """What the dashboard shows of the brand's runs, as in `summary_document`.

    Raises NotFound for a brand of another workspace.
    """
    found = await summaries.stored_results(session, brand_id)
    if found is None:
        raise no_brand()
    has_website, stored = found
    if not stored:
        return _no_results(has_website)
    document = from_json(stored)
    gaps = _gaps_now(document["gaps"], has_website)
    return BrandResults.model_validate({**document, "gaps": gaps})
