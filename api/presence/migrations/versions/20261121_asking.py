"""What measuring asks next: prompts a model wrote, judgements, runs that stop early.

Revision ID: 0032_asking
"""

from __future__ import annotations

revision = "0032_asking"
down_revision = "0031_profile"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""


def downgrade() -> None:
    """Take it away again."""
