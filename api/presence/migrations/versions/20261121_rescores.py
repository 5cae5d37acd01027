"""Scores of several versions side by side, corrections and reviews.

Revision ID: 0012_rescores
"""

from __future__ import annotations

revision = "0012_rescores"
down_revision = "0011_runs"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
