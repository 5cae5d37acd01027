"""What the auditor reads of a day, without reading the years before it.

Block ranges, because both tables grow in the order of these columns: such an index is a few pages
whatever the table's size, and costs a write nothing.

Revision ID: 0028_observability
"""

from __future__ import annotations

from alembic import op

revision = "0028_observability"
down_revision = "0027_delivery"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create what this revision adds."""
    op.execute("CREATE INDEX ix_engine_usage_asked_at ON engine_usage USING brin (asked_at)")
    op.execute("CREATE INDEX ix_run_created_at ON run USING brin (created_at)")


def downgrade() -> None:
    """Take it away again."""
    op.execute("DROP INDEX ix_run_created_at")
    op.execute("DROP INDEX ix_engine_usage_asked_at")
