"""Alembic environment: runs on the connection the runner hands over, as the `owner` role.

Invariant: every migration has a short `lock_timeout`, so a blocked one fails instead of queueing
the whole product behind it.
"""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection, text

from presence.migrations.registry import metadata


def run(connection: Connection) -> None:
    """Run the requested migrations on an open connection."""
    context.configure(
        connection=connection,
        target_metadata=metadata,
        compare_type=True,
        transaction_per_migration=True,
    )
    connection.execute(text("SET lock_timeout = '5s'"))
    connection.commit()
    with context.begin_transaction():
        context.run_migrations()


run(context.config.attributes["connection"])
