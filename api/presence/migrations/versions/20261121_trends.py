"""Trending queries.

Revision ID: 0015_trends
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0015_trends"
down_revision = "0014_facts"
branch_labels = None
depends_on = None

TREND_READING = f"""
CREATE TABLE trend_reading (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  brand_id uuid NOT NULL,
  status text NOT NULL DEFAULT 'queued',
  failure text NOT NULL DEFAULT '',
  version text NOT NULL DEFAULT '',
  basis text,
  answers integer NOT NULL DEFAULT 0,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uq_trend_reading_id UNIQUE (workspace_id, id),
  CONSTRAINT ck_trend_reading_status CHECK (status IN ('queued', 'done', 'failed')),
  FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE
)
"""
TREND_QUERY = f"""
CREATE TABLE trend_query (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  reading_id uuid NOT NULL,
  number integer NOT NULL,
  query text NOT NULL,
  demand double precision,
  growth double precision,
  saturation text,
  effective_domains double precision,
  difficulty text,
  top_three_share double precision,
  authority_share double precision,
  simulated boolean NOT NULL,
  seen integer NOT NULL,
  n integer NOT NULL,
  answers jsonb NOT NULL,
  cited jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uq_trend_query_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_trend_query_number UNIQUE (workspace_id, reading_id, number),
  FOREIGN KEY (workspace_id, reading_id)
    REFERENCES trend_reading (workspace_id, id) ON DELETE CASCADE
)
"""
TABLES = ("trend_reading", "trend_query")


def upgrade() -> None:
    """Create the tables, then close each to its own workspace."""
    op.execute(TREND_READING)
    op.execute(TREND_QUERY)
    op.execute("CREATE INDEX ix_trend_reading_brand ON trend_reading (workspace_id, brand_id, id)")
    for table in TABLES:
        tenant_table(table)


def downgrade() -> None:
    """Drop them."""
    for table in reversed(TABLES):
        op.execute(f"DROP TABLE {table}")
