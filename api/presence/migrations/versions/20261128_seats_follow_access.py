"""Seats follow the stored end of access instead of a rule of their own.

Revision ID: 0060_seats_follow_access
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

from presence.db.functions import load

revision = "0060_seats_follow_access"
down_revision = "0059_alert_coverage"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Load the function."""
    op.execute(load("overseated_workspaces", "3d890036"))


def downgrade() -> None:
    """Judge by status and dates again."""
    teams = import_module("presence.migrations.versions.20261121_teams")
    before: str = teams.OVERSEATED_WORKSPACES
    op.execute(before.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION"))
