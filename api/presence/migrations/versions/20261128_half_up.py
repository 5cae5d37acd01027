"""Scores that end in a half are rounded up on the dashboard, as everywhere else.

Revision ID: 0063_half_up
"""

from __future__ import annotations

from alembic import op

from presence.db.functions import load

revision = "0063_half_up"
down_revision = "0062_staff_unlink"
branch_labels = None
depends_on = None

_BEFORE = """
CREATE OR REPLACE FUNCTION score_out(s score) RETURNS jsonb LANGUAGE sql STABLE
RETURN jsonb_build_object(
  'value', round((s).value)::integer, 'low', round((s).low::numeric, 1),
  'high', round((s).high::numeric, 1), 'n', (s).n, 'unit', (s).unit,
  'band', nullif((s).band, ''), 'standsFor', (s).detail->'stands_for',
  'model', (s).model, 'exploratory', (s).exploratory, 'delta', (s).delta)
"""


def upgrade() -> None:
    """What is composed from now on rounds halves up; stored documents change with the next run."""
    op.execute(load("score_out", "78e73f61"))


def downgrade() -> None:
    """Halves go to the even number."""
    op.execute(_BEFORE)
