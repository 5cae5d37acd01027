"""What the console lists of everything that leaves the product, and what support changes of it.

Row security of the role `operator` decides which rows there are. Invariant: nothing is selected
that opens a link, signs a message or holds a letter's content.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.listing import Filter, Listing

_WORKSPACE = " JOIN workspace w ON w.id = {0}.workspace_id"
_BRAND = " JOIN brand b ON b.workspace_id = {0}.workspace_id AND b.id = {0}.brand_id"


def _of(alias: str, *names: str, **columns: str) -> dict[str, str]:
    """Columns of a table by their own names, and computed ones."""
    return {name: f"{alias}.{name}" for name in names} | columns


def _common(alias: str) -> dict[str, Filter]:
    return {
        "workspaceId": Filter(f"{alias}.workspace_id", "uuid"),
        "from": Filter(f"{alias}.created_at", "since"),
        "to": Filter(f"{alias}.created_at", "until"),
    }


WEBHOOKS = Listing(
    source=f"endpoint e{_WORKSPACE.format('e')} LEFT JOIN users u ON u.id = e.created_by",
    columns=_of(
        "e", "id", "workspace_id", "kind", "name", "url", "events", "status", "reason",
        "failing_since", "succeeded_at", "digest_at", "created_by", "created_at",
        workspace_name="w.name",
        created_by_email="u.email",
        waiting_count="(SELECT count(*) FROM delivery d WHERE d.workspace_id = e.workspace_id"
        " AND d.endpoint_id = e.id AND d.status = 'waiting')",
        failed_count="(SELECT count(*) FROM delivery d WHERE d.workspace_id = e.workspace_id"
        " AND d.endpoint_id = e.id AND d.status = 'failed')",
    ),
    key="e.id",
    filters={
        **_common("e"),
        "kind": Filter("e.kind"),
        "status": Filter("e.status"),
        "failing": Filter("e.failing_since IS NOT NULL", "when"),
    },
    search=("e.name", "split_part(e.url, '/', 3)", "w.name"),
    sortable=("name", "status", "failing_since", "succeeded_at", "created_at"),
)  # fmt: skip

_LAST_TRY = (
    "(SELECT t.{} FROM delivery_attempt t WHERE t.workspace_id = d.workspace_id"
    " AND t.delivery_id = d.id ORDER BY t.id DESC LIMIT 1)"
)
MESSAGES = Listing(
    source=f"delivery d{_WORKSPACE.format('d')} JOIN endpoint e"
    " ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id",
    columns=_of(
        "d", "id", "workspace_id", "endpoint_id", "message_id", "kind", "payload", "status",
        "attempts", "next_at", "delivered_at", "created_at",
        workspace_name="w.name",
        endpoint_name="e.name",
        endpoint_status="e.status",
        last_status_code=_LAST_TRY.format("status_code"),
        last_error=_LAST_TRY.format("error"),
        last_duration_ms=_LAST_TRY.format("duration_ms"),
        last_try_at=_LAST_TRY.format("created_at"),
        tries="(SELECT coalesce(jsonb_agg(jsonb_build_object('number', t.number, 'at',"
        " t.created_at, 'statusCode', t.status_code, 'error', t.error, 'answer', t.answer,"
        " 'durationMs', t.duration_ms) ORDER BY t.id), CAST('[]' AS jsonb))"
        " FROM delivery_attempt t WHERE t.workspace_id = d.workspace_id"
        " AND t.delivery_id = d.id)",
    ),
    key="d.id",
    filters={
        **_common("d"),
        "endpointId": Filter("d.endpoint_id", "uuid"),
        "status": Filter("d.status"),
        "kind": Filter("d.kind"),
    },
    search=("d.kind", "e.name", "w.name"),
    sortable=("status", "attempts", "next_at", "delivered_at", "created_at"),
)  # fmt: skip

_SHARE_STATE = (
    "CASE WHEN s.revoked_at IS NOT NULL THEN 'revoked' WHEN s.expires_at <= now() THEN 'expired'"
    " ELSE 'open' END"
)
SHARE_LINKS = Listing(
    source=f"share_link s{_WORKSPACE.format('s')}{_BRAND.format('s')}"
    " LEFT JOIN users u ON u.id = s.user_id",
    columns=_of(
        "s", "id", "workspace_id", "brand_id", "user_id", "name", "sections", "days", "first",
        "last", "expires_at", "revoked_at", "views", "last_viewed_at", "changed_at", "created_at",
        workspace_name="w.name",
        brand_name="b.name",
        user_email="u.email",
        state=_SHARE_STATE,
    ),
    key="s.id",
    filters={
        **_common("s"),
        "brandId": Filter("s.brand_id", "uuid"),
        "userId": Filter("s.user_id", "uuid"),
        "state": Filter(f"({_SHARE_STATE})"),
    },
    search=("s.name", "b.name", "w.name", "u.email"),
    sortable=("name", "views", "last_viewed_at", "expires_at", "created_at"),
)  # fmt: skip


def _made(table: str, *names: str) -> Listing:
    """Files somebody asked for; one whose time is over is an expired one."""
    status = (
        "CASE WHEN m.status = 'ready' AND m.expires_at <= now() THEN 'expired' ELSE m.status END"
    )
    return Listing(
        source=f"{table} m{_WORKSPACE.format('m')}{_BRAND.format('m')}"
        " LEFT JOIN users u ON u.id = m.user_id",
        columns=_of(
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
            **_common("m"),
            "brandId": Filter("m.brand_id", "uuid"),
            "userId": Filter("m.user_id", "uuid"),
            "status": Filter(f"({status})"),
            "format": Filter("m.format"),
        },
        search=("b.name", "w.name", "u.email", "m.failure"),
        sortable=("status", "size", "ready_at", "created_at"),
    )


REPORTS = _made("report", "sections", "locale", "first", "last")
EXPORTS = _made("view_export", "resource", "filters", "done", "total")

MAILS = Listing(
    source="mail m JOIN users u ON u.id = m.user_id LEFT JOIN workspace w ON w.id = m.workspace_id",
    columns=_of(
        "m", "id", "user_id", "workspace_id", "template", "subject_id", "status", "recipient",
        "subject", "attempts", "error", "sent_at", "created_at",
        user_email="u.email",
        workspace_name="w.name",
    ),
    key="m.id",
    filters={
        **_common("m"),
        "userId": Filter("m.user_id", "uuid"),
        "status": Filter("m.status"),
        "template": Filter("m.template"),
        "recipient": Filter("m.recipient"),
    },
    search=("m.recipient", "u.email", "m.subject", "m.template"),
    sortable=("status", "template", "attempts", "sent_at", "created_at"),
)  # fmt: skip

NOTIFICATIONS = Listing(
    source=f"notification n{_WORKSPACE.format('n')} JOIN users u ON u.id = n.user_id"
    " LEFT JOIN brand b ON b.workspace_id = n.workspace_id AND b.id = n.brand_id",
    columns=_of(
        "n", "id", "workspace_id", "user_id", "kind", "subject_id", "brand_id", "data", "read_at",
        "created_at",
        workspace_name="w.name",
        user_email="u.email",
        brand_name="b.name",
    ),
    key="n.id",
    filters={
        **_common("n"),
        "userId": Filter("n.user_id", "uuid"),
        "kind": Filter("n.kind"),
        "read": Filter("n.read_at IS NOT NULL", "when"),
    },
    search=("n.kind", "u.email", "w.name"),
    sortable=("kind", "read_at", "created_at"),
)  # fmt: skip

SCHEDULES = Listing(
    source="digest d JOIN users u ON u.id = d.user_id",
    columns=_of(
        "d", "user_id", "frequency", "cadence", "time_zone", "next_at", "covered_until",
        "created_at",
        id="d.user_id",
        user_email="u.email",
    ),
    key="d.user_id",
    filters={
        "userId": Filter("d.user_id", "uuid"),
        "frequency": Filter("d.frequency"),
        "overdue": Filter("coalesce(d.next_at < now() - interval '1 hour', false)", "when"),
    },
    search=("u.email",),
    sortable=("frequency", "next_at", "created_at"),
    usual="-created_at",
)  # fmt: skip

WORKSPACE_EXPORTS = Listing(
    source=f"workspace_export x{_WORKSPACE.format('x')} JOIN staff s ON s.id = x.staff_id",
    columns=_of(
        "x", "id", "workspace_id", "staff_id", "file_id", "size", "ready_at", "expires_at",
        "created_at",
        status="CASE WHEN x.status = 'ready' AND x.expires_at <= now() THEN 'expired'"
        " ELSE x.status END",
        workspace_name="w.name",
        staff_name="s.name",
    ),
    key="x.id",
    filters={**_common("x"), "staffId": Filter("x.staff_id", "uuid")},
    search=("w.name", "s.name"),
    sortable=("size", "ready_at", "created_at"),
)  # fmt: skip

_REVOKE = text(
    "UPDATE share_link SET revoked_at = :now, changed_at = :now"
    " WHERE id = :id AND revoked_at IS NULL RETURNING id"
)
_SWITCH = text(
    "UPDATE endpoint SET status = :status, reason = :reason, failing_since = NULL"
    " WHERE id = :id AND status <> :status RETURNING id"
)
_AGAIN = text(
    "UPDATE delivery SET status = 'waiting', round = 0, next_at = :now"
    " WHERE id = :id AND NOT (status = 'waiting' AND round = 0) RETURNING id"
)
_MAIL_AGAIN = text(
    "UPDATE mail SET status = 'queued', attempts = 0, error = NULL, sent_at = NULL"
    " WHERE id = :id AND status NOT IN ('queued', 'sending') RETURNING id"
)


async def revoke_share(session: AsyncSession, key: UUID, now: datetime) -> bool:
    """End a link; False when it was ended."""
    return await _changed(session, _REVOKE, id=key, now=now)


async def switch_endpoint(session: AsyncSession, key: UUID, status: str, reason: str) -> bool:
    """Send to it or not; False when that is so."""
    return await _changed(session, _SWITCH, id=key, status=status, reason=reason)


async def send_again(session: AsyncSession, key: UUID, now: datetime) -> bool:
    """Let a message be tried anew; False when it waits for its first try."""
    return await _changed(session, _AGAIN, id=key, now=now)


async def queue_mail(session: AsyncSession, key: UUID) -> bool:
    """Let a mail be sent anew; False when it is about to be."""
    return await _changed(session, _MAIL_AGAIN, id=key)


async def _changed(session: AsyncSession, statement: Any, **values: Any) -> bool:
    return (await session.execute(statement, values)).scalar_one_or_none() is not None
