"""Websites and documents of a brand under /api/v1."""

from __future__ import annotations

from typing import Annotated, get_args
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from presence.domains.identity.context import CurrentUser
from presence.domains.materials import forms
from presence.domains.materials.context import DocumentsDep
from presence.domains.materials.queries.materials import SORTS, MaterialFilter, View
from presence.domains.materials.records import Status
from presence.domains.materials.schemas.materials import (
    MaterialChangeIn,
    MaterialCountsOut,
    MaterialDetailOut,
    MaterialListOut,
    MaterialWordingOut,
    PageIn,
    shown_in_list,
)
from presence.domains.materials.service import managing, read_document, replacing, wording
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.domains.workspaces.service import quotas
from presence.http import conditional
from presence.http.errors import documented
from presence.http.filters import OnlyFilters, one, order, several
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import PagingDep, cut

router = APIRouter(tags=["materials"])
MATERIALS = "/api/v1/brands/{brand_id}/materials"
MATERIAL = f"{MATERIALS}/{{material_id}}"
_STATUSES: tuple[Status, ...] = get_args(Status)
_REFUSALS = documented(401, 403, 404, 409, 422)


@router.get(
    MATERIALS,
    dependencies=[Allowed("view"), OnlyFilters("view", "status")],
    responses=documented(401, 403, 404, 422),
)
async def list_materials(
    brand_id: UUID,
    session: TenantSession,
    asked: PagingDep,
    view: Annotated[str | None, Query(alias="filter[view]")] = None,
    status: Annotated[str | None, Query(alias="filter[status]")] = None,
    q: Annotated[str, Query(max_length=200)] = "",
    sort: str | None = None,
) -> MaterialListOut:
    """List the materials of a brand.

    Newest first, unless `sort` says otherwise. `filter[view]` selects a tab.
    """
    chosen = MaterialFilter(
        one(view, get_args(View), "view"),
        several(status, _STATUSES, "status"),
        q.strip(),
        order(sort, SORTS, "-createdAt"),
    )
    rows, total = await managing.list_materials(session, brand_id, chosen, asked.after, asked.probe)
    shown, page = cut(rows, asked, lambda row: row.id, total)
    counts = MaterialCountsOut(**await managing.view_counts(session, brand_id))
    return MaterialListOut(data=[shown_in_list(row) for row in shown], page=page, counts=counts)


@router.post(
    MATERIALS,
    status_code=202,
    dependencies=[Allowed("run")],
    openapi_extra=forms.bodies(),
    responses=documented(401, 403, 404, 409, 413, 415, 422, 429),
)
@idempotent
async def add_material(
    brand_id: UUID,
    request: Request,
    session: TenantSession,
    documents: DocumentsDep,
    call: LongCallDep,
    user: CurrentUser,
    response: Response,
    repeatable: RepeatableDep,
) -> MaterialDetailOut:
    """Add a page or a document to a brand.

    Its analysis starts in the background. Accepts JSON with the address of a page of the brand's
    site, or a multipart form with a document.
    """
    given = await call.wait_for(forms.read_new_material(request))
    if isinstance(given, PageIn):
        await quotas.use_up(session, quotas.SITE_READS, user.user_id)
        added = await managing.add_page(session, brand_id, given.url, given.named())
    else:
        text = await call.wait_for(read_document(documents, given.upload, f"/{forms.FILE}"))
        named = given.named.named()
        added = await managing.add_file(session, brand_id, given.upload, text, named)
    response.headers["Location"] = f"/api/v1/brands/{brand_id}/materials/{added.ref.id}"
    return MaterialDetailOut.of(added)


@router.get(
    f"{MATERIALS}/primary",
    dependencies=[Allowed("view")],
    responses=documented(401, 403, 404, 422),
)
async def read_primary_material(brand_id: UUID, session: TenantSession) -> MaterialDetailOut:
    """Get the website or document the brand was created from."""
    return MaterialDetailOut.of(await managing.read_primary(session, brand_id))


@router.put(
    f"{MATERIAL}/document",
    status_code=202,
    dependencies=[Allowed("run")],
    openapi_extra=forms.upload_body(),
    responses=documented(401, 403, 404, 409, 413, 415, 422),
)
async def replace_document(
    brand_id: UUID,
    material_id: UUID,
    request: Request,
    session: TenantSession,
    documents: DocumentsDep,
    call: LongCallDep,
) -> MaterialDetailOut:
    """Replace a document with a new version.

    Its analysis starts in the background.
    """
    upload = await call.wait_for(forms.read_upload(request))
    text = await call.wait_for(read_document(documents, upload, f"/{forms.FILE}"))
    return MaterialDetailOut.of(
        await replacing.replace_document(session, brand_id, material_id, upload, text)
    )


@router.get(
    MATERIAL,
    dependencies=[Allowed("view")],
    response_model=MaterialDetailOut,
    responses=documented(401, 403, 404, 422),
)
async def read_material(
    brand_id: UUID, material_id: UUID, session: TenantSession, request: Request
) -> Response:
    """Get a material with its analysis, and its ETag."""
    found = await managing.read_material(session, brand_id, material_id)
    return conditional.answer(request, MaterialDetailOut.of(found))


@router.get(
    f"{MATERIAL}/wording",
    dependencies=[Allowed("view")],
    responses=documented(401, 403, 404, 409, 422),
)
async def read_wording(
    brand_id: UUID, material_id: UUID, session: TenantSession
) -> MaterialWordingOut:
    """Get the text of a material as a starting point for a what-if edit."""
    return MaterialWordingOut.model_validate(
        await wording.read_wording(session, brand_id, material_id)
    )


@router.patch(MATERIAL, dependencies=[Allowed("run")], responses={**_REFUSALS, **documented(412)})
async def change_material(
    brand_id: UUID,
    material_id: UUID,
    data: MaterialChangeIn,
    session: TenantSession,
    if_match: conditional.IfMatch,
) -> MaterialDetailOut:
    """Update the title or description of a material."""
    current = await managing.read_material(session, brand_id, material_id)
    conditional.require_match(if_match, MaterialDetailOut.of(current))
    changed = await managing.change_material(session, brand_id, material_id, data.changes())
    return MaterialDetailOut.of(changed)


@router.delete(MATERIAL, status_code=204, dependencies=[Allowed("run")], responses=_REFUSALS)
async def delete_material(brand_id: UUID, material_id: UUID, session: TenantSession) -> None:
    """Delete a material.

    It can be restored for seven days.
    """
    await managing.delete_material(session, brand_id, material_id)


@router.post(f"{MATERIAL}/restore", dependencies=[Allowed("run")], responses=_REFUSALS)
async def restore_material(
    brand_id: UUID, material_id: UUID, session: TenantSession
) -> MaterialDetailOut:
    """Restore a deleted material."""
    return MaterialDetailOut.of(await managing.restore_material(session, brand_id, material_id))


@router.post(
    f"{MATERIAL}/analyze", status_code=202, dependencies=[Allowed("run")], responses=_REFUSALS
)
@idempotent
async def analyze_material(
    brand_id: UUID, material_id: UUID, session: TenantSession, repeatable: RepeatableDep
) -> MaterialDetailOut:
    """Analyze a material again.

    Fetches the page again. If an analysis is already in progress, no other one is started.
    """
    return MaterialDetailOut.of(await managing.analyse_again(session, brand_id, material_id))
