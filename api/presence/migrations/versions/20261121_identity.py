"""Users, their login sessions, known browsers and log-in attempts.

`customer` sees its own user only; log-in attempts it does not see at all. What must be found out
before anybody is known goes through functions owned by `resolver`.

Revision ID: 0002_identity
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    USER,
    auditor_reads,
    force_row_security,
    resolver_function,
    resolver_reads,
)

revision = "0002_identity"
down_revision = "0001_roles"
branch_labels = None
depends_on = None

TABLES = """
CREATE TABLE users (
  id uuid NOT NULL,
  first_name varchar(100) NOT NULL,
  last_name varchar(100) NOT NULL,
  email varchar(254) NOT NULL,
  password_hash text,
  email_verified boolean NOT NULL DEFAULT false,
  phone varchar(32),
  locale varchar(35) NOT NULL DEFAULT 'en',
  time_zone varchar(64) NOT NULL DEFAULT 'UTC',
  metadata jsonb NOT NULL DEFAULT '{}',
  is_active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_users PRIMARY KEY (id),
  CONSTRAINT uq_users_email UNIQUE (email),
  CONSTRAINT ck_users_email_folded CHECK (email = lower(email))
);
CREATE TABLE login_session (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  workspace_id uuid,
  user_agent varchar(400) NOT NULL DEFAULT '',
  address varchar(64) NOT NULL DEFAULT '',
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_login_session PRIMARY KEY (id),
  CONSTRAINT uq_login_session_token_hash UNIQUE (token_hash),
  CONSTRAINT fk_login_session_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_login_session_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX ix_login_session_user_id ON login_session (user_id);
CREATE TABLE login_device (
  id uuid NOT NULL,
  token_hash bytea NOT NULL,
  user_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_login_device PRIMARY KEY (id),
  CONSTRAINT uq_login_device_token_hash UNIQUE (token_hash, user_id),
  CONSTRAINT fk_login_device_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_login_device_sha256 CHECK (octet_length(token_hash) = 32)
);
CREATE INDEX ix_login_device_user_id ON login_device (user_id);
CREATE TABLE login_attempt (
  id uuid NOT NULL,
  account bytea NOT NULL,
  origin varchar(80) NOT NULL,
  known_device boolean NOT NULL,
  attempted_at timestamptz NOT NULL,
  CONSTRAINT pk_login_attempt PRIMARY KEY (id)
);
CREATE INDEX ix_login_attempt_account_attempted_at ON login_attempt (account, attempted_at);
CREATE INDEX ix_login_attempt_attempted_at ON login_attempt (attempted_at);
"""

FIND_USER = """
CREATE FUNCTION find_user(p_email text) RETURNS uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT id FROM users WHERE email = lower(p_email) $$
"""

# The advisory lock makes counting and reserving one step for all processes: the number of checked
# guesses can never pass the limit, however many arrive at once. An attempt counts from the moment
# it is reserved; `finish_login` takes the reservation of a successful one back.
BEGIN_LOGIN = """
CREATE FUNCTION begin_login(
  p_attempt uuid, p_email text, p_address text, p_device bytea,
  p_per_pair integer, p_pair_window interval, p_per_account integer, p_account_window interval
) RETURNS TABLE (wait_seconds integer, user_id uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_account bytea := sha256(convert_to(lower(p_email), 'UTF8'));
  v_user uuid;
  v_known boolean;
  v_origin text;
  v_now timestamptz;
  v_pair timestamptz;
  v_total timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(v_account, 'hex'), 1));
  v_now := clock_timestamp();
  SELECT u.id INTO v_user FROM users u WHERE u.email = lower(p_email);
  v_known := EXISTS (
    SELECT 1 FROM login_device d WHERE d.token_hash = p_device AND d.user_id = v_user);
  v_origin := CASE WHEN v_known THEN 'device ' || encode(p_device, 'hex')
                   ELSE 'address ' || p_address END;
  SELECT a.attempted_at + p_pair_window INTO v_pair FROM login_attempt a
    WHERE a.account = v_account AND a.origin = v_origin AND a.attempted_at > v_now - p_pair_window
    ORDER BY a.attempted_at DESC OFFSET p_per_pair - 1 LIMIT 1;
  SELECT a.attempted_at + p_account_window INTO v_total FROM login_attempt a
    WHERE a.account = v_account AND a.attempted_at > v_now - p_account_window
      AND CASE WHEN v_known THEN a.origin = v_origin ELSE NOT a.known_device END
    ORDER BY a.attempted_at DESC OFFSET p_per_account - 1 LIMIT 1;
  user_id := v_user;
  wait_seconds := ceil(coalesce(extract(epoch FROM greatest(v_pair, v_total) - v_now), 0));
  IF wait_seconds <= 0 THEN
    wait_seconds := 0;
    INSERT INTO login_attempt (id, account, origin, known_device, attempted_at)
      VALUES (p_attempt, v_account, v_origin, v_known, v_now);
    DELETE FROM login_attempt WHERE ctid IN (
      SELECT ctid FROM login_attempt
      WHERE attempted_at < v_now - greatest(p_pair_window, p_account_window) LIMIT 100);
  END IF;
  RETURN NEXT;
END $$
"""

FINISH_LOGIN = """
CREATE FUNCTION finish_login(p_attempt uuid) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ DELETE FROM login_attempt WHERE id = p_attempt $$
"""

END_SESSION = """
CREATE FUNCTION end_session(p_token bytea) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ DELETE FROM login_session WHERE token_hash = p_token $$
"""

FUNCTIONS = {
    "find_user(text)": FIND_USER,
    "begin_login(uuid, text, text, bytea, integer, interval, integer, interval)": BEGIN_LOGIN,
    "finish_login(uuid)": FINISH_LOGIN,
    "end_session(bytea)": END_SESSION,
}


def _own(table: str, column: str) -> None:
    rule = f"{column} = {USER}"
    op.execute(f"CREATE POLICY own ON {table} TO customer USING ({rule}) WITH CHECK ({rule})")


def upgrade() -> None:
    """Create tables, policies and functions."""
    for statement in TABLES.split(";\n"):
        if statement.strip():
            op.execute(statement)
    for table, column in (
        ("users", "id"),
        ("login_session", "user_id"),
        ("login_device", "user_id"),
    ):
        force_row_security(table)
        _own(table, column)
        auditor_reads(table)
        resolver_reads(table)
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO customer")
    force_row_security("login_attempt")
    auditor_reads("login_attempt")
    op.execute(
        "CREATE POLICY resolver_all ON login_attempt TO resolver USING (true) WITH CHECK (true)"
    )
    op.execute("GRANT SELECT, INSERT, DELETE ON login_attempt TO resolver")
    op.execute("CREATE POLICY resolver_touch ON login_session FOR UPDATE TO resolver USING (true)")
    op.execute("CREATE POLICY resolver_end ON login_session FOR DELETE TO resolver USING (true)")
    op.execute("GRANT UPDATE (last_seen_at), DELETE ON login_session TO resolver")
    op.execute("GRANT SELECT ON alembic_version TO customer, auditor")
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)


def downgrade() -> None:
    """Drop everything of this revision."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("REVOKE SELECT ON alembic_version FROM customer, auditor")
    for table in ("login_attempt", "login_device", "login_session", "users"):
        op.execute(f"DROP TABLE {table}")
