"""Invariants and what the auditor may read.

Revision ID: 0027_observability
"""

from __future__ import annotations

revision = "0027_observability"
down_revision = "0026_delivery"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
