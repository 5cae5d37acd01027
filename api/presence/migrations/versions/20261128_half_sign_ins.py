"""A half-completed sign-in of staff knows which account at the provider it came from.

Revision ID: 0061_half_sign_ins
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0061_half_sign_ins"
down_revision = "0060_seats_follow_access"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever is between provider and code now was linked before."""
    op.add_column(
        "staff_session",
        sa.Column("provider_subject", sa.String(255), nullable=False, server_default=""),
    )


def downgrade() -> None:
    """Accounts at the provider are linked before a code again."""
    op.drop_column("staff_session", "provider_subject")
