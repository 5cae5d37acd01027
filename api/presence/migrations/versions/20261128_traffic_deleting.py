"""A log source that was deleted is gone at once, and its rows go bit by bit.

Revision ID: 0069_traffic_deleting
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import delete_in_parts, stop_deleting

revision = "0069_traffic_deleting"
down_revision = "0068_examples"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """When a source was deleted; the auditor reads it as the other columns."""
    op.execute("ALTER TABLE traffic_source ADD COLUMN deleted_at timestamptz")
    op.execute("GRANT SELECT (deleted_at) ON traffic_source TO auditor")


def downgrade() -> None:
    """Sources that wait to be deleted go at once."""
    with op.get_context().autocommit_block():  # each with every line that was counted for it
        delete_in_parts("traffic_source", "deleted_at IS NOT NULL", "UPDATE")
    stop_deleting("traffic_source")
    op.execute("ALTER TABLE traffic_source DROP COLUMN deleted_at")
