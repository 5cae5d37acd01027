"""Materials and support requests.

Revision ID: 0021_support
"""

from __future__ import annotations

revision = "0021_support"
down_revision = "0020_accounts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
