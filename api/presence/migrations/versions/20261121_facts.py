"""Key facts of a brand and what engines state of them.

Revision ID: 0014_facts
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0014_facts"
down_revision = "0013_advice"
branch_labels = None
depends_on = None

TENANT = f"""
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  brand_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE
"""
FACT = f"""
CREATE TABLE brand_fact (
  {TENANT},
  kind text NOT NULL,
  value text NOT NULL,
  number integer NOT NULL DEFAULT 0,
  status text NOT NULL,
  origin text NOT NULL,
  source text NOT NULL DEFAULT '',
  quote text NOT NULL DEFAULT '',
  decided_at timestamptz,
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT ck_brand_fact_kind CHECK (kind IN
    ('category', 'offering', 'audience', 'place', 'priceRange', 'founded', 'url')),
  CONSTRAINT ck_brand_fact_status CHECK (status IN ('proposed', 'confirmed', 'removed')),
  CONSTRAINT ck_brand_fact_origin CHECK (origin IN ('found', 'person')),
  CONSTRAINT ck_brand_fact_value CHECK (char_length(value) BETWEEN 1 AND 200)
)
"""
INTERPRETATION = f"""
CREATE TABLE interpretation (
  {TENANT},
  run_id uuid NOT NULL,
  answer_id uuid NOT NULL,
  engine text NOT NULL,
  version text NOT NULL,
  recognised boolean NOT NULL,
  tone text NOT NULL,
  tone_match double precision,
  relevance double precision,
  match_score double precision,
  facts jsonb NOT NULL,
  method text NOT NULL,
  CONSTRAINT uq_interpretation_answer UNIQUE (workspace_id, answer_id),
  FOREIGN KEY (workspace_id, run_id) REFERENCES run (workspace_id, id) ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, answer_id) REFERENCES answer (workspace_id, id) ON DELETE CASCADE
)
"""


def upgrade() -> None:
    """Create both tables."""
    op.execute(FACT)
    op.execute(
        "CREATE UNIQUE INDEX uq_brand_fact_value"
        " ON brand_fact (workspace_id, brand_id, kind, lower(value))"
    )
    tenant_table("brand_fact")
    op.execute(INTERPRETATION)
    op.execute(
        "CREATE INDEX ix_interpretation_brand ON interpretation (workspace_id, brand_id, engine)"
    )
    op.execute("CREATE INDEX ix_interpretation_run ON interpretation (workspace_id, run_id)")
    tenant_table("interpretation")


def downgrade() -> None:
    """Drop them."""
    op.execute("DROP TABLE interpretation")
    op.execute("DROP TABLE brand_fact")
