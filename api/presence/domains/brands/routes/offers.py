"""What a brand offers. Putting it right is `onboarding`'s, as changing a brand is."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter, Request, Response

from presence.domains.brands.schemas.offers import OfferOut
from presence.domains.brands.service import offer_detail
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http import conditional
from presence.http.errors import documented

router = APIRouter(tags=["brands"])


@router.get(
    "/api/v1/brands/{brand_id}/offer",
    dependencies=[Allowed("view")],
    response_model=OfferOut,
    responses=documented(401, 403, 404, 422),
)
async def read_offer(brand_id: UUID, session: TenantSession, request: Request) -> Response:
    """Get what a brand offers, including corrections, with its ETag."""
    return conditional.answer(request, OfferOut.of(await offer_detail(session, brand_id)))
