"""One planted fault per invariant: statements a superuser runs with triggers and keys off.

`{workspace}`, `{user}`, `{brand}` and `{run}` are a tenant with a finished analysis; `{other}` is
an id nobody has. Invariant: each plants exactly one breach of the invariant it stands for.
"""

from __future__ import annotations

_ANSWER = (
    "INSERT INTO answer (id, workspace_id, brand_id, run_id, prompt_id, prompt_key, engine,"
    " engine_name, model, surface, basis, sample, question, status, text, raw, error, latency_ms,"
    " answered_at) SELECT gen_random_uuid(), '{space}', '{brand}', '{run}', gen_random_uuid(), 'k',"
    " 'chatgpt', 'ChatGPT', 'm', 'API', 'assistants', 0, 'q', 'completed', 't', '', '', 1, now()"
)
_RESERVATION = (
    "INSERT INTO engine_reservation (workspace_id, run_id, engine, account, period_start,"
    " outstanding, unit_usd, touched_at)"
    " VALUES ('{workspace}', '{run}', 'chatgpt', 'plan', now(), 3, 1, now())"
)
_BUDGET = (
    "INSERT INTO engine_budget (workspace_id, account, period_start, period_end, used, reserved,"
    " used_usd, reserved_usd)"
    " VALUES ('{workspace}', 'plan', now(), now() + interval '1 month', 0, {reserved}, {spent}, 0)"
)
_SESSION = (
    "INSERT INTO login_session (id, token_hash, user_id, user_agent, address, expires_at,"
    " impersonation_id)"
    " VALUES (gen_random_uuid(), sha256('x'), '{user}', '', '', now() + interval '{life}', {by})"
)
_SUBSCRIPTION = (
    "INSERT INTO subscriptions (id, workspace_id, user_id, plan_id, status, processor)"
    " VALUES (gen_random_uuid(), '{workspace}', '{user}', {plan}, 'active', 'manual')"
)
_CHAIN = (
    "INSERT INTO audit_chain (workspace_id, sequence, hash, sealed_at, caught_up)"
    " VALUES ('{workspace}', {number}, 'e', now(), true) ON CONFLICT (workspace_id)"
    " DO UPDATE SET sequence = {number}, hash = 'e', sealed_at = now()"
)
_JOB = (
    "INSERT INTO procrastinate_jobs (queue_name, task_name, args, status)"
    " VALUES ('default', 'x', '{args}', '{state}')"
)


def _fill(statement: str, **values: str) -> str:
    for name, value in values.items():
        statement = statement.replace("{" + name + "}", value)
    return statement


FAULTS: dict[str, tuple[str, ...]] = {
    "run-without-job": (
        "UPDATE run SET status = 'running', finished_at = NULL, job_id = NULL,"
        " created_at = now() - interval '11 minutes' WHERE id = '{run}'",
    ),
    "run-too-long": (
        "UPDATE run SET status = 'running', created_at = now() - interval '7 hours'"
        " WHERE id = '{run}'",
    ),
    "run-end-unknown": ("UPDATE run SET finished_at = NULL WHERE id = '{run}'",),
    "run-answers-miscounted": ("UPDATE run SET valid_answers = 7 WHERE id = '{run}'",),
    "score-provisional": (
        "UPDATE score SET provisional = true"
        " WHERE id = (SELECT id FROM score WHERE run_id = '{run}' LIMIT 1)",
    ),
    "score-outside-its-interval": (
        "UPDATE score SET low = value + 1"
        " WHERE id = (SELECT id FROM score WHERE run_id = '{run}' LIMIT 1)",
    ),
    "answer-unread": (
        "UPDATE run SET finished_at = now() - interval '1 hour', valid_answers = 1"
        " WHERE id = '{run}'",
        _fill(_ANSWER, space="{workspace}"),
    ),
    "schedule-overdue": (
        "UPDATE run_schedule SET next_run_at = now() - interval '2 hours'"
        " WHERE brand_id = '{brand}'",
    ),
    "answer-of-another-workspace": (
        "UPDATE run SET valid_answers = 1 WHERE id = '{run}'",
        _fill(_ANSWER, space="{other}"),
    ),
    "run-of-another-workspace": ("UPDATE run SET workspace_id = '{other}' WHERE id = '{run}'",),
    "workspace-without-owner": (
        "UPDATE workspace SET created_at = now() - interval '1 hour' WHERE id = '{workspace}'",
        "UPDATE membership SET role = 'admin' WHERE workspace_id = '{workspace}'",
    ),
    "example-with-rights": (
        "UPDATE workspace SET example_of = '{other}' WHERE id = '{workspace}'",
    ),
    "membership-of-nobody": (
        "INSERT INTO membership (workspace_id, user_id, role)"
        " VALUES ('{workspace}', '{other}', 'viewer')",
    ),
    "workspace-kept": (
        "UPDATE workspace SET deleted_at = now() - interval '9 days' WHERE id = '{workspace}'",
    ),
    "table-without-row-security": ("ALTER TABLE brand NO FORCE ROW LEVEL SECURITY",),
    "role-too-mighty": ("ALTER ROLE auditor BYPASSRLS",),
    "audit-link-broken": (
        _fill(_CHAIN, number="7"),
        "INSERT INTO audit_link (workspace_id, sequence, entry_id, salt, staff_salt, digest,"
        " staff_digest, hash) VALUES ('{workspace}', 7, '{other}', 'a', 'b', 'c', 'd', 'e')",
    ),
    "audit-entry-unlinked": (
        _fill(_CHAIN, number="0"),
        "INSERT INTO audit_log (id, workspace_id, action, target, created_at)"
        " VALUES ('{other}', '{workspace}', 'x', 'y', now() - interval '5 minutes')",
    ),
    "audit-head-astray": (_fill(_CHAIN, number="7"),),
    "budget-not-the-ledger": (_fill(_BUDGET, reserved="0", spent="5"),),
    "reservation-of-an-ended-run": (
        "UPDATE run SET finished_at = now() - interval '1 hour' WHERE id = '{run}'",
        _RESERVATION,
    ),
    "reservations-miscounted": (_fill(_BUDGET, reserved="2", spent="0"),),
    "two-subscriptions": (
        "DROP INDEX uq_subscriptions_workspace_id_live",
        _fill(_SUBSCRIPTION, plan="1"),
        _fill(_SUBSCRIPTION, plan="2"),
    ),
    "payment-of-another-workspace": (
        _fill(_SUBSCRIPTION, plan="1"),
        "INSERT INTO payments (id, workspace_id, subscription_id, amount, currency, status,"
        " processor) SELECT gen_random_uuid(), '{other}', id, 1, 'usd', 'paid', 'manual'"
        " FROM subscriptions WHERE workspace_id = '{workspace}'",
    ),
    "stripe-delivery-forgotten": (
        "INSERT INTO stripe_delivery (id, event_id, event_type, state, happened_at, received_at,"
        " next_attempt_at) VALUES (gen_random_uuid(), 'evt', 'invoice.paid', 'pending', now(),"
        " now(), now() - interval '20 minutes')",
    ),
    "session-too-long": (_fill(_SESSION, life="92 days", by="NULL"),),
    "session-of-a-closed-account": (
        "UPDATE users SET is_active = false WHERE id = '{user}'",
        _fill(_SESSION, life="1 day", by="NULL"),
    ),
    "impersonation-outlived": (
        "INSERT INTO impersonation (id, staff_id, user_id, workspace_id, mode, reason, ticket,"
        " link_expires_at, ends_at) VALUES ('{other}', '{other}', '{user}', '{workspace}', 'read',"
        " 'r', 't', now(), now() - interval '10 minutes')",
        _fill(_SESSION, life="1 day", by="'{other}'"),
    ),
    "account-kept": (
        "UPDATE users SET deletion_at = now() - interval '2 days' WHERE id = '{user}'",
    ),
    "mail-forgotten": (
        "INSERT INTO mail (id, user_id, template, subject_id, status, created_at) VALUES"
        " (gen_random_uuid(), '{user}', 't', '{other}', 'sending', now() - interval '3 days')",
    ),
    "file-kept": (
        "INSERT INTO made_file (id, workspace_id, name, media_type, size, content, expires_at)"
        " VALUES (gen_random_uuid(), '{workspace}', 'n', 't', 1, 'x', now() - interval '2 days')",
    ),
    "document-without-file": (
        "INSERT INTO material (id, workspace_id, brand_id, kind, title, stored_file_id, status)"
        " VALUES (gen_random_uuid(), '{workspace}', '{brand}', 'document', 't', '{other}',"
        " 'ready')",
    ),
    "job-of-nobody": (_fill(_JOB, args='{"workspace_id": "{other}"}', state="todo"),),
    "job-without-worker": (_fill(_JOB, args='{"workspace_id": "{workspace}"}', state="doing"),),
}
