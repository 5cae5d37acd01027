"""A session of staff that nobody uses ends before its eight hours are over.

Revision ID: 0058_staff_idle
"""

from __future__ import annotations

from alembic import op

revision = "0058_staff_idle"
down_revision = "0057_panel_suggestions"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Whoever is signed in now counts as having used the console now."""
    op.execute(
        "ALTER TABLE staff_session ADD COLUMN last_seen_at timestamptz NOT NULL DEFAULT now()"
    )


def downgrade() -> None:
    """Sessions last their eight hours again."""
    op.execute("ALTER TABLE staff_session DROP COLUMN last_seen_at")
