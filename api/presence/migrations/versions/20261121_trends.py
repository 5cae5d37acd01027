"""Trending queries.

Revision ID: 0015_trends
"""

from __future__ import annotations

revision = "0015_trends"
down_revision = "0014_facts"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
