"""Key facts of a brand and what engines state of them.

Revision ID: 0014_facts
"""

from __future__ import annotations

revision = "0014_facts"
down_revision = "0013_advice"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
