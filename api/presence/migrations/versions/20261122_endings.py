"""What has ended stays ended: keys of a leaving account, work of a deleted workspace, owners.

An account in its last week opens nothing by its keys and owns nothing that others rely on; a
deleted workspace is neither analysed nor sends; a log-in of support stays in the workspace it was
begun for; and a paused seat reads nothing by way of an export.

Revision ID: 0034_endings
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

from presence.db.rls import USER, resolver_function

revision = "0034_endings"
down_revision = "0033_briefs"
branch_labels = None
depends_on = None

WORKSPACE_LOCK = 3  # the kind by which transactions of one workspace wait for each other
LOCKED = f"""
  SELECT pg_advisory_xact_lock(hashtextextended(held.workspace_id::text, {WORKSPACE_LOCK}))
    FROM (SELECT workspace_id FROM membership WHERE user_id = {USER} AND role = 'owner'
           ORDER BY workspace_id) held"""  # noqa: S608 - expressions of this product
ALIVE = "JOIN workspace a ON a.id = {of}.workspace_id AND a.deleted_at IS NULL"
# Where each function stands, its name there, and what is said otherwise from now on.
CHANGES: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    ("20261121_teams", "RESOLVE_SESSION", ((
        "WHERE b.user_id = s.user_id\n",
        "WHERE b.user_id = s.user_id\n"
        "          AND (s.impersonation_id IS NULL OR b.workspace_id = s.workspace_id)\n",
    ),)),
    ("20261121_teams", "RESOLVE_API_KEY", ((
        "ON u.id = k.user_id AND u.is_active\n",
        "ON u.id = k.user_id AND u.is_active AND u.deletion_at IS NULL\n",
    ),)),
    ("20261121_runs", "DUE_SCHEDULES", ((
        "FROM run_schedule s\n", f"FROM run_schedule s\n  {ALIVE.format(of='s')}\n",
    ),)),
    ("20261121_delivery", "DUE_ENDPOINT_DIGESTS", ((
        "FROM endpoint e\n", f"FROM endpoint e\n  {ALIVE.format(of='e')}\n",
    ),)),
    ("20261121_delivery", "DUE_DELIVERIES", ((
        "FROM delivery d WHERE", f"FROM delivery d {ALIVE.format(of='d')}\n    WHERE",
    ),)),
    ("20261121_accounts", "MY_WORKSPACES", ((
        "SELECT m.workspace_id, m.role::text,",
        "SELECT m.workspace_id, CASE WHEN m.paused THEN 'paused' ELSE m.role::text END,",
    ),)),
    ("20261121_accounts", "LEFT_OWNERLESS", (
        ("LANGUAGE sql STABLE", "LANGUAGE sql VOLATILE"),
        ("AS $$\n", f"AS $$\n{LOCKED};\n"),
        ("AND o.role = 'owner' AND o.user_id <> m.user_id)",
         "AND o.role = 'owner' AND o.user_id <> m.user_id\n"
         "                      AND EXISTS (SELECT FROM users u WHERE u.id = o.user_id"
         " AND u.deletion_at IS NULL))"),
    )),
)  # fmt: skip
FORGET_KEYS = f"""
CREATE FUNCTION forget_keys() RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$ DELETE FROM api_key WHERE user_id = {USER} $$
"""  # noqa: S608 - an expression of this product


def upgrade() -> None:
    """Say it in the functions that decide it; let a recovered account forget its keys."""
    op.execute("CREATE POLICY resolver_purge ON api_key FOR DELETE TO resolver USING (true)")
    op.execute("GRANT DELETE ON api_key TO resolver")
    op.execute(FORGET_KEYS)
    resolver_function("forget_keys()")
    for module, name, replaced in CHANGES:
        op.execute(_changed(module, name, replaced))


def downgrade() -> None:
    """The functions as they were."""
    op.execute("DROP FUNCTION forget_keys()")
    op.execute("DROP POLICY resolver_purge ON api_key")
    op.execute("REVOKE DELETE ON api_key FROM resolver")
    for module, name, _ in CHANGES:
        op.execute(_before(module, name))


def _changed(module: str, name: str, replaced: tuple[tuple[str, str], ...]) -> str:
    body = _before(module, name)
    for before, after in replaced:
        if body.count(before) != 1:
            raise RuntimeError(f"{name} does not say {before!r} once")
        body = body.replace(before, after)
    return body


def _before(module: str, name: str) -> str:
    statement: str = getattr(import_module(f"presence.migrations.versions.{module}"), name)
    return statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
