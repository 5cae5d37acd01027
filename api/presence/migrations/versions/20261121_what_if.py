"""What-if experiments and what really happened afterwards.

`prediction_record` is the only thing of them that the public method page shows: counts over all
tenants, never a row.

Revision ID: 0016_what_if
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, resolver_function, resolver_reads, tenant_table

revision = "0016_what_if"
down_revision = "0015_trends"
branch_labels = None
depends_on = None

WHAT_IF = f"""
CREATE TABLE what_if (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  brand_id uuid NOT NULL,
  run_id uuid NOT NULL,
  label text NOT NULL DEFAULT '',
  edits jsonb NOT NULL,
  recommendation_key text,
  status text NOT NULL DEFAULT 'queued',
  failure text NOT NULL DEFAULT '',
  verdict text,
  before double precision,
  after double precision,
  points double precision,
  low double precision,
  high double precision,
  result jsonb,
  actual jsonb,
  verified_at timestamptz,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  finished_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uq_what_if_id UNIQUE (workspace_id, id),
  CONSTRAINT ck_what_if_status CHECK (status IN ('queued', 'running', 'done', 'failed')),
  FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, run_id) REFERENCES run (workspace_id, id) ON DELETE CASCADE
)
"""
RECORD = """
CREATE FUNCTION prediction_record() RETURNS jsonb
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT jsonb_build_object(
    'predictions', count(*) FILTER (WHERE status = 'done'),
    'verified', count(*) FILTER (WHERE actual IS NOT NULL),
    'inInterval', count(*) FILTER (WHERE (actual ->> 'points')::float8 BETWEEN low AND high),
    'meanAbsoluteError', avg(abs((actual ->> 'points')::float8 - points)))
  FROM what_if
$$
"""


def upgrade() -> None:
    """Create the table and the record over it."""
    op.execute(WHAT_IF)
    op.execute("CREATE INDEX ix_what_if_brand ON what_if (workspace_id, brand_id, id)")
    tenant_table("what_if")
    resolver_reads("what_if")
    op.execute(RECORD)
    resolver_function("prediction_record()")


def downgrade() -> None:
    """Drop them."""
    op.execute("DROP FUNCTION prediction_record()")
    op.execute("DROP TABLE what_if")
