"""Digests, alert rules, outgoing webhooks.

A digest belongs to a person and bundles all their workspaces; rules, endpoints and what was sent
to them belong to a workspace.

Revision ID: 0027_delivery
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    CURRENT_WORKSPACE,
    USER,
    auditor_reads,
    force_row_security,
    resolver_function,
    resolver_reads,
    tenant_table,
)

revision = "0027_delivery"
down_revision = "0026_shares"
branch_labels = None
depends_on = None

_TENANT = f"""
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text}"""
PERSONAL = {
    "digest": """
CREATE TABLE digest (
  user_id uuid NOT NULL,
  frequency varchar(8) NOT NULL DEFAULT 'weekly',
  cadence varchar(8) NOT NULL,
  time_zone varchar(64) NOT NULL,
  next_at timestamptz,
  covered_until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_digest PRIMARY KEY (user_id),
  CONSTRAINT fk_digest_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_digest_frequency CHECK (frequency IN ('weekly', 'monthly', 'off')),
  CONSTRAINT ck_digest_cadence CHECK (cadence IN ('weekly', 'monthly'))
)""",
    "digest_issue": """
CREATE TABLE digest_issue (
  id uuid NOT NULL,
  user_id uuid NOT NULL,
  kind varchar(8) NOT NULL,
  cadence varchar(8) NOT NULL,
  slot timestamptz NOT NULL,
  since timestamptz NOT NULL,
  until timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_digest_issue PRIMARY KEY (id),
  CONSTRAINT uq_digest_issue_user_id_kind_slot UNIQUE (user_id, kind, slot),
  CONSTRAINT fk_digest_issue_user_id
    FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
  CONSTRAINT ck_digest_issue_kind CHECK (kind IN ('regular', 'test')),
  CONSTRAINT ck_digest_issue_cadence CHECK (cadence IN ('weekly', 'monthly'))
)""",
}
TENANT = {
    "endpoint": f"""
CREATE TABLE endpoint ({_TENANT},
  kind varchar(8) NOT NULL,
  name varchar(80) NOT NULL,
  url varchar(2048) NOT NULL,
  secret bytea NOT NULL,
  former_secret bytea,
  former_until timestamptz,
  events jsonb NOT NULL,
  status varchar(8) NOT NULL DEFAULT 'active',
  reason varchar(400) NOT NULL DEFAULT '',
  failing_since timestamptz,
  succeeded_at timestamptz,
  digest_at timestamptz,
  digest_covered_until timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_endpoint PRIMARY KEY (id),
  CONSTRAINT uq_endpoint_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_endpoint_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_endpoint_created_by
    FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT ck_endpoint_kind CHECK (kind IN ('webhook', 'slack')),
  CONSTRAINT ck_endpoint_status CHECK (status IN ('active', 'off', 'disabled'))
)""",
    "delivery": f"""
CREATE TABLE delivery ({_TENANT},
  endpoint_id uuid NOT NULL,
  message_id uuid NOT NULL,
  kind varchar(40) NOT NULL,
  payload jsonb NOT NULL,
  status varchar(12) NOT NULL DEFAULT 'waiting',
  attempts integer NOT NULL DEFAULT 0,
  round integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  delivered_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_delivery PRIMARY KEY (id),
  CONSTRAINT uq_delivery_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_delivery_workspace_id_endpoint_id_message_id
    UNIQUE (workspace_id, endpoint_id, message_id),
  CONSTRAINT fk_delivery_workspace_id_endpoint_id FOREIGN KEY (workspace_id, endpoint_id)
    REFERENCES endpoint (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_delivery_status CHECK (status IN ('waiting', 'delivered', 'failed'))
)""",
    "delivery_attempt": f"""
CREATE TABLE delivery_attempt ({_TENANT},
  delivery_id uuid NOT NULL,
  number integer NOT NULL,
  status_code integer,
  error varchar(400) NOT NULL DEFAULT '',
  answer varchar(1000) NOT NULL DEFAULT '',
  duration_ms integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_delivery_attempt PRIMARY KEY (id),
  CONSTRAINT fk_delivery_attempt_workspace_id_delivery_id FOREIGN KEY (workspace_id, delivery_id)
    REFERENCES delivery (workspace_id, id) ON DELETE CASCADE
)""",
    "alert_rule": f"""
CREATE TABLE alert_rule ({_TENANT},
  brand_id uuid,
  name varchar(80) NOT NULL,
  metric varchar(16) NOT NULL,
  condition varchar(16) NOT NULL,
  threshold double precision NOT NULL,
  channels jsonb NOT NULL,
  cooldown_hours integer NOT NULL,
  active boolean NOT NULL DEFAULT true,
  deleted_at timestamptz,
  created_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_alert_rule PRIMARY KEY (id),
  CONSTRAINT uq_alert_rule_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_alert_rule_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_rule_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_rule_created_by
    FOREIGN KEY (created_by) REFERENCES users (id) ON DELETE SET NULL
)""",
    "alert_event": f"""
CREATE TABLE alert_event ({_TENANT},
  rule_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  run_id uuid NOT NULL,
  outcome varchar(16) NOT NULL,
  metric varchar(16) NOT NULL,
  condition varchar(16) NOT NULL,
  threshold double precision NOT NULL,
  value double precision NOT NULL,
  low double precision NOT NULL,
  high double precision NOT NULL,
  points double precision NOT NULL,
  channels jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_alert_event PRIMARY KEY (id),
  CONSTRAINT uq_alert_event_workspace_id_rule_id_run_id UNIQUE (workspace_id, rule_id, run_id),
  CONSTRAINT fk_alert_event_workspace_id_rule_id FOREIGN KEY (workspace_id, rule_id)
    REFERENCES alert_rule (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_alert_event_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_alert_event_outcome CHECK (outcome IN ('sent', 'cooling-down'))
)""",
}
INDEXES = (
    "CREATE INDEX ix_digest_next_at ON digest (next_at)",
    "CREATE INDEX ix_endpoint_digest_at ON endpoint (digest_at)",
    "CREATE INDEX ix_endpoint_created_by ON endpoint (created_by)",
    "CREATE INDEX ix_delivery_due ON delivery (next_at) WHERE status = 'waiting'",
    "CREATE INDEX ix_delivery_endpoint ON delivery (workspace_id, endpoint_id, id DESC)",
    "CREATE INDEX ix_delivery_attempt_delivery ON delivery_attempt (workspace_id, delivery_id)",
    "CREATE INDEX ix_alert_rule_workspace_id_brand_id ON alert_rule (workspace_id, brand_id)",
    "CREATE INDEX ix_alert_rule_created_by ON alert_rule (created_by)",
    "CREATE INDEX ix_alert_event_workspace_id_brand_id ON alert_event (workspace_id, brand_id)",
)
# Whose digest is due, who has no schedule yet, and whose clock is another than the schedule's.
DUE_DIGESTS = """
CREATE FUNCTION due_digests(p_now timestamptz, p_limit integer) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  (SELECT d.user_id FROM digest d WHERE d.next_at <= p_now ORDER BY d.next_at LIMIT p_limit)
  UNION
  (SELECT u.id FROM users u LEFT JOIN digest d ON d.user_id = u.id
    WHERE d.user_id IS NULL OR d.time_zone <> u.time_zone LIMIT p_limit)
$$
"""
DUE_ENDPOINT_DIGESTS = """
CREATE FUNCTION due_endpoint_digests(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT e.workspace_id, e.id FROM endpoint e
  WHERE e.status = 'active' AND e.digest_at <= p_now ORDER BY e.digest_at LIMIT p_limit
$$
"""
# A few of each endpoint, so that one with a long line of messages does not hide the others.
DUE_DELIVERIES = """
CREATE FUNCTION due_deliveries(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, delivery_id uuid, endpoint_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT w.workspace_id, w.id, w.endpoint_id FROM (
    SELECT d.workspace_id, d.id, d.endpoint_id, d.next_at,
      row_number() OVER (PARTITION BY d.endpoint_id ORDER BY d.next_at, d.id) AS place
    FROM delivery d WHERE d.status = 'waiting' AND d.next_at <= p_now) w
  WHERE w.place <= 4 ORDER BY w.place, w.next_at LIMIT p_limit
$$
"""
FUNCTIONS = {
    "due_digests(timestamptz, integer)": DUE_DIGESTS,
    "due_endpoint_digests(timestamptz, integer)": DUE_ENDPOINT_DIGESTS,
    "due_deliveries(timestamptz, integer)": DUE_DELIVERIES,
}


def upgrade() -> None:
    """Create the tables and what the sweeps look with."""
    for statement in (*PERSONAL.values(), *TENANT.values(), *INDEXES):
        op.execute(statement)
    for table in PERSONAL:
        force_row_security(table)
        rule = f"user_id = {USER}"
        op.execute(f"CREATE POLICY own ON {table} TO customer USING ({rule}) WITH CHECK ({rule})")
        auditor_reads(table)
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO customer")
    for table in TENANT:
        tenant_table(table)
    for table in ("digest", "endpoint", "delivery"):
        resolver_reads(table)
    for signature, function in FUNCTIONS.items():
        op.execute(function)
        resolver_function(signature)


def downgrade() -> None:
    """Drop them, in the order in which they refer to each other."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    for table in reversed((*PERSONAL, *TENANT)):
        op.execute(f"DROP TABLE {table}")
