"""The slice's routes, one module per concern."""

from __future__ import annotations

from fastapi import APIRouter

from presence.domains.team.routes import audit_log, invitations, keys, members, workspaces

router = APIRouter()
for module in (members, invitations, keys, audit_log, workspaces):
    router.include_router(module.router)
