"""A report may be the brief of one content gap.

Revision ID: 0033_briefs
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0033_briefs"
down_revision = "0032_fair_plan"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Every report there is stays one of the whole brand."""
    op.add_column("report", sa.Column("gap_id", sa.Uuid(), nullable=True))


def downgrade() -> None:
    """Briefs go: without their gap they would be reports of nothing."""
    op.execute("DELETE FROM report WHERE gap_id IS NOT NULL")
    op.drop_column("report", "gap_id")
