"""Teams: paused seats, invitations, keys of the API, idempotent calls, shared rate limits.

`resolve_session` says `paused` instead of a role while the plan does not cover the member's seat;
`resolve_api_key` does for a key what it does for a browser. Both find out who is asking and bind
the transaction, in one round trip.

Revision ID: 0019_teams
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from alembic import op

from presence.db.rls import (
    CURRENT_WORKSPACE,
    auditor_reads,
    force_row_security,
    resolver_function,
    resolver_reads,
    tenant_table,
)

revision = "0019_teams"
down_revision = "0018_billing_stripe"
branch_labels = None
depends_on = None

COLUMNS = """
ALTER TABLE membership ADD COLUMN paused boolean NOT NULL DEFAULT false;
ALTER TABLE membership ADD COLUMN last_active_at timestamptz;
ALTER TABLE workspace ADD COLUMN seats_settled_at timestamptz;
ALTER TABLE audit_log ADD COLUMN actor_name varchar(210);
ALTER TABLE audit_log ADD COLUMN via varchar(80)
"""
TABLES = f"""
CREATE TABLE invitation (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  email varchar(254) NOT NULL,
  role varchar(16) NOT NULL,
  invited_by uuid,
  sending_id uuid NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  accepted_at timestamptz,
  revoked_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_invitation PRIMARY KEY (id),
  CONSTRAINT uq_invitation_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_invitation_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_invitation_invited_by
    FOREIGN KEY (invited_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT ck_invitation_role CHECK (role IN ('admin', 'editor', 'viewer', 'billing')),
  CONSTRAINT ck_invitation_email_folded CHECK (email = lower(email))
);
CREATE UNIQUE INDEX ix_invitation_open ON invitation (workspace_id, email)
  WHERE accepted_at IS NULL AND revoked_at IS NULL;
CREATE INDEX ix_invitation_invited_by ON invitation (invited_by);
CREATE TABLE invitation_link (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  token_hash bytea NOT NULL,
  invitation_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_invitation_link PRIMARY KEY (workspace_id, token_hash),
  CONSTRAINT fk_invitation_link_workspace_id_invitation_id
    FOREIGN KEY (workspace_id, invitation_id) REFERENCES invitation (workspace_id, id)
    ON DELETE CASCADE,
  CONSTRAINT ck_invitation_link_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX ix_invitation_link_token_hash ON invitation_link (token_hash);
CREATE INDEX ix_invitation_link_invitation_id ON invitation_link (invitation_id);
CREATE TABLE api_key (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  user_id uuid NOT NULL,
  name varchar(100) NOT NULL,
  prefix varchar(16) NOT NULL,
  key_hash bytea NOT NULL,
  previous_hash bytea,
  previous_until timestamptz,
  scope varchar(8) NOT NULL,
  every_workspace boolean NOT NULL DEFAULT false,
  expires_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_api_key PRIMARY KEY (id),
  CONSTRAINT fk_api_key_workspace_id_user_id FOREIGN KEY (workspace_id, user_id)
    REFERENCES membership (workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT ck_api_key_scope CHECK (scope IN ('read', 'write')),
  CONSTRAINT ck_api_key_sha256 CHECK (octet_length(key_hash) = 32)
);
CREATE INDEX ix_api_key_workspace_id_user_id ON api_key (workspace_id, user_id);
CREATE INDEX ix_api_key_key_hash ON api_key (key_hash);
CREATE INDEX ix_api_key_previous_hash ON api_key (previous_hash);
CREATE TABLE idempotency_key (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  user_id uuid NOT NULL,
  route varchar(160) NOT NULL,
  key varchar(255) NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_idempotency_key PRIMARY KEY (workspace_id, user_id, route, key),
  CONSTRAINT fk_idempotency_key_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_idempotency_key_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE INDEX ix_idempotency_key_user_id ON idempotency_key (user_id);
CREATE UNLOGGED TABLE rate_window (
  policy varchar(20) NOT NULL,
  subject varchar(80) NOT NULL,
  number bigint NOT NULL,
  used integer NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT pk_rate_window PRIMARY KEY (policy, subject)
);
CREATE INDEX ix_rate_window_ends_at ON rate_window (ends_at)
"""
TENANT_TABLES = ("invitation", "invitation_link", "api_key", "idempotency_key")

RESOLVE_SESSION = """
CREATE OR REPLACE FUNCTION resolve_session(p_token bytea, p_idle interval)
RETURNS TABLE (session_id uuid, user_id uuid, workspace_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE v_stale boolean;
BEGIN
  SELECT s.id, s.user_id, m.workspace_id, m.role,
         s.last_seen_at < now() - interval '5 minutes' OR m.unseen
    INTO session_id, user_id, workspace_id, role, v_stale
    FROM login_session s
    JOIN users u ON u.id = s.user_id AND u.is_active
    LEFT JOIN LATERAL (
      SELECT b.workspace_id, CASE WHEN b.paused THEN 'paused' ELSE b.role END AS role,
             b.last_active_at IS NULL AS unseen
        FROM membership b
        JOIN workspace w ON w.id = b.workspace_id AND w.deleted_at IS NULL
        WHERE b.user_id = s.user_id
        ORDER BY (b.workspace_id = s.workspace_id) DESC NULLS LAST, b.created_at, b.workspace_id
        LIMIT 1
    ) m ON true
    WHERE s.token_hash = p_token AND s.expires_at > now() AND s.last_seen_at > now() - p_idle;
  IF session_id IS NULL THEN
    RETURN;
  END IF;
  IF v_stale THEN
    UPDATE login_session s SET last_seen_at = now() WHERE s.id = session_id;
    UPDATE membership b SET last_active_at = now()
      WHERE b.workspace_id = resolve_session.workspace_id AND b.user_id = resolve_session.user_id;
  END IF;
  PERFORM set_config('app.user_id', user_id::text, true),
          set_config('app.workspace_id', coalesce(workspace_id::text, ''), true);
  RETURN NEXT;
END $$
"""

# A key acts for the member who made it, with that member's role of the moment, in its own
# workspace; one made for all of them also where its maker is owner or admin.
RESOLVE_API_KEY = """
CREATE FUNCTION resolve_api_key(p_hash bytea, p_workspace uuid)
RETURNS TABLE (key_id uuid, user_id uuid, workspace_id uuid, role text, scope text, prefix text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE v_stale boolean;
BEGIN
  SELECT k.id, k.user_id, m.workspace_id,
         CASE WHEN m.paused THEN 'paused' ELSE m.role END, k.scope, k.prefix,
         coalesce(k.last_used_at < now() - interval '1 minute', true)
    INTO key_id, user_id, workspace_id, role, scope, prefix, v_stale
    FROM api_key k
    JOIN users u ON u.id = k.user_id AND u.is_active
    JOIN workspace h ON h.id = k.workspace_id AND h.deleted_at IS NULL
    JOIN membership m ON m.user_id = k.user_id
      AND m.workspace_id = coalesce(p_workspace, k.workspace_id)
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    -- guard: keys.old-secret-in-time -> WHERE (k.key_hash = p_hash OR k.previous_hash = p_hash)
    WHERE (k.key_hash = p_hash OR k.previous_hash = p_hash AND k.previous_until > now())
      AND (k.expires_at IS NULL OR k.expires_at > now()) -- guard: keys.in-time
      AND (m.workspace_id = k.workspace_id OR k.every_workspace AND m.role IN ('owner', 'admin'));
  IF key_id IS NULL THEN
    RETURN;
  END IF;
  IF v_stale THEN
    UPDATE api_key k SET last_used_at = now() WHERE k.id = key_id;
  END IF;
  PERFORM set_config('app.user_id', user_id::text, true),
          set_config('app.workspace_id', workspace_id::text, true);
  RETURN NEXT;
END $$
"""

FIND_INVITATION = """
CREATE FUNCTION find_invitation(p_hash bytea) RETURNS TABLE (workspace_id uuid, invitation_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT l.workspace_id, l.invitation_id FROM invitation_link l
    JOIN workspace w ON w.id = l.workspace_id AND w.deleted_at IS NULL
    WHERE l.token_hash = p_hash
$$
"""

# Workspaces the bound user owns and deleted: they can be had back for seven days.
DELETED_WORKSPACES = """
CREATE FUNCTION deleted_workspaces() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT w.id FROM workspace w JOIN membership m ON m.workspace_id = w.id AND m.role = 'owner'
    WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
      AND w.deleted_at > now() - interval '7 days'
    ORDER BY w.deleted_at DESC
$$
"""

COUNT_WORKSPACES = """
CREATE FUNCTION count_workspaces() RETURNS bigint
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*) FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
$$
"""

# More than one member may act, and no subscription row that still counts says they may.
OVERSEATED_WORKSPACES = """
CREATE FUNCTION overseated_workspaces() RETURNS TABLE (workspace_id uuid, id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id, m.workspace_id FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
      AND coalesce(w.seats_settled_at < now() - interval '10 minutes', true)
    WHERE NOT m.paused AND NOT EXISTS (
      SELECT 1 FROM subscriptions s WHERE s.workspace_id = m.workspace_id
        AND (s.end_date IS NULL OR s.end_date > now()) AND (
          s.status = 'active'
          OR s.status = 'canceled' AND s.current_period_end > now()
          OR s.status = 'trialing' AND coalesce(s.trial_end > now(), true)
          OR s.status = 'past_due' AND coalesce(
            (s.metadata ->> 'pastDueSince')::timestamptz, s.current_period_start)
            + interval '7 days' > now()))
    GROUP BY m.workspace_id HAVING count(*) > 1 LIMIT 100
$$
"""

# Adds what a process counted since it last asked, and tells what all processes counted together.
# A line is {policy, subject, number, seconds, used}; `number` says which window it belongs to.
SHARE_RATES = """
CREATE FUNCTION share_rates(p_lines jsonb) RETURNS TABLE (policy text, subject text, used integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
BEGIN
  DELETE FROM rate_window WHERE ctid IN (
    SELECT ctid FROM rate_window WHERE ends_at < now() LIMIT 100 FOR UPDATE SKIP LOCKED);
  RETURN QUERY
    INSERT INTO rate_window AS r (policy, subject, number, used, ends_at)
    SELECT l.policy, l.subject, l.number, l.used,
           to_timestamp((l.number + 1) * l.seconds)
      FROM jsonb_to_recordset(p_lines)
        AS l(policy text, subject text, number bigint, seconds integer, used integer)
      ORDER BY l.policy, l.subject
    ON CONFLICT (policy, subject) DO UPDATE SET
      used = CASE WHEN r.number = excluded.number THEN r.used + excluded.used
                  WHEN r.number < excluded.number THEN excluded.used ELSE r.used END,
      number = greatest(r.number, excluded.number),
      ends_at = greatest(r.ends_at, excluded.ends_at)
    RETURNING r.policy::text, r.subject::text, r.used;
END $$
"""

PAUSED_MEMBER = ("'role', m.role)", "'role', m.role, 'paused', m.paused)")
FUNCTIONS = {
    "resolve_api_key(bytea, uuid)": RESOLVE_API_KEY,
    "find_invitation(bytea)": FIND_INVITATION,
    "deleted_workspaces()": DELETED_WORKSPACES,
    "count_workspaces()": COUNT_WORKSPACES,
    "overseated_workspaces()": OVERSEATED_WORKSPACES,
    "share_rates(jsonb)": SHARE_RATES,
}


def _earlier(name: str) -> Any:
    return import_module(f"presence.migrations.versions.20261121_{name}")


def _replacing(statement: str) -> str:
    return statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


def upgrade() -> None:
    """Create tables, policies and functions."""
    for statement in (*COLUMNS.split(";\n"), *TABLES.split(";\n")):
        op.execute(statement)
    for table in TENANT_TABLES:
        tenant_table(table)
    force_row_security("rate_window")
    auditor_reads("rate_window")
    rule = "CREATE POLICY resolver_all ON rate_window TO resolver USING (true) WITH CHECK (true)"
    op.execute(rule)
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON rate_window TO resolver")
    for table in ("api_key", "invitation_link"):
        resolver_reads(table)
    for table, column in (("membership", "last_active_at"), ("api_key", "last_used_at")):
        op.execute(f"CREATE POLICY resolver_touch ON {table} FOR UPDATE TO resolver USING (true)")
        op.execute(f"GRANT UPDATE ({column}) ON {table} TO resolver")
    op.execute("GRANT DELETE ON workspace TO customer")
    op.execute(RESOLVE_SESSION)
    document = _earlier("session").USER_DOCUMENT
    op.execute(
        _replacing(document.replace("'role', m.role)", "'role', m.role, 'paused', m.paused)"))
    )
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)


def downgrade() -> None:
    """Put the earlier functions back and drop everything of this revision."""
    op.execute(_replacing(_earlier("session").USER_DOCUMENT))
    op.execute(_replacing(_earlier("workspaces").RESOLVE_SESSION))
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("REVOKE DELETE ON workspace FROM customer")
    op.execute("DROP POLICY resolver_touch ON membership")
    op.execute("REVOKE UPDATE (last_active_at) ON membership FROM resolver")
    for table in ("rate_window", *reversed(TENANT_TABLES)):
        op.execute(f"DROP TABLE {table}")
    for table, column in (
        ("audit_log", "via"),
        ("audit_log", "actor_name"),
        ("membership", "last_active_at"),
        ("membership", "paused"),
        ("workspace", "seats_settled_at"),
    ):
        op.execute(f"ALTER TABLE {table} DROP COLUMN {column}")
