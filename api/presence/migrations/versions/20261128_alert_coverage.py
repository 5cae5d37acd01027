"""An alert keeps what its score stood for, and how many answers it was counted from.

Revision ID: 0059_alert_coverage
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0059_alert_coverage"
down_revision = "0058_staff_idle"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Alerts of before say neither."""
    op.add_column("alert_event", sa.Column("stands_for", sa.String(16), nullable=True))
    op.add_column("alert_event", sa.Column("answers_valid", sa.Integer, nullable=True))
    op.add_column("alert_event", sa.Column("answers_total", sa.Integer, nullable=True))


def downgrade() -> None:
    """Reasons name neither again."""
    for column in ("answers_total", "answers_valid", "stands_for"):
        op.drop_column("alert_event", column)
