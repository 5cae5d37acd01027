"""Saved views, and where alerts and reports go.

Revision ID: 0030_views
"""

from __future__ import annotations

revision = "0030_views"
down_revision = "0029_flags"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
