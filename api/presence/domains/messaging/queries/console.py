"""What the console lists of everything that is sent, and what support changes.

Row security of the role `operator` decides which rows are visible. Invariant: nothing that signs a
message and no content of an e-mail is ever selected.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.listing import Filter, Listing, columns_of, common_filters, workspace_of

WEBHOOKS = Listing(
    source=f"endpoint e{workspace_of('e')} LEFT JOIN users u ON u.id = e.created_by",
    columns=columns_of(
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
        **common_filters("e"),
        "kind": Filter("e.kind"),
        "status": Filter("e.status"),
        "failing": Filter("e.failing_since IS NOT NULL", "when"),
    },
    search=("e.name", "split_part(e.url, '/', 3)", "w.name"),
    sortable=(
        "name", "status", "failing_since", "succeeded_at", "created_at", "workspace_name",
        "failed_count", "waiting_count",
    ),
)  # fmt: skip

_LAST_TRY = (
    "(SELECT t.{} FROM delivery_attempt t WHERE t.workspace_id = d.workspace_id"
    " AND t.delivery_id = d.id ORDER BY t.id DESC LIMIT 1)"
)
MESSAGES = Listing(
    source=f"delivery d{workspace_of('d')} JOIN endpoint e"
    " ON e.workspace_id = d.workspace_id AND e.id = d.endpoint_id",
    columns=columns_of(
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
        **common_filters("d"),
        "endpointId": Filter("d.endpoint_id", "uuid"),
        "status": Filter("d.status"),
        "kind": Filter("d.kind"),
    },
    search=("d.kind", "e.name", "w.name"),
    sortable=(
        "status", "attempts", "next_at", "delivered_at", "created_at", "kind", "workspace_name",
        "last_status_code",
    ),
)  # fmt: skip

MAILS = Listing(
    source="mail m JOIN users u ON u.id = m.user_id LEFT JOIN workspace w ON w.id = m.workspace_id",
    columns=columns_of(
        "m", "id", "user_id", "workspace_id", "template", "subject_id", "status", "recipient",
        "subject", "attempts", "error", "sent_at", "created_at",
        user_email="u.email",
        workspace_name="w.name",
    ),
    key="m.id",
    filters={
        **common_filters("m"),
        "userId": Filter("m.user_id", "uuid"),
        "status": Filter("m.status"),
        "template": Filter("m.template"),
        "recipient": Filter("m.recipient"),
    },
    search=("m.recipient", "u.email", "m.subject", "m.template"),
    sortable=("status", "template", "attempts", "sent_at", "created_at", "workspace_name"),
)  # fmt: skip

NOTIFICATIONS = Listing(
    source=f"notification n{workspace_of('n')} JOIN users u ON u.id = n.user_id"
    " LEFT JOIN brand b ON b.workspace_id = n.workspace_id AND b.id = n.brand_id",
    columns=columns_of(
        "n", "id", "workspace_id", "user_id", "kind", "subject_id", "brand_id", "data", "read_at",
        "created_at",
        workspace_name="w.name",
        user_email="u.email",
        brand_name="b.name",
    ),
    key="n.id",
    filters={
        **common_filters("n"),
        "userId": Filter("n.user_id", "uuid"),
        "kind": Filter("n.kind"),
        "read": Filter("n.read_at IS NOT NULL", "when"),
    },
    search=("n.kind", "u.email", "w.name"),
    sortable=("kind", "read_at", "created_at", "workspace_name"),
)  # fmt: skip

SCHEDULES = Listing(
    source="digest d JOIN users u ON u.id = d.user_id",
    columns=columns_of(
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
    sortable=("frequency", "next_at", "created_at", "covered_until"),
    usual="-created_at",
)  # fmt: skip

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


async def switch_endpoint(session: AsyncSession, key: UUID, status: str, reason: str) -> bool:
    """Switch an endpoint on or off; False if it already is."""
    return await _changed(session, _SWITCH, id=key, status=status, reason=reason)


async def send_again(session: AsyncSession, key: UUID, now: datetime) -> bool:
    """Queue a message to be sent again; False if it is still waiting for its first attempt."""
    return await _changed(session, _AGAIN, id=key, now=now)


async def queue_mail(session: AsyncSession, key: UUID) -> bool:
    """Queue an e-mail to be sent again; False if it is about to be sent."""
    return await _changed(session, _MAIL_AGAIN, id=key)


async def _changed(session: AsyncSession, statement: Any, **values: Any) -> bool:
    return (await session.execute(statement, values)).scalar_one_or_none() is not None
