"""What the console lists of workspaces, their members, keys, invitations and requests.

Row security of the role `operator` decides which rows are visible; nothing secret is selected.
"""

from __future__ import annotations

from presence.db.listing import Filter, Listing
from presence.db.revenue import MONTHLY_REVENUE

_LIVE = "s.workspace_id = w.id AND s.status <> 'expired'"
# One value at a time and not a join: a count of ten thousand rows must not look for their owners.
_OWNER = (
    "FROM membership m JOIN users u ON u.id = m.user_id WHERE m.workspace_id = w.id"
    " AND m.role = 'owner' ORDER BY m.created_at, m.user_id LIMIT 1"
)
_OWNER_EMAIL = f"(SELECT u.email {_OWNER})"
_OWNER_NAME = f"(SELECT trim(u.first_name || ' ' || u.last_name) {_OWNER})"
_LAST_RUN = "FROM run r WHERE r.workspace_id = w.id ORDER BY r.id DESC LIMIT 1"

WORKSPACES = Listing(
    source=f"workspace w LEFT JOIN subscriptions s ON {_LIVE}"
    " LEFT JOIN plans p ON p.id = s.plan_id",
    columns={
        "id": "w.id",
        "workspace_id": "w.id",
        "name": "w.name",
        "owner_id": f"(SELECT u.id {_OWNER})",
        "owner_email": _OWNER_EMAIL,
        "owner_name": _OWNER_NAME,
        "time_zone": "w.time_zone",
        "plan_id": "s.plan_id",
        "plan_name": "p.name",
        "subscription_id": "s.id",
        "subscription_status": "s.status",
        "billing_frequency": "s.billing_frequency",
        "processor": "s.processor",
        "access_until": "s.access_until",
        "mrr": f"CAST({MONTHLY_REVENUE} AS double precision)",
        "member_count": "(SELECT count(*) FROM membership m WHERE m.workspace_id = w.id)",
        "brand_count": "(SELECT count(*) FROM brand b WHERE b.workspace_id = w.id"
        " AND b.deleted_at IS NULL)",
        "last_run_at": f"(SELECT r.created_at {_LAST_RUN})",
        "last_run_status": f"(SELECT r.status {_LAST_RUN})",
        "answers_this_month": "(SELECT count(*) FROM engine_usage e WHERE e.workspace_id = w.id"
        " AND e.asked_at >= date_trunc('month', now()))",
        "cost_this_month": "(SELECT coalesce(sum(CAST(e.cost_usd AS double precision)), 0)"
        " FROM engine_usage e WHERE e.workspace_id = w.id"
        " AND e.asked_at >= date_trunc('month', now()))",
        "paused_at": "w.paused_at",
        "deleted_at": "w.deleted_at",
        "created_at": "w.created_at",
    },
    key="w.id",
    filters={
        "planId": Filter("s.plan_id", "integer"),
        "status": Filter("s.status"),
        "processor": Filter("s.processor"),
        "deleted": Filter("w.deleted_at IS NOT NULL", "when"),
        "paused": Filter("w.paused_at IS NOT NULL", "when"),
        "hasErrors": Filter(
            f"coalesce((SELECT r.status IN ('failed', 'partial') {_LAST_RUN}), false)", "when"
        ),
        "noFirstRun": Filter("NOT EXISTS (SELECT FROM run r WHERE r.workspace_id = w.id)", "when"),
        "userId": Filter(
            "w.id IN (SELECT m.workspace_id FROM membership m WHERE m.user_id = ANY(:ids))",
            "related",
        ),
        "from": Filter("w.created_at", "since"),
        "to": Filter("w.created_at", "until"),
    },
    search=("w.name", _OWNER_EMAIL, _OWNER_NAME),
    sortable=(
        "name",
        "plan_id",
        "created_at",
        "deleted_at",
        "owner_email",
        "plan_name",
        "subscription_status",
        "brand_count",
        "last_run_at",
        "answers_this_month",
        "mrr",
    ),
)

MEMBERS = Listing(
    source="membership m JOIN users u ON u.id = m.user_id"
    " JOIN workspace w ON w.id = m.workspace_id",
    columns={
        "id": "m.workspace_id || '.' || m.user_id",
        "workspace_id": "m.workspace_id",
        "workspace_name": "w.name",
        "user_id": "m.user_id",
        "email": "u.email",
        "name": "trim(u.first_name || ' ' || u.last_name)",
        "role": "m.role",
        "paused": "m.paused",
        "last_active_at": "m.last_active_at",
        "created_at": "m.created_at",
    },
    key="(m.workspace_id || '.' || m.user_id)",
    key_kind="text",
    filters={
        "workspaceId": Filter("m.workspace_id", "uuid"),
        "userId": Filter("m.user_id", "uuid"),
        "role": Filter("m.role"),
        "paused": Filter("m.paused", "boolean"),
    },
    search=("u.email", "w.name"),
    sortable=(
        "email",
        "role",
        "created_at",
        "last_active_at",
        "name",
        "workspace_name",
    ),
    usual="-created_at",
)

_STATE = (
    "CASE WHEN i.accepted_at IS NOT NULL THEN 'accepted' WHEN i.revoked_at IS NOT NULL"
    " THEN 'revoked' WHEN i.expires_at > now() THEN 'open' ELSE 'expired' END"
)
INVITATIONS = Listing(
    source="invitation i JOIN workspace w ON w.id = i.workspace_id"
    " LEFT JOIN users u ON u.id = i.invited_by",
    columns={
        "id": "i.id",
        "workspace_id": "i.workspace_id",
        "workspace_name": "w.name",
        "email": "i.email",
        "role": "i.role",
        "state": _STATE,
        "invited_by": "i.invited_by",
        "invited_by_email": "u.email",
        "sent_at": "i.sent_at",
        "expires_at": "i.expires_at",
        "created_at": "i.created_at",
    },
    key="i.id",
    filters={
        "workspaceId": Filter("i.workspace_id", "uuid"),
        "state": Filter(f"({_STATE})"),
        "role": Filter("i.role"),
    },
    search=("i.email", "w.name"),
    sortable=(
        "email",
        "sent_at",
        "expires_at",
        "created_at",
        "workspace_name",
        "state",
    ),
)

API_KEYS = Listing(
    source="api_key k JOIN workspace w ON w.id = k.workspace_id JOIN users u ON u.id = k.user_id",
    columns={
        "id": "k.id",
        "workspace_id": "k.workspace_id",
        "workspace_name": "w.name",
        "user_id": "k.user_id",
        "user_email": "u.email",
        "name": "k.name",
        "prefix": "k.prefix",
        "scope": "k.scope",
        "every_workspace": "k.every_workspace",
        "expires_at": "k.expires_at",
        "last_used_at": "k.last_used_at",
        "created_at": "k.created_at",
    },
    key="k.id",
    filters={
        "workspaceId": Filter("k.workspace_id", "uuid"),
        "userId": Filter("k.user_id", "uuid"),
        "scope": Filter("k.scope"),
    },
    search=("k.name", "k.prefix", "u.email", "w.name"),
    sortable=(
        "name",
        "last_used_at",
        "expires_at",
        "created_at",
        "workspace_name",
    ),
)

SUPPORT_REQUESTS = Listing(
    source="support_request q JOIN workspace w ON w.id = q.workspace_id"
    " LEFT JOIN users u ON u.id = q.user_id LEFT JOIN staff a ON a.id = q.assignee_id",
    columns={
        "id": "q.id",
        "workspace_id": "q.workspace_id",
        "workspace_name": "w.name",
        "user_id": "q.user_id",
        "user_email": "u.email",
        "topic": "q.topic",
        "message": "q.message",
        "page": "q.page",
        "request_id": "q.request_id",
        "plan_id": "q.plan_id",
        "billing_frequency": "q.billing_frequency",
        "status": "q.status",
        "assignee_id": "q.assignee_id",
        "assignee_name": "a.name",
        "answer": "q.answer",
        "answered_at": "q.answered_at",
        "created_at": "q.created_at",
    },
    key="q.id",
    filters={
        "workspaceId": Filter("q.workspace_id", "uuid"),
        "userId": Filter("q.user_id", "uuid"),
        "status": Filter("q.status"),
        "topic": Filter("q.topic"),
        "assigneeId": Filter("q.assignee_id", "uuid"),
        "unassigned": Filter("q.assignee_id IS NULL", "when"),
    },
    search=("q.message", "u.email", "w.name", "q.request_id"),
    sortable=(
        "topic",
        "status",
        "created_at",
        "answered_at",
        "workspace_name",
    ),
)
