"""Switches of features, and sign-in of staff by their own provider.

Revision ID: 0029_flags
"""

from __future__ import annotations

revision = "0029_flags"
down_revision = "0028_observability"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
