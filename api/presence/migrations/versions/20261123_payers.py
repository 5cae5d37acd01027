"""Whoever is made an owner pays from their own first analysis on; one payer has a share of a day.

`membership.payer_id` is who pays for an owner that somebody else made one and who has not started
an analysis since. What a payer spends on a day is kept by engine, like the ceilings of the day it
is a share of, and locked after them.

Revision ID: 0046_payers
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

from presence.db.rls import WORKSPACE, auditor_reads, force_row_security, resolver_function

revision = "0046_payers"
down_revision = "0045_offers"
branch_labels = None
depends_on = None

SHARE = """
CREATE TABLE spending_share (
  payer bytea NOT NULL,
  engine varchar(16) NOT NULL,
  day date NOT NULL,
  used_usd numeric(14, 6) NOT NULL DEFAULT 0,
  reserved_usd numeric(14, 6) NOT NULL DEFAULT 0,
  CONSTRAINT pk_spending_share PRIMARY KEY (payer, engine),
  CONSTRAINT ck_spending_share_amounts CHECK (used_usd >= 0 AND reserved_usd >= 0)
)
"""
SHARE_DAY = "CREATE INDEX ix_spending_share_day ON spending_share (day)"

# Owners who chose to be one, and of those the ones with a seat, before others; somebody who was
# made an owner is paid for by whoever paid then, while that person is still here.
PAYER = f"""
CREATE OR REPLACE FUNCTION workspace_payer()
RETURNS TABLE (user_id uuid, email text, confirmed boolean)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT u.id, u.email::text, u.email_verified
    FROM (SELECT o.workspace_id, coalesce(o.payer_id, o.user_id) AS payer_id
            FROM membership o WHERE o.workspace_id = {WORKSPACE} AND o.role = 'owner'
           ORDER BY o.payer_id IS NOT NULL, o.paused, o.created_at, o.user_id LIMIT 1) chosen
    JOIN membership m ON m.workspace_id = chosen.workspace_id AND m.user_id = chosen.payer_id
    JOIN users u ON u.id = m.user_id
$$
"""  # noqa: S608 - an expression of this product

OPEN_SHARES = """
CREATE FUNCTION open_shares(p_payers bytea[], p_engines text[], p_day date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO spending_share (payer, engine, day)
    SELECT p, e, p_day FROM unnest(p_payers) p, unnest(p_engines) e ORDER BY p, e
    ON CONFLICT DO NOTHING;
  PERFORM FROM spending_share WHERE payer = ANY (p_payers) AND engine = ANY (p_engines)
    ORDER BY payer, engine FOR UPDATE;
  UPDATE spending_share SET day = p_day, used_usd = 0
   WHERE payer = ANY (p_payers) AND engine = ANY (p_engines) AND day < p_day;
END $$
"""

# After `take_spending` and in the same transaction: what a run holds is the payer's as well. One
# row is answered, and nothing taken, when a share would be passed: the engine, "*" for all.
TAKE_SHARE = """
CREATE FUNCTION take_share(
  p_run uuid, p_payers bytea[], p_lines jsonb, p_total numeric, p_share numeric, p_now timestamptz
) RETURNS TABLE (what text, allowed numeric, spent numeric)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
#variable_conflict use_column
DECLARE
  v_row record;
  v_wanted jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object('engine', w.engine, 'cost', w.cost, 'most', w.most))
    INTO v_wanted FROM (
      SELECT l.engine, l.answers * l.unit_usd AS cost, l.ceiling * p_share AS most
        FROM jsonb_to_recordset(p_lines)
          AS l(engine text, answers integer, unit_usd numeric, ceiling numeric)
       WHERE l.answers * l.unit_usd > 0
      UNION ALL
      SELECT '*', sum(l.answers * l.unit_usd), p_total * p_share
        FROM jsonb_to_recordset(p_lines) AS l(answers integer, unit_usd numeric)
      HAVING sum(l.answers * l.unit_usd) > 0) w;
  IF v_wanted IS NULL THEN
    RETURN;
  END IF;
  PERFORM open_shares(p_payers,
    (SELECT array_agg(w->>'engine') FROM jsonb_array_elements(v_wanted) w),
    (p_now AT TIME ZONE 'UTC')::date);
  FOR v_row IN
    SELECT s.engine, s.used_usd + s.reserved_usd AS spent, w.cost, w.most
      FROM spending_share s
      JOIN jsonb_to_recordset(v_wanted) AS w(engine text, cost numeric, most numeric)
        ON w.engine = s.engine
     WHERE s.payer = ANY (p_payers) ORDER BY s.engine, s.payer
  LOOP
    IF v_row.spent + v_row.cost > v_row.most THEN
      RETURN QUERY SELECT v_row.engine::text, v_row.most, v_row.spent;
      RETURN;
    END IF;
  END LOOP;
  UPDATE spending_share s SET reserved_usd = s.reserved_usd + w.cost
    FROM jsonb_to_recordset(v_wanted) AS w(engine text, cost numeric)
   WHERE s.engine = w.engine AND s.payer = ANY (p_payers);
  UPDATE spending_hold SET payers = p_payers WHERE run_id = p_run AND payers IS NULL;
END $$
"""

CHARGE_SHARE = """
CREATE FUNCTION charge_share(
  p_payers bytea[], p_engine text, p_spent numeric, p_back_usd numeric, p_now timestamptz
) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  IF p_payers IS NULL OR p_spent <= 0 AND p_back_usd <= 0 THEN
    RETURN;
  END IF;
  PERFORM open_shares(p_payers, ARRAY[p_engine, '*'], (p_now AT TIME ZONE 'UTC')::date);
  UPDATE spending_share
     SET used_usd = used_usd + p_spent, reserved_usd = greatest(0, reserved_usd - p_back_usd)
   WHERE payer = ANY (p_payers) AND engine IN (p_engine, '*');
END $$
"""

# What is added to the functions of before, each at a place that is there once.
SETTLE_PARTS = (
    (
        "  v_charged boolean := false;\n",
        "  v_charged boolean := false;\n  v_holds uuid[] := '{}';\n  v_backs numeric[] := '{}';\n",
    ),
    (
        "    v_charged := true;\n",
        "    v_charged := true;\n    v_holds := v_holds || v_hold.id;\n"
        "    v_backs := v_backs || v_back * v_hold.unit_usd;\n",
    ),
    (
        "     WHERE engine IN (p_engine, '*');\n  END IF;\nEND $$",
        """     WHERE engine IN (p_engine, '*');
  END IF;
  FOR v_number IN 1 .. cardinality(v_holds) LOOP
    PERFORM charge_share((SELECT payers FROM spending_hold WHERE id = v_holds[v_number]),
      p_engine, CASE WHEN v_number = 1 THEN p_spent ELSE 0 END, v_backs[v_number], p_now);
  END LOOP;
END $$""",
    ),
)
RELEASE_PARTS = (
    (
        "  DELETE FROM spending_hold WHERE id = ANY (v_ids);\n",
        """  PERFORM FROM spending_share s WHERE EXISTS (
      SELECT FROM spending_hold h WHERE h.id = ANY (v_ids) AND s.payer = ANY (h.payers))
    ORDER BY payer, engine FOR UPDATE;
  UPDATE spending_share s SET reserved_usd = greatest(0, s.reserved_usd - w.usd)
    FROM (SELECT p.payer, coalesce(h.engine, '*') AS engine, sum(h.outstanding * h.unit_usd) AS usd
            FROM spending_hold h, unnest(h.payers) AS p(payer)
           WHERE h.id = ANY (v_ids) GROUP BY GROUPING SETS ((p.payer, h.engine), (p.payer))) w
   WHERE s.payer = w.payer AND s.engine = w.engine;
  DELETE FROM spending_hold WHERE id = ANY (v_ids);
""",
    ),
)
SWEEP_PARTS = (
    (
        "  DELETE FROM site_visit WHERE visited_at < p_before - interval '1 day';\n",
        "  DELETE FROM site_visit WHERE visited_at < p_before - interval '1 day';\n"
        "  DELETE FROM spending_share WHERE day < p_before - interval '2 days'"
        " AND reserved_usd = 0;\n",
    ),
)
CHANGED = (("SETTLE", SETTLE_PARTS), ("RELEASE", RELEASE_PARTS), ("SWEEP", SWEEP_PARTS))
OPEN = "open_shares(bytea[], text[], date)"
CHARGE = "charge_share(bytea[], text, numeric, numeric, timestamptz)"
TAKE = "take_share(uuid, bytea[], jsonb, numeric, numeric, timestamptz)"
NEW = {OPEN: OPEN_SHARES, CHARGE: CHARGE_SHARE, TAKE: TAKE_SHARE}


def upgrade() -> None:
    """Add columns, table and functions; what runs hold from before is of no payer's share."""
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE membership ADD COLUMN IF NOT EXISTS payer_id uuid")
        op.execute("ALTER TABLE spending_hold ADD COLUMN IF NOT EXISTS payers bytea[]")
    op.execute(SHARE)
    op.execute(SHARE_DAY)
    force_row_security("spending_share")
    auditor_reads("spending_share")
    op.execute(
        "CREATE POLICY resolver_all ON spending_share TO resolver USING (true) WITH CHECK (true)"
    )
    op.execute("GRANT SELECT, INSERT, UPDATE, DELETE ON spending_share TO resolver")
    op.execute(PAYER)
    for signature, body in NEW.items():
        op.execute(body)
        resolver_function(signature)
    for signature in (OPEN, CHARGE):
        op.execute(f"REVOKE EXECUTE ON FUNCTION {signature} FROM customer")
    for name, parts in CHANGED:
        op.execute(_with_parts(_before(name), parts))


def downgrade() -> None:
    """The functions as they were, without payers."""
    for name in ("PAYER", *(name for name, _ in CHANGED)):
        op.execute(_before(name))
    for signature in reversed(NEW):
        op.execute(f"DROP FUNCTION IF EXISTS {signature}")
    op.execute("DROP TABLE IF EXISTS spending_share")
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE spending_hold DROP COLUMN IF EXISTS payers")
        op.execute("ALTER TABLE membership DROP COLUMN IF EXISTS payer_id")


def _before(name: str) -> str:
    spending = import_module("presence.migrations.versions.20261123_spending")
    statement: str = getattr(spending, name)
    return statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")


def _with_parts(statement: str, parts: tuple[tuple[str, str], ...]) -> str:
    for before, after in parts:
        if statement.count(before) != 1:
            raise ValueError(f"Not there once: {before}")
        statement = statement.replace(before, after)
    return statement
