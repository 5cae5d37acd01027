"""Digests, alerts, shares, exports, webhooks.

Revision ID: 0026_delivery
"""

from __future__ import annotations

revision = "0026_delivery"
down_revision = "0025_staff"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
