"""Switches of features, trial questions to engines, exports of a workspace for support, sign-in of
staff by their own provider; and what more the console reads and changes.

Revision ID: 0029_flags
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from presence.db.rls import (
    CURRENT_WORKSPACE,
    NOBODY,
    USER,
    WORKSPACE,
    auditor_reads,
    force_row_security,
    operator_reads,
    operator_writes,
    resolver_function,
    tenant_table,
)

revision = "0029_flags"
down_revision = "0028_observability"
branch_labels = None
depends_on = None

FEATURE_FLAG = """
CREATE TABLE feature_flag (
  key varchar(40) NOT NULL,
  description varchar(400) NOT NULL,
  enabled boolean NOT NULL DEFAULT true,
  plans jsonb NOT NULL DEFAULT '[]'::jsonb,
  percent smallint NOT NULL DEFAULT 100,
  expires_at timestamptz,
  owner_id uuid,
  reason varchar(1000) NOT NULL DEFAULT '',
  changed_by uuid,
  changed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_feature_flag PRIMARY KEY (key),
  CONSTRAINT fk_feature_flag_owner_id FOREIGN KEY (owner_id) REFERENCES staff (id),
  CONSTRAINT fk_feature_flag_changed_by FOREIGN KEY (changed_by) REFERENCES staff (id),
  CONSTRAINT ck_feature_flag_percent CHECK (percent BETWEEN 0 AND 100)
)"""
FEATURE_EXCEPTION = f"""
CREATE TABLE feature_exception (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  flag varchar(40) NOT NULL,
  enabled boolean NOT NULL,
  reason varchar(1000) NOT NULL,
  expires_at timestamptz,
  created_by uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_feature_exception PRIMARY KEY (workspace_id, flag),
  CONSTRAINT fk_feature_exception_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_feature_exception_flag FOREIGN KEY (flag) REFERENCES feature_flag (key),
  CONSTRAINT fk_feature_exception_created_by FOREIGN KEY (created_by) REFERENCES staff (id)
)"""
# What the product asks about (operators/service/flags); each is open to everybody at first.
FLAGS = {
    "share-links": "Making and opening links that show results to people without an account",
    "exports": "Exports of lists and tables as files",
    "reports": "Making report documents",
    "what-if": "Trying edits out on the simulator",
    "mcp": "Assistants reading a workspace over the Model Context Protocol",
    "webhooks": "Sending messages to customers' own addresses and to Slack",
}
OPEN_COLUMNS = "key, enabled, plans, percent, expires_at"
ENGINE_TEST = """
CREATE TABLE engine_test (
  id uuid NOT NULL,
  engine varchar(16) NOT NULL,
  model varchar(200) NOT NULL DEFAULT '',
  state varchar(8) NOT NULL DEFAULT 'waiting',
  error_code varchar(40) NOT NULL DEFAULT '',
  message varchar(500) NOT NULL DEFAULT '',
  answer varchar(1000) NOT NULL DEFAULT '',
  latency_ms integer,
  input_tokens integer,
  output_tokens integer,
  cost_usd numeric(14, 6) NOT NULL DEFAULT 0,
  staff_id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_engine_test PRIMARY KEY (id),
  CONSTRAINT fk_engine_test_staff_id FOREIGN KEY (staff_id) REFERENCES staff (id),
  CONSTRAINT ck_engine_test_state CHECK (state IN ('waiting', 'ok', 'failed'))
)"""
WORKSPACE_EXPORT = f"""
CREATE TABLE workspace_export (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  staff_id uuid NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'queued',
  file_id uuid,
  size integer,
  ready_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_workspace_export PRIMARY KEY (id),
  CONSTRAINT fk_workspace_export_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_workspace_export_staff_id FOREIGN KEY (staff_id) REFERENCES staff (id),
  CONSTRAINT ck_workspace_export_status CHECK (status IN ('queued', 'ready', 'failed'))
)"""
STAFF_IDENTITY = """
CREATE TABLE staff_identity (
  staff_id uuid NOT NULL,
  subject varchar(255) NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_staff_identity PRIMARY KEY (staff_id),
  CONSTRAINT uq_staff_identity_subject UNIQUE (subject),
  CONSTRAINT fk_staff_identity_staff_id
    FOREIGN KEY (staff_id) REFERENCES staff (id) ON DELETE CASCADE
)"""
STAFF_TABLES = {
    "staff_identity": (STAFF_IDENTITY, "SELECT, INSERT"),
    "engine_test": (ENGINE_TEST, "SELECT, INSERT"),
}
CHANGES = (
    "CREATE INDEX ix_engine_test_engine ON engine_test (engine, id DESC)",
    "CREATE INDEX ix_workspace_export_workspace_id ON workspace_export (workspace_id)",
    "CREATE INDEX ix_feature_exception_flag ON feature_exception (flag)",
    "ALTER TABLE engine_switch ADD COLUMN monthly_cap_usd numeric(12, 2)",
)

# A worker asks as nobody; it learns which engine, and tells what came of it, once.
ENGINE_TEST_OF = """
CREATE FUNCTION engine_test_of(p_test uuid) RETURNS varchar
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ SELECT engine FROM engine_test WHERE id = p_test AND state = 'waiting' $$
"""
FINISH_ENGINE_TEST = """
CREATE FUNCTION finish_engine_test(p_test uuid, p_told jsonb, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE engine_test SET state = p_told ->> 'state', model = p_told ->> 'model',
    error_code = p_told ->> 'error_code', message = p_told ->> 'message',
    answer = p_told ->> 'answer', latency_ms = (p_told ->> 'latency_ms')::integer,
    input_tokens = (p_told ->> 'input_tokens')::integer,
    output_tokens = (p_told ->> 'output_tokens')::integer,
    cost_usd = (p_told ->> 'cost_usd')::numeric, finished_at = p_now
  WHERE id = p_test AND state = 'waiting'
$$
"""
# Which engines staff's monthly cap holds back; what was spent is nobody's but theirs to know.
CAPPED_ENGINES = """
CREATE FUNCTION capped_engines(p_now timestamptz) RETURNS SETOF varchar
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.engine FROM engine_switch s
  WHERE s.monthly_cap_usd IS NOT NULL AND s.monthly_cap_usd <=
    (SELECT coalesce(sum(u.cost_usd), 0) FROM engine_usage u
      WHERE u.engine = s.engine AND u.key_source = 'deployment'
        AND u.asked_at >= date_trunc('month', p_now))
    + (SELECT coalesce(sum(t.cost_usd), 0) FROM engine_test t
      WHERE t.engine = s.engine AND t.asked_at >= date_trunc('month', p_now))
$$
"""
# Two accounts of one person become one: what the first belongs to becomes the second's.
MERGE_PEOPLE = """
CREATE FUNCTION merge_people(p_from uuid, p_into uuid) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE moved integer;
BEGIN
  INSERT INTO membership (workspace_id, user_id, role, paused)
    SELECT workspace_id, p_into, role, paused FROM membership WHERE user_id = p_from
  ON CONFLICT (workspace_id, user_id) DO UPDATE SET role = CASE
    WHEN array_position(ARRAY['owner', 'admin', 'editor', 'billing', 'viewer']::varchar[],
        excluded.role)
      < array_position(ARRAY['owner', 'admin', 'editor', 'billing', 'viewer']::varchar[],
        membership.role)
    THEN excluded.role ELSE membership.role END;
  UPDATE api_key SET user_id = p_into WHERE user_id = p_from;
  UPDATE subscriptions SET user_id = p_into WHERE user_id = p_from;
  UPDATE support_request SET user_id = p_into WHERE user_id = p_from;
  UPDATE conclusion_decision SET assignee_id = p_into WHERE assignee_id = p_from;
  DELETE FROM membership WHERE user_id = p_from;
  GET DIAGNOSTICS moved = ROW_COUNT;
  RETURN moved;
END $$
"""
# How often logging in failed lately; whose account it is nobody reads from the table.
FAILED_LOGINS = """
CREATE FUNCTION failed_logins(p_email text) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*)::integer FROM login_attempt
   WHERE account = sha256(convert_to(lower(p_email), 'UTF8'))
     AND attempted_at > now() - interval '1 hour'
$$
"""
STAFF_FUNCTIONS = ("merge_people(uuid, uuid)", "failed_logins(text)")
FUNCTIONS = {
    "failed_logins(text)": FAILED_LOGINS,
    "engine_test_of(uuid)": ENGINE_TEST_OF,
    "finish_engine_test(uuid, jsonb, timestamptz)": FINISH_ENGINE_TEST,
    "capped_engines(timestamptz)": CAPPED_ENGINES,
    "merge_people(uuid, uuid)": MERGE_PEOPLE,
}
# What the functions need: table, verb, columns, and whether a policy lets them already.
RESOLVER = (
    ("engine_test", "SELECT", "", False),
    ("engine_test", "UPDATE", "", False),
    ("engine_usage", "SELECT", "", False),
    ("membership", "INSERT", "", False),
    ("membership", "UPDATE", "(role)", True),
    ("membership", "DELETE", "", False),
    ("api_key", "UPDATE", "(user_id)", True),
    ("subscriptions", "UPDATE", "(user_id)", False),
    ("support_request", "SELECT", "", False),
    ("support_request", "UPDATE", "(user_id)", False),
    ("conclusion_decision", "SELECT", "", False),
    ("conclusion_decision", "UPDATE", "(assignee_id)", False),
)

# Columns that open or sign nothing.
SHARE_COLUMNS = (
    "id, workspace_id, brand_id, user_id, name, sections, days, first, last, expires_at,"
    " revoked_at, views, last_viewed_at, changed_at, created_at"
)
ENDPOINT_COLUMNS = (
    "id, workspace_id, kind, name, url, former_until, events, status, reason, failing_since,"
    " succeeded_at, digest_at, digest_covered_until, created_by, created_at"
)
READ = {
    "share_link": SHARE_COLUMNS,
    "endpoint": ENDPOINT_COLUMNS,
    "delivery": "",
    "delivery_attempt": "",
    "report": "",
    "view_export": "",
    "notification": "",
    "alert_rule": "",
    "feature_exception": "",
    "workspace_export": "",
}
WRITE = {
    "share_link": ("UPDATE", "(revoked_at, changed_at)"),
    "endpoint": ("UPDATE", "(status, reason, failing_since, digest_at, digest_covered_until)"),
    "delivery": ("UPDATE", ""),
    "report": ("UPDATE", ""),
    "view_export": ("UPDATE", ""),
    "feature_exception": ("INSERT, UPDATE, DELETE", ""),
    "workspace_export": ("INSERT", ""),
}


# Made here, so nobody waits for them; the tables of all other rights are in use.
NEW = {"feature_exception", "workspace_export", *STAFF_TABLES}


def upgrade() -> None:
    """Create tables, functions and the console's rights."""
    # A policy locks its table until the transaction ends: on tables in use, one at a time.
    with op.get_context().autocommit_block():
        _forget_rights()
        _operator_rights(new=False)
        _resolver_rights(new=False)
    for statement in (FEATURE_FLAG, FEATURE_EXCEPTION, WORKSPACE_EXPORT):
        op.execute(statement)
    for table, (statement, grants) in STAFF_TABLES.items():
        op.execute(statement)
        force_row_security(table)
        op.execute(f"CREATE POLICY staff ON {table} TO operator USING (true) WITH CHECK (true)")
        op.execute(f"GRANT {grants} ON {table} TO operator")
        auditor_reads(table)
    for statement in CHANGES:
        op.execute(statement)
    rows = sa.table("feature_flag", sa.column("key"), sa.column("description"))
    told = [{"key": key, "description": text} for key, text in FLAGS.items()]
    op.bulk_insert(rows, told)
    op.execute(f"GRANT SELECT ({OPEN_COLUMNS}) ON feature_flag TO customer")
    op.execute("GRANT SELECT ON feature_flag TO auditor")
    op.execute("GRANT SELECT, UPDATE ON feature_flag TO operator")
    tenant_table("feature_exception", grants="SELECT")
    tenant_table("workspace_export", grants="SELECT, UPDATE")
    _operator_rights(new=True)
    _resolver_rights(new=True)
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)
    for signature in STAFF_FUNCTIONS:
        op.execute(f"REVOKE EXECUTE ON FUNCTION {signature} FROM customer")
        op.execute(f"GRANT EXECUTE ON FUNCTION {signature} TO operator")


def _operator_rights(*, new: bool) -> None:
    own = f"workspace_id = {WORKSPACE}"
    for table, columns in READ.items():
        if (table in NEW) == new:
            operator_reads(table, f"{NOBODY} OR {own}", columns)
    for table, (verbs, columns) in WRITE.items():
        if (table in NEW) == new:
            operator_writes(table, verbs, own, columns)
    if not new:
        operator_reads("mail", f"{NOBODY} OR user_id = {USER}")
        operator_writes("mail", "UPDATE", f"user_id = {USER}")
        operator_reads("digest", f"{NOBODY} OR user_id = {USER}")


def _resolver_rights(*, new: bool) -> None:
    for table, verb, columns, let in RESOLVER:
        if (table in NEW) == new:
            if not let:
                rule = "WITH CHECK (true)" if verb == "INSERT" else "USING (true)"
                name = f"resolver_merge_{verb.lower()}"
                op.execute(f"CREATE POLICY {name} ON {table} FOR {verb} TO resolver {rule}")
            op.execute(f"GRANT {verb} {columns} ON {table} TO resolver")
    if new:
        op.execute("GRANT SELECT ON engine_switch TO resolver")


def _forget_rights() -> None:
    """Take away what tables in use have got, also of an attempt that was cut off."""
    for table, verb, columns, let in RESOLVER:
        if table not in NEW:
            if not let:
                op.execute(f"DROP POLICY IF EXISTS resolver_merge_{verb.lower()} ON {table}")
            op.execute(f"REVOKE {verb} {columns} ON {table} FROM resolver")
    for table in (*READ, "mail", "digest"):
        if table not in NEW:
            op.execute(f"DROP POLICY IF EXISTS operator_read ON {table}")
            op.execute(f"REVOKE ALL ON {table} FROM operator")
    for table, (verbs, _) in {**WRITE, "mail": ("UPDATE", "")}.items():
        if table not in NEW:
            for verb in verbs.split(", "):
                op.execute(f"DROP POLICY IF EXISTS operator_{verb.lower()} ON {table}")


def downgrade() -> None:
    """Take it away again."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION IF EXISTS {signature}")
    op.execute("REVOKE SELECT ON engine_switch FROM resolver")
    with op.get_context().autocommit_block():
        for table in ("workspace_export", *STAFF_TABLES, "feature_exception", "feature_flag"):
            op.execute(f"DROP TABLE IF EXISTS {table}")
        op.execute("ALTER TABLE engine_switch DROP COLUMN IF EXISTS monthly_cap_usd")
        _forget_rights()
