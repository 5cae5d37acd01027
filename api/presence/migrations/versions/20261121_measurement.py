"""Later needs of measuring: questions that only imported answers have are called what they are.

Revision ID: 0024_measurement
"""

from __future__ import annotations

from alembic import op

revision = "0024_measurement"
down_revision = "0023_reports"
branch_labels = None
depends_on = None

UP = """
ALTER TABLE prompt
  DROP CONSTRAINT ck_prompt_status,
  ADD CONSTRAINT ck_prompt_status CHECK
    (status IN ('active', 'paused', 'suggested', 'dismissed', 'superseded', 'deleted',
                'answers-only'))
"""
DOWN = """
ALTER TABLE prompt DROP CONSTRAINT ck_prompt_status;
ALTER TABLE prompt
  ALTER COLUMN status TYPE varchar(16) USING
    (CASE WHEN status = 'answers-only' THEN 'deleted' ELSE status END);
ALTER TABLE prompt ADD CONSTRAINT ck_prompt_status CHECK
  (status IN ('active', 'paused', 'suggested', 'dismissed', 'superseded', 'deleted'))
"""


def upgrade() -> None:
    """Create what this revision adds."""
    op.execute(UP)


def downgrade() -> None:
    """Remove it again."""
    op.execute(DOWN)
