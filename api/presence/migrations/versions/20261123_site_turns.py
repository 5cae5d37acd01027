"""An analysis takes its turn at a website: one a minute, whoever asked.

Where a check is refused while the site was looked at a moment ago, an analysis is given the next
free minute and waits for it in the queue.

Revision ID: 0040_site_turns
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import resolver_function

revision = "0040_site_turns"
down_revision = "0039_required_factor"
branch_labels = None
depends_on = None

BOOK = """
CREATE FUNCTION book_site_visit(p_site bytea, p_every_s double precision, p_now timestamptz)
RETURNS timestamptz
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  INSERT INTO site_visit AS s (site, visited_at) VALUES (p_site, p_now)
    ON CONFLICT (site) DO UPDATE
    SET visited_at = greatest(p_now, s.visited_at + make_interval(secs => p_every_s))
    RETURNING s.visited_at
$$
"""


def upgrade() -> None:
    """Create the function."""
    op.execute(BOOK)
    resolver_function("book_site_visit(bytea, double precision, timestamptz)")


def downgrade() -> None:
    """Drop it."""
    op.execute("DROP FUNCTION book_site_visit(bytea, double precision, timestamptz)")
