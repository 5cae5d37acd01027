"""Reports and their files.

Revision ID: 0023_reports
"""

from __future__ import annotations

revision = "0023_reports"
down_revision = "0022_outputs"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
