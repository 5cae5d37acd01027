"""A score says what it stands for: coverage has no band, and has no place in the overall score.

Revision ID: 0050_coverage
"""

from __future__ import annotations

from alembic import op

revision = "0050_coverage"
down_revision = "0049_server_turns"
branch_labels = None
depends_on = None

BEFORE = """
CREATE OR REPLACE FUNCTION score_out(s score) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object(
  'value', round((s).value)::integer, 'low', round((s).low::numeric, 1),
  'high', round((s).high::numeric, 1), 'n', (s).n, 'unit', (s).unit, 'band', (s).band,
  'model', (s).model, 'exploratory', (s).exploratory, 'delta', (s).delta)
"""
AFTER = """
CREATE OR REPLACE FUNCTION score_out(s score) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object(
  'value', round((s).value)::integer, 'low', round((s).low::numeric, 1),
  'high', round((s).high::numeric, 1), 'n', (s).n, 'unit', (s).unit,
  'band', nullif((s).band, ''), 'standsFor', (s).detail->'stands_for',
  'model', (s).model, 'exploratory', (s).exploratory, 'delta', (s).delta)
"""


def upgrade() -> None:
    """Scores with what they stand for."""
    op.execute(AFTER)


def downgrade() -> None:
    """Scores without it."""
    op.execute(BEFORE)
