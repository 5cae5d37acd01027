"""Decisions and writes about the workspace: creating it, its business info, what a role may do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any, Literal, get_args
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.db.tenancy import TenantBinding, bind, binding_of
from presence.domains.identity.service import session_stands
from presence.domains.workspaces import queries

Role = Literal["owner", "admin", "editor", "viewer", "billing"]
Action = Literal[
    "view", "run", "brands", "members", "billing", "settings", "engine_keys", "delete_workspace"
]

# Product rules, section 7.4. `run` also covers prompts, materials, gaps, reports, annotations.
_PERMITTED: dict[Action, frozenset[Role]] = {
    "view": frozenset({"owner", "admin", "editor", "viewer"}),
    "run": frozenset({"owner", "admin", "editor"}),
    "brands": frozenset({"owner", "admin"}),
    "members": frozenset({"owner", "admin"}),
    "billing": frozenset({"owner", "billing"}),
    "settings": frozenset({"owner", "admin"}),
    "engine_keys": frozenset({"owner", "admin"}),
    "delete_workspace": frozenset({"owner"}),
}


@dataclass(frozen=True, slots=True)
class BusinessInfo:
    """What the business says of itself; every text may be missing."""

    business_name: str | None
    business_type: str | None
    business_description: str | None
    website_url: str | None
    target_audience: str | None
    wizard_completed: bool
    location: str | None
    language: str | None
    phone: str | None
    email: str | None
    address1: str | None
    address2: str | None
    city: str | None
    postal_code: str | None
    updated_at: datetime


_COLUMNS = frozenset(f.name for f in fields(BusinessInfo)) - {"updated_at"}


def decide_permitted(role: str | None, action: Action) -> bool:
    """Whether a member with `role` may do `action`; an unknown role may do nothing."""
    return role in get_args(Role) and role in _PERMITTED[action]


async def ensure_workspace(session: AsyncSession, user_id: UUID) -> UUID:
    """The workspace the session acts in, created with `user_id` as owner when there is none.

    Leaves the session bound to it. Two calls at once create one workspace: they queue on the user.
    """
    bound = binding_of(session).workspace_id
    if bound is not None:
        return bound
    await queries.lock_user(session, user_id)
    await bind(session, TenantBinding(None, user_id))
    existing = await queries.first_workspace(session)
    workspace_id = existing or new_id()
    await bind(session, TenantBinding(workspace_id, user_id))
    if existing is None:
        await queries.insert_workspace(session, workspace_id, user_id)
    return workspace_id


async def workspace_zone(session: AsyncSession) -> ZoneInfo:
    """The bound workspace's time zone; UTC for a name this machine does not know."""
    name = await queries.time_zone(session)
    try:
        return ZoneInfo(name or "UTC")
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")


async def lock_workspace(session: AsyncSession) -> None:
    """Let nobody else who locks the bound workspace proceed until this transaction ends."""
    workspace_id = binding_of(session).workspace_id
    if workspace_id is None:
        raise LookupError("The session is not bound to a workspace.")
    await queries.lock_workspace(session, workspace_id)


async def read_business(session: AsyncSession) -> BusinessInfo | None:
    """The bound workspace's business info, None before anything was saved."""
    row = await queries.business_info(session)
    if row is None:
        return None
    return BusinessInfo(**{f.name: getattr(row, f.name) for f in fields(BusinessInfo)})


async def write_business(
    session: AsyncSession, user_id: UUID, changes: Mapping[str, object]
) -> BusinessInfo:
    """Insert or change the named fields; the workspace takes the business's name."""
    unknown = changes.keys() - _COLUMNS
    if unknown:
        raise KeyError(f"Not fields of business info: {sorted(unknown)}")
    if changes:
        await queries.upsert_business_info(session, user_id, changes)
    if name := changes.get("business_name"):
        await queries.rename_workspace(session, str(name))
    written = await read_business(session)
    if written is None:
        raise LookupError("Business info cannot be written with nothing to write.")
    return written


async def read_draft(session: AsyncSession) -> dict[str, Any] | None:
    """The onboarding draft, if one is stored."""
    row = await queries.business_info(session)
    return row.draft if row is not None else None


async def write_draft(session: AsyncSession, user_id: UUID, draft: Mapping[str, Any]) -> None:
    """Store the onboarding draft of the bound workspace."""
    await queries.upsert_business_info(session, user_id, {"draft": dict(draft)})


async def delete_draft(session: AsyncSession) -> None:
    """Forget the onboarding draft."""
    row = await queries.business_info(session)
    if row is not None:
        row.draft = None
        await session.flush()


async def count_members(session: AsyncSession) -> int:
    """Seats in use."""
    return await queries.count_members(session)


async def is_member(session: AsyncSession, user_id: UUID) -> bool:
    """Whether a user belongs to the bound workspace."""
    return await queries.is_member(session, user_id)


async def still_allowed(session: AsyncSession, session_id: UUID, user_id: UUID) -> bool:
    """Whether a login session still stands and its user is still a member of the bound workspace.

    For long answers that check again while they run; a request resolves its own session.
    """
    return await session_stands(session, session_id) and await queries.is_member(session, user_id)
