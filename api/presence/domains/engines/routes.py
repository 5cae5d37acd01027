"""Engines, a workspace's own keys, and usage."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.billing.routes import Counters
from presence.domains.engines.records import Cap, CredentialChange
from presence.domains.engines.schemas import (
    CredentialIn,
    CredentialOut,
    EngineOut,
    WorkspaceUsageOut,
)
from presence.domains.engines.service import credentials, list_engines
from presence.domains.engines.service.usage import usage_lines, usage_report
from presence.domains.engines.views import usage_out
from presence.domains.identity.context import CurrentUser
from presence.domains.workspaces.context import Allowed, CurrentWorkspace, TenantSession
from presence.domains.workspaces.service import quotas
from presence.http.errors import documented
from presence.http.idempotency import RepeatableDep, idempotent
from presence.http.listing import PagingDep
from presence.http.session import SettingsDep

router = APIRouter(tags=["engines"])
KEYS = [Allowed("engine_keys")]
SEAT = [Allowed("seat")]
CREDENTIAL = "/api/v1/engines/{engine_id}/credential"


@router.get("/api/v1/engines", dependencies=[Allowed("view")], responses=documented(401, 403))
async def engines(session: TenantSession, settings: SettingsDep) -> list[EngineOut]:
    """List all engines.

    Shows which are connected, whose key they use, and how to connect the others.
    """
    return [EngineOut.model_validate(item) for item in await list_engines(session, settings)]


@router.get(CREDENTIAL, dependencies=KEYS, responses=documented(401, 403, 404))
async def credential(engine_id: str, session: TenantSession) -> CredentialOut:
    """Get the workspace's own API key for an engine.

    Only its last four characters are shown.
    """
    return CredentialOut.model_validate(await credentials.read_credential(session, engine_id))


@router.put(CREDENTIAL, dependencies=KEYS, responses=documented(401, 403, 404, 409, 422, 429))
async def set_credential(
    engine_id: str,
    body: CredentialIn,
    user: CurrentUser,
    session: TenantSession,
    workspace: CurrentWorkspace,
    settings: SettingsDep,
) -> CredentialOut:
    """Store the workspace's own API key for an engine, or update its cap, model or base URL.

    The key is tested in the background.
    """
    cap = Cap(body.monthly_cap.unit, body.monthly_cap.value) if body.monthly_cap else None
    await quotas.use_up(session, quotas.KEY_CHECKS, user.user_id)
    change = CredentialChange(body.api_key, body.base_url.strip(), body.model.strip(), cap)
    stored = await credentials.write_credential(session, settings, workspace.id, engine_id, change)
    return CredentialOut.model_validate(stored)


@router.delete(
    CREDENTIAL, status_code=204, dependencies=KEYS, responses=documented(401, 403, 404, 409)
)
async def remove_credential(engine_id: str, session: TenantSession) -> None:
    """Delete the workspace's own API key for an engine.

    From then on, the deployment's key is used, if there is one.
    """
    await credentials.remove_credential(session, engine_id)


@router.post(
    f"{CREDENTIAL}/test",
    status_code=202,
    dependencies=KEYS,
    responses=documented(401, 403, 404, 409, 429),
)
@idempotent
async def test_credential(
    engine_id: str,
    user: CurrentUser,
    session: TenantSession,
    workspace: CurrentWorkspace,
    settings: SettingsDep,
    repeatable: RepeatableDep,
) -> CredentialOut:
    """Test the workspace's own API key for an engine.

    The test runs in the background; the result appears in `lastCheck`.
    """
    await quotas.use_up(session, quotas.KEY_CHECKS, user.user_id)
    view = await credentials.request_check(session, settings, workspace.id, engine_id)
    return CredentialOut.model_validate(view)


@router.get("/api/v1/usage", dependencies=SEAT, responses=documented(401, 403, 422))
async def usage(
    session: TenantSession, settings: SettingsDep, counters: Counters, paging: PagingDep
) -> WorkspaceUsageOut:
    """Get the usage of the current period.

    Answers and cost by engine and key, the remaining budget, and the individual entries.
    """
    report = await usage_report(session, settings, counters)
    lines, total = await usage_lines(session, paging.after, paging.probe)
    return usage_out(report, lines, total, paging)
