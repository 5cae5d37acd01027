"""Which suggestions a version of the questions brought, and which it took away.

Revision ID: 0057_panel_suggestions
"""

from __future__ import annotations

from alembic import op

revision = "0057_panel_suggestions"
down_revision = "0056_panel_revisions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Of versions so far it is not known; undoing one leaves its suggestions as they are."""
    op.execute("ALTER TABLE panel_revision ADD COLUMN suggested uuid[] NOT NULL DEFAULT '{}'")
    op.execute("ALTER TABLE panel_revision ADD COLUMN withdrawn uuid[] NOT NULL DEFAULT '{}'")


def downgrade() -> None:
    """Forget them."""
    op.execute("ALTER TABLE panel_revision DROP COLUMN withdrawn")
    op.execute("ALTER TABLE panel_revision DROP COLUMN suggested")
