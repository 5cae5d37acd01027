"""What the analytics screens read: sums of a run's answers, and what people said of its readings.

Revision ID: 0017_analytics
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0017_analytics"
down_revision = "0016_what_if"
branch_labels = None
depends_on = None

TABLES = ("run_cell", "run_entity", "run_source", "answer_correction", "mention_review")
_TENANT = f"""
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now()
"""
_RUN = """
  FOREIGN KEY (workspace_id, run_id) REFERENCES run (workspace_id, id) ON DELETE CASCADE
"""
_PROMPT = """
  FOREIGN KEY (workspace_id, prompt_id) REFERENCES prompt (workspace_id, id) ON DELETE CASCADE
"""
_ANSWER = """
  FOREIGN KEY (workspace_id, answer_id) REFERENCES answer (workspace_id, id) ON DELETE CASCADE
"""
_COUNTS = (
    "answers", "failed", "mentions", "position_sum", "informative", "recommended", "cited_known",
    "cited_owned", "ghosts", "positive", "neutral", "negative",
)  # fmt: skip

RUN_CELL = f"""
CREATE TABLE run_cell (
  run_id uuid NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  basis text NOT NULL,
  {", ".join(f"{name} integer NOT NULL DEFAULT 0" for name in _COUNTS)},
  visibility_sum double precision NOT NULL,
  {_TENANT},
  PRIMARY KEY (workspace_id, run_id, prompt_id, engine),
  {_RUN}, {_PROMPT}
)
"""
RUN_ENTITY = f"""
CREATE TABLE run_entity (
  run_id uuid NOT NULL,
  prompt_id uuid NOT NULL,
  engine text NOT NULL,
  entity text NOT NULL,
  mentions integer NOT NULL DEFAULT 0,
  position_sum integer NOT NULL DEFAULT 0,
  recommended integer NOT NULL DEFAULT 0,
  {_TENANT},
  PRIMARY KEY (workspace_id, run_id, prompt_id, engine, entity),
  {_RUN}, {_PROMPT}
)
"""
RUN_SOURCE = f"""
CREATE TABLE run_source (
  run_id uuid NOT NULL,
  engine text NOT NULL,
  url text NOT NULL,
  domain text NOT NULL,
  title text NOT NULL DEFAULT '',
  source_class text,
  owner text,
  cited integer NOT NULL DEFAULT 0,
  retrieved integer NOT NULL DEFAULT 0,
  without_brand integer NOT NULL DEFAULT 0,
  {_TENANT},
  PRIMARY KEY (workspace_id, run_id, engine, url),
  {_RUN}
)
"""
# A person's word on one reading: kept for the labelled set, and applied when a brand is re-scored.
ANSWER_CORRECTION = f"""
CREATE TABLE answer_correction (
  id uuid PRIMARY KEY,
  answer_id uuid NOT NULL,
  kind text NOT NULL,
  entity text NOT NULL,
  start_at integer NOT NULL,
  end_at integer NOT NULL,
  note text NOT NULL DEFAULT '',
  user_id uuid REFERENCES users (id) ON DELETE SET NULL,
  {_TENANT},
  CONSTRAINT uq_answer_correction_span
    UNIQUE (workspace_id, answer_id, entity, start_at, end_at),
  CONSTRAINT ck_answer_correction_kind
    CHECK (kind IN ('not-this-brand', 'missed', 'wrong-stance', 'wrong-sentiment')),
  CONSTRAINT ck_answer_correction_span CHECK (start_at >= 0 AND end_at > start_at),
  {_ANSWER}
)
"""
MENTION_REVIEW = f"""
CREATE TABLE mention_review (
  id uuid PRIMARY KEY,
  answer_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  entity text NOT NULL,
  start_at integer NOT NULL,
  end_at integer NOT NULL,
  matched text NOT NULL,
  reason text NOT NULL DEFAULT '',
  is_brand boolean,
  decided_by uuid REFERENCES users (id) ON DELETE SET NULL,
  decided_at timestamptz,
  {_TENANT},
  CONSTRAINT uq_mention_review_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_mention_review_span
    UNIQUE (workspace_id, answer_id, entity, start_at, end_at),
  FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  {_ANSWER}
)
"""


def upgrade() -> None:
    """Create the tables, then close each to its own workspace."""
    for statement in (RUN_CELL, RUN_ENTITY, RUN_SOURCE, ANSWER_CORRECTION, MENTION_REVIEW):
        op.execute(statement)
    op.execute("CREATE INDEX ix_run_source_domain ON run_source (workspace_id, run_id, domain)")
    op.execute(
        "CREATE INDEX ix_mention_review_open ON mention_review (workspace_id, brand_id, id)"
        " WHERE is_brand IS NULL"
    )
    for table in TABLES:
        tenant_table(table)


def downgrade() -> None:
    """Drop them."""
    for table in reversed(TABLES):
        op.execute(f"DROP TABLE {table}")
