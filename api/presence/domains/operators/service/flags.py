"""Switches of features: which there are, how one stands for a workspace, and changing it.

Each is asked for somewhere in the product (`billing/context.Open` and its neighbours); a call that
asks pays one look-up by key in its own transaction, so a change holds from the next call on, in
every process. Invariant: a switch nobody touched is open to everybody.
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
    """One switch as it stands for a workspace; `exception` is None without one."""

    key: str
    enabled: bool
    plans: list[int]
    percent: int
    expires_at: datetime | None
    exception: bool | None


def decide(
    flag: FlagState, workspace_id: UUID | None, plan_id: int | None, now: datetime
) -> bool | None:
    """Whether it is open; None when that depends on the plan and `plan_id` is None."""
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
    """How switches stand for the bound workspace; the plan is looked up only when it matters."""
    workspace_id = binding_of(session).workspace_id
    found: dict[str, bool] = {}
    plan_id: int | None = None
    for flag in await queries.standing(session, workspace_id, key, now):
        decided = decide(flag, workspace_id, plan_id, now)
        if decided is None:
            plan_id = await plan_of()
            decided = decide(flag, workspace_id, plan_id, now)
        found[flag.key] = bool(decided)
    return found


async def knows_workspace(session: AsyncSession, workspace_id: UUID) -> bool:
    """Whether there is such a workspace that was not deleted."""
    return await queries.knows_workspace(session, workspace_id)


async def set_flag(
    session: AsyncSession,
    key: str,
    values: dict[str, Any],
    staff_id: UUID,
    reason: str,
    now: datetime,
) -> None:
    """Decide about a switch, for everybody."""
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
    """Let a switch stand otherwise for the bound workspace."""
    values = {
        "enabled": enabled,
        "expires_at": until,
        "reason": reason,
        "created_by": staff_id,
        "created_at": now,
    }
    await queries.put_exception(session, key, values)


async def end_exception(session: AsyncSession, key: str) -> None:
    """Let it stand for the bound workspace as for all. Conflict without an exception."""
    if not await queries.drop_exception(session, key):
        raise Conflict(_NO_EXCEPTION)


def _share(key: str, workspace_id: UUID | None) -> int:
    """A number below 100 that stays a workspace's own for a switch; visitors are the first."""
    if workspace_id is None:
        return 0
    digest = hashlib.sha256(f"{key}:{workspace_id}".encode()).digest()
    return int.from_bytes(digest[:4]) % 100
