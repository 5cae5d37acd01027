"""The engine watch: its days, answers to canary questions, and breaks; what it costs counts.

Revision ID: 0071_engine_watch
"""

from __future__ import annotations

from alembic import op

from presence.db.functions import load

revision = "0071_engine_watch"
down_revision = "0070_traffic_reports"
branch_labels = None
depends_on = None

DAY = """
CREATE TABLE engine_watch_day (
  id uuid NOT NULL,
  engine varchar(16) NOT NULL,
  language varchar(8) NOT NULL,
  day date NOT NULL,
  model varchar(200) NOT NULL,
  state varchar(16) NOT NULL DEFAULT 'asking',
  passes smallint NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL,
  answers smallint NOT NULL DEFAULT 0,
  cost_usd numeric(14, 6) NOT NULL DEFAULT 0,
  evidence double precision NOT NULL DEFAULT 0,
  distance double precision,
  p double precision,
  since smallint,
  reference_days smallint NOT NULL DEFAULT 0,
  judged_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_engine_watch_day PRIMARY KEY (id),
  CONSTRAINT uq_engine_watch_day_engine_language_day UNIQUE (engine, language, day),
  CONSTRAINT ck_engine_watch_day_state CHECK
    (state IN ('asking', 'learning', 'no answers', 'steady', 'doubtful', 'changed')),
  CONSTRAINT ck_engine_watch_day_cost CHECK (cost_usd >= 0)
)"""
ANSWER = """
CREATE TABLE engine_watch_answer (
  watch_id uuid NOT NULL,
  canary varchar(60) NOT NULL,
  model varchar(200) NOT NULL,
  text text NOT NULL DEFAULT '',
  features double precision[] NOT NULL,
  domains varchar(255)[],
  asked_at timestamptz NOT NULL,
  CONSTRAINT pk_engine_watch_answer PRIMARY KEY (watch_id, canary),
  CONSTRAINT fk_engine_watch_answer_watch_id
    FOREIGN KEY (watch_id) REFERENCES engine_watch_day (id) ON DELETE CASCADE
)"""
BREAK = """
CREATE TABLE engine_watch_break (
  id uuid NOT NULL,
  engine varchar(16) NOT NULL,
  number integer NOT NULL,
  language varchar(8) NOT NULL,
  began_on date NOT NULL,
  declared_on date NOT NULL,
  models varchar(200)[] NOT NULL,
  distance double precision NOT NULL,
  evidence double precision NOT NULL,
  estimate jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_engine_watch_break PRIMARY KEY (id),
  CONSTRAINT uq_engine_watch_break_engine_number UNIQUE (engine, number)
)"""
INDEXES = (
    "CREATE INDEX ix_engine_watch_day_asking ON engine_watch_day (next_at) WHERE state = 'asking'",
    "CREATE INDEX ix_engine_watch_answer_asked_at ON engine_watch_answer (asked_at)",
)
GRANTS = {
    "engine_watch_day": "SELECT, INSERT, UPDATE",
    "engine_watch_answer": "SELECT, INSERT, UPDATE, DELETE",
    "engine_watch_break": "SELECT, INSERT",
}
CAPPED_BEFORE = """
CREATE OR REPLACE FUNCTION capped_engines(p_now timestamptz) RETURNS SETOF varchar
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


def upgrade() -> None:
    """Create the tables, which are no tenant's, and count their cost against staff's caps."""
    for statement in (DAY, ANSWER, BREAK, *INDEXES):
        op.execute(statement)
    for table, verbs in GRANTS.items():
        op.execute(f"GRANT {verbs} ON {table} TO customer")
        op.execute(f"GRANT SELECT ON {table} TO auditor")
        op.execute(f"GRANT SELECT ON {table} TO operator")
    op.execute("GRANT SELECT ON engine_watch_day TO resolver")
    op.execute(load("capped_engines", "255df96f"))


def downgrade() -> None:
    """Drop them."""
    op.execute(CAPPED_BEFORE)
    for table in ("engine_watch_answer", "engine_watch_break", "engine_watch_day"):
        op.execute(f"DROP TABLE {table}")
