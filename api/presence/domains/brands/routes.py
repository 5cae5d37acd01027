"""Reading the brands of the workspace."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.brands import service
from presence.domains.brands.schemas import BrandDetailOut, BrandOut
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented
from presence.http.listing import ListOut, PagingDep, cut

router = APIRouter(tags=["brands"])


@router.get("/api/v1/brands", dependencies=[Allowed("view")], responses=documented(401, 403, 422))
async def list_brands(session: TenantSession, asked: PagingDep) -> ListOut[BrandOut]:
    """Brands in the order they were added."""
    rows, total = await service.list_brands(session, asked.after, asked.probe)
    shown, page = cut(rows, asked, lambda brand: brand.id, total)
    return ListOut(data=[BrandOut.model_validate(brand) for brand in shown], page=page)


@router.get(
    "/api/v1/brands/{brand_id}",
    dependencies=[Allowed("view")],
    responses=documented(401, 403, 404, 422),
)
async def read_brand(brand_id: UUID, session: TenantSession) -> BrandDetailOut:
    """One brand with everything that describes it."""
    return BrandDetailOut.of(await service.brand_detail(session, brand_id))
