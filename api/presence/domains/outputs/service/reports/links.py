"""Addresses under which a file can be fetched for a quarter of an hour, signed in or not.

Invariant: an address is sealed with the deployment's key: it names one file of one workspace and
the moment it ends, and whoever holds it can read nothing else.
"""

from __future__ import annotations

import asyncio
import json
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.adapters import objects
from presence.adapters.objects import StoredObject
from presence.core.errors import NotFound
from presence.core.secrets import Unreadable, open_vault
from presence.core.settings import Settings
from presence.db.tenancy import TenantBinding, bind
from presence.domains.outputs.models import Report

LIFETIME = timedelta(minutes=15)
_PLACE = "address of a file"
_ENDED = "This download link has ended. Open the list of reports for a new one."
_NOT_READY = "This report has no file: it is not ready, or its 24 hours are over."


async def address_of(settings: Settings, workspace_id: UUID, report: Report, now: datetime) -> str:
    """A path that leads to the report's file. Raises NotFound when it has none (any more)."""
    ready = report.status == "ready" and report.file_id is not None
    if not ready or report.expires_at is None or report.expires_at <= now:
        raise NotFound(_NOT_READY)
    until = min(now + LIFETIME, report.expires_at)
    named = {"w": str(workspace_id), "f": str(report.file_id), "until": until.timestamp()}
    vault = await asyncio.to_thread(open_vault, settings)
    return f"/api/v1/files/{vault.seal(json.dumps(named), _PLACE).hex()}"


async def file_at(
    session: AsyncSession, settings: Settings, token: str, now: datetime
) -> StoredObject:
    """The file an address leads to. Raises NotFound for one that ended or is none of ours."""
    vault = await asyncio.to_thread(open_vault, settings)
    try:
        named = json.loads(vault.open(bytes.fromhex(token), _PLACE))
    except (Unreadable, ValueError) as error:
        raise NotFound(_ENDED) from error
    if named["until"] <= now.timestamp():
        raise NotFound(_ENDED)
    await bind(session, TenantBinding(UUID(named["w"])))
    found = await objects.fetch(session, UUID(named["f"]), now)
    if found is None:
        raise NotFound(_ENDED)
    return found
