"""Payments through Stripe: customers, webhook deliveries, requests.

Revision ID: 0018_billing_stripe
"""

from __future__ import annotations

revision = "0018_billing_stripe"
down_revision = "0017_analytics"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
