"""The assistants of a first analysis wait until what we understood is confirmed.

Revision ID: 0052_held_assistants
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from presence.db.rls import resolver_function

revision = "0052_held_assistants"
down_revision = "0051_also_named"
branch_labels = None
depends_on = None

DUE = """
CREATE OR REPLACE FUNCTION due_held_assistants(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, brand_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.brand_id FROM run_schedule s
  JOIN workspace w ON w.id = s.workspace_id
  WHERE s.held_until <= p_now AND w.deleted_at IS NULL
  ORDER BY s.held_until LIMIT p_limit
$$
"""
SIGNATURE = "due_held_assistants(timestamptz, integer)"


def upgrade() -> None:
    """Hold nothing of the brands there are."""
    op.execute("ALTER TABLE run_schedule ADD COLUMN IF NOT EXISTS held_until timestamptz")
    op.execute(DUE)
    resolver_function(SIGNATURE)
    with op.get_context().autocommit_block():  # brands go on being analysed meanwhile
        op.create_index(
            "ix_run_schedule_held_until",
            "run_schedule",
            ["held_until"],
            postgresql_where=sa.text("held_until IS NOT NULL"),
            postgresql_concurrently=True,
            if_not_exists=True,
        )


def downgrade() -> None:
    """Ask assistants with every first analysis."""
    op.execute(f"DROP FUNCTION {SIGNATURE}")
    op.drop_column("run_schedule", "held_until")
