"""Experiments with controls, and what all of them taught.

Revision ID: 0064_experiments
"""

from __future__ import annotations

from alembic import op

from presence.db.functions import load
from presence.db.rls import CURRENT_WORKSPACE, resolver_function, resolver_reads, tenant_table

revision = "0064_experiments"
down_revision = "0063_half_up"
branch_labels = None
depends_on = None

EXPERIMENT = f"""
CREATE TABLE experiment (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  brand_id uuid NOT NULL,
  label text NOT NULL DEFAULT '',
  source_kind varchar(16) NOT NULL,
  source_key text,
  advice text NOT NULL DEFAULT '',
  what_if_id uuid,
  registration jsonb NOT NULL,
  hash varchar(64) NOT NULL,
  prediction jsonb,
  registered_late boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'running',
  verdict varchar(16) NOT NULL DEFAULT 'too early',
  reason varchar(32) NOT NULL DEFAULT 'window-open',
  difference double precision,
  low double precision,
  high double precision,
  result jsonb,
  evaluated_at timestamptz,
  finished_at timestamptz,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ck_experiment_status CHECK (status IN ('running', 'ended', 'stopped')),
  CONSTRAINT ck_experiment_verdict
    CHECK (verdict IN ('worked', 'did not work', 'too early', 'spoiled')),
  CONSTRAINT ck_experiment_window CHECK (ends_at > starts_at),
  FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE
)
"""
FUNCTIONS = {
    "due_experiments(timestamptz, integer)": "64f59578",
    "experiment_record(integer)": "96b0ec81",
}


def upgrade() -> None:
    """Create the table and the functions over it."""
    op.execute(EXPERIMENT)
    op.execute("CREATE INDEX ix_experiment_brand ON experiment (workspace_id, brand_id, id)")
    op.execute("CREATE INDEX ix_experiment_due ON experiment (ends_at) WHERE status = 'running'")
    tenant_table("experiment")
    resolver_reads("experiment")
    for signature, digest in FUNCTIONS.items():
        op.execute(load(signature.partition("(")[0], digest))
        resolver_function(signature)


def downgrade() -> None:
    """Drop them."""
    for signature in FUNCTIONS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("DROP TABLE experiment")
