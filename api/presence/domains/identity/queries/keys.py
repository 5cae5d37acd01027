"""SQL statements that determine whom an API key acts for."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.domains.identity.queries.sessions import Resolved

_RESOLVE_KEY = text(
    "SELECT key_id, user_id, workspace_id, role, scope, prefix,"
    " pg_current_xact_id_if_assigned() IS NOT NULL AS noted"
    " FROM resolve_api_key(:key, CAST(:workspace AS uuid))"
)


@dataclass(frozen=True, slots=True)
class ResolvedKey:
    """The fields of an API key needed to check it; `scope` is "read" or "write"."""

    who: Resolved
    scope: str
    prefix: str


async def resolve_api_key(
    session: AsyncSession, key_hash: bytes, workspace_id: UUID | None
) -> ResolvedKey | None:
    """Creator, workspace and role of a key; binds the open transaction to them."""
    parameters = {"key": key_hash, "workspace": workspace_id}
    row = (await session.execute(_RESOLVE_KEY, parameters)).one_or_none()
    if row is None:
        return None
    who = Resolved(row.key_id, row.user_id, row.workspace_id, row.role, row.key_id, row.noted)
    return ResolvedKey(who, row.scope, row.prefix)
