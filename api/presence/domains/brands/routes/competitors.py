"""Competitors of a brand and suggestions found in answers."""

from __future__ import annotations

from typing import Annotated, get_args
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from presence.domains.brands.records import CompetitorStatus
from presence.domains.brands.schemas.competitors import (
    AcceptSuggestionIn,
    CompetitorChangeIn,
    CompetitorIn,
    CompetitorOut,
)
from presence.domains.brands.service import competitors
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.conditional import IfMatch, answer, require_match
from presence.http.errors import documented
from presence.http.filters import OnlyFilters, several
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut, PagingDep, cut

router = APIRouter(tags=["brands"])
COMPETITORS = "/api/v1/brands/{brand_id}/competitors"
_READ = documented(401, 403, 404, 422)
_EDIT = documented(401, 403, 404, 409, 422)


@router.get(COMPETITORS, dependencies=[Allowed("view"), OnlyFilters("status")], responses=_READ)
async def list_competitors(
    brand_id: UUID,
    session: TenantSession,
    asked: PagingDep,
    status: Annotated[str | None, Query(alias="filter[status]")] = None,
) -> ListOut[CompetitorOut]:
    """List the competitors of a brand.

    In the order they were added. Tracked and suggested competitors, unless filtered.
    """
    statuses = several(status, get_args(CompetitorStatus), "status") or ("tracked", "suggested")
    rows, total = await competitors.list_competitors(
        session, brand_id, statuses, asked.after, asked.probe
    )
    shown, page = cut(rows, asked, lambda competitor: competitor.id, total)
    return ListOut(data=[CompetitorOut.model_validate(row) for row in shown], page=page)


@router.post(COMPETITORS, status_code=201, dependencies=[Allowed("run")], responses=_EDIT)
@idempotent
async def add_competitor(
    brand_id: UUID,
    data: CompetitorIn,
    session: TenantSession,
    response: Response,
    repeatable: RepeatableDep,
) -> CompetitorOut:
    """Track a competitor.

    409 when its name or website is taken, 403 `plan-limit` when the plan has no room.
    """
    changes = data.changes()
    added = await competitors.add_competitor(session, brand_id, changes.pop("name"), changes)
    response.headers["Location"] = f"/api/v1/brands/{brand_id}/competitors/{added.id}"
    return CompetitorOut.model_validate(added)


@router.get(
    COMPETITORS + "/{competitor_id}",
    dependencies=[Allowed("view")],
    response_model=CompetitorOut,
    responses=_READ,
)
async def read_competitor(
    brand_id: UUID, competitor_id: UUID, session: TenantSession, request: Request
) -> Response:
    """Get a competitor, with its ETag."""
    found = await competitors.read_competitor(session, brand_id, competitor_id)
    return answer(request, CompetitorOut.model_validate(found))


@router.patch(
    COMPETITORS + "/{competitor_id}",
    dependencies=[Allowed("run")],
    responses=documented(401, 403, 404, 409, 412, 422),
)
async def change_competitor(
    brand_id: UUID,
    competitor_id: UUID,
    data: CompetitorChangeIn,
    session: TenantSession,
    if_match: IfMatch,
) -> CompetitorOut:
    """Update a competitor.

    The brand's stored answers are analyzed again. 409 when it is not tracked or a name is taken.
    """
    found = await competitors.read_competitor(session, brand_id, competitor_id)
    require_match(if_match, CompetitorOut.model_validate(found))
    return CompetitorOut.model_validate(
        await competitors.change_competitor(session, brand_id, competitor_id, data.changes())
    )


@router.delete(
    COMPETITORS + "/{competitor_id}",
    status_code=204,
    dependencies=[Allowed("run")],
    responses=_EDIT,
)
async def remove_competitor(brand_id: UUID, competitor_id: UUID, session: TenantSession) -> None:
    """Stop tracking a competitor.

    It is not suggested again. 409 when it is not tracked.
    """
    await competitors.remove_competitor(session, brand_id, competitor_id)


@router.post(
    COMPETITORS + "/suggestions/{competitor_id}/accept",
    dependencies=[Allowed("run")],
    responses=_EDIT,
)
async def accept_competitor(
    brand_id: UUID,
    competitor_id: UUID,
    session: TenantSession,
    data: AcceptSuggestionIn | None = None,
) -> CompetitorOut:
    """Accept a suggested competitor.

    Tracks it, or with `aliasOf` adds its name as an alias of a tracked competitor.
    """
    alias_of = data.alias_of if data else None
    return CompetitorOut.model_validate(
        await competitors.accept_suggestion(session, brand_id, competitor_id, alias_of)
    )


@router.post(
    COMPETITORS + "/suggestions/{competitor_id}/dismiss",
    dependencies=[Allowed("run")],
    responses=_EDIT,
)
async def dismiss_competitor(
    brand_id: UUID, competitor_id: UUID, session: TenantSession
) -> CompetitorOut:
    """Dismiss a suggested competitor.

    It is not suggested again.
    """
    return CompetitorOut.model_validate(
        await competitors.dismiss_suggestion(session, brand_id, competitor_id)
    )


@router.post(
    COMPETITORS + "/suggestions/{competitor_id}/restore",
    dependencies=[Allowed("run")],
    responses=_EDIT,
)
async def restore_competitor_suggestion(
    brand_id: UUID, competitor_id: UUID, session: TenantSession
) -> CompetitorOut:
    """Move a competitor back to the suggestions.

    For a dismissed suggestion, or a tracked competitor that was found in answers. 409 otherwise.
    """
    return CompetitorOut.model_validate(
        await competitors.restore_suggestion(session, brand_id, competitor_id)
    )
