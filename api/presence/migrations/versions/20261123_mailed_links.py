"""Whether a link to an invitation was mailed, or copied by whoever manages members.

Links from before count as copied: whoever opens one confirms their address first.

Revision ID: 0044_mailed_links
"""

from __future__ import annotations

from alembic import op

revision = "0044_mailed_links"
down_revision = "0043_factor_of_keys"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; code from before leaves it at its default, which proves nothing."""
    op.execute("ALTER TABLE invitation_link ADD COLUMN mailed boolean NOT NULL DEFAULT false")


def downgrade() -> None:
    """Links forget how they were handed over."""
    op.execute("ALTER TABLE invitation_link DROP COLUMN mailed")
