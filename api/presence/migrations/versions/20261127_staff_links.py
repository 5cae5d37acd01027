"""The address of a file that staff fetched opens nothing once they may not fetch any more.

Revision ID: 0055_staff_links
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import resolver_function

revision = "0055_staff_links"
down_revision = "0054_composed"
branch_labels = None
depends_on = None

# The roles of `operators/service/permissions.py` that may download; a test compares.
ENTITLED = "('support-l2', 'admin')"
STAFF_MAY_FETCH = f"""
CREATE FUNCTION staff_may_fetch(p_staff uuid) RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM staff f
     WHERE f.id = p_staff AND f.status = 'active' AND f.role IN {ENTITLED})
$$
"""  # noqa: S608 - expressions of this file


def upgrade() -> None:
    """Let the customers' application ask."""
    op.execute(STAFF_MAY_FETCH)
    resolver_function("staff_may_fetch(uuid)")


def downgrade() -> None:
    """Addresses open until their time is over, as before."""
    op.execute("DROP FUNCTION staff_may_fetch(uuid)")
