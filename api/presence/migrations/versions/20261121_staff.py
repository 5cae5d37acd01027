"""Staff of the console, what they did, and what the role `operator` reaches.

`operator` reads across tenants while its transaction is bound to nobody; bound to a workspace or a
person it sees that one only, and it writes nowhere else. So the slices' services, which leave the
choice of rows to row security, do for staff exactly what they do for a member.

Revision ID: 0025_staff
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    NOBODY,
    USER,
    WORKSPACE,
    auditor_reads,
    force_row_security,
    operator_forgets,
    operator_reads,
    operator_writes,
    resolver_function,
    resolver_reads,
)

revision = "0025_staff"
down_revision = "0024_measurement"
branch_labels = None
depends_on = None

TABLES = """
CREATE TABLE staff (
  id uuid NOT NULL,
  email varchar(254) NOT NULL,
  name varchar(120) NOT NULL DEFAULT '',
  role varchar(16) NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'invited',
  password_hash text,
  totp_key bytea,
  last_step bigint NOT NULL DEFAULT 0,
  invitation_hash bytea,
  invitation_expires_at timestamptz,
  invited_by uuid,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff PRIMARY KEY (id),
  CONSTRAINT uq_staff_email UNIQUE (email),
  CONSTRAINT uq_staff_invitation_hash UNIQUE (invitation_hash),
  CONSTRAINT fk_staff_invited_by FOREIGN KEY (invited_by) REFERENCES staff (id),
  CONSTRAINT ck_staff_email_folded CHECK (email = lower(email)),
  CONSTRAINT ck_staff_role CHECK
    (role IN ('support-l1', 'support-l2', 'billing-ops', 'admin', 'auditor')),
  CONSTRAINT ck_staff_status CHECK (status IN ('invited', 'active', 'disabled'))
);
CREATE TABLE staff_session (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  token_hash bytea NOT NULL,
  step varchar(8) NOT NULL,
  address varchar(64) NOT NULL DEFAULT '',
  user_agent varchar(400) NOT NULL DEFAULT '',
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff_session PRIMARY KEY (id),
  CONSTRAINT uq_staff_session_token_hash UNIQUE (token_hash),
  CONSTRAINT fk_staff_session_staff_id
    FOREIGN KEY (staff_id) REFERENCES staff (id) ON DELETE CASCADE,
  CONSTRAINT ck_staff_session_step CHECK (step IN ('password', 'full')),
  CONSTRAINT ck_staff_session_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX ix_staff_session_staff_id ON staff_session (staff_id);
CREATE TABLE staff_call (
  staff_id uuid NOT NULL,
  route varchar(160) NOT NULL,
  key varchar(255) NOT NULL,
  fingerprint bytea NOT NULL,
  status smallint NOT NULL,
  headers jsonb NOT NULL,
  body bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff_call PRIMARY KEY (staff_id, route, key),
  CONSTRAINT fk_staff_call_staff_id FOREIGN KEY (staff_id) REFERENCES staff (id) ON DELETE CASCADE
);
CREATE TABLE staff_note (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  target varchar(200) NOT NULL,
  text varchar(5000) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff_note PRIMARY KEY (id),
  CONSTRAINT fk_staff_note_staff_id FOREIGN KEY (staff_id) REFERENCES staff (id)
);
CREATE INDEX ix_staff_note_target ON staff_note (target);
CREATE TABLE approval (
  id uuid NOT NULL,
  action varchar(40) NOT NULL,
  target varchar(200) NOT NULL,
  subject_id uuid NOT NULL,
  label varchar(200) NOT NULL DEFAULT '',
  reason varchar(1000) NOT NULL,
  requested_by uuid NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'waiting',
  decided_by uuid,
  decided_at timestamptz,
  decision_reason varchar(1000),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_approval PRIMARY KEY (id),
  CONSTRAINT fk_approval_requested_by FOREIGN KEY (requested_by) REFERENCES staff (id),
  CONSTRAINT fk_approval_decided_by FOREIGN KEY (decided_by) REFERENCES staff (id),
  CONSTRAINT ck_approval_status CHECK (status IN ('waiting', 'approved', 'rejected')),
  CONSTRAINT ck_approval_four_eyes CHECK (decided_by <> requested_by)
);
CREATE UNIQUE INDEX uq_approval_waiting ON approval (action, target) WHERE status = 'waiting';
CREATE TABLE impersonation (
  id uuid NOT NULL,
  staff_id uuid NOT NULL,
  user_id uuid NOT NULL,
  workspace_id uuid NOT NULL,
  mode varchar(8) NOT NULL,
  reason varchar(1000) NOT NULL,
  write_reason varchar(1000),
  ticket varchar(100) NOT NULL,
  link_hash bytea,
  link_expires_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_impersonation PRIMARY KEY (id),
  CONSTRAINT uq_impersonation_link_hash UNIQUE (link_hash),
  CONSTRAINT fk_impersonation_staff_id FOREIGN KEY (staff_id) REFERENCES staff (id),
  CONSTRAINT fk_impersonation_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT fk_impersonation_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_impersonation_mode CHECK (mode IN ('read', 'write')),
  CONSTRAINT ck_impersonation_write_reason CHECK (mode = 'read' OR write_reason <> '')
);
CREATE INDEX ix_impersonation_staff_id ON impersonation (staff_id);
CREATE INDEX ix_impersonation_user_id ON impersonation (user_id);
CREATE INDEX ix_impersonation_workspace_id ON impersonation (workspace_id);
CREATE TABLE engine_switch (
  engine varchar(16) NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  model varchar(200) NOT NULL DEFAULT '',
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_engine_switch PRIMARY KEY (engine)
)
"""
STAFF_TABLES = ("staff", "staff_session", "staff_call", "staff_note", "approval", "impersonation")
COLUMNS = """
ALTER TABLE audit_log ADD COLUMN staff_id uuid, ADD COLUMN reason varchar(1000),
  ADD COLUMN address varchar(64);
ALTER TABLE audit_log ALTER COLUMN workspace_id DROP NOT NULL;
ALTER TABLE audit_log ADD CONSTRAINT fk_audit_log_staff_id
  FOREIGN KEY (staff_id) REFERENCES staff (id);
ALTER TABLE audit_log ADD CONSTRAINT ck_audit_log_whose
  CHECK (workspace_id IS NOT NULL OR staff_id IS NOT NULL);
ALTER TABLE audit_log ADD CONSTRAINT ck_audit_log_reason
  CHECK (staff_id IS NULL OR reason <> '');
CREATE INDEX ix_audit_log_staff_id ON audit_log (staff_id) WHERE staff_id IS NOT NULL;
CREATE INDEX ix_audit_log_target ON audit_log (target);
ALTER TABLE login_session ADD COLUMN impersonation_id uuid;
ALTER TABLE login_session ADD CONSTRAINT fk_login_session_impersonation_id
  FOREIGN KEY (impersonation_id) REFERENCES impersonation (id) ON DELETE CASCADE;
CREATE INDEX ix_login_session_impersonation_id ON login_session (impersonation_id)
  WHERE impersonation_id IS NOT NULL;
ALTER TABLE support_request ADD COLUMN assignee_id uuid, ADD COLUMN answer varchar(5000),
  ADD COLUMN answered_at timestamptz;
ALTER TABLE support_request ADD CONSTRAINT fk_support_request_assignee_id
  FOREIGN KEY (assignee_id) REFERENCES staff (id);
ALTER TABLE workspace ADD COLUMN paused_at timestamptz
"""

# Rows of one workspace. Reading is wide while the transaction is bound to nobody.
READ = (
    "audit_log", "brand", "business_info", "checkout", "answer", "engine_usage", "invitation",
    "limit_override", "membership", "payments", "plan_standing", "prompt", "run", "run_event",
    "run_schedule", "stripe_customer", "subscription_events", "subscriptions", "support_request",
    "technical_finding",
)  # fmt: skip
# What actions of the console write, in the workspace they are bound to and nowhere else.
WRITE = {
    "audit_log": "INSERT",
    "checkout": "UPDATE",
    "invitation": "UPDATE",
    "limit_override": "INSERT, UPDATE, DELETE",
    "membership": "UPDATE, DELETE",
    "payments": "INSERT, UPDATE",
    "plan_standing": "INSERT, UPDATE",
    "run_event": "INSERT, DELETE",
    "stripe_customer": "INSERT, UPDATE",
    "subscription_events": "INSERT",
    "subscriptions": "INSERT, UPDATE",
    "support_request": "UPDATE",
}
# Rows of one person, and tables with columns nobody may read: what is named is all there is.
PERSONAL = {
    "login_session": (
        "user_id",
        "id, user_id, workspace_id, user_agent, address, last_seen_at, expires_at, created_at,"
        " impersonation_id",
    ),
    "second_factor": ("user_id", "user_id, confirmed_at, created_at"),
    "google_identity": ("user_id", "user_id, email, created_at"),
}
USER_COLUMNS = (
    "id, first_name, last_name, email, email_verified, phone, locale, time_zone, metadata,"
    " is_active, deletion_at, created_at"
)
KEY_COLUMNS = (
    "id, workspace_id, user_id, name, prefix, scope, every_workspace, previous_until, expires_at,"
    " last_used_at, created_at"
)

BEGIN_IMPERSONATION = """
CREATE FUNCTION begin_impersonation(p_link bytea, p_session uuid, p_token bytea)
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE v impersonation;
BEGIN
  UPDATE impersonation i SET link_hash = NULL, started_at = now()
   WHERE i.link_hash = p_link AND i.link_expires_at > now() AND i.ended_at IS NULL
     AND EXISTS (SELECT FROM staff s WHERE s.id = i.staff_id AND s.status = 'active')
     AND EXISTS (SELECT FROM users u WHERE u.id = i.user_id AND u.is_active)
  RETURNING * INTO v;
  IF v.id IS NULL THEN
    RETURN NULL;
  END IF;
  INSERT INTO login_session
    (id, token_hash, user_id, workspace_id, user_agent, expires_at, impersonation_id)
  VALUES (p_session, p_token, v.user_id, v.workspace_id, 'Presence support', v.ends_at, v.id);
  RETURN v.ends_at;
END $$
"""
IMPERSONATION_OF = """
CREATE FUNCTION impersonation_of(p_token bytea) RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT jsonb_build_object(
      'id', i.id, 'staffId', i.staff_id, 'actor', f.name, 'userId', i.user_id,
      'workspaceId', i.workspace_id, 'mode', i.mode, 'reason', i.reason, 'endsAt', i.ends_at)
    FROM login_session s
    JOIN impersonation i ON i.id = s.impersonation_id AND i.ended_at IS NULL
    JOIN staff f ON f.id = i.staff_id AND f.status = 'active'
   WHERE s.token_hash = p_token AND s.expires_at > now()
$$
"""
# What staff did to a workspace is remembered when the workspace is gone.
KEEP_STAFF_LOG = """
CREATE FUNCTION keep_staff_log() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE audit_log SET workspace_id = NULL WHERE workspace_id = OLD.id AND staff_id IS NOT NULL;
  RETURN OLD;
END $$
"""
# Tries of one account are forgotten, so that its owner may try again at once.
UNLOCK_LOGIN = """
CREATE FUNCTION unlock_login(p_email text) RETURNS integer
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH gone AS (
    DELETE FROM login_attempt
     WHERE account = sha256(convert_to(lower(p_email), 'UTF8')) RETURNING 1)
  SELECT count(*)::integer FROM gone
$$
"""
FUNCTIONS = {
    "begin_impersonation(bytea, uuid, bytea)": BEGIN_IMPERSONATION,
    "impersonation_of(bytea)": IMPERSONATION_OF,
    "keep_staff_log()": KEEP_STAFF_LOG,
    "unlock_login(text)": UNLOCK_LOGIN,
}
# Functions of earlier revisions that the console needs too.
SHARED_FUNCTIONS = (
    "begin_login(uuid, text, text, bytea, integer, interval, integer, interval)",
    "finish_login(uuid)",
    "request_mail(uuid, uuid, uuid, text, uuid)",
    "stripe_replay(text, timestamptz)",
    "stripe_settled(timestamptz, timestamptz)",
    "billing_health(timestamptz)",
    "engine_health(bytea[], timestamptz)",
)


def upgrade() -> None:
    """Create tables, policies and functions."""
    for statement in (*TABLES.split(";\n"), *COLUMNS.split(";\n")):
        if statement.strip():
            op.execute(statement)
    for table in STAFF_TABLES:
        force_row_security(table)
        op.execute(f"CREATE POLICY staff ON {table} TO operator USING (true) WITH CHECK (true)")
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO operator")
        auditor_reads(table)
    _tenant_rights()
    _personal_rights()
    _resolver_rights()
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)
    op.execute("REVOKE EXECUTE ON FUNCTION unlock_login(text) FROM customer")
    op.execute(
        "CREATE TRIGGER keep_staff_log BEFORE DELETE ON workspace"
        " FOR EACH ROW EXECUTE FUNCTION keep_staff_log()"
    )
    for signature in (*SHARED_FUNCTIONS, "unlock_login(text)"):
        op.execute(f"GRANT EXECUTE ON FUNCTION {signature} TO operator")


def _tenant_rights() -> None:
    for table in READ:
        # What is done to a person is written into the log while bound to that person.
        unbound = f"{WORKSPACE} IS NULL" if table == "audit_log" else NOBODY
        operator_reads(table, f"{unbound} OR workspace_id = {WORKSPACE}")
    operator_reads("workspace", f"{NOBODY} OR id = {WORKSPACE}")
    operator_writes("workspace", "UPDATE", f"id = {WORKSPACE}")
    for table, verbs in WRITE.items():
        own = f"workspace_id = {WORKSPACE}"
        if table == "audit_log":
            own = f"workspace_id IS NOT DISTINCT FROM {WORKSPACE} AND staff_id IS NOT NULL"
        operator_writes(table, verbs, own)
    operator_reads("api_key", f"{NOBODY} OR workspace_id = {WORKSPACE}", KEY_COLUMNS)
    operator_writes("api_key", "DELETE", f"workspace_id = {WORKSPACE}")
    operator_writes("invitation_link", "INSERT", f"workspace_id = {WORKSPACE}")
    operator_reads("stripe_delivery", f"{NOBODY} OR workspace_id = {WORKSPACE}")
    operator_writes("stripe_delivery", "UPDATE", "true")
    op.execute("GRANT SELECT ON engine_switch TO customer, auditor")
    for table in (
        "engine_switch",
        "plans",
        "plan_features",
        "procrastinate_jobs",
        "procrastinate_events",
    ):
        op.execute(f"GRANT SELECT, INSERT, UPDATE ON {table} TO operator")
    op.execute("GRANT SELECT ON procrastinate_workers TO operator")
    op.execute(
        "GRANT USAGE ON SEQUENCE procrastinate_jobs_id_seq, procrastinate_events_id_seq TO operator"
    )
    op.execute("GRANT SELECT ON alembic_version TO operator")


def _personal_rights() -> None:
    for table, (column, columns) in PERSONAL.items():
        operator_reads(table, f"{NOBODY} OR {column} = {USER}", columns)
    operator_writes("login_session", "DELETE", f"user_id = {USER}")
    operator_reads("users", f"{USER} IS NULL OR id = {USER}", USER_COLUMNS)
    operator_writes("users", "UPDATE", f"id = {USER}", "(is_active)")
    operator_reads(
        "one_time_token",
        f"user_id = {USER}",
        "id, user_id, purpose, address, previous, expires_at, used_at, created_at",
    )
    operator_writes("one_time_token", "INSERT, DELETE", f"user_id = {USER}")


def _resolver_rights() -> None:
    for table in ("staff", "impersonation"):
        resolver_reads(table)
    op.execute("CREATE POLICY resolver_use ON impersonation FOR UPDATE TO resolver USING (true)")
    op.execute("GRANT UPDATE (link_hash, started_at) ON impersonation TO resolver")
    op.execute(
        "CREATE POLICY resolver_begin ON login_session FOR INSERT TO resolver WITH CHECK (true)"
    )
    op.execute("GRANT INSERT ON login_session TO resolver")
    resolver_reads("audit_log")
    op.execute("CREATE POLICY resolver_keep ON audit_log FOR UPDATE TO resolver USING (true)")
    op.execute("GRANT UPDATE (workspace_id) ON audit_log TO resolver")


def downgrade() -> None:
    """Drop everything of this revision; what staff did goes with it."""
    op.execute("DROP TRIGGER keep_staff_log ON workspace")
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    for signature in SHARED_FUNCTIONS:
        op.execute(f"REVOKE EXECUTE ON FUNCTION {signature} FROM operator")
    operator_forgets()
    for name, table in (("keep", "audit_log"), ("read", "audit_log"), ("begin", "login_session")):
        op.execute(f"DROP POLICY resolver_{name} ON {table}")
    op.execute("REVOKE ALL ON audit_log FROM resolver")
    op.execute("REVOKE INSERT ON login_session FROM resolver")
    op.execute("ALTER TABLE audit_log NO FORCE ROW LEVEL SECURITY")
    op.execute("DELETE FROM audit_log WHERE workspace_id IS NULL")
    op.execute("ALTER TABLE audit_log FORCE ROW LEVEL SECURITY")
    op.execute("ALTER TABLE audit_log ALTER COLUMN workspace_id SET NOT NULL")
    for dropped in (
        "audit_log DROP COLUMN staff_id, DROP COLUMN reason, DROP COLUMN address",
        "login_session DROP COLUMN impersonation_id",
        "support_request DROP COLUMN assignee_id, DROP COLUMN answer, DROP COLUMN answered_at",
        "workspace DROP COLUMN paused_at",
    ):
        op.execute(f"ALTER TABLE {dropped}")
    for table in ("engine_switch", *reversed(STAFF_TABLES)):
        op.execute(f"DROP TABLE {table}")
