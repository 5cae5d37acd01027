"""Share links, exports, annotations and saved views.

Revision ID: 0026_shares
"""

from __future__ import annotations

revision = "0026_shares"
down_revision = "0025_staff"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
