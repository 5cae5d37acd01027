"""What the console lists of files and links, and what support changes.

Row security of the role `operator` decides which rows are visible. Invariant: nothing that opens a
link is ever selected.
"""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.listing import Filter, Listing, brand_of, columns_of, common_filters, workspace_of

_SHARE_STATE = (
    "CASE WHEN s.revoked_at IS NOT NULL THEN 'revoked' WHEN s.expires_at <= now() THEN 'expired'"
    " ELSE 'open' END"
)
SHARE_LINKS = Listing(
    source=f"share_link s{workspace_of('s')}{brand_of('s')}"
    " LEFT JOIN users u ON u.id = s.user_id",
    columns=columns_of(
        "s", "id", "workspace_id", "brand_id", "user_id", "name", "sections", "days", "first",
        "last", "expires_at", "revoked_at", "views", "last_viewed_at", "changed_at", "created_at",
        workspace_name="w.name",
        brand_name="b.name",
        user_email="u.email",
        state=_SHARE_STATE,
    ),
    key="s.id",
    filters={
        **common_filters("s"),
        "brandId": Filter("s.brand_id", "uuid"),
        "userId": Filter("s.user_id", "uuid"),
        "state": Filter(f"({_SHARE_STATE})"),
    },
    search=("s.name", "b.name", "w.name", "u.email"),
    sortable=(
        "name", "views", "last_viewed_at", "expires_at", "created_at", "workspace_name", "state",
    ),
)  # fmt: skip


def _made(table: str, *names: str) -> Listing:
    """Requested files; one past its expiry is listed as expired."""
    status = (
        "CASE WHEN m.status = 'ready' AND m.expires_at <= now() THEN 'expired' ELSE m.status END"
    )
    return Listing(
        source=f"{table} m{workspace_of('m')}{brand_of('m')} LEFT JOIN users u ON u.id = m.user_id",
        columns=columns_of(
            "m",
            "id",
            "workspace_id",
            "brand_id",
            "user_id",
            "format",
            "size",
            "failure",
            "started_at",
            "ready_at",
            "expires_at",
            "changed_at",
            "created_at",
            *names,
            workspace_name="w.name",
            brand_name="b.name",
            user_email="u.email",
            status=status,
            duration_seconds="CAST(extract(epoch FROM m.ready_at - m.started_at)"
            " AS double precision)",
        ),
        key="m.id",
        filters={
            **common_filters("m"),
            "brandId": Filter("m.brand_id", "uuid"),
            "userId": Filter("m.user_id", "uuid"),
            "status": Filter(f"({status})"),
            "format": Filter("m.format"),
        },
        search=("b.name", "w.name", "u.email", "m.failure"),
        sortable=(
            "status",
            "size",
            "ready_at",
            "created_at",
            "workspace_name",
            "duration_seconds",
        ),
    )


REPORTS = _made("report", "sections", "locale", "first", "last")
EXPORTS = _made("view_export", "resource", "filters", "done", "total")

WORKSPACE_EXPORTS = Listing(
    source=f"workspace_export x{workspace_of('x')} JOIN staff s ON s.id = x.staff_id",
    columns=columns_of(
        "x", "id", "workspace_id", "staff_id", "file_id", "size", "ready_at", "expires_at",
        "created_at",
        status="CASE WHEN x.status = 'ready' AND x.expires_at <= now() THEN 'expired'"
        " ELSE x.status END",
        workspace_name="w.name",
        staff_name="s.name",
    ),
    key="x.id",
    filters={**common_filters("x"), "staffId": Filter("x.staff_id", "uuid")},
    search=("w.name", "s.name"),
    sortable=("size", "ready_at", "created_at", "workspace_name", "status", "expires_at"),
)  # fmt: skip

_REVOKE = text(
    "UPDATE share_link SET revoked_at = :now, changed_at = :now"
    " WHERE id = :id AND revoked_at IS NULL RETURNING id"
)


async def revoke_share(session: AsyncSession, key: UUID, now: datetime) -> bool:
    """Revoke a link; False if it is already revoked."""
    return (
        await session.execute(_REVOKE, {"id": key, "now": now})
    ).scalar_one_or_none() is not None
