"""Questions that only imported answers have are called what they are, and a run knows by which
reading of its answers its gaps were judged.

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
                'answers-only'));
ALTER TABLE run ADD COLUMN advised text
"""
DOWN = """
ALTER TABLE run DROP COLUMN advised;
ALTER TABLE prompt DROP CONSTRAINT ck_prompt_status;
ALTER TABLE prompt
  ALTER COLUMN status TYPE varchar(16) USING
    (CASE WHEN status = 'answers-only' THEN 'deleted' ELSE status END);
ALTER TABLE prompt ADD CONSTRAINT ck_prompt_status CHECK
  (status IN ('active', 'paused', 'suggested', 'dismissed', 'superseded', 'deleted'))
"""


def upgrade() -> None:
    """Create what this revision adds."""
    for statement in UP.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    """Remove it again."""
    for statement in DOWN.split(";\n"):
        op.execute(statement)
