"""A workspace may be an example: one for a person, read by them alone.

Revision ID: 0068_examples
"""

from __future__ import annotations

from alembic import op

from presence.db.functions import load
from presence.db.rls import delete_in_parts, resolver_function, stop_deleting

revision = "0068_examples"
down_revision = "0067_traffic_grants"
branch_labels = None
depends_on = None

# Of each function: the text loaded, and the words in it that are new.
CHANGED = {
    "count_workspaces": ("5e7c3643", " AND w.example_of IS NULL"),
    "first_workspace": ("b4a86df5", " AND w.example_of IS NULL"),
    "resolve_session": ("3ba14b01", " w.example_of IS NOT NULL,\n                "),
    "user_document": (
        "ac15f50f",
        ",\n                                                'example', w.example_of IS NOT NULL",
    ),
}


def upgrade() -> None:
    """Add the columns and the functions over them."""
    op.execute(
        "ALTER TABLE workspace ADD COLUMN IF NOT EXISTS example_of uuid,"
        " ADD COLUMN IF NOT EXISTS example_from uuid"
    )
    with op.get_context().autocommit_block():
        op.execute("DROP INDEX CONCURRENTLY IF EXISTS ix_workspace_example")
        op.execute(
            "CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS ix_workspace_example"
            " ON workspace (example_of) WHERE example_of IS NOT NULL AND deleted_at IS NULL"
        )
    for name, (digest, _) in CHANGED.items():
        op.execute(load(name, digest))
    op.execute(load("my_example", "020511f4"))
    resolver_function("my_example()")


def downgrade() -> None:
    """Examples are gone with everything in them."""
    with op.get_context().autocommit_block():  # as many as there are people
        delete_in_parts("workspace", "example_of IS NOT NULL", "INSERT")
    op.execute("DROP FUNCTION my_example()")
    for name, (digest, new) in CHANGED.items():
        op.execute(load(name, digest).replace(new, ""))
    stop_deleting("workspace")
    op.execute("ALTER TABLE workspace DROP COLUMN example_from, DROP COLUMN example_of")
