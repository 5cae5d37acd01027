"""What must never be found in the database, each as one statement that counts what breaks it.

Invariant: a statement only reads, sees all tenants, and gives what is on its way the time it takes;
every one of them is proven by a fault that a test plants.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Invariant:
    """`sentence` is the promise, `sql` counts the rows that break it."""

    name: str
    sentence: str
    sql: str


def _rows(name: str, sentence: str, condition: str) -> Invariant:
    """`condition` is all that follows FROM."""
    return Invariant(name, sentence, f"SELECT count(*) FROM {condition}")  # noqa: S608 - ours


_RUNS = (
    _rows(
        "run-without-job",
        "An active analysis has a job that takes it to its end.",
        "run WHERE status IN ('queued', 'running') AND kind <> 'imported'"
        " AND created_at < now() - interval '10 minutes'"
        " AND NOT EXISTS (SELECT FROM procrastinate_jobs job"
        "   WHERE job.id = run.job_id AND job.status IN ('todo', 'doing'))",
    ),
    _rows(
        "run-too-long",
        "An analysis ends within six hours.",
        "run WHERE status IN ('queued', 'running') AND kind <> 'imported' AND round = 0"
        " AND created_at < now() - interval '6 hours'",
    ),
    _rows(
        "run-end-unknown",
        "An analysis that ended says when, one that goes on does not.",
        "run WHERE kind <> 'imported' AND round = 0"
        " AND (status IN ('queued', 'running')) = (finished_at IS NOT NULL)",
    ),
    _rows(
        "run-answers-miscounted",
        "An analysis that ended has counted its valid answers.",
        "run WHERE status IN ('completed', 'partial') AND kind <> 'imported'"
        " AND finished_at > now() - interval '2 days' AND valid_answers <> (SELECT count(*)"
        "   FROM answer WHERE answer.run_id = run.id AND answer.status = 'completed')",
    ),
    _rows(
        "score-provisional",
        "An analysis that ended has no provisional score.",
        "score JOIN run ON run.id = score.run_id"
        " WHERE score.provisional AND run.status NOT IN ('queued', 'running')",
    ),
    _rows(
        "score-outside-its-interval",
        "A score lies inside its interval and between 0 and 100.",
        "score WHERE value NOT BETWEEN low AND high"
        " OR (unit = 'points' AND (low < 0 OR high > 100))",
    ),
    _rows(
        "answer-unread",
        "What a completed answer of an ended analysis says was read.",
        "answer JOIN run ON run.id = answer.run_id"
        " WHERE answer.status = 'completed' AND run.status IN ('completed', 'partial')"
        " AND run.finished_at BETWEEN now() - interval '2 days' AND now() - interval '10 minutes'"
        " AND NOT EXISTS (SELECT FROM extraction WHERE extraction.answer_id = answer.id)",
    ),
    _rows(
        "schedule-overdue",
        "A brand's date is used within an hour.",
        "run_schedule s JOIN brand b ON b.id = s.brand_id"
        " JOIN workspace w ON w.id = s.workspace_id"
        " WHERE s.next_run_at < now() - interval '1 hour' AND b.status <> 'deleted'"
        " AND w.deleted_at IS NULL AND w.paused_at IS NULL",
    ),
)

_TENANTS = (
    _rows(
        "answer-of-another-workspace",
        "An answer belongs to the workspace of its analysis.",
        "answer JOIN run ON run.id = answer.run_id WHERE answer.workspace_id <> run.workspace_id",
    ),
    _rows(
        "run-of-another-workspace",
        "An analysis belongs to the workspace of its brand.",
        "run JOIN brand ON brand.id = run.brand_id WHERE run.workspace_id <> brand.workspace_id",
    ),
    _rows(
        "workspace-without-owner",
        "A workspace that is not deleted has an owner.",
        "workspace w WHERE deleted_at IS NULL AND created_at < now() - interval '10 minutes'"
        " AND example_of IS NULL AND NOT EXISTS (SELECT FROM membership m"
        "   WHERE m.workspace_id = w.id AND m.role = 'owner')",
    ),
    _rows(
        "example-with-rights",
        "An example is read by the person it was opened for, and by nobody else.",
        "membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL"
        " WHERE w.example_of IS NOT NULL AND (m.user_id <> w.example_of OR m.role <> 'viewer')",
    ),
    _rows(
        "membership-of-nobody",
        "A membership joins somebody who exists to a workspace that exists.",
        "membership m WHERE NOT EXISTS (SELECT FROM users u WHERE u.id = m.user_id)"
        " OR NOT EXISTS (SELECT FROM workspace w WHERE w.id = m.workspace_id)",
    ),
    _rows(
        "workspace-kept",
        "A deleted workspace is gone after its time to come back and a day.",
        "workspace WHERE deleted_at < now() - interval '8 days'",
    ),
    _rows(
        "table-without-row-security",
        "Every table with a workspace forces row security.",
        "pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id'"
        " WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace"
        " AND NOT a.attisdropped AND NOT (c.relrowsecurity AND c.relforcerowsecurity)",
    ),
    _rows(
        "role-too-mighty",
        "No role of the product may bypass row security.",
        "pg_roles WHERE rolname IN ('owner', 'customer', 'operator', 'auditor', 'resolver')"
        " AND (rolsuper OR rolbypassrls OR rolcreaterole)",
    ),
)

# The newest links of chains that grew within an hour, and of each other chain once a day.
_LINKS = """(SELECT l.*, a.id AS there, a AS entry, p.hash AS previous,
    jsonb_build_array(a.actor_name, a.before, a.after) AS personal,
    jsonb_build_array(a.staff_id, a.reason, a.address) AS of_staff
  FROM audit_chain c
  JOIN audit_link l ON l.workspace_id = c.workspace_id AND l.sequence > c.sequence - 100
  LEFT JOIN audit_log a ON a.id = l.entry_id AND a.workspace_id = l.workspace_id
  LEFT JOIN audit_link p ON p.workspace_id = l.workspace_id AND p.sequence = l.sequence - 1
  WHERE c.sealed_at > now() - interval '1 hour'
    OR abs(hashtext(c.workspace_id::text)) % 288 = (extract(epoch FROM now()) / 300)::int % 288
  ) link WHERE there IS NULL OR (sequence > 1 AND previous IS NULL)
  OR digest <> audit_digest(salt, personal) OR staff_digest <> audit_digest(staff_salt, of_staff)
  OR hash <> audit_hash(entry, sequence, coalesce(previous, decode(repeat('00', 32), 'hex')),
    digest, staff_digest)"""

_AUDIT = (
    _rows("audit-link-broken", "An entry of an audit log is what was written.", _LINKS),
    _rows(
        "audit-entry-unlinked",
        "An entry of a workspace's audit log has its place in the chain.",
        "audit_log a JOIN audit_chain c ON c.workspace_id = a.workspace_id AND c.caught_up"
        " WHERE a.created_at BETWEEN now() - interval '2 days' AND now() - interval '1 minute'"
        " AND NOT EXISTS (SELECT FROM audit_link l"
        "   WHERE l.workspace_id = a.workspace_id AND l.entry_id = a.id)",
    ),
    _rows(
        "audit-head-astray",
        "The head of an audit log's chain is its last entry.",
        "audit_chain c LEFT JOIN audit_link l USING (workspace_id, sequence)"
        " WHERE c.sequence > 0 AND l.hash IS DISTINCT FROM c.hash",
    ),
)

_MONEY = (
    _rows(
        "budget-not-the-ledger",
        "What a budget says was spent is what the ledger of its workspace says.",
        "(SELECT workspace_id, sum(used_usd) AS spent FROM engine_budget GROUP BY 1) b"
        " FULL JOIN (SELECT workspace_id, sum(cost_usd) AS spent FROM engine_usage GROUP BY 1) u"
        " USING (workspace_id) WHERE abs(coalesce(b.spent, 0) - coalesce(u.spent, 0)) > 0.01",
    ),
    _rows(
        "reservation-of-an-ended-run",
        "An analysis that ended holds no reservation.",
        "engine_reservation r JOIN run ON run.id = r.run_id"
        " WHERE r.outstanding > 0 AND run.finished_at < now() - interval '30 minutes'"
        " AND run.status NOT IN ('queued', 'running')",
    ),
    _rows(
        "reservations-miscounted",
        "What a budget says is reserved is what analyses hold of it.",
        "engine_budget b WHERE b.reserved <> (SELECT coalesce(sum(r.outstanding), 0)"
        " FROM engine_reservation r WHERE r.workspace_id = b.workspace_id"
        " AND r.account = b.account AND r.period_start = b.period_start)",
    ),
    _rows(
        "two-subscriptions",
        "A workspace has one live subscription at most.",
        "(SELECT FROM subscriptions WHERE status <> 'expired'"
        " GROUP BY workspace_id HAVING count(*) > 1) twice",
    ),
    _rows(
        "payment-of-another-workspace",
        "A payment belongs to the workspace of its subscription.",
        "payments p JOIN subscriptions s ON s.id = p.subscription_id"
        " WHERE p.workspace_id <> s.workspace_id",
    ),
    _rows(
        "stripe-delivery-forgotten",
        "An event of Stripe that waits is tried when its time has come.",
        "stripe_delivery WHERE state = 'pending'"
        " AND next_attempt_at < now() - interval '15 minutes'",
    ),
)

_PEOPLE = (
    _rows(
        "session-too-long",
        "A log-in ends for good after ninety days.",
        "login_session WHERE expires_at > created_at + interval '91 days'",
    ),
    _rows(
        "session-of-a-closed-account",
        "A closed account has no log-in.",
        "login_session s JOIN users u ON u.id = s.user_id WHERE NOT u.is_active",
    ),
    _rows(
        "impersonation-outlived",
        "Support's log-in in a customer's place ends with its permission.",
        "login_session s JOIN impersonation i ON i.id = s.impersonation_id"
        " WHERE least(i.ends_at, i.ended_at) < now() - interval '5 minutes'",
    ),
    _rows(
        "account-kept",
        "An account that was to be deleted is gone a day later.",
        "users WHERE deletion_at < now() - interval '1 day'",
    ),
    _rows(
        "mail-forgotten",
        "A mail is sent, or given up, within two days.",
        "mail WHERE status IN ('queued', 'sending') AND created_at < now() - interval '2 days'",
    ),
    _rows(
        "file-kept",
        "A file that was made for a time is gone a day after it.",
        "made_file WHERE expires_at < now() - interval '1 day'",
    ),
    _rows(
        "document-without-file",
        "A material that is a document has its file.",
        "material m WHERE kind = 'document' AND deleted_at IS NULL AND NOT EXISTS"
        " (SELECT FROM stored_file f WHERE f.id = m.stored_file_id)",
    ),
)

_QUEUE = (
    _rows(
        "job-of-nobody",
        "A waiting job belongs to a workspace or a person that exists.",
        "procrastinate_jobs j WHERE status IN ('todo', 'doing')"
        " AND NOT EXISTS (SELECT FROM workspace w WHERE w.id::text = j.args ->> 'workspace_id')"
        " AND NOT EXISTS (SELECT FROM users u WHERE u.id::text = j.args ->> 'account_id')",
    ),
    _rows(
        "job-without-worker",
        "A job at work has a worker that lives.",
        "procrastinate_jobs j LEFT JOIN procrastinate_workers w ON w.id = j.worker_id"
        " WHERE j.status = 'doing'"
        " AND coalesce(w.last_heartbeat, '-infinity') < now() - interval '5 minutes'",
    ),
)

INVARIANTS: tuple[Invariant, ...] = (*_RUNS, *_TENANTS, *_AUDIT, *_MONEY, *_PEOPLE, *_QUEUE)
