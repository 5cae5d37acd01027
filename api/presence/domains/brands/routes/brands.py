"""Reading, pausing, deleting and restoring brands. Adding and changing one is `onboarding`'s."""

from __future__ import annotations

from typing import Annotated, Literal, get_args
from uuid import UUID

from fastapi import APIRouter, Query, Request, Response

from presence.domains.brands.queries.brands import SORTS, BrandFilter, View
from presence.domains.brands.schemas.brands import (
    BrandCountsOut,
    BrandDetailOut,
    BrandListOut,
    BrandOut,
    DeletedBrandOut,
    DeletedBrandsOut,
)
from presence.domains.brands.service import brand_detail, managing
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http import conditional
from presence.http.errors import documented
from presence.http.filters import OnlyFilters, one, order
from presence.http.listing import PagingDep, cut

router = APIRouter(tags=["brands"])
_STATUSES: tuple[Literal["active", "paused"], ...] = ("active", "paused")
_REFUSALS = documented(401, 403, 404, 409, 422)


@router.get(
    "/api/v1/brands",
    dependencies=[Allowed("view"), OnlyFilters("view", "status")],
    responses=documented(401, 403, 422),
)
async def list_brands(
    session: TenantSession,
    asked: PagingDep,
    view: Annotated[str | None, Query(alias="filter[view]")] = None,
    status: Annotated[str | None, Query(alias="filter[status]")] = None,
    q: Annotated[str, Query(max_length=200)] = "",
    sort: str | None = None,
) -> BrandListOut:
    """List brands.

    In the order they were added, unless `sort` says otherwise. `filter[view]` selects a tab.
    """
    chosen = BrandFilter(
        one(view, get_args(View), "view"),
        one(status, _STATUSES, "status"),
        q.strip(),
        order(sort, SORTS, "createdAt"),
    )
    rows, total = await managing.list_brands(session, chosen, asked.after, asked.probe)
    shown, page = cut(rows, asked, lambda brand: brand.id, total)
    counts = BrandCountsOut(**await managing.view_counts(session))
    data = [BrandOut.model_validate(brand) for brand in shown]
    return BrandListOut(data=data, page=page, counts=counts)


@router.get(
    "/api/v1/brands/deleted", dependencies=[Allowed("brands")], responses=documented(401, 403)
)
async def deleted_brands(session: TenantSession) -> DeletedBrandsOut:
    """List the deleted brands that can still be restored."""
    found = await managing.deleted_brands(session)
    return DeletedBrandsOut(data=[DeletedBrandOut.model_validate(brand) for brand in found])


@router.get(
    "/api/v1/brands/{brand_id}",
    dependencies=[Allowed("view")],
    response_model=BrandDetailOut,
    responses=documented(401, 403, 404, 422),
)
async def read_brand(brand_id: UUID, session: TenantSession, request: Request) -> Response:
    """Get a brand, with its ETag."""
    return conditional.answer(request, BrandDetailOut.of(await brand_detail(session, brand_id)))


@router.delete(
    "/api/v1/brands/{brand_id}",
    status_code=204,
    dependencies=[Allowed("brands")],
    responses=_REFUSALS,
)
async def delete_brand(brand_id: UUID, session: TenantSession) -> None:
    """Delete a brand.

    It can be restored for seven days.
    """
    await managing.delete_brand(session, brand_id)


@router.post(
    "/api/v1/brands/{brand_id}/restore", dependencies=[Allowed("brands")], responses=_REFUSALS
)
async def restore_brand(brand_id: UUID, session: TenantSession) -> BrandDetailOut:
    """Restore a deleted brand."""
    return BrandDetailOut.of(await managing.restore_brand(session, brand_id))


@router.post(
    "/api/v1/brands/{brand_id}/pause", dependencies=[Allowed("brands")], responses=_REFUSALS
)
async def pause_brand(brand_id: UUID, session: TenantSession) -> BrandDetailOut:
    """Pause a brand.

    It is not analyzed until it is resumed.
    """
    return BrandDetailOut.of(await managing.pause_brand(session, brand_id))


@router.post(
    "/api/v1/brands/{brand_id}/resume", dependencies=[Allowed("brands")], responses=_REFUSALS
)
async def resume_brand(brand_id: UUID, session: TenantSession) -> BrandDetailOut:
    """Resume a paused brand."""
    return BrandDetailOut.of(await managing.resume_brand(session, brand_id))
