"""Engine keys, limits, budgets and the usage ledger.

Revision ID: 0009_engines
"""

from __future__ import annotations

revision = "0009_engines"
down_revision = "0008_session"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
