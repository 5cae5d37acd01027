"""SQL statements for the workspace, its business info and the number of its members."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from sqlalchemy import exists, func, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.ids import new_id
from presence.domains.workspaces.models import BusinessProfile, Membership, Workspace

_LOCK = text("SELECT pg_advisory_xact_lock(hashtextextended(:key, :kind))")
_CHANGED = text("SELECT pg_current_xact_id_if_assigned() IS NOT NULL")
_FIRST = text("SELECT first_workspace()")
_KIND_USER, _KIND_WORKSPACE = 2, 3


async def lock_user(session: AsyncSession, user_id: UUID) -> None:
    """Wait for other transactions that lock this user, and block them until this one ends."""
    await session.execute(_LOCK, {"key": str(user_id), "kind": _KIND_USER})


async def lock_workspace(session: AsyncSession, workspace_id: UUID) -> None:
    """Serialise with every other transaction that locks this workspace, until this one ends."""
    await session.execute(_LOCK, {"key": str(workspace_id), "kind": _KIND_WORKSPACE})


async def has_changed_something(session: AsyncSession) -> bool:
    """Whether this transaction has written or locked a row; locks of a name alone do not count."""
    return bool((await session.execute(_CHANGED)).scalar())


async def first_workspace(session: AsyncSession) -> UUID | None:
    """The bound user's oldest workspace."""
    found: UUID | None = (await session.execute(_FIRST)).scalar()
    return found


async def insert_workspace(session: AsyncSession, workspace_id: UUID, owner_id: UUID) -> None:
    """Store a workspace and its owner; the session is already bound to the new id."""
    await session.execute(insert(Workspace).values(id=workspace_id))
    await session.execute(insert(Membership).values(user_id=owner_id, role="owner"))


async def rename_workspace(session: AsyncSession, name: str) -> None:
    """Set the bound workspace's name to that of its business."""
    await session.execute(update(Workspace).values(name=name))


async def business_info(session: AsyncSession) -> BusinessProfile | None:
    """The bound workspace's row."""
    statement = select(BusinessProfile).execution_options(populate_existing=True)
    return (await session.execute(statement)).scalar_one_or_none()


async def upsert_business_info(
    session: AsyncSession, user_id: UUID, values: Mapping[str, Any]
) -> None:
    """Insert or update the named columns of the bound workspace's row."""
    statement = insert(BusinessProfile).values(id=new_id(), user_id=user_id, **values)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[BusinessProfile.workspace_id],
            set_={**{name: statement.excluded[name] for name in values}, "updated_at": func.now()},
        )
    )


async def count_members(session: AsyncSession) -> int:
    """The number of seats in use."""
    return (await session.execute(select(func.count()).select_from(Membership))).scalar_one()


async def member_roles(session: AsyncSession) -> list[tuple[UUID, str]]:
    """(user, role) of everybody who has a seat in the bound workspace."""
    seated = select(Membership.user_id, Membership.role).where(Membership.paused.is_(False))
    rows = await session.execute(seated)
    return [(row.user_id, row.role) for row in rows]


async def is_member(session: AsyncSession, user_id: UUID) -> bool:
    """Whether the user belongs to the bound workspace, which is not deleted."""
    statement = select(
        exists().where(
            Membership.user_id == user_id,
            Membership.paused.is_(False),
            Workspace.id == Membership.workspace_id,
            Workspace.deleted_at.is_(None),
        )
    )
    return bool((await session.execute(statement)).scalar())


async def membership_of(session: AsyncSession, user_id: UUID) -> tuple[str, bool] | None:
    """(role, whether the seat is paused) of a member of the bound workspace, unless deleted."""
    statement = select(Membership.role, Membership.paused).where(
        Membership.user_id == user_id,
        Workspace.id == Membership.workspace_id,
        Workspace.deleted_at.is_(None),
    )
    row = (await session.execute(statement)).one_or_none()
    return (row.role, row.paused) if row is not None else None


async def set_time_zone(session: AsyncSession, name: str) -> None:
    """Change the bound workspace's time zone."""
    await session.execute(update(Workspace).values(time_zone=name))


async def time_zone(session: AsyncSession) -> str | None:
    """IANA name of the bound workspace's time zone."""
    return await session.scalar(select(Workspace.time_zone))


async def refuses_common_passwords(session: AsyncSession) -> bool:
    """Whether members of the bound workspace must not choose a common password."""
    return bool(await session.scalar(select(Workspace.refuse_common_passwords)))


async def requires_second_factor(session: AsyncSession) -> bool:
    """Whether the bound workspace requires a second factor of its members."""
    return bool(await session.scalar(select(Workspace.require_second_factor)))


async def require_second_factor(session: AsyncSession, required: bool) -> None:
    """Set that requirement."""
    await session.execute(update(Workspace).values(require_second_factor=required))


async def refuse_common_passwords(session: AsyncSession, refuse: bool) -> None:
    """Set whether common passwords are refused."""
    await session.execute(update(Workspace).values(refuse_common_passwords=refuse))
