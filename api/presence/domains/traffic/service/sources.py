"""Where lines of a brand's sites come from: files somebody sends, or a server that pushes them.

Invariant: a source's token exists only in the response that made it, is stored as its SHA-256, and
adds lines to its own source: it reads nothing and opens nothing else.
"""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.core.ids import new_id
from presence.db.tenancy import binding_of
from presence.domains.audit.service import record
from presence.domains.billing.entitlements import require_feature
from presence.domains.billing.service import current_plan
from presence.domains.brands.service import get_brand, require_writable_brand
from presence.domains.identity.service.tokens import new_token, token_hash
from presence.domains.traffic.errors import no_source
from presence.domains.traffic.models import TrafficSource
from presence.domains.traffic.queries import sources as queries
from presence.domains.traffic.records import IssuedSource, SourceKind, SourceLine
from presence.domains.workspaces.service import lock_workspace
from presence.jobs.queue import enqueue

CLEAN = "traffic.clean"
MOST_SOURCES = 20
FULL = "traffic.full"
_MARK = "ts_"
_SHOWN = 10
_TOO_MANY = f"A brand can have {MOST_SOURCES} log sources. Delete one you no longer use."
_TAKEN = "Another log source of this brand has this name. Choose a different one."
_FILES_ONLY = "This source takes files only and has no token."


def line_of(row: TrafficSource) -> SourceLine:
    """A source as its service returns it."""
    return SourceLine(
        id=row.id,
        name=row.name,
        kind="push" if row.kind == "push" else "upload",
        prefix=row.prefix if row.token_hash is not None else "",
        received_at=row.received_at,
        created_at=row.created_at,
    )


async def list_sources(session: AsyncSession, brand_id: UUID) -> list[SourceLine]:
    """All sources of a brand, oldest first. Raises NotFound."""
    await get_brand(session, brand_id)
    return [line_of(row) for row in await queries.sources_of(session, brand_id)]


async def require_source(session: AsyncSession, brand_id: UUID, source_id: UUID) -> TrafficSource:
    """A source of this brand. Raises NotFound."""
    row = await queries.find_source(session, source_id)
    if row is None or row.brand_id != brand_id:
        raise no_source()
    return row


async def add_source(
    session: AsyncSession, brand_id: UUID, name: str, kind: SourceKind
) -> IssuedSource:
    """Add a source; one of kind `push` with its token.

    Raises NotFound, Conflict for a read-only brand, a taken name or too many, and PlanLimitReached
    for a push without the plan for it.
    """
    await require_writable_brand(session, brand_id)
    await lock_workspace(session)
    if kind == "push":
        require_feature((await current_plan(session)).limits, FULL)
    if await queries.count_sources(session, brand_id) >= MOST_SOURCES:
        raise Conflict(_TOO_MANY)
    if await queries.name_taken(session, brand_id, name):
        raise Conflict.at("/name", _TAKEN, "taken")
    token = _MARK + new_token() if kind == "push" else ""
    row = TrafficSource(id=new_id(), brand_id=brand_id, name=name, kind=kind, **_hashed(token))
    session.add(row)
    await session.flush()
    await session.refresh(row)
    entry = {"name": name, "kind": kind}
    await record(session, "traffic_source.created", f"traffic_source:{row.id}", after=entry)
    return IssuedSource(line_of(row), token)


async def rotate_token(session: AsyncSession, brand_id: UUID, source_id: UUID) -> IssuedSource:
    """Give a source a new token; the one before stops working.

    Raises NotFound, Conflict for a source of files and PlanLimitReached.
    """
    await lock_workspace(session)
    row = await require_source(session, brand_id, source_id)
    if row.kind != "push":
        raise Conflict(_FILES_ONLY)
    require_feature((await current_plan(session)).limits, FULL)
    token = _MARK + new_token()
    await queries.change_source(session, source_id, **_hashed(token))
    await session.refresh(row)
    await record(
        session, "traffic_source.rotated", f"traffic_source:{source_id}", after={"name": row.name}
    )
    return IssuedSource(line_of(row), token)


async def revoke_token(session: AsyncSession, brand_id: UUID, source_id: UUID) -> SourceLine:
    """Take a source's token away; what was counted stays. Raises NotFound."""
    await lock_workspace(session)
    row = await require_source(session, brand_id, source_id)
    if row.token_hash is not None:
        await queries.change_source(session, source_id, token_hash=None, prefix="")
        await session.refresh(row)
        before = {"name": row.name}
        target = f"traffic_source:{source_id}"
        await record(session, "traffic_source.revoked", target, before=before)
    return line_of(row)


async def remove_source(session: AsyncSession, brand_id: UUID, source_id: UUID) -> None:
    """Delete a source with everything counted from it. Raises NotFound.

    Nobody sees it from now on; a job deletes its rows, of which there may be many.
    """
    await lock_workspace(session)
    row = await require_source(session, brand_id, source_id)
    before = {"name": row.name, "kind": row.kind}
    await queries.hide_source(session, source_id)
    await enqueue(
        session,
        CLEAN,
        {"source_id": source_id},
        workspace_id=binding_of(session).workspace_id,
        lock=f"{CLEAN}:{source_id}",
        unique=f"{CLEAN}:{source_id}",
    )
    await record(session, "traffic_source.deleted", f"traffic_source:{source_id}", before=before)


def _hashed(token: str) -> dict[str, object]:
    if not token:
        return {"token_hash": None, "prefix": ""}
    return {"token_hash": token_hash(token), "prefix": token[:_SHOWN]}
