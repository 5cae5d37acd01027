"""Payments through Stripe: customers, checkouts, webhook deliveries; standings and overrides.

A delivery arrives before its workspace is known, so its table is reached through functions only;
they find the workspace by the customer and otherwise act within the bound one.

Revision ID: 0018_billing_stripe
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    CURRENT_WORKSPACE,
    auditor_reads,
    force_row_security,
    resolver_function,
    resolver_reads,
    tenant_table,
)

revision = "0018_billing_stripe"
down_revision = "0017_analytics"
branch_labels = None
depends_on = None

TABLES = f"""
CREATE TABLE stripe_customer (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  customer_id varchar(255) NOT NULL,
  replaced integer NOT NULL DEFAULT 0,
  asked bigint NOT NULL DEFAULT 0,
  settled bigint NOT NULL DEFAULT 0,
  settled_at timestamptz,
  reconciled_at timestamptz,
  drift jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_stripe_customer PRIMARY KEY (id),
  CONSTRAINT uq_stripe_customer_workspace_id UNIQUE (workspace_id),
  CONSTRAINT fk_stripe_customer_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE
);
CREATE INDEX ix_stripe_customer_customer_id ON stripe_customer (customer_id);
CREATE TABLE checkout (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  user_id uuid,
  plan_id integer NOT NULL,
  billing_frequency varchar(8) NOT NULL,
  kind varchar(16) NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'starting',
  session_id varchar(255),
  was_upgrade boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_checkout PRIMARY KEY (id),
  CONSTRAINT fk_checkout_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_checkout_user_id FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT fk_checkout_plan_id FOREIGN KEY (plan_id) REFERENCES plans (id),
  CONSTRAINT ck_checkout_billing_frequency CHECK (billing_frequency IN ('monthly', 'yearly')),
  CONSTRAINT ck_checkout_kind CHECK (kind IN ('purchase', 'change')),
  CONSTRAINT ck_checkout_status CHECK
    (status IN ('starting', 'open', 'completed', 'expired', 'superseded', 'failed'))
);
CREATE INDEX ix_checkout_workspace_id_created_at ON checkout (workspace_id, created_at);
CREATE UNIQUE INDEX uq_checkout_workspace_id_live ON checkout (workspace_id)
  WHERE status IN ('starting', 'open');
CREATE TABLE plan_standing (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  plan_id integer NOT NULL,
  since timestamptz NOT NULL,
  CONSTRAINT pk_plan_standing PRIMARY KEY (workspace_id),
  CONSTRAINT fk_plan_standing_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE
);
CREATE TABLE limit_override (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  feature varchar(100) NOT NULL,
  value integer,
  expires_at timestamptz NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_limit_override PRIMARY KEY (id),
  CONSTRAINT uq_limit_override_workspace_id_feature UNIQUE (workspace_id, feature),
  CONSTRAINT fk_limit_override_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_limit_override_value CHECK (value >= 0),
  CONSTRAINT ck_limit_override_reason CHECK (reason <> '')
);
CREATE TABLE stripe_delivery (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  event_id varchar(255) NOT NULL,
  event_type varchar(100) NOT NULL,
  customer_id varchar(255),
  workspace_id uuid,
  state varchar(16) NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  error text,
  happened_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  next_attempt_at timestamptz NOT NULL,
  processed_at timestamptz,
  CONSTRAINT pk_stripe_delivery PRIMARY KEY (id),
  CONSTRAINT uq_stripe_delivery_event_id UNIQUE (event_id),
  CONSTRAINT fk_stripe_delivery_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_stripe_delivery_state CHECK
    (state IN ('pending', 'processed', 'ignored', 'unmatched', 'failed', 'handled'))
);
CREATE INDEX ix_stripe_delivery_pending ON stripe_delivery (next_attempt_at)
  WHERE state = 'pending';
CREATE INDEX ix_limit_override_expires_at ON limit_override (expires_at);
CREATE INDEX ix_stripe_delivery_workspace_id_received_at
  ON stripe_delivery (workspace_id, received_at);
ALTER TABLE subscriptions ADD COLUMN access_until timestamptz;
CREATE INDEX ix_subscriptions_workspace_id_processor_subscription_id
  ON subscriptions (workspace_id, processor_subscription_id);
CREATE UNIQUE INDEX uq_payments_workspace_id_processor_payment_id
  ON payments (workspace_id, processor_payment_id) WHERE processor_payment_id IS NOT NULL
"""

# An event is stored once. The workspace is that of the customer it is about, if it is one of ours.
RECEIVE = """
CREATE FUNCTION stripe_receive(p_event text, p_type text, p_customer text, p_wanted boolean,
  p_happened timestamptz, p_now timestamptz, OUT delivery uuid, OUT workspace uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  SELECT c.workspace_id INTO workspace FROM stripe_customer c
    WHERE c.customer_id = p_customer ORDER BY c.created_at DESC LIMIT 1;
  INSERT INTO stripe_delivery
    (event_id, event_type, customer_id, workspace_id, state, happened_at, next_attempt_at)
    VALUES (p_event, p_type, p_customer, workspace,
      CASE WHEN NOT p_wanted THEN 'ignored' WHEN workspace IS NULL THEN 'unmatched'
        ELSE 'pending' END, p_happened, p_now + interval '1 minute')
    ON CONFLICT (event_id) DO NOTHING RETURNING id INTO delivery;
END $$
"""
STATE = """
CREATE FUNCTION stripe_delivery_state(p_id uuid) RETURNS text
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT state FROM stripe_delivery
    WHERE id = p_id AND workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
$$
"""
# Whatever had arrived before Stripe was asked is part of its answer.
SETTLED = """
CREATE FUNCTION stripe_settled(p_asked timestamptz, p_now timestamptz) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE stripe_delivery SET state = 'processed', processed_at = p_now, error = NULL,
      attempts = attempts + 1
    WHERE workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
      AND state IN ('pending', 'failed')
      AND received_at <= p_asked
$$
"""
FAILED = """
CREATE FUNCTION stripe_delivery_failed(
  p_id uuid, p_error text, p_next timestamptz, p_most integer) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE stripe_delivery SET attempts = attempts + 1, error = left(p_error, 500),
      next_attempt_at = p_next,
      state = CASE WHEN attempts + 1 >= p_most THEN 'failed' ELSE state END
    WHERE id = p_id AND workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
      AND state = 'pending'
$$
"""
ATTEMPTS = """
CREATE FUNCTION stripe_delivery_attempts(p_id uuid) RETURNS integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT attempts FROM stripe_delivery
    WHERE id = p_id AND workspace_id = NULLIF(current_setting('app.workspace_id', true), '')::uuid
$$
"""
PENDING = """
CREATE FUNCTION stripe_pending(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace uuid, delivery uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT workspace_id, id FROM stripe_delivery
    WHERE state = 'pending' AND next_attempt_at <= p_now
    ORDER BY next_attempt_at LIMIT p_limit
$$
"""
REPLAY = """
CREATE FUNCTION stripe_replay(p_event text, p_now timestamptz, OUT delivery uuid,
  OUT workspace uuid)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  UPDATE stripe_delivery d SET state = 'pending', next_attempt_at = p_now, error = NULL,
      workspace_id = coalesce(d.workspace_id, (SELECT c.workspace_id FROM stripe_customer c
        WHERE c.customer_id = d.customer_id ORDER BY c.created_at DESC LIMIT 1))
    WHERE d.event_id = p_event AND EXISTS (SELECT FROM stripe_customer c
      WHERE c.customer_id = d.customer_id)
    RETURNING d.id, d.workspace_id INTO delivery, workspace;
END $$
"""
# What time alone has changed: access that ended, periods that must have moved on unheard, limits
# that support had moved until now.
DUE = """
CREATE FUNCTION billing_due(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace uuid, subscription uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  (SELECT s.workspace_id, s.id FROM subscriptions s
    LEFT JOIN plan_standing p ON p.workspace_id = s.workspace_id
    LEFT JOIN stripe_customer c ON c.workspace_id = s.workspace_id
    WHERE s.status <> 'expired' AND (
      s.access_until <= p_now AND (coalesce(p.plan_id, 0) <> 0 OR s.processor = 'manual')
      OR s.processor = 'stripe' AND coalesce(c.settled_at, s.created_at) <
        CASE WHEN s.current_period_end <= p_now AND s.access_until > p_now
          THEN greatest(s.current_period_end, p_now - interval '10 minutes')
          ELSE p_now - interval '1 day' END)
    ORDER BY s.access_until NULLS LAST LIMIT p_limit)
  UNION ALL
  (SELECT o.workspace_id, o.id FROM limit_override o WHERE o.expires_at <= p_now
    ORDER BY o.expires_at LIMIT p_limit)
$$
"""
RECONCILABLE = """
CREATE FUNCTION billing_reconcilable(p_before timestamptz, p_limit integer)
RETURNS TABLE (workspace uuid, customer uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT workspace_id, id FROM stripe_customer
    WHERE coalesce(reconciled_at, created_at) < p_before
    ORDER BY reconciled_at NULLS FIRST LIMIT p_limit
$$
"""
# Numbers for an alert and a metric; no row leaves.
HEALTH = """
CREATE FUNCTION billing_health(p_since timestamptz, OUT drifted bigint, OUT customers bigint,
  OUT pending bigint, OUT failed bigint, OUT unmatched bigint, OUT oldest timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT
    (SELECT count(*) FROM stripe_customer WHERE drift <> '[]' AND reconciled_at >= p_since),
    (SELECT count(*) FROM stripe_customer),
    count(*) FILTER (WHERE state = 'pending'), count(*) FILTER (WHERE state = 'failed'),
    count(*) FILTER (WHERE state = 'unmatched'),
    min(received_at) FILTER (WHERE state = 'pending')
  FROM stripe_delivery
$$
"""
FUNCTIONS = {
    "stripe_receive(text, text, text, boolean, timestamptz, timestamptz)": RECEIVE,
    "stripe_delivery_state(uuid)": STATE,
    "stripe_settled(timestamptz, timestamptz)": SETTLED,
    "stripe_delivery_failed(uuid, text, timestamptz, integer)": FAILED,
    "stripe_delivery_attempts(uuid)": ATTEMPTS,
    "stripe_pending(timestamptz, integer)": PENDING,
    "stripe_replay(text, timestamptz)": REPLAY,
    "billing_due(timestamptz, integer)": DUE,
    "billing_reconcilable(timestamptz, integer)": RECONCILABLE,
    "billing_health(timestamptz)": HEALTH,
}
TENANT = ("stripe_customer", "checkout", "plan_standing", "limit_override")


def upgrade() -> None:
    """Create tables, policies and functions."""
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    for table in TENANT:
        tenant_table(table)
    for table in ("stripe_customer", "plan_standing", "limit_override"):
        resolver_reads(table)
    force_row_security("stripe_delivery")
    auditor_reads("stripe_delivery")
    op.execute(
        "CREATE POLICY resolver_all ON stripe_delivery TO resolver USING (true) WITH CHECK (true)"
    )
    op.execute("GRANT SELECT, INSERT, UPDATE ON stripe_delivery TO resolver")
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)


def downgrade() -> None:
    """Remove it again."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("DROP INDEX uq_payments_workspace_id_processor_payment_id")
    op.execute("DROP INDEX ix_subscriptions_workspace_id_processor_subscription_id")
    op.execute("ALTER TABLE subscriptions DROP COLUMN access_until")
    for table in ("stripe_delivery", *reversed(TENANT)):
        op.execute(f"DROP TABLE {table}")
