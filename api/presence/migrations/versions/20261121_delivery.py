"""Digests, alert rules, outgoing webhooks.

Revision ID: 0027_delivery
"""

from __future__ import annotations

revision = "0027_delivery"
down_revision = "0026_shares"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
