"""Seals values again with the first key while several are configured.

Invariant: a value is replaced only by the same text; a concurrent change is kept.
"""

from __future__ import annotations

import asyncio
import logging

from sqlalchemy import text

from presence.core.secrets import open_vault
from presence.db.sealed import Whose, reseal
from presence.db.tenancy import TenantBinding
from presence.jobs.context import JobResources
from presence.jobs.periodic_tasks import periodic_task

log = logging.getLogger(__name__)

_FIND = text("SELECT workspace_id, user_id FROM sealed_by(:names)")


@periodic_task("secrets.resealing")
async def seal_again(resources: JobResources) -> None:
    """Workspaces and people with something left that was sealed with another key."""
    vault = await asyncio.to_thread(open_vault, resources.settings)
    if not vault.retired:
        return
    async with resources.database.transaction() as session:
        found = (await session.execute(_FIND, {"names": list(vault.retired)})).all()
    done = 0
    for workspace_id, user_id in found:
        whose: Whose = "person" if workspace_id is None else "workspace"
        async with resources.database.transaction(TenantBinding(workspace_id, user_id)) as session:
            done += await reseal(session, vault, whose)
    if done:
        log.info("Sealed again with the first key: %d", done)
