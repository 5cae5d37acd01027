"""What the deployment's own money is spent on, counted beyond the life of a workspace.

A person and an address keep one account a month over all workspaces without a paid plan, and each
engine one for the day over everybody. Neither belongs to a tenant: an account holds an id or a
keyed hash and numbers, and is reached through functions only. What a run holds of the accounts is
kept here as well, so that it comes back when its workspace is gone.

Revision ID: 0037_spending
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import WORKSPACE, auditor_reads, force_row_security, resolver_function

revision = "0037_spending"
down_revision = "0036_impersonations"
branch_labels = None
depends_on = None

SHARED_TABLES = ("spending_account", "spending_ceiling", "spending_hold", "site_visit")
# fmt: off
TABLES = """
CREATE TABLE spending_account (
  kind varchar(8) NOT NULL,
  subject bytea NOT NULL,
  period_start timestamptz NOT NULL,
  used integer NOT NULL DEFAULT 0,
  reserved integer NOT NULL DEFAULT 0,
  used_usd numeric(14, 6) NOT NULL DEFAULT 0,
  reserved_usd numeric(14, 6) NOT NULL DEFAULT 0,
  CONSTRAINT pk_spending_account PRIMARY KEY (kind, subject, period_start),
  CONSTRAINT ck_spending_account_kind CHECK (kind IN ('address', 'person')),
  CONSTRAINT ck_spending_account_counts CHECK
    (used >= 0 AND reserved >= 0 AND used_usd >= 0 AND reserved_usd >= 0)
);
CREATE INDEX ix_spending_account_period_start ON spending_account (period_start);
CREATE TABLE spending_ceiling (
  engine varchar(16) NOT NULL,
  day date NOT NULL,
  used_usd numeric(14, 6) NOT NULL DEFAULT 0,
  reserved_usd numeric(14, 6) NOT NULL DEFAULT 0,
  CONSTRAINT pk_spending_ceiling PRIMARY KEY (engine),
  CONSTRAINT ck_spending_ceiling_amounts CHECK (used_usd >= 0 AND reserved_usd >= 0)
);
CREATE TABLE spending_hold (
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  run_id uuid NOT NULL,
  engine varchar(16) NOT NULL,
  person bytea,
  address bytea,
  period_start timestamptz NOT NULL,
  outstanding integer NOT NULL,
  unit_usd numeric(14, 6) NOT NULL,
  touched_at timestamptz NOT NULL,
  CONSTRAINT pk_spending_hold PRIMARY KEY (id),
  CONSTRAINT ck_spending_hold_outstanding CHECK (outstanding >= 0)
);
CREATE INDEX ix_spending_hold_run_id_engine ON spending_hold (run_id, engine);
CREATE INDEX ix_spending_hold_touched_at ON spending_hold (touched_at);
CREATE TABLE site_visit (
  site bytea NOT NULL,
  visited_at timestamptz NOT NULL,
  CONSTRAINT pk_site_visit PRIMARY KEY (site),
  CONSTRAINT ck_site_visit_sha256 CHECK (octet_length(site) = 32)
);
CREATE INDEX ix_site_visit_visited_at ON site_visit (visited_at)
"""

# Whose allowance bounds what a workspace without a paid plan asks: the owner of the longest
# standing, for everybody who acts in it.
PAYER = f"""
CREATE FUNCTION workspace_payer()
RETURNS TABLE (user_id uuid, email text, confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT u.id, u.email::text, u.email_verified
    FROM membership m JOIN users u ON u.id = m.user_id
   WHERE m.workspace_id = {WORKSPACE} AND m.role = 'owner'
   ORDER BY m.created_at, m.user_id LIMIT 1
$$
"""  # noqa: S608 - an expression of this product

# A day's spending starts anew, what is still held goes on counting: on no day is more spent than
# the ceiling, also by runs that were promised their answers the day before.
OPEN_CEILINGS = """
CREATE FUNCTION open_ceilings(p_engines text[], p_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO spending_ceiling (engine, day)
    SELECT e, p_day FROM unnest(p_engines) e ORDER BY e ON CONFLICT DO NOTHING;
  PERFORM FROM spending_ceiling WHERE engine = ANY (p_engines) ORDER BY engine FOR UPDATE;
  UPDATE spending_ceiling SET day = p_day, used_usd = 0
   WHERE engine = ANY (p_engines) AND day < p_day;
END $$
"""

# Looking and taking are one step under row locks, always in this order: holds by run and engine,
# the account of the address, that of the person, ceilings by engine. Nothing was taken when a row
# is answered: `what` is "answers" or "usd" for the person's account, else the engine whose ceiling
# would be passed, "*" for all together.
TAKE = """
CREATE FUNCTION take_spending(
  p_run uuid, p_person bytea, p_address bytea, p_period timestamptz,
  p_answers integer, p_usd numeric, p_lines jsonb, p_total numeric, p_now timestamptz
) RETURNS TABLE (what text, allowed numeric, spent numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_row record;
  v_answers integer;
  v_cost numeric;
  v_priced text[];
  v_day date := (p_now AT TIME ZONE 'UTC')::date;
BEGIN
  SELECT sum(l.answers), sum(l.answers * l.unit_usd),
         array_agg(l.engine) FILTER (WHERE l.unit_usd > 0)
    INTO v_answers, v_cost, v_priced
    FROM jsonb_to_recordset(p_lines) AS l(engine text, answers integer, unit_usd numeric);
  INSERT INTO spending_account (kind, subject, period_start)
    SELECT k, s, p_period FROM (VALUES ('address', p_address), ('person', p_person)) v(k, s)
     WHERE s IS NOT NULL ORDER BY k ON CONFLICT DO NOTHING;
  FOR v_row IN
    SELECT * FROM spending_account WHERE period_start = p_period
       AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person)
     ORDER BY kind FOR UPDATE
  LOOP
    IF v_row.used + v_row.reserved + v_answers > p_answers THEN
      RETURN QUERY SELECT 'answers', p_answers::numeric, (v_row.used + v_row.reserved)::numeric;
      RETURN;
    ELSIF v_row.used_usd + v_row.reserved_usd + v_cost > p_usd THEN
      RETURN QUERY SELECT 'usd', p_usd, v_row.used_usd + v_row.reserved_usd;
      RETURN;
    END IF;
  END LOOP;
  IF v_priced IS NOT NULL THEN
    PERFORM open_ceilings(v_priced || '*'::text, v_day);
    FOR v_row IN
      SELECT c.engine, c.used_usd + c.reserved_usd AS spent, w.cost, w.most
        FROM spending_ceiling c JOIN (
          SELECT l.engine, l.answers * l.unit_usd AS cost, l.ceiling AS most
            FROM jsonb_to_recordset(p_lines)
              AS l(engine text, answers integer, unit_usd numeric, ceiling numeric)
           WHERE l.unit_usd > 0
          UNION ALL SELECT '*', v_cost, p_total) w ON w.engine = c.engine
       ORDER BY c.engine
    LOOP
      IF v_row.spent + v_row.cost > v_row.most THEN
        RETURN QUERY SELECT v_row.engine::text, v_row.most::numeric, v_row.spent::numeric;
        RETURN;
      END IF;
    END LOOP;
    UPDATE spending_ceiling c SET reserved_usd = c.reserved_usd + w.cost
      FROM (SELECT l.engine, l.answers * l.unit_usd AS cost
              FROM jsonb_to_recordset(p_lines)
                AS l(engine text, answers integer, unit_usd numeric)
            UNION ALL SELECT '*', v_cost) w
     WHERE c.engine = w.engine AND w.cost > 0;
  END IF;
  UPDATE spending_account
     SET reserved = reserved + v_answers, reserved_usd = reserved_usd + v_cost
   WHERE period_start = p_period
     AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person);
  INSERT INTO spending_hold
      (run_id, engine, person, address, period_start, outstanding, unit_usd, touched_at)
    SELECT p_run, l.engine, p_person, p_address, p_period, l.answers, l.unit_usd, p_now
      FROM jsonb_to_recordset(p_lines) AS l(engine text, answers integer, unit_usd numeric);
END $$
"""

# What was asked without anything being held is charged to whom the caller names.
SETTLE = """
CREATE FUNCTION settle_spending(
  p_run uuid, p_engine text, p_asked integer, p_completed integer, p_spent numeric,
  p_person bytea, p_address bytea, p_period timestamptz, p_now timestamptz
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_hold spending_hold;
  v_left integer := p_asked;
  v_back integer;
  v_back_usd numeric := 0;
  v_charged boolean := false;
BEGIN
  FOR v_hold IN
    SELECT * FROM spending_hold WHERE run_id = p_run AND engine = p_engine
     ORDER BY touched_at, id FOR UPDATE
  LOOP
    v_back := least(v_hold.outstanding, v_left);
    CONTINUE WHEN v_charged AND v_back = 0;
    UPDATE spending_hold SET outstanding = outstanding - v_back, touched_at = p_now
     WHERE id = v_hold.id;
    PERFORM charge_spending(v_hold.person, v_hold.address, v_hold.period_start,
      CASE WHEN v_charged THEN 0 ELSE p_completed END,
      CASE WHEN v_charged THEN 0 ELSE p_spent END, v_back, v_back * v_hold.unit_usd);
    v_charged := true;
    v_left := v_left - v_back;
    v_back_usd := v_back_usd + v_back * v_hold.unit_usd;
  END LOOP;
  IF NOT v_charged AND p_period IS NOT NULL THEN
    INSERT INTO spending_account (kind, subject, period_start)
      SELECT k, s, p_period FROM (VALUES ('address', p_address), ('person', p_person)) v(k, s)
       WHERE s IS NOT NULL ORDER BY k ON CONFLICT DO NOTHING;
    PERFORM charge_spending(p_person, p_address, p_period, p_completed, p_spent, 0, 0);
  END IF;
  IF v_back_usd > 0 OR p_spent > 0 THEN
    PERFORM open_ceilings(ARRAY[p_engine, '*'], (p_now AT TIME ZONE 'UTC')::date);
    UPDATE spending_ceiling
       SET used_usd = used_usd + p_spent, reserved_usd = greatest(0, reserved_usd - v_back_usd)
     WHERE engine IN (p_engine, '*');
  END IF;
END $$
"""

CHARGE = """
CREATE FUNCTION charge_spending(
  p_person bytea, p_address bytea, p_period timestamptz,
  p_used integer, p_used_usd numeric, p_back integer, p_back_usd numeric
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  PERFORM FROM spending_account WHERE period_start = p_period
    AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person)
    ORDER BY kind FOR UPDATE;
  UPDATE spending_account
     SET used = used + p_used, used_usd = used_usd + p_used_usd,
         reserved = greatest(0, reserved - p_back),
         reserved_usd = greatest(0, reserved_usd - p_back_usd)
   WHERE period_start = p_period
     AND (kind = 'address' AND subject = p_address OR kind = 'person' AND subject = p_person);
END $$
"""

# `p_before` spares what was touched since: a run that is asked again in this very moment.
RELEASE = """
CREATE FUNCTION release_spending(p_runs uuid[], p_before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_ids uuid[];
  v_engines text[];
BEGIN
  SELECT array_agg(h.id) INTO v_ids FROM (
    SELECT id FROM spending_hold
     WHERE run_id = ANY (p_runs) AND (p_before IS NULL OR touched_at < p_before)
     ORDER BY run_id, engine, id FOR UPDATE) h;
  IF v_ids IS NULL THEN
    RETURN 0;
  END IF;
  PERFORM FROM spending_account a WHERE EXISTS (
      SELECT FROM spending_hold h WHERE h.id = ANY (v_ids) AND h.period_start = a.period_start
         AND (a.kind = 'address' AND h.address = a.subject
           OR a.kind = 'person' AND h.person = a.subject))
    ORDER BY kind, subject, period_start FOR UPDATE;
  UPDATE spending_account a
     SET reserved = greatest(0, a.reserved - w.answers),
         reserved_usd = greatest(0, a.reserved_usd - w.usd)
    FROM (SELECT v.kind, v.subject, h.period_start, sum(h.outstanding) AS answers,
                 sum(h.outstanding * h.unit_usd) AS usd
            FROM spending_hold h,
                 LATERAL (VALUES ('address', h.address), ('person', h.person)) v(kind, subject)
           WHERE h.id = ANY (v_ids) AND v.subject IS NOT NULL GROUP BY 1, 2, 3) w
   WHERE a.kind = w.kind AND a.subject = w.subject AND a.period_start = w.period_start;
  SELECT array_agg(DISTINCT engine) INTO v_engines FROM spending_hold
   WHERE id = ANY (v_ids) AND outstanding * unit_usd > 0;
  IF v_engines IS NOT NULL THEN
    PERFORM FROM spending_ceiling WHERE engine = ANY (v_engines || '*'::text)
      ORDER BY engine FOR UPDATE;
    UPDATE spending_ceiling c SET reserved_usd = greatest(0, c.reserved_usd - w.usd)
      FROM (SELECT coalesce(engine, '*') AS engine, sum(outstanding * unit_usd) AS usd
              FROM spending_hold WHERE id = ANY (v_ids)
             GROUP BY GROUPING SETS ((engine), ())) w
     WHERE c.engine = w.engine;
  END IF;
  DELETE FROM spending_hold WHERE id = ANY (v_ids);
  RETURN cardinality(v_ids);
END $$
"""

# Runs that are over, or gone with their workspace, and hold something nevertheless.
SWEEP = """
CREATE FUNCTION sweep_spending(p_before timestamptz) RETURNS integer
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_runs uuid[];
BEGIN
  SELECT array_agg(run_id) INTO v_runs FROM (
    SELECT DISTINCT h.run_id FROM spending_hold h LEFT JOIN run r ON r.id = h.run_id
     WHERE h.touched_at < p_before AND (r.id IS NULL OR r.status NOT IN ('queued', 'running'))
     LIMIT 200) lost;
  DELETE FROM spending_account WHERE period_start < p_before - interval '70 days' AND reserved = 0;
  DELETE FROM site_visit WHERE visited_at < p_before - interval '1 day';
  RETURN release_spending(coalesce(v_runs, '{}'), p_before);
END $$
"""

# What is left is read by the screens without a lock.
READ_ACCOUNT = """
CREATE FUNCTION spending_of(p_person bytea, p_address bytea, p_period timestamptz)
RETURNS TABLE (used integer, reserved integer, used_usd numeric, reserved_usd numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT coalesce(max(a.used), 0), coalesce(max(a.reserved), 0),
         coalesce(max(a.used_usd), 0), coalesce(max(a.reserved_usd), 0)
    FROM spending_account a WHERE a.period_start = p_period
     AND (a.kind = 'address' AND a.subject = p_address
       OR a.kind = 'person' AND a.subject = p_person)
$$
"""
READ_CEILINGS = """
CREATE FUNCTION ceilings_of(p_day date)
RETURNS TABLE (engine text, used_usd numeric, reserved_usd numeric)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.engine::text, CASE WHEN c.day < p_day THEN 0 ELSE c.used_usd END, c.reserved_usd
    FROM spending_ceiling c
$$
"""

# Seconds until the site may be looked at again; 0 when it may be now, which is then taken.
VISIT = """
CREATE FUNCTION take_site_visit(p_site bytea, p_every_s double precision, p_now timestamptz)
RETURNS double precision
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
DECLARE
  v_at timestamptz;
BEGIN
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_site, p_now)
    ON CONFLICT (site) DO UPDATE SET visited_at = excluded.visited_at
    WHERE s.visited_at <= p_now - make_interval(secs => p_every_s)
    RETURNING s.visited_at INTO v_at;
  IF v_at IS NOT NULL THEN
    RETURN 0;
  END IF;
  SELECT visited_at INTO v_at FROM site_visit WHERE site = p_site;
  RETURN least(p_every_s, greatest(1, extract(epoch FROM v_at - p_now) + p_every_s));
END $$
"""

FUNCTIONS = {
    "workspace_payer()": PAYER,
    "open_ceilings(text[], date)": OPEN_CEILINGS,
    "charge_spending(bytea, bytea, timestamptz, integer, numeric, integer, numeric)": CHARGE,
    "take_spending(uuid, bytea, bytea, timestamptz, integer, numeric, jsonb, numeric,"
    " timestamptz)": TAKE,
    "settle_spending(uuid, text, integer, integer, numeric, bytea, bytea, timestamptz,"
    " timestamptz)": SETTLE,
    "release_spending(uuid[], timestamptz)": RELEASE,
    "sweep_spending(timestamptz)": SWEEP,
    "spending_of(bytea, bytea, timestamptz)": READ_ACCOUNT,
    "ceilings_of(date)": READ_CEILINGS,
    "take_site_visit(bytea, double precision, timestamptz)": VISIT,
}
# Steps of the others, called by nobody else.
INNER = (
    "open_ceilings(text[], date)",
    "charge_spending(bytea, bytea, timestamptz, integer, numeric, integer, numeric)",
)
# fmt: on


def upgrade() -> None:
    """Create tables and functions."""
    for statement in TABLES.split(";\n"):
        op.execute(statement)
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
    for signature in INNER:
        op.execute(f"REVOKE EXECUTE ON FUNCTION {signature} FROM customer")
    op.execute("GRANT EXECUTE ON FUNCTION ceilings_of(date) TO operator")


def downgrade() -> None:
    """Drop everything of this revision."""
    for signature in reversed(FUNCTIONS):
        op.execute(f"DROP FUNCTION {signature}")
    for table in reversed(SHARED_TABLES):
        op.execute(f"DROP TABLE {table}")
