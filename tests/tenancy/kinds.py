"""Which tables are no tenant's, each kind with its reason; any other is judged as a tenant's."""

from __future__ import annotations

# Global: the same for everybody, or of no tenant.
GLOBAL = {
    "alembic_version",
    "plans",
    "plan_features",
    "engine_switch",
    "engine_watch_answer",
    "engine_watch_break",
    "engine_watch_day",
    "feature_flag",
    "key_check",
    "procrastinate_jobs",
    "procrastinate_events",
    "procrastinate_periodic_defers",
    "procrastinate_workers",
}
# Scoped to the user instead of the workspace, by this column.
USER_SCOPED = {"users": "id"} | dict.fromkeys(
    (
        "login_session",
        "login_device",
        "login_challenge",
        "one_time_token",
        "google_identity",
        "second_factor",
        "recovery_code",
        "passkey",
        "mail",
        "data_export",
        "digest",
        "digest_issue",
    ),
    "user_id",
)
# Staff's own, of no tenant: only the operator, and no customer, may read or write them.
STAFF = {
    "staff",
    "staff_session",
    "staff_identity",
    "staff_call",
    "staff_note",
    "staff_origin",
    "staff_mail",
    "staff_device",
    "approval",
    "impersonation",
    "engine_test",
}
# Reached through functions only.
HIDDEN = STAFF | {
    "login_attempt",
    "login_guess",
    "passkey_challenge",
    "engine_gate",
    "engine_window",
    "engine_slot",
    "rate_window",
    "site_visit",
    "spending_account",
    "spending_ceiling",
    "spending_hold",
    "spending_share",
    "stripe_delivery",
}
# Some of its rows have no workspace, and no customer sees those.
PARTLY_STAFF = {"audit_log"}
# The tenant itself: its key is `id`.
TENANT_KEY = {"workspace": "id"}


def scope_of(table: str) -> str:
    """The column that says whose a row is."""
    return USER_SCOPED.get(table) or TENANT_KEY.get(table, "workspace_id")
