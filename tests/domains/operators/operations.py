"""Every operation of the console, from its API description, and what is needed to carry it out.

A new operation is tested without being listed, except that one which changes something needs a
row to do it to (`KEYS`, by resource) and what its body says beside the reason (`BODIES`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from presence.core.ids import new_id
from presence.domains.operators.roles import StaffRole
from presence.entrypoints.commands.export_openapi import describe_operator
from tests.domains.operators.role_table import MAY
from tests.factories.staff import BASE

PUBLIC = "public"
SIGNED_IN = "signed-in"
REASON = "A customer asked for it"


@dataclass(frozen=True)
class ConsoleOperation:
    """One route and method of the console; `asks` is `resource:action`, public or signed-in."""

    name: str
    method: str
    path: str
    asks: str

    @property
    def resource(self) -> str:
        """The first part of the path."""
        return self.path.removeprefix(f"{BASE}/").partition("/")[0]

    @property
    def changes(self) -> bool:
        """Whether it is an operation of the permission table that changes something."""
        return self.method != "GET" and ":" in self.asks

    def roles(self) -> frozenset[StaffRole]:
        """Who may, by the table written by hand."""
        resource, _, action = self.asks.partition(":")
        return MAY[resource][action]


def operations() -> Iterator[ConsoleOperation]:
    """All of the application."""
    for path, methods in describe_operator()["paths"].items():
        for method, told in methods.items():
            yield ConsoleOperation(told["operationId"], method.upper(), path, told["x-permission"])


OPERATIONS = list(operations())
GUARDED = [o for o in OPERATIONS if o.asks != PUBLIC]
ASKING_A_ROLE = [o for o in GUARDED if ":" in o.asks]
CHANGING = [o for o in OPERATIONS if o.changes]


@dataclass(frozen=True)
class Doing:
    """What an operation needs: the row's key by SQL, SQL to run before, members of the body.

    Members `looked_up` are found by SQL. A status of 400 and more says what is missing here.
    """

    key: str = ""
    before: tuple[str, ...] = ()
    body: dict[str, Any] = field(default_factory=dict)
    status: int = 200
    looked_up: dict[str, str] = field(default_factory=dict)


MEMBER = "SELECT workspace_id || '.' || user_id FROM membership WHERE role = 'viewer' LIMIT 1"
WAITING_JOB = (
    "INSERT INTO procrastinate_jobs (queue_name, task_name, args)"
    " SELECT 'default', 'mail.send', jsonb_build_object('workspace_id', id) FROM workspace LIMIT 1"
)
TODO_JOB = "SELECT max(id) FROM procrastinate_jobs WHERE status = 'todo'"
FAILED_JOB = "UPDATE procrastinate_jobs SET status = 'failed' WHERE id = (SELECT max(id) FROM procrastinate_jobs)"  # noqa: E501
WORKSPACE = "SELECT id FROM workspace ORDER BY id LIMIT 1"
DUPLICATE_USER = (
    "INSERT INTO users (id, first_name, last_name, email) VALUES (gen_random_uuid(), 'Wren',"
    " 'Hall', 'again' || gen_random_uuid() || '@example.com')"
)
DUPLICATE = "SELECT id FROM users WHERE email LIKE 'again%' AND is_active LIMIT 1"
USER = "SELECT id FROM users ORDER BY id LIMIT 1"
OPEN_INVITATION = (
    "INSERT INTO invitation (id, workspace_id, email, role, invited_by, sending_id, expires_at)"
    " SELECT gen_random_uuid(), workspace_id, gen_random_uuid() || '@example.com', 'viewer',"
    " user_id, gen_random_uuid(), now() + interval '7 days' FROM membership"
    " WHERE role = 'owner' ORDER BY workspace_id LIMIT 1"
)
INVITATION = "SELECT id FROM invitation WHERE revoked_at IS NULL LIMIT 1"
API_KEY = (
    "INSERT INTO api_key (id, workspace_id, user_id, name, prefix, key_hash, scope)"
    " SELECT gen_random_uuid(), workspace_id, user_id, 'Reports', 'pk_reports',"
    " sha256(gen_random_uuid()::text::bytea), 'read' FROM membership LIMIT 1"
)
REQUEST = (
    "INSERT INTO support_request (id, workspace_id, user_id, topic, message)"
    " SELECT gen_random_uuid(), workspace_id, user_id, 'question', 'How do I begin?'"
    " FROM membership WHERE role = 'owner' ORDER BY workspace_id LIMIT 1"
)
OPEN_REQUEST = "SELECT max(id::text) FROM support_request WHERE status = 'open'"
WAITING = "SELECT id FROM approval WHERE status = 'waiting' LIMIT 1"
SEAL = "SELECT encode(seal, 'hex') FROM approval WHERE status = 'waiting' LIMIT 1"
DELETABLE = "SELECT id FROM workspace WHERE deleted_at IS NULL ORDER BY id DESC LIMIT 1"
SIGNING_IN = "SELECT id FROM staff WHERE role = 'auditor' AND status <> 'disabled' LIMIT 1"
COLLEAGUE = "SELECT id FROM staff WHERE role = 'auditor' LIMIT 1"

SUBSCRIPTION = (
    "INSERT INTO subscriptions (id, workspace_id, user_id, plan_id, status, processor,"
    " current_period_start, current_period_end, access_until)"
    " SELECT gen_random_uuid(), workspace_id, user_id, 1, 'active', 'manual', now(),"
    " now() + interval '30 days', now() + interval '30 days' FROM membership"
    " WHERE role = 'owner' ORDER BY workspace_id LIMIT 1"
    " ON CONFLICT (workspace_id) WHERE status <> 'expired' DO NOTHING"
)
LIVE = "SELECT id FROM subscriptions WHERE status <> 'expired' LIMIT 1"
CANCELED = "UPDATE subscriptions SET cancel_at_period_end = true WHERE status = 'active'"
OVER = "UPDATE subscriptions SET status = 'expired'"
DELIVERY = (
    "INSERT INTO stripe_delivery (event_id, event_type, customer_id, workspace_id, state,"
    " happened_at, next_attempt_at)"
    " SELECT gen_random_uuid(), 'invoice.paid', 'cus_1', id, 'failed', now(), now()"
    " FROM workspace ORDER BY id LIMIT 1"
)
CUSTOMER = (
    "INSERT INTO stripe_customer (id, workspace_id, customer_id)"
    " SELECT gen_random_uuid(), id, 'cus_1' FROM workspace ORDER BY id LIMIT 1"
    " ON CONFLICT DO NOTHING"
)
FAILED_DELIVERY = "SELECT id FROM stripe_delivery WHERE state = 'failed' LIMIT 1"

RUNNING = (
    "INSERT INTO impersonation (id, staff_id, user_id, workspace_id, mode, reason, ticket,"
    " link_expires_at, ends_at) SELECT gen_random_uuid(), s.id, m.user_id, m.workspace_id, 'read',"
    " 'Looking', 'T-1', now(), now() + interval '30 minutes'"
    " FROM membership m, (SELECT id FROM staff WHERE role = 'admin' LIMIT 1) s LIMIT 1"
)
OPEN_IMPERSONATION = "SELECT id FROM impersonation WHERE ended_at IS NULL LIMIT 1"
IMPERSONATED = (
    "SELECT m.{} FROM membership m JOIN users u ON u.id = m.user_id"
    " JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL"
    " ORDER BY m.workspace_id, m.user_id LIMIT 1"
)
ALL_ACTIVE = "UPDATE users SET is_active = true"

BRAND = (
    "INSERT INTO brand (id, workspace_id, name, source) SELECT gen_random_uuid(), id, 'Harrow',"
    " 'description' FROM workspace ORDER BY id LIMIT 1"
)
NO_RUN = "DELETE FROM run"
RUN = (
    "INSERT INTO run (id, workspace_id, brand_id, kind, trigger, status, seed, panel_size, samples,"
    " valid_answers, total_answers) SELECT gen_random_uuid(), workspace_id, id, 'full', 'manual',"
    " '{}', 1, 10, 1, 3, 5 FROM brand LIMIT 1"
)
ACTIVE_RUN = RUN.format("running")
PARTIAL_RUN = RUN.format("partial")
ANY_RUN = "SELECT id FROM run LIMIT 1"
AWAKE = "UPDATE workspace SET paused_at = NULL"

ENGINE = "SELECT 'chatgpt'"
FLAG = "SELECT 'exports'"
NO_EXCEPTION = "DELETE FROM feature_exception"
EXCEPTION = (
    "INSERT INTO feature_exception (workspace_id, flag, enabled, reason, created_by)"
    " SELECT w.id, 'exports', false, 'They asked', s.id FROM workspace w,"
    " (SELECT id FROM staff WHERE role = 'admin' LIMIT 1) s ORDER BY w.id LIMIT 1"
)
ENDPOINT = (
    "INSERT INTO endpoint (id, workspace_id, kind, name, url, secret, events, status)"
    " SELECT gen_random_uuid(), id, 'webhook', 'Ours', 'https://hooks.example.com', '\\x00',"
    " '[]', 'active' FROM workspace ORDER BY id LIMIT 1"
)
ANOTHER_MEMBER = (
    "INSERT INTO membership (workspace_id, user_id, role) SELECT w.id, u.id, 'viewer'"
    " FROM workspace w, users u WHERE NOT EXISTS (SELECT FROM membership m"
    " WHERE m.workspace_id = w.id AND m.user_id = u.id) LIMIT 1"
)
ANY_ENDPOINT = "SELECT max(id::text) FROM endpoint"
MESSAGE = (
    "INSERT INTO delivery (id, workspace_id, endpoint_id, message_id, kind, payload, status,"
    " attempts, round, next_at) SELECT gen_random_uuid(), workspace_id, id, gen_random_uuid(),"
    " 'test', '{}', 'failed', 3, 3, now() FROM endpoint WHERE status = 'active' LIMIT 1"
)
SHARE = (
    "INSERT INTO share_link (id, workspace_id, brand_id, name, token_hash, sealed_token, sections,"
    " days) SELECT gen_random_uuid(), workspace_id, id, 'Board', sha256(id::text::bytea), '\\x00',"
    " '[]', 30 FROM brand LIMIT 1"
)
REPORT = (
    "INSERT INTO report (id, workspace_id, brand_id, format, sections, locale, status)"
    " SELECT gen_random_uuid(), workspace_id, id, 'pdf', '[]', 'en', '{}' FROM brand LIMIT 1"
)
VIEW_EXPORT = (
    "INSERT INTO view_export (id, workspace_id, brand_id, resource, format)"
    " SELECT gen_random_uuid(), workspace_id, id, 'answers', 'csv' FROM brand LIMIT 1"
)
MAIL = (
    "INSERT INTO mail (id, user_id, template, subject_id, status) SELECT gen_random_uuid(), id,"
    " 'verify-email', gen_random_uuid(), 'failed' FROM users ORDER BY id LIMIT 1"
)
COLLECTED = (
    "INSERT INTO workspace_export (id, workspace_id, staff_id, status, file_id, size, expires_at)"
    " SELECT gen_random_uuid(), w.id, s.id, 'ready', gen_random_uuid(), 10,"
    " now() + interval '1 day' FROM (SELECT id FROM workspace ORDER BY id LIMIT 1) w,"
    " (SELECT id FROM staff WHERE role = 'admin' LIMIT 1) s"
)

DOING: dict[str, Doing] = {
    "feature-flags:toggle": Doing(FLAG, body={"enabled": False}),
    "feature-flags:edit": Doing(FLAG, body={"percent": 50}),
    "feature-flags:add-exception": Doing(
        FLAG, (NO_EXCEPTION,), {"enabled": True}, looked_up={"workspaceId": WORKSPACE}
    ),
    "feature-flags:remove-exception": Doing(
        FLAG, (NO_EXCEPTION, EXCEPTION), looked_up={"workspaceId": WORKSPACE}
    ),
    "webhooks:disable": Doing(ANY_ENDPOINT, ("DELETE FROM endpoint", ENDPOINT)),
    "webhooks:enable": Doing(
        ANY_ENDPOINT, ("DELETE FROM endpoint", ENDPOINT, "UPDATE endpoint SET status = 'disabled'")
    ),
    "outgoing-messages:resend": Doing(
        "SELECT id FROM delivery LIMIT 1", ("DELETE FROM endpoint", ENDPOINT, MESSAGE)
    ),
    "share-links:revoke": Doing(
        "SELECT id FROM share_link LIMIT 1", (BRAND, "DELETE FROM share_link", SHARE)
    ),
    "reports:retry": Doing(
        "SELECT id FROM report LIMIT 1", (BRAND, "DELETE FROM report", REPORT.format("failed"))
    ),
    "reports:cancel": Doing(
        "SELECT id FROM report LIMIT 1", (BRAND, "DELETE FROM report", REPORT.format("queued"))
    ),
    "exports:cancel": Doing(
        "SELECT id FROM view_export LIMIT 1", (BRAND, "DELETE FROM view_export", VIEW_EXPORT)
    ),
    "mail-log:resend": Doing(
        "SELECT id FROM mail WHERE status = 'failed' LIMIT 1", ("DELETE FROM mail", MAIL)
    ),
    "workspaces:export": Doing(WORKSPACE, status=202),
    "workspace-exports:download": Doing(
        "SELECT id FROM workspace_export LIMIT 1", ("DELETE FROM workspace_export", COLLECTED)
    ),
    "engines:set-cap": Doing(ENGINE, body={"monthlyCap": "25.00"}),
    "engines:test-call": Doing(ENGINE, ("DELETE FROM engine_test",)),
    "engines:disable": Doing(ENGINE),
    "engines:enable": Doing(ENGINE),
    "engines:set-model": Doing(ENGINE, body={"model": "gpt-6"}),
    "runs:cancel": Doing(ANY_RUN, (NO_RUN, BRAND, ACTIVE_RUN)),
    "runs:retry-failed": Doing(ANY_RUN, (NO_RUN, BRAND, PARTIAL_RUN)),
    "runs:rerun": Doing(ANY_RUN, (NO_RUN, AWAKE, BRAND, PARTIAL_RUN)),
    "brands:reparse": Doing("SELECT id FROM brand LIMIT 1", (AWAKE, BRAND)),
    "brands:rerun": Doing("SELECT id FROM brand LIMIT 1", (NO_RUN, AWAKE, BRAND)),
    "impersonations:create": Doing(
        "",
        (ALL_ACTIVE,),
        {"ticket": "T-1", "mode": "read"},
        201,
        {
            "userId": IMPERSONATED.format("user_id"),
            "workspaceId": IMPERSONATED.format("workspace_id"),
        },
    ),
    "impersonations:end": Doing(OPEN_IMPERSONATION, (RUNNING,)),
    "plans:create": Doing(body={"id": 77, "name": "Huge", "price": "900.00"}, status=201),
    "plans:edit": Doing("SELECT 77", body={"name": "Enormous"}),
    "plans:activate": Doing("SELECT 1"),
    "plans:deactivate": Doing("SELECT 1"),
    "plan-features:create": Doing(
        body={"planId": 1, "featureName": "badge", "featureValue": "New"}, status=201
    ),
    "plan-features:edit": Doing(
        "SELECT id FROM plan_features WHERE feature_name NOT LIKE 'price%' LIMIT 1",
        body={"featureValue": "Newer"},
    ),
    "workspaces:grant": Doing(WORKSPACE, ("UPDATE plans SET is_active = true",), {"planId": 2}),
    "workspaces:override-limit": Doing(
        WORKSPACE,
        body={"feature": "brands.max", "value": 5, "expiresAt": "2030-01-01T00:00:00Z"},
    ),
    "workspaces:remove-override": Doing(WORKSPACE, body={"feature": "brands.max"}),
    "subscriptions:extend": Doing(LIVE, (OVER, SUBSCRIPTION), {"days": 10}),
    "subscriptions:change-plan": Doing(
        LIVE, (SUBSCRIPTION, "UPDATE plans SET is_active = true"), {"planId": 1}
    ),
    "subscriptions:cancel-now": Doing(LIVE, (SUBSCRIPTION,)),
    "subscriptions:cancel-at-end": Doing(LIVE, (SUBSCRIPTION,)),
    "subscriptions:resume": Doing(LIVE, (OVER, SUBSCRIPTION, CANCELED)),
    "subscriptions:resync": Doing(LIVE, (SUBSCRIPTION,), status=503),
    "payments:create": Doing(
        "", (SUBSCRIPTION,), {"amount": "12.50"}, 201, {"subscriptionId": LIVE}
    ),
    "subscription-events:create": Doing(
        "", (SUBSCRIPTION,), {"eventType": "called"}, 201, {"subscriptionId": LIVE}
    ),
    "webhook-deliveries:replay": Doing(FAILED_DELIVERY, (CUSTOMER, DELIVERY)),
    "webhook-deliveries:mark-handled": Doing(FAILED_DELIVERY, (DELIVERY,)),
    "users:resend-verification": Doing(USER),
    "users:send-reset-link": Doing(USER),
    "users:unlock": Doing(USER),
    "users:revoke-sessions": Doing(USER),
    "users:disable": Doing(USER),
    "users:enable": Doing(USER),
    "users:merge": Doing(
        DUPLICATE,
        (DUPLICATE_USER,),
        status=202,
        looked_up={
            "intoId": "SELECT id FROM users WHERE is_active"
            " AND email NOT LIKE 'again%' ORDER BY id LIMIT 1"
        },
    ),
    "users:add-note": Doing(USER, body={"text": "Called back."}),
    "staff:create": Doing(
        body={"email": f"{new_id().hex}@presence.example", "role": "auditor"}, status=201
    ),
    "staff:change-role": Doing(COLLEAGUE, body={"role": "auditor"}),
    "staff:reset-sign-in": Doing(SIGNING_IN),
    "staff:disable": Doing(COLLEAGUE),
    "staff:enable": Doing(COLLEAGUE),
    "jobs:retry": Doing(
        "SELECT max(id) FROM procrastinate_jobs WHERE status = 'failed'", (WAITING_JOB, FAILED_JOB)
    ),
    "jobs:cancel": Doing(TODO_JOB, (WAITING_JOB,)),
    "jobs:move-to-front": Doing(TODO_JOB, (WAITING_JOB,)),
    "workspaces:add-note": Doing(WORKSPACE, body={"text": "Called back."}),
    "workspaces:pause": Doing(WORKSPACE, ("UPDATE workspace SET paused_at = NULL",)),
    "workspaces:unpause": Doing(WORKSPACE, ("UPDATE workspace SET paused_at = now()",)),
    "workspaces:delete": Doing(WORKSPACE, status=202),
    "approvals:approve": Doing(WAITING, looked_up={"seal": SEAL}),
    "approvals:reject": Doing(WAITING),
    "approvals:withdraw": Doing(WAITING),
    "members:change-role": Doing(MEMBER, (ANOTHER_MEMBER,), {"role": "editor"}),
    "members:remove": Doing(
        MEMBER, ("UPDATE membership SET role = 'viewer' WHERE role = 'editor'",)
    ),
    "invitations:resend": Doing(INVITATION, (OPEN_INVITATION,)),
    "invitations:revoke": Doing(INVITATION, (OPEN_INVITATION,)),
    "api-keys:revoke": Doing("SELECT id FROM api_key LIMIT 1", (API_KEY,), status=204),
    "support-requests:assign": Doing(OPEN_REQUEST, (REQUEST,)),
    "support-requests:reply": Doing(OPEN_REQUEST, (REQUEST,), {"message": "Like this."}),
    "support-requests:close": Doing(OPEN_REQUEST, (REQUEST,)),
}
