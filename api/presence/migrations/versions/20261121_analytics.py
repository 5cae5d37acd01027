"""What the analytics screens read.

Revision ID: 0017_analytics
"""

from __future__ import annotations

revision = "0017_analytics"
down_revision = "0016_what_if"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
