"""What the role auditor reads, and its invariants.

Revision ID: 0028_observability
"""

from __future__ import annotations

revision = "0028_observability"
down_revision = "0027_delivery"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
