"""What makes the first numbers more useful, and which of it is done.

Invariant: nothing is recorded here: every step is derived from what the workspace has.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.brands.service import panel_reviewed
from presence.domains.brands.service.competitors import list_competitors
from presence.domains.findings.schemas.conclusions import (
    ConclusionsOut,
    FindingsOut,
    GapsOut,
    RecommendationsOut,
)
from presence.domains.findings.service.lists import KIND_OF, ask, listing
from presence.domains.findings.service.overview import overview
from presence.domains.messaging.service.digests.due_dates import is_wanted
from presence.domains.team.service import seats_now
from presence.http.listing import Paging


@dataclass(frozen=True, slots=True)
class FirstSteps:
    """Steps that are done; `seats` is how many the plan has, None without a limit."""

    competitors: bool
    prompts: bool
    issue: bool
    team: bool
    report: bool
    seats: int | None


async def first_steps(session: AsyncSession, brand_id: UUID) -> FirstSteps:
    """The state of the steps for a brand and the caller. Raises NotFound."""
    tracked, _ = await list_competitors(session, brand_id, ("tracked",), None, 1)
    seats = await seats_now(session)
    return FirstSteps(
        competitors=bool(tracked),
        prompts=await panel_reviewed(session, brand_id),
        issue=await _issue_closed(session, brand_id),
        team=seats.members > 1,
        report=await is_wanted(session),
        seats=seats.limit,
    )


async def _issue_closed(session: AsyncSession, brand_id: UUID) -> bool:
    """Whether a run no longer found an issue, or somebody marked a conclusion as done."""
    for point in (await overview(session, brand_id)).trend:
        if point.content_closed or point.technical_closed:
            return True
    first = Paging(limit=1, after=None)
    lists: tuple[type[ConclusionsOut], ...] = (GapsOut, FindingsOut, RecommendationsOut)
    for of in lists:
        done = ask(KIND_OF[of], {"status": "done"}, None, None, first)
        if (await listing(session, brand_id, of, done)).data:
            return True
    return False
