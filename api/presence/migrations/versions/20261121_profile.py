"""What a workspace says of itself on its screens and reports.

Revision ID: 0031_profile
"""

from __future__ import annotations

revision = "0031_profile"
down_revision = "0030_views"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
