"""Notifications and preferences.

Revision ID: 0022_outputs
"""

from __future__ import annotations

revision = "0022_outputs"
down_revision = "0021_support"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
