"""Workspaces, membership, business info and the append-only audit log.

`resolve_session` is the request's first statement: it turns a token hash into session, user,
workspace and role and binds the transaction to them, in one round trip.

Revision ID: 0003_workspaces
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    CURRENT_WORKSPACE,
    WORKSPACE,
    auditor_reads,
    force_row_security,
    resolver_function,
    resolver_reads,
    tenant_table,
)

revision = "0003_workspaces"
down_revision = "0002_identity"
branch_labels = None
depends_on = None

TABLES = f"""
CREATE TABLE workspace (
  id uuid NOT NULL,
  name varchar(120) NOT NULL DEFAULT '',
  time_zone varchar(64) NOT NULL DEFAULT 'UTC',
  deleted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workspace PRIMARY KEY (id)
);
CREATE TABLE membership (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  user_id uuid NOT NULL,
  role varchar(16) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_membership PRIMARY KEY (workspace_id, user_id),
  CONSTRAINT fk_membership_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_membership_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_membership_role CHECK (role IN ('owner', 'admin', 'editor', 'viewer', 'billing'))
);
CREATE INDEX ix_membership_user_id ON membership (user_id);
CREATE TABLE business_info (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  user_id uuid,
  business_name varchar(120),
  business_type varchar(16),
  business_description text,
  website_url varchar(2048),
  target_audience varchar(1000),
  wizard_completed boolean NOT NULL DEFAULT false,
  location varchar(200),
  language varchar(35),
  phone varchar(32),
  email varchar(254),
  address1 varchar(200),
  address2 varchar(200),
  city varchar(200),
  postal_code varchar(16),
  draft jsonb,
  updated_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_business_info PRIMARY KEY (id),
  CONSTRAINT uq_business_info_workspace_id UNIQUE (workspace_id),
  CONSTRAINT fk_business_info_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_business_info_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT ck_business_info_business_type CHECK
    (business_type IN ('Technology', 'Healthcare', 'Real Estate', 'Remodeling', 'Other'))
);
CREATE TABLE audit_log (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  actor_id uuid,
  on_behalf_of uuid,
  action varchar(80) NOT NULL,
  target varchar(200) NOT NULL,
  before jsonb,
  after jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_audit_log PRIMARY KEY (id),
  CONSTRAINT fk_audit_log_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE
);
CREATE INDEX ix_audit_log_workspace_id_created_at ON audit_log (workspace_id, created_at);
"""

# Removing a member also takes the workspace out of that member's open sessions.
SESSION_WORKSPACE = """
ALTER TABLE login_session ADD CONSTRAINT fk_login_session_workspace_id_user_id
  FOREIGN KEY (workspace_id, user_id) REFERENCES membership (workspace_id, user_id)
  ON DELETE SET NULL (workspace_id)
"""

COLLEAGUE = """
CREATE POLICY colleague ON users FOR SELECT TO customer USING (EXISTS (
  SELECT 1 FROM membership m WHERE m.user_id = users.id
    AND m.workspace_id = (SELECT NULLIF(current_setting('app.workspace_id', true), '')::uuid)))
"""

# A session belongs to its chosen workspace while the membership lasts, else to the oldest one.
RESOLVE_SESSION = """
CREATE FUNCTION resolve_session(p_token bytea, p_idle interval)
RETURNS TABLE (session_id uuid, user_id uuid, workspace_id uuid, role text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE v_stale boolean;
BEGIN
  SELECT s.id, s.user_id, m.workspace_id, m.role, s.last_seen_at < now() - interval '5 minutes'
    INTO session_id, user_id, workspace_id, role, v_stale
    FROM login_session s
    JOIN users u ON u.id = s.user_id AND u.is_active
    LEFT JOIN LATERAL (
      SELECT b.workspace_id, b.role FROM membership b
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
  END IF;
  PERFORM set_config('app.user_id', user_id::text, true),
          set_config('app.workspace_id', coalesce(workspace_id::text, ''), true);
  RETURN NEXT;
END $$
"""

FIRST_WORKSPACE = """
CREATE FUNCTION first_workspace() RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
    WHERE m.user_id = (SELECT NULLIF(current_setting('app.user_id', true), '')::uuid)
    ORDER BY m.created_at, m.workspace_id LIMIT 1
$$
"""

FUNCTIONS = {
    "resolve_session(bytea, interval)": RESOLVE_SESSION,
    "first_workspace()": FIRST_WORKSPACE,
}


def upgrade() -> None:
    """Create tables, policies and functions."""
    for statement in TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
    op.execute(SESSION_WORKSPACE)
    force_row_security("workspace")
    op.execute(
        f"CREATE POLICY tenant ON workspace TO customer"
        f" USING (id = {WORKSPACE}) WITH CHECK (id = {WORKSPACE})"
    )
    op.execute("GRANT SELECT, INSERT, UPDATE ON workspace TO customer")
    auditor_reads("workspace")
    tenant_table("membership")
    tenant_table("business_info")
    tenant_table("audit_log", grants="SELECT, INSERT")
    resolver_reads("workspace")
    resolver_reads("membership")
    op.execute(COLLEAGUE)
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)


def downgrade() -> None:
    """Drop everything of this revision."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("DROP POLICY colleague ON users")
    op.execute("ALTER TABLE login_session DROP CONSTRAINT fk_login_session_workspace_id_user_id")
    for table in ("audit_log", "business_info", "membership", "workspace"):
        op.execute(f"DROP TABLE {table}")
