"""A name found in answers says how many engines gave it.

Revision ID: 0051_also_named
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0051_also_named"
down_revision = "0050_coverage"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Count none where nobody counted."""
    op.add_column(
        "competitor", sa.Column("engines", sa.Integer, nullable=False, server_default=sa.text("0"))
    )


def downgrade() -> None:
    """Without the count."""
    op.drop_column("competitor", "engines")
