"""Prompts of a brand: list, add, change, delete, restore, import, suggestions."""

from __future__ import annotations

from typing import Annotated, Any, get_args
from uuid import UUID

from fastapi import APIRouter, Depends, Query, Request, Response

from presence.analysis.types.answers import Intent
from presence.domains.brands.importing_forms import read_list
from presence.domains.brands.queries.prompts import LISTED, SORTS, PromptFilter
from presence.domains.brands.records import NewPrompt, PromptStatus
from presence.domains.brands.schemas.prompts import (
    AcceptedPromptsOut,
    ImportIn,
    ImportOut,
    PromptChangeIn,
    PromptIn,
    PromptOut,
    PromptVersionsOut,
    RowNoteOut,
)
from presence.domains.brands.service import importing, panel, prompts
from presence.domains.workspaces.context import Allowed, LongCallDep, TenantSession
from presence.http.conditional import IfMatch, answer, require_match
from presence.http.errors import documented
from presence.http.filters import OnlyFilters, one, order, several
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import ListOut, PagingDep, cut

router = APIRouter(tags=["brands"])
PROMPTS = "/api/v1/brands/{brand_id}/prompts"
_EDIT: dict[str, Any] = {
    "dependencies": [Allowed("run")],
    "responses": documented(401, 403, 404, 409, 422),
}
_YES_NO = ("true", "false")


async def _filter(
    status: Annotated[str | None, Query(alias="filter[status]")] = None,
    intent: Annotated[str | None, Query(alias="filter[intent]")] = None,
    topic: Annotated[str | None, Query(alias="filter[topic]", max_length=200)] = None,
    branded: Annotated[str | None, Query(alias="filter[branded]")] = None,
    q: Annotated[str, Query(max_length=200)] = "",
    sort: str | None = None,
) -> PromptFilter:
    """The list's parameters. Raises ValidationFailed for a value it does not know."""
    flag = one(branded, _YES_NO, "branded")
    return PromptFilter(
        statuses=several(status, get_args(PromptStatus), "status") or LISTED,
        intents=several(intent, get_args(Intent), "intent"),
        topic=topic,
        branded=None if flag is None else flag == "true",
        q=q.strip(),
        sort=order(sort, SORTS, "position"),
    )


@router.get(
    PROMPTS,
    dependencies=[Allowed("view"), OnlyFilters("status", "intent", "topic", "branded")],
    responses=documented(401, 403, 404, 422),
)
async def list_prompts(
    brand_id: UUID,
    session: TenantSession,
    asked: PagingDep,
    chosen: Annotated[PromptFilter, Depends(_filter)],
) -> ListOut[PromptOut]:
    """List the prompts of a brand.

    In the panel's order, unless `sort` says otherwise. Active and paused prompts, unless filtered.
    """
    rows, total = await prompts.list_prompts(session, brand_id, chosen, asked.after, asked.probe)
    shown, page = cut(rows, asked, lambda prompt: prompt.id, total)
    return ListOut(data=[PromptOut.model_validate(prompt) for prompt in shown], page=page)


@router.post(PROMPTS, status_code=201, **_EDIT)
@idempotent
async def add_prompt(
    brand_id: UUID,
    data: PromptIn,
    session: TenantSession,
    response: Response,
    repeatable: RepeatableDep,
) -> PromptOut:
    """Add a prompt.

    409 with `Location` when the brand already has it. 403 `plan-limit` when the plan has no room.
    """
    new = NewPrompt(data.text, data.intent, data.topic)
    added = await prompts.add_prompt(session, brand_id, new)
    response.headers["Location"] = f"/api/v1/brands/{brand_id}/prompts/{added.id}"
    return PromptOut.model_validate(added)


@router.get(
    PROMPTS + "/suggestions",
    dependencies=[Allowed("view")],
    responses=documented(401, 403, 404, 422),
)
async def list_suggestions(
    brand_id: UUID, session: TenantSession, asked: PagingDep
) -> ListOut[PromptOut]:
    """List suggested prompts, oldest first."""
    chosen = PromptFilter(statuses=("suggested",), sort="createdAt")
    return await list_prompts(brand_id, session, asked, chosen)


@router.post(PROMPTS + "/suggestions/accept-all", **_EDIT)
@idempotent
async def accept_suggestions(
    brand_id: UUID, session: TenantSession, repeatable: RepeatableDep
) -> AcceptedPromptsOut:
    """Accept all suggested prompts.

    Oldest first, as many as the plan has room for.
    """
    taken, left = await panel.accept_suggestions(session, brand_id)
    return AcceptedPromptsOut(
        data=[PromptOut.model_validate(prompt) for prompt in taken], left=left
    )


@router.post(PROMPTS + "/suggestions/{prompt_id}/accept", **_EDIT)
async def accept_suggestion(brand_id: UUID, prompt_id: UUID, session: TenantSession) -> PromptOut:
    """Accept a suggested prompt.

    403 `plan-limit` when the plan has no room.
    """
    return PromptOut.model_validate(await prompts.accept_suggestion(session, brand_id, prompt_id))


@router.post(PROMPTS + "/suggestions/{prompt_id}/dismiss", **_EDIT)
async def dismiss_suggestion(brand_id: UUID, prompt_id: UUID, session: TenantSession) -> PromptOut:
    """Dismiss a suggested prompt.

    It is not suggested again.
    """
    return PromptOut.model_validate(await prompts.dismiss_suggestion(session, brand_id, prompt_id))


@router.post(PROMPTS + "/suggestions/{prompt_id}/restore", **_EDIT)
async def restore_suggestion(brand_id: UUID, prompt_id: UUID, session: TenantSession) -> PromptOut:
    """Suggest a dismissed prompt again."""
    return PromptOut.model_validate(await prompts.restore_suggestion(session, brand_id, prompt_id))


def _import_body() -> dict[str, Any]:
    """Both request bodies for the API description; the route reads them itself."""
    schema = ImportIn.model_json_schema(ref_template="#/components/schemas/{model}")
    schema = {**schema, **_inlined(schema)}
    file = {
        "type": "object",
        "required": ["file"],
        "properties": {"file": {"type": "string", "format": "binary"}},
    }
    content = {"application/json": {"schema": schema}, "multipart/form-data": {"schema": file}}
    return {"requestBody": {"required": True, "content": content}}


def _inlined(schema: dict[str, Any]) -> dict[str, Any]:
    rows = {**schema["properties"]["rows"], "items": schema.pop("$defs")["ImportRowIn"]}
    return {"properties": {"rows": rows}}


@router.post(
    PROMPTS + "/import",
    dependencies=[Allowed("run")],
    openapi_extra=_import_body(),
    responses=documented(401, 403, 404, 409, 413, 415, 422),
)
@idempotent
async def import_prompts(
    brand_id: UUID,
    session: TenantSession,
    request: Request,
    call: LongCallDep,
    repeatable: RepeatableDep,
) -> ImportOut:
    """Import prompts from CSV or JSON.

    Problems are reported row by row. Prompts beyond the plan's limit are imported as paused.
    """
    rows = await call.wait_for(read_list(request))
    report = await importing.import_prompts(session, brand_id, rows)
    return ImportOut(
        imported=report.active + report.paused,
        active=report.active,
        paused=report.paused,
        rejected=[RowNoteOut.model_validate(note) for note in report.rejected],
        notices=[RowNoteOut.model_validate(note) for note in report.notices],
    )


@router.get(
    PROMPTS + "/{prompt_id}",
    dependencies=[Allowed("view")],
    response_model=PromptVersionsOut,
    responses=documented(401, 403, 404, 422),
)
async def read_prompt(
    brand_id: UUID, prompt_id: UUID, session: TenantSession, request: Request
) -> Response:
    """Get a prompt with all its versions, and its ETag."""
    return answer(request, await _versions(session, brand_id, prompt_id))


@router.patch(
    PROMPTS + "/{prompt_id}",
    dependencies=[Allowed("run")],
    responses=documented(401, 403, 404, 409, 412, 422),
)
async def change_prompt(
    brand_id: UUID,
    prompt_id: UUID,
    data: PromptChangeIn,
    session: TenantSession,
    if_match: IfMatch,
) -> PromptOut:
    """Update a prompt.

    A new text or intent creates a new version with its own id, which is returned. 409 for a
    replaced version, with the `Location` of the current one.
    """
    if if_match is not None:
        require_match(if_match, await _versions(session, brand_id, prompt_id))
    changes: dict[str, Any] = data.model_dump(exclude_none=True)
    return PromptOut.model_validate(
        await prompts.change_prompt(session, brand_id, prompt_id, **changes)
    )


@router.delete(PROMPTS + "/{prompt_id}", status_code=204, **_EDIT)
async def delete_prompt(brand_id: UUID, prompt_id: UUID, session: TenantSession) -> None:
    """Delete a prompt.

    Its answers are kept, and it can be restored.
    """
    await prompts.delete_prompt(session, brand_id, prompt_id)


@router.post(PROMPTS + "/{prompt_id}/restore", **_EDIT)
async def restore_prompt(brand_id: UUID, prompt_id: UUID, session: TenantSession) -> PromptOut:
    """Restore a deleted prompt.

    403 `plan-limit` when the plan has no room.
    """
    return PromptOut.model_validate(await prompts.restore_prompt(session, brand_id, prompt_id))


async def _versions(session: Any, brand_id: UUID, prompt_id: UUID) -> PromptVersionsOut:
    prompt, versions = await prompts.read_prompt(session, brand_id, prompt_id)
    shown = PromptOut.model_validate(prompt).model_dump(by_alias=False)
    return PromptVersionsOut(**shown, versions=[PromptOut.model_validate(v) for v in versions])
