"""SQL statements for feature flags: the product's checks, and staff's views and changes."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row, delete, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.listing import Filter, Listing
from presence.domains.operators.models import FeatureException, FeatureFlag

_FLAGS = text(
    "SELECT f.key, f.enabled, f.plans, f.percent, f.expires_at, e.enabled AS exception"
    " FROM feature_flag f LEFT JOIN feature_exception e ON e.flag = f.key"
    " AND e.workspace_id = CAST(:workspace AS uuid)"
    " AND (e.expires_at IS NULL OR e.expires_at > CAST(:now AS timestamptz))"
    " WHERE CAST(:key AS varchar) IS NULL OR f.key = CAST(:key AS varchar) ORDER BY f.key"
)
_KNOWN = text("SELECT id FROM workspace WHERE id = :id AND deleted_at IS NULL")
_EXCEPTIONS = (
    "(SELECT coalesce(jsonb_agg(jsonb_build_object('workspaceId', e.workspace_id,"
    " 'workspaceName', w.name, 'enabled', e.enabled, 'reason', e.reason,"
    " 'expiresAt', e.expires_at, 'createdAt', e.created_at, 'createdByName', b.name)"
    " ORDER BY w.name, e.workspace_id), CAST('[]' AS jsonb)) FROM feature_exception e"
    " JOIN workspace w ON w.id = e.workspace_id JOIN staff b ON b.id = e.created_by"
    " WHERE e.flag = f.key)"
)

FLAGS = Listing(
    source="feature_flag f LEFT JOIN staff o ON o.id = f.owner_id"
    " LEFT JOIN staff c ON c.id = f.changed_by",
    columns={
        "id": "f.key",
        "key": "f.key",
        "description": "f.description",
        "enabled": "f.enabled",
        "plans": "f.plans",
        "percent": "f.percent",
        "expires_at": "f.expires_at",
        "expired": "coalesce(f.expires_at <= now(), false)",
        "owner_id": "f.owner_id",
        "owner_name": "o.name",
        "reason": "f.reason",
        "changed_by_name": "c.name",
        "changed_at": "f.changed_at",
        "exceptions": _EXCEPTIONS,
        "exception_count": "(SELECT count(*) FROM feature_exception e WHERE e.flag = f.key)",
        "created_at": "f.created_at",
    },
    key="f.key",
    key_kind="text",
    filters={
        "enabled": Filter("f.enabled", "boolean"),
        "ownerId": Filter("f.owner_id", "uuid"),
        "workspaceId": Filter(
            "f.key IN (SELECT e.flag FROM feature_exception e"
            " WHERE e.workspace_id IN (SELECT unnest(:ids)))",
            "related",
        ),
    },
    search=("f.key", "f.description"),
    sortable=(
        "key",
        "enabled",
        "changed_at",
        "expires_at",
        "percent",
        "exception_count",
    ),
    usual="key",
)


async def flags_of(
    session: AsyncSession, workspace_id: UUID | None, key: str | None, now: datetime
) -> Sequence[Row[Any]]:
    """(key, enabled, plans, percent, expires_at, exception) of one flag, or of all for None."""
    values = {"workspace": workspace_id, "key": key, "now": now}
    return (await session.execute(_FLAGS, values)).all()


async def knows_workspace(session: AsyncSession, workspace_id: UUID) -> bool:
    """Whether this workspace exists and was not deleted."""
    return (await session.execute(_KNOWN, {"id": workspace_id})).scalar_one_or_none() is not None


async def update_flag(session: AsyncSession, key: str, values: dict[str, Any]) -> None:
    """Update columns of a flag."""
    await session.execute(update(FeatureFlag).where(FeatureFlag.key == key).values(**values))


async def put_exception(session: AsyncSession, key: str, values: dict[str, Any]) -> None:
    """Set the flag differently for the bound workspace."""
    statement = insert(FeatureException).values(flag=key, **values)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[FeatureException.workspace_id, FeatureException.flag], set_=values
        )
    )


async def drop_exception(session: AsyncSession, key: str) -> bool:
    """Remove the bound workspace's exception; False if there was none."""
    statement = delete(FeatureException).where(FeatureException.flag == key)
    return (
        await session.execute(statement.returning(FeatureException.flag))
    ).scalar_one_or_none() is not None
