"""A key for every workspace opens none that asks its maker for a second factor in vain.

Such a key is made in one workspace and opens others of its maker: making it there lets nobody in
where they are shut out themselves.

Revision ID: 0043_factor_of_keys
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

revision = "0043_factor_of_keys"
down_revision = "0042_key_check"
branch_labels = None
depends_on = None

ELSEWHERE = "OR k.every_workspace AND m.role IN ('owner', 'admin'))"
FOR_ALL = "k.every_workspace"  # guard: keys.own-workspace -> "true"
LET_IN = f"""OR {FOR_ALL} AND m.role IN ('owner', 'admin')
           AND (NOT w.require_second_factor OR EXISTS (
             SELECT FROM second_factor f
              WHERE f.user_id = k.user_id AND f.confirmed_at IS NOT NULL)))"""


def upgrade() -> None:
    """Ask for the maker's factor wherever the key was not made."""
    before = _before()
    if before.count(ELSEWHERE) != 1:
        raise RuntimeError("resolve_api_key does not say once where a key opens other workspaces")
    op.execute(before.replace(ELSEWHERE, LET_IN))


def downgrade() -> None:
    """The function as it was."""
    op.execute(_before())


def _before() -> str:
    endings = import_module("presence.migrations.versions.20261122_endings")
    (change,) = [change for change in endings.CHANGES if change[1] == "RESOLVE_API_KEY"]
    statement: str = endings._changed(*change)
    return statement
