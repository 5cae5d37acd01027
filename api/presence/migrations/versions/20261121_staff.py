"""Staff of the console, and what the role operator reaches.

Revision ID: 0025_staff
"""

from __future__ import annotations

revision = "0025_staff"
down_revision = "0024_measurement"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
