"""Accounts: Google identities, one-time tokens, second factor, mail.

Revision ID: 0020_accounts
"""

from __future__ import annotations

revision = "0020_accounts"
down_revision = "0019_teams"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Remove it again."""
