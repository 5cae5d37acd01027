"""Accounts: mails, one-time tokens, Google identities, second factor, exports, deletion.

All of it belongs to a person, so a row is visible to that person only. What must be found out
before anybody is known (whose token is this, whose Google account) goes through functions owned by
`resolver` that answer ids.

Revision ID: 0020_accounts
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    USER,
    WORKSPACE,
    auditor_reads,
    force_row_security,
    resolver_function,
    resolver_reads,
)

revision = "0020_accounts"
down_revision = "0019_teams"
branch_labels = None
depends_on = None

TABLES = """
CREATE TABLE mail (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  workspace_id uuid,
  template varchar(60) NOT NULL,
  subject_id uuid NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'queued',
  recipient varchar(254),
  subject varchar(300),
  attempts integer NOT NULL DEFAULT 0,
  error varchar(400),
  sent_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_mail PRIMARY KEY (id),
  CONSTRAINT uq_mail_user_id_template_subject_id UNIQUE (user_id, template, subject_id),
  CONSTRAINT fk_mail_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT fk_mail_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_mail_status
    CHECK (status IN ('queued', 'sending', 'sent', 'skipped', 'failed'))
);
CREATE INDEX ix_mail_workspace_id ON mail (workspace_id);
CREATE TABLE one_time_token (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  purpose varchar(16) NOT NULL,
  token_hash bytea,
  address varchar(254) NOT NULL,
  previous varchar(254),
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_one_time_token PRIMARY KEY (id),
  CONSTRAINT uq_one_time_token_token_hash UNIQUE (token_hash),
  CONSTRAINT fk_one_time_token_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_one_time_token_purpose CHECK (purpose IN ('verify', 'email', 'reset')),
  CONSTRAINT ck_one_time_token_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX ix_one_time_token_user_id ON one_time_token (user_id);
CREATE TABLE google_identity (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  subject varchar(255) NOT NULL,
  email varchar(254) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_google_identity PRIMARY KEY (id),
  CONSTRAINT uq_google_identity_subject UNIQUE (subject),
  CONSTRAINT uq_google_identity_user_id UNIQUE (user_id),
  CONSTRAINT fk_google_identity_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE login_challenge (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  kind varchar(16) NOT NULL,
  google_subject varchar(255),
  google_email varchar(254),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_login_challenge PRIMARY KEY (id),
  CONSTRAINT uq_login_challenge_token_hash UNIQUE (token_hash),
  CONSTRAINT fk_login_challenge_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_login_challenge_kind CHECK (kind IN ('second-factor', 'link-google')),
  CONSTRAINT ck_login_challenge_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX ix_login_challenge_user_id ON login_challenge (user_id);
CREATE TABLE second_factor (
  user_id uuid NOT NULL,
  key bytea NOT NULL,
  confirmed_at timestamptz,
  last_step bigint NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_second_factor PRIMARY KEY (user_id),
  CONSTRAINT fk_second_factor_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
);
CREATE TABLE recovery_code (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_recovery_code PRIMARY KEY (id),
  CONSTRAINT uq_recovery_code_user_id_code_hash UNIQUE (user_id, code_hash),
  CONSTRAINT fk_recovery_code_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_recovery_code_sha256 CHECK (octet_length(code_hash) = 32)
);
CREATE TABLE data_export (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'queued',
  content bytea,
  size integer,
  ready_at timestamptz,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_data_export PRIMARY KEY (id),
  CONSTRAINT fk_data_export_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_data_export_status CHECK (status IN ('queued', 'ready', 'failed'))
);
CREATE INDEX ix_data_export_user_id ON data_export (user_id);
"""
NAMES = (
    "mail",
    "one_time_token",
    "google_identity",
    "login_challenge",
    "second_factor",
    "recovery_code",
    "data_export",
)

# A person is written to by themselves or by a workspace they belong to; a repetition is no mail.
REQUEST_MAIL = f"""
CREATE FUNCTION request_mail(
  p_id uuid, p_user uuid, p_workspace uuid, p_template text, p_subject uuid
) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF p_workspace IS DISTINCT FROM {WORKSPACE} AND p_workspace IS NOT NULL
    OR p_user IS DISTINCT FROM {USER} AND NOT EXISTS (
      SELECT FROM membership m WHERE m.user_id = p_user AND m.workspace_id = {WORKSPACE})
  THEN
    RAISE insufficient_privilege USING MESSAGE = 'This session may not write to that person.';
  END IF;
  INSERT INTO mail (id, user_id, workspace_id, template, subject_id)
    VALUES (p_id, p_user, p_workspace, p_template, p_subject)
    ON CONFLICT ON CONSTRAINT uq_mail_user_id_template_subject_id DO NOTHING;
  RETURN FOUND;
END $$
"""  # noqa: S608 - an expression of this file

# Used up in the same statement that finds it: of two callers at once, one gets it.
REDEEM_TOKEN = """
CREATE FUNCTION redeem_token(p_hash bytea, p_purposes text[])
RETURNS TABLE (token_id uuid, user_id uuid)
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE one_time_token t SET used_at = now()
   WHERE t.token_hash = p_hash AND t.purpose = ANY (p_purposes)
     AND t.used_at IS NULL AND t.expires_at > now()
  RETURNING t.id, t.user_id
$$
"""  # noqa: S105 - a statement, no secret

TOKEN_OWNER = """
CREATE FUNCTION token_owner(p_hash bytea, p_purposes text[]) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT user_id FROM one_time_token
   WHERE token_hash = p_hash AND purpose = ANY (p_purposes)
     AND used_at IS NULL AND expires_at > now()
$$
"""  # noqa: S105 - a statement, no secret

GOOGLE_ACCOUNT = """
CREATE FUNCTION google_account(p_subject text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT user_id FROM google_identity WHERE subject = p_subject $$
"""

CHALLENGED = """
CREATE FUNCTION challenged(p_hash bytea, p_kind text)
RETURNS TABLE (challenge_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.id, c.user_id FROM login_challenge c
   WHERE c.token_hash = p_hash AND c.kind = p_kind AND c.expires_at > now()
$$
"""

COMMON_PASSWORDS_REFUSED = f"""
CREATE FUNCTION common_passwords_refused() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
     WHERE m.user_id = {USER} AND w.refuse_common_passwords)
$$
"""  # noqa: S608 - an expression of this file

# Shared workspaces in which the bound user is the only owner.
LEFT_OWNERLESS = f"""
CREATE FUNCTION left_ownerless() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id FROM membership m
    JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
   WHERE m.user_id = {USER} AND m.role = 'owner'
     AND NOT EXISTS (SELECT FROM membership o WHERE o.workspace_id = m.workspace_id
                      AND o.role = 'owner' AND o.user_id <> m.user_id)
     AND EXISTS (SELECT FROM membership o WHERE o.workspace_id = m.workspace_id
                  AND o.user_id <> m.user_id)
$$
"""  # noqa: S608 - an expression of this file

# The bound user's workspaces; those they alone belong to end with the account.
MY_WORKSPACES = f"""
CREATE FUNCTION my_workspaces() RETURNS TABLE (workspace_id uuid, role text, alone boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id, m.role::text, NOT EXISTS (
      SELECT FROM membership o WHERE o.workspace_id = m.workspace_id AND o.user_id <> m.user_id)
    FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
   WHERE m.user_id = {USER} ORDER BY m.created_at, m.workspace_id
$$
"""  # noqa: S608 - an expression of this file

DUE_DELETIONS = """
CREATE FUNCTION due_deletions() RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM users WHERE deletion_at <= now() ORDER BY deletion_at LIMIT 100 $$
"""

PURGE_ACCOUNT = """
CREATE FUNCTION purge_account(p_user uuid) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM FROM users WHERE id = p_user AND deletion_at <= now() FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  DELETE FROM workspace w
   WHERE EXISTS (SELECT FROM membership m WHERE m.workspace_id = w.id AND m.user_id = p_user)
     AND NOT EXISTS (SELECT FROM membership m WHERE m.workspace_id = w.id AND m.user_id <> p_user);
  DELETE FROM users WHERE id = p_user;
  RETURN true;
END $$
"""

FUNCTIONS = {
    "request_mail(uuid, uuid, uuid, text, uuid)": REQUEST_MAIL,
    "redeem_token(bytea, text[])": REDEEM_TOKEN,
    "token_owner(bytea, text[])": TOKEN_OWNER,
    "google_account(text)": GOOGLE_ACCOUNT,
    "challenged(bytea, text)": CHALLENGED,
    "common_passwords_refused()": COMMON_PASSWORDS_REFUSED,
    "left_ownerless()": LEFT_OWNERLESS,
    "my_workspaces()": MY_WORKSPACES,
    "due_deletions()": DUE_DELETIONS,
    "purge_account(uuid)": PURGE_ACCOUNT,
}
_BY_WORKSPACE = "args ->> 'workspace_id'"
_BY_PERSON_TOO = "args ->> 'workspace_id', args ->> 'account_id'"


def upgrade() -> None:
    """Create tables, policies and functions."""
    for statement in TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
    for table in NAMES:
        force_row_security(table)
        rule = f"user_id = {USER}"
        op.execute(f"CREATE POLICY own ON {table} TO customer USING ({rule}) WITH CHECK ({rule})")
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO customer")
        auditor_reads(table)
    op.execute("ALTER TABLE users ADD COLUMN deletion_at timestamptz")
    op.execute(
        "CREATE INDEX ix_users_deletion_at ON users (deletion_at) WHERE deletion_at IS NOT NULL"
    )
    op.execute(
        "ALTER TABLE workspace ADD COLUMN refuse_common_passwords boolean NOT NULL DEFAULT false"
    )
    _resolver_rights()
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)
    _fair_by(_BY_PERSON_TOO)


def _resolver_rights() -> None:
    for table in ("mail", "one_time_token", "google_identity", "login_challenge"):
        resolver_reads(table)
    op.execute("CREATE POLICY resolver_write ON mail FOR INSERT TO resolver WITH CHECK (true)")
    op.execute("GRANT INSERT ON mail TO resolver")
    op.execute("CREATE POLICY resolver_use ON one_time_token FOR UPDATE TO resolver USING (true)")
    op.execute("GRANT UPDATE (used_at) ON one_time_token TO resolver")
    for table in ("users", "workspace"):
        op.execute(f"CREATE POLICY resolver_purge ON {table} FOR DELETE TO resolver USING (true)")
        op.execute(f"GRANT DELETE ON {table} TO resolver")
    # SELECT … FOR UPDATE needs the right to update some column and a policy that shows the row.
    op.execute("CREATE POLICY resolver_lock ON users FOR UPDATE TO resolver USING (true)")
    op.execute("GRANT UPDATE (deletion_at) ON users TO resolver")


def _fair_by(key: str) -> None:
    """Whose turn a job counts for; the queue's table is short, so rewriting it is quick."""
    op.drop_index("ix_procrastinate_jobs_tenant", "procrastinate_jobs")
    op.drop_column("procrastinate_jobs", "tenant")
    op.execute(
        "ALTER TABLE procrastinate_jobs ADD COLUMN tenant text"
        f" GENERATED ALWAYS AS (md5(coalesce({key}, ''))) STORED"
    )
    op.execute(
        "CREATE INDEX ix_procrastinate_jobs_tenant ON procrastinate_jobs"
        " (tenant, priority DESC, id) WHERE status = 'todo'"
    )


def downgrade() -> None:
    """Drop everything of this revision."""
    _fair_by(_BY_WORKSPACE)
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("DROP POLICY resolver_lock ON users")
    op.execute("REVOKE UPDATE (deletion_at) ON users FROM resolver")
    for table in ("users", "workspace"):
        op.execute(f"DROP POLICY resolver_purge ON {table}")
        op.execute(f"REVOKE DELETE ON {table} FROM resolver")
    op.execute("ALTER TABLE workspace DROP COLUMN refuse_common_passwords")
    op.execute("ALTER TABLE users DROP COLUMN deletion_at")
    for table in reversed(NAMES):
        op.execute(f"DROP TABLE {table}")
