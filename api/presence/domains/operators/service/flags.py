"""Feature flags: which ones exist, how each is set for a workspace, and changing them.

Each is checked somewhere in the product (`billing/context.Open` and its neighbours); a check costs
one look-up by key in the caller's own transaction, so a change applies from the next call on, in
every process. Invariant: a flag that nobody has changed is open to everybody.
"""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Any, Literal, Protocol, get_args
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import Conflict
from presence.db.tenancy import binding_of
from presence.domains.operators.queries import flags as queries

FlagKey = Literal["exports", "mcp", "reports", "share-links", "webhooks", "what-if"]
KEYS: tuple[FlagKey, ...] = get_args(FlagKey)
_NO_EXCEPTION = "This workspace has no exception from that switch."

PlanOf = Callable[[], Awaitable[int]]


class FlagState(Protocol):
    """One flag as set for a workspace; `exception` is None if there is none."""

    key: str
    enabled: bool
    plans: list[int]
    percent: int
    expires_at: datetime | None
    exception: bool | None


def decide(
    flag: FlagState, workspace_id: UUID | None, plan_id: int | None, now: datetime
) -> bool | None:
    """Whether the feature is open; None if that depends on the plan and `plan_id` is None."""
    if flag.exception is not None:
        return flag.exception
    if flag.expires_at is not None and flag.expires_at <= now:
        return True
    if not flag.enabled or _share(flag.key, workspace_id) >= flag.percent:
        return False
    if not flag.plans:
        return True
    return None if plan_id is None else plan_id in flag.plans


async def open_flags(
    session: AsyncSession, now: datetime, plan_of: PlanOf, key: FlagKey | None = None
) -> dict[str, bool]:
    """The state of the bound workspace's flags; the plan is looked up only if it matters."""
    workspace_id = binding_of(session).workspace_id
    found: dict[str, bool] = {}
    plan_id: int | None = None
    for flag in await queries.flags_of(session, workspace_id, key, now):
        decided = decide(flag, workspace_id, plan_id, now)
        if decided is None:
            plan_id = await plan_of()
            decided = decide(flag, workspace_id, plan_id, now)
        found[flag.key] = bool(decided)
    return found


async def knows_workspace(session: AsyncSession, workspace_id: UUID) -> bool:
    """Whether this workspace exists and was not deleted."""
    return await queries.knows_workspace(session, workspace_id)


async def set_flag(
    session: AsyncSession,
    key: str,
    values: dict[str, Any],
    staff_id: UUID,
    reason: str,
    now: datetime,
) -> None:
    """Set a flag for everybody."""
    by = {"changed_by": staff_id, "changed_at": now, "reason": reason}
    await queries.update_flag(session, key, {**values, **by})


async def make_exception(
    session: AsyncSession,
    key: str,
    enabled: bool,
    until: datetime | None,
    staff_id: UUID,
    reason: str,
    now: datetime,
) -> None:
    """Set a flag differently for the bound workspace."""
    values = {
        "enabled": enabled,
        "expires_at": until,
        "reason": reason,
        "created_by": staff_id,
        "created_at": now,
    }
    await queries.put_exception(session, key, values)


async def end_exception(session: AsyncSession, key: str) -> None:
    """Remove the bound workspace's exception. Raises Conflict without one."""
    if not await queries.drop_exception(session, key):
        raise Conflict(_NO_EXCEPTION)


def _share(key: str, workspace_id: UUID | None) -> int:
    """A number below 100, stable per workspace and flag; all visitors share one."""
    if workspace_id is None:
        return 0
    digest = hashlib.sha256(f"{key}:{workspace_id}".encode()).digest()
    return int.from_bytes(digest[:4]) % 100
