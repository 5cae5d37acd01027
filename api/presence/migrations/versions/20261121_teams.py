"""Teams: invitations, keys of the API, idempotent calls.

Revision ID: 0019_teams
"""

from __future__ import annotations

revision = "0019_teams"
down_revision = "0018_billing_stripe"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
