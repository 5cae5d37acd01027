"""Run kinds, imported answers and schedule.

Revision ID: 0011_runs
"""

from __future__ import annotations

revision = "0011_runs"
down_revision = "0010_panel"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
