"""What people decided about gaps, findings and recommendations.

Revision ID: 0013_advice
"""

from __future__ import annotations

revision = "0013_advice"
down_revision = "0012_rescores"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
