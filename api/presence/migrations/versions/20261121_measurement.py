"""Later needs of measuring.

Revision ID: 0024_measurement
"""

from __future__ import annotations

revision = "0024_measurement"
down_revision = "0023_reports"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
