"""Notes and events on a brand's charts."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Depends, Query

from presence.domains.identity.context import CurrentUser
from presence.domains.publishing.schemas.annotations import (
    AnnotationChangeIn,
    AnnotationIn,
    AnnotationOut,
    AnnotationsOut,
)
from presence.domains.publishing.service import notes
from presence.domains.publishing.service.notes import NoteReader
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.domains.workspaces.service import workspace_zone
from presence.http.errors import documented
from presence.http.filters import Day
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.session import NowDep

router = APIRouter(prefix="/api/v1", tags=["publishing"], responses=documented(401, 403, 404, 422))
VIEW = [Allowed("view")]
DAYS = 90
_OF_BRAND, _ONE = "/brands/{brand_id}/annotations", "/annotations/{annotation_id}"


async def reader(user: CurrentUser) -> NoteReader:
    """Who looks."""
    return NoteReader(user.user_id, user.role)


ReaderDep = Annotated[NoteReader, Depends(reader)]


@router.get(_OF_BRAND, dependencies=VIEW)
async def brand_annotations(
    brand_id: UUID,
    who: ReaderDep,
    session: TenantSession,
    now: NowDep,
    first: Annotated[Day | None, Query(alias="from")] = None,
    last: Annotated[Day | None, Query(alias="to")] = None,
) -> AnnotationsOut:
    """List the annotations on a brand's charts.

    Oldest first, from `from` to `to` inclusive; the last 90 days by default.
    """
    here = now.astimezone(await workspace_zone(session))
    days = notes.last_days(here, DAYS)
    span = (first or days[0], last or days[1])
    return AnnotationsOut(data=await notes.marks(session, brand_id, span, who))


@router.post(
    _OF_BRAND,
    response_model=AnnotationOut,
    status_code=201,
    dependencies=VIEW,
    responses=documented(409),
)
@idempotent
async def write_annotation(
    brand_id: UUID,
    body: AnnotationIn,
    who: ReaderDep,
    session: TenantSession,
    repeatable: RepeatableDep,
) -> AnnotationOut:
    """Add a note to a day on a brand's charts."""
    return await notes.write(session, brand_id, who, body)


@router.patch(_ONE, dependencies=VIEW)
async def change_annotation(
    annotation_id: UUID, body: AnnotationChangeIn, who: ReaderDep, session: TenantSession
) -> AnnotationOut:
    """Update the day or text of a note."""
    values = body.model_dump(exclude_unset=True)
    return await notes.change_note(session, annotation_id, who, values)


@router.delete(_ONE, status_code=204, dependencies=VIEW)
async def remove_annotation(annotation_id: UUID, who: ReaderDep, session: TenantSession) -> None:
    """Delete a note."""
    await notes.remove(session, annotation_id, who)
