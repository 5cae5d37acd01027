"""What-if experiments and their calibration record.

Revision ID: 0016_what_if
"""

from __future__ import annotations

revision = "0016_what_if"
down_revision = "0015_trends"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
