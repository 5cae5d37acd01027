"""Engine keys, limits, budgets and the usage ledger.

Two kinds of tables: those of a workspace (keys, budgets, reservations, ledger) and those of a key
at a provider, shared by all workers. The latter hold a hash of the key and counts, no tenant data,
and are reached through functions only.

Revision ID: 0009_engines
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    CURRENT_WORKSPACE,
    auditor_reads,
    force_row_security,
    resolver_function,
    tenant_table,
)

revision = "0009_engines"
down_revision = "0008_session"
branch_labels = None
depends_on = None

TENANT_TABLES = ("engine_credential", "engine_budget", "engine_reservation", "engine_usage")
SHARED_TABLES = ("engine_gate", "engine_window", "engine_slot")

# fmt: off
TABLES = f"""
CREATE TABLE engine_credential (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  engine varchar(16) NOT NULL,
  secret bytea NOT NULL,
  gate bytea NOT NULL,
  last4 varchar(4) NOT NULL,
  base_url varchar(500) NOT NULL DEFAULT '',
  model varchar(120) NOT NULL DEFAULT '',
  cap_unit varchar(8),
  monthly_cap numeric(12, 2),
  checked_at timestamptz,
  check_ok boolean,
  check_message varchar(500) NOT NULL DEFAULT '',
  checks integer NOT NULL DEFAULT 0,
  checks_since timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_engine_credential PRIMARY KEY (workspace_id, engine),
  CONSTRAINT uq_engine_credential_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_engine_credential_workspace_id FOREIGN KEY (workspace_id)
    REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_engine_credential_cap CHECK
    ((cap_unit IS NULL) = (monthly_cap IS NULL) AND cap_unit IN ('answers', 'usd')
     AND monthly_cap >= 0)
);
CREATE TABLE engine_budget (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  account varchar(16) NOT NULL,
  period_start timestamptz NOT NULL,
  period_end timestamptz NOT NULL,
  used integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  used_usd numeric(14, 6) NOT NULL DEFAULT 0,
  reserved_usd numeric(14, 6) NOT NULL DEFAULT 0,
  CONSTRAINT pk_engine_budget PRIMARY KEY (workspace_id, account, period_start),
  CONSTRAINT fk_engine_budget_workspace_id FOREIGN KEY (workspace_id)
    REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_engine_budget_counts CHECK
    (used >= 0 AND reserved >= 0 AND used_usd >= 0 AND reserved_usd >= 0)
);
CREATE TABLE engine_reservation (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  run_id uuid NOT NULL,
  engine varchar(16) NOT NULL,
  account varchar(16) NOT NULL,
  period_start timestamptz NOT NULL,
  outstanding integer NOT NULL DEFAULT 0,
  unit_usd numeric(14, 6) NOT NULL,
  touched_at timestamptz NOT NULL,
  CONSTRAINT pk_engine_reservation PRIMARY KEY (workspace_id, run_id, engine),
  CONSTRAINT fk_engine_reservation_workspace_id_account_period_start
    FOREIGN KEY (workspace_id, account, period_start)
    REFERENCES engine_budget (workspace_id, account, period_start) ON DELETE CASCADE,
  CONSTRAINT ck_engine_reservation_outstanding CHECK (outstanding >= 0)
);
CREATE TABLE engine_usage (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  run_id uuid,
  engine varchar(16) NOT NULL,
  model varchar(200) NOT NULL,
  key_source varchar(16) NOT NULL,
  answer_key varchar(200) NOT NULL,
  status varchar(16) NOT NULL,
  error_code varchar(40) NOT NULL DEFAULT '',
  input_tokens integer,
  output_tokens integer,
  searches integer,
  cost_usd numeric(14, 6) NOT NULL,
  asked_at timestamptz NOT NULL,
  CONSTRAINT pk_engine_usage PRIMARY KEY (id),
  CONSTRAINT uq_engine_usage_workspace_id_answer_key UNIQUE (workspace_id, answer_key),
  CONSTRAINT fk_engine_usage_workspace_id FOREIGN KEY (workspace_id)
    REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_engine_usage_status CHECK (status IN ('completed', 'refused', 'failed')),
  CONSTRAINT ck_engine_usage_key_source CHECK (key_source IN ('deployment', 'workspace'))
);
CREATE INDEX ix_engine_usage_workspace_id_asked_at ON engine_usage (workspace_id, asked_at);
CREATE TABLE engine_gate (
  id bytea NOT NULL,
  paused_until timestamptz,
  failures integer NOT NULL DEFAULT 0,
  opens integer NOT NULL DEFAULT 0,
  open_until timestamptz,
  probe_until timestamptz,
  last_error varchar(40) NOT NULL DEFAULT '',
  CONSTRAINT pk_engine_gate PRIMARY KEY (id),
  CONSTRAINT ck_engine_gate_sha256 CHECK (octet_length(id) = 32)
);
CREATE TABLE engine_window (
  gate bytea NOT NULL,
  second bigint NOT NULL,
  requests integer NOT NULL DEFAULT 0,
  tokens bigint NOT NULL DEFAULT 0,
  CONSTRAINT pk_engine_window PRIMARY KEY (gate, second)
);
CREATE TABLE engine_slot (
  id uuid NOT NULL,
  gate bytea NOT NULL,
  tokens integer NOT NULL,
  expires_at timestamptz NOT NULL,
  CONSTRAINT pk_engine_slot PRIMARY KEY (id)
);
CREATE INDEX ix_engine_slot_gate ON engine_slot (gate)
"""
# fmt: on

# A grant counts for 65 s, not 60: the provider counts a request when it arrives, up to some
# seconds after the grant, and workers' clocks differ a little. Tokens of a request count as
# estimated until it ended, and as used from then on, because a provider may count them at either
# end. The row lock on the gate makes looking and taking one step for all workers.
ACQUIRE = """
CREATE FUNCTION engine_acquire(
  p_gate bytea, p_slot uuid, p_now timestamptz, p_lease_s double precision,
  p_concurrency integer, p_requests integer, p_token_limit bigint, p_tokens integer
) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_gate engine_gate;
  v_second bigint := floor(extract(epoch FROM p_now));
  v_lease interval := make_interval(secs => p_lease_s);
  v_busy integer;
  v_flying bigint;
  v_requests bigint;
  v_tokens bigint;
  v_free bigint;
BEGIN
  SELECT * INTO v_gate FROM engine_gate WHERE id = p_gate FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO engine_gate (id) VALUES (p_gate) ON CONFLICT DO NOTHING;
    SELECT * INTO v_gate FROM engine_gate WHERE id = p_gate FOR UPDATE;
  END IF;
  IF v_gate.open_until > p_now THEN
    RETURN 'open ' || extract(epoch FROM v_gate.open_until - p_now);
  ELSIF v_gate.probe_until > p_now THEN
    RETURN 'probing ' || extract(epoch FROM v_gate.probe_until - p_now);
  ELSIF v_gate.paused_until > p_now THEN
    RETURN 'paused ' || extract(epoch FROM v_gate.paused_until - p_now);
  END IF;
  DELETE FROM engine_slot WHERE gate = p_gate AND expires_at <= p_now;
  SELECT count(*), coalesce(sum(tokens), 0) INTO v_busy, v_flying
    FROM engine_slot WHERE gate = p_gate;
  IF v_busy >= p_concurrency THEN
    RETURN 'busy 0';
  END IF;
  DELETE FROM engine_window WHERE gate = p_gate AND second <= v_second - 66;
  SELECT coalesce(sum(requests), 0), coalesce(sum(tokens), 0) INTO v_requests, v_tokens
    FROM engine_window WHERE gate = p_gate;
  IF v_requests >= p_requests
    OR (v_tokens + v_flying > 0 AND v_tokens + v_flying + p_tokens > p_token_limit) THEN
    SELECT min(second) INTO v_free FROM (
      SELECT second, sum(requests) OVER (ORDER BY second) AS gone_requests,
        sum(tokens) OVER (ORDER BY second) AS gone_tokens
      FROM engine_window WHERE gate = p_gate) w
      WHERE gone_requests > v_requests - p_requests
        AND gone_tokens >= least(v_tokens, v_tokens + v_flying + p_tokens - p_token_limit);
    RETURN 'rate ' || greatest(0, coalesce(v_free + 66 - extract(epoch FROM p_now), 0));
  END IF;
  INSERT INTO engine_slot (id, gate, tokens, expires_at)
    VALUES (p_slot, p_gate, p_tokens, p_now + v_lease);
  INSERT INTO engine_window (gate, second, requests) VALUES (p_gate, v_second, 1)
    ON CONFLICT (gate, second) DO UPDATE SET requests = engine_window.requests + 1;
  IF v_gate.open_until IS NOT NULL THEN
    UPDATE engine_gate SET probe_until = p_now + v_lease WHERE id = p_gate;
  END IF;
  RETURN 'go 0';
END $$
"""

FINISH = """
CREATE FUNCTION engine_finish(
  p_gate bytea, p_slot uuid, p_now timestamptz, p_outcome text, p_code text, p_tokens bigint,
  p_pause_s double precision, p_threshold integer, p_open_s double precision
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_gate engine_gate;
  v_second bigint := floor(extract(epoch FROM p_now));
  v_tokens bigint;
BEGIN
  SELECT * INTO v_gate FROM engine_gate WHERE id = p_gate FOR UPDATE;
  DELETE FROM engine_slot WHERE id = p_slot RETURNING tokens INTO v_tokens;
  v_tokens := coalesce(p_tokens, v_tokens, 0);
  IF v_tokens > 0 THEN
    INSERT INTO engine_window (gate, second, tokens) VALUES (p_gate, v_second, v_tokens)
      ON CONFLICT (gate, second) DO UPDATE SET tokens = engine_window.tokens + v_tokens;
  END IF;
  IF p_pause_s > 0 THEN
    UPDATE engine_gate
      SET paused_until = greatest(paused_until, p_now + make_interval(secs => p_pause_s))
      WHERE id = p_gate;
  END IF;
  IF p_outcome = 'ok' THEN
    IF v_gate.failures > 0 OR v_gate.open_until IS NOT NULL THEN
      UPDATE engine_gate SET failures = 0, opens = 0, open_until = NULL, probe_until = NULL,
        last_error = '' WHERE id = p_gate;
    END IF;
  ELSIF p_outcome = 'slow-down' THEN
    UPDATE engine_gate SET probe_until = NULL, last_error = p_code WHERE id = p_gate;
  ELSIF v_gate.open_until <= p_now
    OR (v_gate.open_until IS NULL AND v_gate.failures + 1 >= p_threshold) THEN
    UPDATE engine_gate SET failures = failures + 1, opens = opens + 1, probe_until = NULL,
      last_error = p_code,
      open_until = p_now + make_interval(secs => least(300, p_open_s * 2 ^ least(opens, 10)))
      WHERE id = p_gate;
  ELSE
    UPDATE engine_gate SET failures = failures + 1, last_error = p_code WHERE id = p_gate;
  END IF;
END $$
"""

HEALTH = """
CREATE FUNCTION engine_health(p_gates bytea[], p_now timestamptz)
RETURNS TABLE (gate bytea, state text, until timestamptz, last_error text)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT id,
    CASE WHEN open_until IS NOT NULL THEN 'down' WHEN paused_until > p_now THEN 'slowed'
      WHEN failures > 0 THEN 'unsteady' ELSE 'ok' END,
    coalesce(open_until, CASE WHEN paused_until > p_now THEN paused_until END),
    engine_gate.last_error
  FROM engine_gate WHERE id = ANY (p_gates)
$$
"""

FUNCTIONS = {
    "engine_acquire(bytea, uuid, timestamptz, double precision, integer, integer, bigint, integer)":
        ACQUIRE,
    "engine_finish(bytea, uuid, timestamptz, text, text, bigint, double precision, integer,"
    " double precision)": FINISH,
    "engine_health(bytea[], timestamptz)": HEALTH,
}  # fmt: skip


def upgrade() -> None:
    """Create tables, policies and functions."""
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    tenant_table("engine_credential")
    tenant_table("engine_budget", grants="SELECT, INSERT, UPDATE")
    tenant_table("engine_reservation")
    tenant_table("engine_usage", grants="SELECT, INSERT")
    for table in SHARED_TABLES:
        force_row_security(table)
        auditor_reads(table)
        op.execute(
            f"CREATE POLICY resolver_all ON {table} TO resolver USING (true) WITH CHECK (true)"
        )
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO resolver")
    for signature, body in FUNCTIONS.items():
        op.execute(body)
        resolver_function(signature)


def downgrade() -> None:
    """Drop everything of this revision."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    for table in (*SHARED_TABLES, *reversed(TENANT_TABLES)):
        op.execute(f"DROP TABLE {table}")
