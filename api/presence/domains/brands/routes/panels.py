"""A brand's questions as a whole: a proposal beside them, and their versions."""

from __future__ import annotations

from typing import Annotated, Any
from uuid import UUID

from fastapi import APIRouter, Path, Request, Response

from presence.domains.brands.schemas.panels import (
    AcceptPanelIn,
    PanelChangeOut,
    PanelHistoryOut,
    PanelOut,
)
from presence.domains.brands.service import panel_changes, panel_proposals, panel_versions
from presence.domains.workspaces.context import Allowed, TenantSession
from presence.http.conditional import IfMatch, answer, require_match
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent

router = APIRouter(tags=["brands"])
PANEL = "/api/v1/brands/{brand_id}/panel"
_VIEW: dict[str, Any] = {
    "dependencies": [Allowed("view")],
    "responses": documented(401, 403, 404, 422),
}
_EDIT: dict[str, Any] = {
    "dependencies": [Allowed("run")],
    "responses": documented(401, 403, 404, 409, 412, 422),
}
_TAKE_BACK: dict[str, Any] = {**_EDIT, "responses": documented(401, 403, 404, 409, 422)}
Number = Annotated[int, Path(ge=1, le=2**31 - 1)]


@router.get(PANEL, response_model=PanelOut, **_VIEW)
async def read_panel(brand_id: UUID, session: TenantSession, request: Request) -> Response:
    """Get the state of a brand's prompts and the proposed replacement, with the ETag."""
    return answer(request, await _panel(session, brand_id))


@router.post(PANEL + "/accept", **_EDIT)
@idempotent
async def accept_panel(
    brand_id: UUID,
    data: AcceptPanelIn,
    session: TenantSession,
    if_match: IfMatch,
    repeatable: RepeatableDep,
) -> PanelChangeOut:
    """Accept the proposed prompts, or a selection of them, as a new version.

    409 when the proposal has changed, 403 `plan-limit` when the plan does not cover all of them.
    """
    if if_match is not None:
        await panel_changes.hold_panel(session, brand_id)
        require_match(if_match, await _panel(session, brand_id))
    made = await panel_changes.accept_proposal(session, brand_id, data.new, data.removed)
    return PanelChangeOut.model_validate(made)


@router.post(PANEL + "/keep", **_EDIT)
async def keep_panel(brand_id: UUID, session: TenantSession, if_match: IfMatch) -> PanelOut:
    """Decline the proposed prompts and keep the current ones.

    The same proposal is not offered again.
    """
    if if_match is not None:
        await panel_changes.hold_panel(session, brand_id)
        require_match(if_match, await _panel(session, brand_id))
    return PanelOut.model_validate(await panel_changes.keep_panel(session, brand_id))


@router.post(PANEL + "/reconsider", **_TAKE_BACK)
async def reconsider_panel(brand_id: UUID, session: TenantSession) -> PanelOut:
    """Offer a declined proposal again."""
    return PanelOut.model_validate(await panel_changes.reconsider_panel(session, brand_id))


@router.get(PANEL + "/versions", **_VIEW)
async def list_panel_versions(brand_id: UUID, session: TenantSession) -> PanelHistoryOut:
    """List the versions of a brand's prompts.

    For each version: when it was made, by whom, and what changed.
    """
    return PanelHistoryOut.model_validate(await panel_versions.panel_history(session, brand_id))


@router.post(PANEL + "/versions/{number}/restore", **_EDIT)
@idempotent
async def restore_panel_version(
    brand_id: UUID,
    number: Number,
    session: TenantSession,
    if_match: IfMatch,
    repeatable: RepeatableDep,
) -> PanelChangeOut:
    """Restore an earlier version of a brand's prompts, as a new version.

    Send the `state` from the list of versions as `If-Match` to avoid overwriting later changes: 412
    when the prompts have changed since.
    """
    expected = None if if_match in (None, "*") else if_match.strip('"')
    made = await panel_changes.restore_revision(session, brand_id, number, expected)
    return PanelChangeOut.model_validate(made)


async def _panel(session: Any, brand_id: UUID) -> PanelOut:
    return PanelOut.model_validate(await panel_proposals.panel_state(session, brand_id))
