"""The job queue's tables and what the roles may do with them.

Revision ID: 0001_roles
"""

from __future__ import annotations

from typing import Any

from alembic import op
from procrastinate.schema import SchemaManager

revision = "0001_roles"
down_revision = None
branch_labels = None
depends_on = None

QUEUE_TABLES = (
    "procrastinate_jobs",
    "procrastinate_events",
    "procrastinate_periodic_defers",
    "procrastinate_workers",
)


def upgrade() -> None:
    """Create the queue schema (many statements, hence the driver connection) and its grants."""
    schema = str(SchemaManager.get_schema())
    driver: Any = op.get_bind().connection.dbapi_connection
    driver.run_async(lambda asyncpg_connection: asyncpg_connection.execute(schema))
    for table in QUEUE_TABLES:
        op.execute(f"GRANT SELECT, INSERT, UPDATE, DELETE ON {table} TO customer")
        op.execute(f"GRANT SELECT ON {table} TO auditor")
    op.execute("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO customer")


def downgrade() -> None:
    """Drop the queue."""
    op.execute(
        """
        DO $$ DECLARE item record; BEGIN
          FOR item IN SELECT oid::regprocedure AS f FROM pg_proc
            WHERE proname LIKE 'procrastinate%' LOOP
            EXECUTE 'DROP FUNCTION ' || item.f || ' CASCADE';
          END LOOP;
        END $$
        """
    )
    for table in reversed(QUEUE_TABLES):
        op.execute(f"DROP TABLE IF EXISTS {table} CASCADE")
    for kind in (
        "procrastinate_job_to_defer_v1",
        "procrastinate_job_event_type",
        "procrastinate_job_status",
    ):
        op.execute(f"DROP TYPE IF EXISTS {kind} CASCADE")
