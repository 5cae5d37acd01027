"""What the console lists of staff's own tables and of the slices below.

Invariant: no column that serves as proof (a hash, a key) is ever selected.
"""

from __future__ import annotations

from presence.db.listing import Filter, Listing

USERS = Listing(
    source="users u",
    columns={
        "id": "u.id",
        "email": "u.email",
        "name": "trim(u.first_name || ' ' || u.last_name)",
        "first_name": "u.first_name",
        "last_name": "u.last_name",
        "email_verified": "u.email_verified",
        "is_active": "u.is_active",
        "locale": "u.locale",
        "time_zone": "u.time_zone",
        "has_second_factor": "has_second_factor(u.id)",
        "has_google": "EXISTS (SELECT FROM google_identity g WHERE g.user_id = u.id)",
        "workspace_count": "(SELECT count(*) FROM membership m WHERE m.user_id = u.id)",
        "session_count": "(SELECT count(*) FROM login_session s WHERE s.user_id = u.id"
        " AND s.expires_at > now())",
        "failed_logins": "failed_logins(u.email)",
        "last_seen_at": "(SELECT max(s.last_seen_at) FROM login_session s WHERE s.user_id = u.id)",
        "deletion_at": "u.deletion_at",
        "created_at": "u.created_at",
    },
    key="u.id",
    filters={
        "emailVerified": Filter("u.email_verified", "boolean"),
        "isActive": Filter("u.is_active", "boolean"),
        "email": Filter("u.email"),
        "locked": Filter("failed_logins(u.email) >= 5", "when"),
        "workspaceId": Filter(
            "u.id IN (SELECT m.user_id FROM membership m"
            " WHERE m.workspace_id IN (SELECT unnest(:ids)))",
            "related",
        ),
        "from": Filter("u.created_at", "since"),
        "to": Filter("u.created_at", "until"),
    },
    search=("u.email", "u.first_name || ' ' || u.last_name"),
    sortable=(
        "email",
        "name",
        "created_at",
        "workspace_count",
        "last_seen_at",
    ),
)

AUDIT = Listing(
    source="audit_log a LEFT JOIN workspace w ON w.id = a.workspace_id"
    " LEFT JOIN users u ON u.id = a.on_behalf_of",
    columns={
        "id": "a.id",
        "created_at": "a.created_at",
        "workspace_id": "a.workspace_id",
        "workspace_name": "w.name",
        "actor_id": "a.actor_id",
        "actor_name": "a.actor_name",
        "staff_id": "a.staff_id",
        "on_behalf_of": "a.on_behalf_of",
        "on_behalf_of_email": "u.email",
        "via": "a.via",
        "action": "a.action",
        "target": "a.target",
        "before": "a.before",
        "after": "a.after",
        "reason": "a.reason",
        "address": "a.address",
    },
    key="a.id",
    filters={
        "target": Filter("a.target"),
        "action": Filter("a.action"),
        "workspaceId": Filter("a.workspace_id", "uuid"),
        "staffId": Filter("a.staff_id", "uuid"),
        "actorId": Filter("a.actor_id", "uuid"),
        "byStaff": Filter("a.staff_id IS NOT NULL", "when"),
        "from": Filter("a.created_at", "since"),
        "to": Filter("a.created_at", "until"),
    },
    search=("a.action", "a.target", "a.actor_name", "a.reason"),
)

STAFF = Listing(
    source="staff s LEFT JOIN staff i ON i.id = s.invited_by",
    columns={
        "id": "s.id",
        "email": "s.email",
        "name": "s.name",
        "role": "s.role",
        "status": "s.status",
        "invited_by_name": "i.name",
        "last_login_at": "s.last_login_at",
        "invitation_expires_at": "s.invitation_expires_at",
        "created_at": "s.created_at",
    },
    key="s.id",
    filters={"role": Filter("s.role"), "status": Filter("s.status")},
    search=("s.email", "s.name"),
    sortable=(
        "email",
        "name",
        "role",
        "last_login_at",
        "created_at",
        "status",
    ),
)

NOTES = Listing(
    source="staff_note n JOIN staff s ON s.id = n.staff_id",
    columns={
        "id": "n.id",
        "target": "n.target",
        "text": "n.text",
        "staff_id": "n.staff_id",
        "staff_name": "s.name",
        "created_at": "n.created_at",
    },
    key="n.id",
    filters={"target": Filter("n.target"), "staffId": Filter("n.staff_id", "uuid")},
    search=("n.text",),
    sortable=("created_at",),
)

# Requests not decided in time need no closing.
_STATE = (
    "CASE WHEN a.status = 'waiting' AND a.expires_at <= now() THEN 'expired'"
    " WHEN a.status <> 'rejected' OR a.decided_by IS NOT NULL THEN a.status"
    " WHEN a.decided_at >= a.expires_at THEN 'expired' ELSE 'withdrawn' END"
)
APPROVALS = Listing(
    source="approval a JOIN staff r ON r.id = a.requested_by"
    " LEFT JOIN staff d ON d.id = a.decided_by",
    columns={
        "id": "a.id",
        "action": "a.action",
        "target": "a.target",
        "subject_id": "a.subject_id",
        "label": "a.label",
        "what": "coalesce(a.facts ->> 'what', a.label)",
        "reason": "a.reason",
        "status": _STATE,
        "seal": "encode(a.seal, 'hex')",
        "expires_at": "a.expires_at",
        "requested_by": "a.requested_by",
        "requested_by_name": "r.name",
        "requested_by_email": "r.email",
        "decided_by": "a.decided_by",
        "decided_by_name": "d.name",
        "decision_reason": "a.decision_reason",
        "decided_at": "a.decided_at",
        "created_at": "a.created_at",
    },
    key="a.id",
    filters={"status": Filter(_STATE), "target": Filter("a.target")},
    search=("a.label", "a.reason", "a.facts ->> 'what'"),
    sortable=(
        "created_at",
        "status",
        "expires_at",
    ),
)

_RUNNING = "i.ended_at IS NULL AND i.ends_at > now() AND i.started_at IS NOT NULL"
IMPERSONATIONS = Listing(
    source="impersonation i JOIN staff s ON s.id = i.staff_id JOIN users u ON u.id = i.user_id"
    " JOIN workspace w ON w.id = i.workspace_id",
    columns={
        "id": "i.id",
        "staff_id": "i.staff_id",
        "staff_name": "s.name",
        "user_id": "i.user_id",
        "user_email": "u.email",
        "workspace_id": "i.workspace_id",
        "workspace_name": "w.name",
        "mode": "i.mode",
        "reason": "i.reason",
        "write_reason": "i.write_reason",
        "ticket": "i.ticket",
        "started_at": "i.started_at",
        "ends_at": "i.ends_at",
        "ended_at": "i.ended_at",
        "running": f"({_RUNNING})",
        "created_at": "i.created_at",
    },
    key="i.id",
    filters={
        "staffId": Filter("i.staff_id", "uuid"),
        "userId": Filter("i.user_id", "uuid"),
        "workspaceId": Filter("i.workspace_id", "uuid"),
        "running": Filter(_RUNNING, "when"),
        "mode": Filter("i.mode"),
    },
    search=("u.email", "i.ticket", "i.reason"),
    sortable=(
        "created_at",
        "ends_at",
        "workspace_name",
    ),
)

JOBS = Listing(
    source="procrastinate_jobs j",
    columns={
        "id": "j.id",
        "name": "j.task_name",
        "queue": "j.queue_name",
        "status": "CAST(j.status AS text)",
        "priority": "j.priority",
        "attempts": "j.attempts",
        "workspace_id": "CAST(j.args ->> 'workspace_id' AS uuid)",
        # Not a join: row security lets no text be read as an id before it has chosen the rows, so
        # all workspaces would be looked through for each job.
        "workspace_name": "(SELECT w.name FROM workspace w"
        " WHERE w.id = CAST(j.args ->> 'workspace_id' AS uuid))",
        "arguments": "j.args",
        "scheduled_at": "j.scheduled_at",
        "enqueued_at": "(SELECT min(e.at) FROM procrastinate_events e WHERE e.job_id = j.id)",
        "started_at": "(SELECT max(e.at) FROM procrastinate_events e WHERE e.job_id = j.id"
        " AND e.type = 'started')",
        "finished_at": "(SELECT max(e.at) FROM procrastinate_events e WHERE e.job_id = j.id"
        " AND e.type IN ('failed', 'succeeded', 'cancelled', 'aborted'))",
        "age_seconds": "CAST(extract(epoch FROM now() - (SELECT min(e.at)"
        " FROM procrastinate_events e WHERE e.job_id = j.id)) AS double precision)",
        "worker_id": "j.worker_id",
    },
    key="j.id",
    key_kind="integer",
    filters={
        "status": Filter("CAST(j.status AS text)"),
        "name": Filter("j.task_name"),
        "queue": Filter("j.queue_name"),
        "workspaceId": Filter("j.args ->> 'workspace_id'"),
        "runId": Filter("j.args ->> 'run_id'"),
    },
    search=("j.task_name", "CAST(j.args AS text)"),
    sortable=(
        "name",
        "priority",
        "attempts",
        "status",
        "workspace_name",
    ),
)
