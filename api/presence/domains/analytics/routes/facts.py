"""Key facts of a brand, and what engines state of them."""

from __future__ import annotations

from uuid import UUID

from fastapi import Request, Response

from presence.domains.analytics.schemas.facts import FactsIn, FactsOut, InterpretationsOut
from presence.domains.analytics.service.interpretations import cards as interpretations
from presence.domains.analytics.service.interpretations import facts as service
from presence.domains.analytics.service.interpretations import of_material
from presence.domains.runs.context import RUN, VIEW, slice_router
from presence.domains.workspaces.context import TenantSession
from presence.http.conditional import IfMatch, answer, require_match
from presence.http.errors import documented
from presence.http.session import NowDep, SettingsDep

router = slice_router("analytics")
FACTS = "/api/v1/brands/{brand_id}/facts"


@router.get(FACTS, response_model=FactsOut, dependencies=VIEW)
async def facts(brand_id: UUID, session: TenantSession, request: Request) -> Response:
    """Get the key facts of a brand, each with its source and quote, and the ETag."""
    return answer(request, await service.facts_document(session, brand_id))


@router.put(FACTS, response_model=FactsOut, dependencies=RUN, responses=documented(412))
async def replace_facts(
    brand_id: UUID,
    body: FactsIn,
    session: TenantSession,
    request: Request,
    if_match: IfMatch,
    now: NowDep,
) -> Response:
    """Replace the key facts of a brand.

    Use it to confirm, correct, add and remove facts. Stored answers are compared with the new
    facts. 412 when `If-Match` is outdated.
    """
    require_match(if_match, await service.facts_document(session, brand_id))
    wanted = [service.FactChange(fact.id, fact.kind, fact.value) for fact in body.facts]
    return answer(request, await service.replace_facts(session, brand_id, wanted, now))


@router.get("/api/v1/brands/{brand_id}/interpretations", dependencies=VIEW)
async def brand_interpretations(
    brand_id: UUID, session: TenantSession, settings: SettingsDep
) -> InterpretationsOut:
    """List how each engine describes the brand.

    Compares a stored answer of each engine with the brand's tone, audience and key facts.
    """
    return await interpretations.interpretations(session, settings, brand_id)


@router.get("/api/v1/materials/{material_id}/interpretations", dependencies=VIEW)
async def material_interpretations(
    material_id: UUID, session: TenantSession, settings: SettingsDep
) -> InterpretationsOut:
    """List how each engine describes the brand, compared with the facts in one material."""
    return await of_material.material_interpretations(session, settings, material_id)
