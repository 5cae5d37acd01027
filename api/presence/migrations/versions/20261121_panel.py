"""Prompt versions, suggestions and competitors.

Revision ID: 0010_panel
"""

from __future__ import annotations

revision = "0010_panel"
down_revision = "0009_engines"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create it."""


def downgrade() -> None:
    """Drop it."""
