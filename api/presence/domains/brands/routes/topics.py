"""Topics of a brand's prompts."""

from __future__ import annotations

from uuid import UUID

from fastapi import APIRouter

from presence.domains.brands.schemas.prompts import RenamedOut, TopicOut, TopicRenameIn, TopicsOut
from presence.domains.brands.service import prompts
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.errors import documented

router = APIRouter(tags=["brands"])


@router.get(
    "/api/v1/brands/{brand_id}/topics",
    dependencies=[Allowed("view")],
    responses=documented(401, 403, 404, 422),
)
async def list_topics(brand_id: UUID, session: TenantSession) -> TopicsOut:
    """List topics by name, with the number of prompts in each."""
    found = await prompts.list_topics(session, brand_id)
    data = [TopicOut(name=name, active=active, paused=paused) for name, active, paused in found]
    return TopicsOut(data=data)


@router.patch(
    "/api/v1/brands/{brand_id}/topics",
    dependencies=[Allowed("run")],
    responses=documented(401, 403, 404, 409, 422),
)
async def rename_topic(brand_id: UUID, data: TopicRenameIn, session: TenantSession) -> RenamedOut:
    """Rename a topic.

    If a topic with the new name exists, the two are merged.
    """
    moved = await prompts.rename_topic(session, brand_id, data.name, data.new_name)
    return RenamedOut(prompts=moved)
