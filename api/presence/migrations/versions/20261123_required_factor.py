"""A workspace may ask its members for a second factor.

Who has none is `locked` there: whatever resolves a session says so instead of a role, so each way
into the workspace is shut by the same word. Staff who act as a customer have their own factors.

Revision ID: 0039_required_factor
"""

from __future__ import annotations

from importlib import import_module

from alembic import op

from presence.db.rls import USER, resolver_function, resolver_reads

revision = "0039_required_factor"
down_revision = "0038_audit_chain"
branch_labels = None
depends_on = None

FACTOR = "SELECT FROM second_factor f WHERE f.user_id = {who} AND f.confirmed_at IS NOT NULL"
PAUSED = "CASE WHEN b.paused THEN 'paused' ELSE b.role END AS role"
LOCKED = f"""CASE WHEN s.impersonation_id IS NULL AND w.require_second_factor
                  AND NOT EXISTS ({FACTOR.format(who="b.user_id")}) THEN 'locked'
                  WHEN b.paused THEN 'paused' ELSE b.role END AS role"""

LOCKED_WORKSPACES = f"""
CREATE FUNCTION locked_workspaces(p_user uuid) RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id FROM membership m JOIN workspace w ON w.id = m.workspace_id
   WHERE m.user_id = p_user AND w.require_second_factor
     AND NOT EXISTS ({FACTOR.format(who="p_user")})
$$
"""  # noqa: S608 - expressions of this file

FACTOR_DEMANDED = f"""
CREATE FUNCTION factor_demanded() RETURNS boolean
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT EXISTS (
    SELECT FROM membership m JOIN workspace w ON w.id = m.workspace_id AND w.deleted_at IS NULL
     WHERE m.user_id = {USER} AND w.require_second_factor)
$$
"""  # noqa: S608 - an expression of this product

PLAN = "      WHERE s.workspace_id = r.workspace_id),"
PLAN_SEEN = "      WHERE s.workspace_id = r.workspace_id AND r.role <> 'locked'),"
CURRENT = "    'currentWorkspaceId', r.workspace_id\n"
CURRENT_AND_DUE = """    'currentWorkspaceId', r.workspace_id,
    'secondFactorDue', coalesce(r.role = 'locked', false)
"""
NEW = {
    "locked_workspaces(uuid)": LOCKED_WORKSPACES,
    "factor_demanded()": FACTOR_DEMANDED,
}


def upgrade() -> None:
    """Add the rule and say it where a session is resolved."""
    # Every page reads workspaces: that table is shut for one statement, not while another is
    # waited for.
    with op.get_context().autocommit_block():
        op.execute(
            "ALTER TABLE workspace ADD COLUMN IF NOT EXISTS"
            " require_second_factor boolean NOT NULL DEFAULT false"
        )
    resolver_reads("second_factor")
    for signature, body in NEW.items():
        op.execute(body)
        resolver_function(signature)
    op.execute(_resolve().replace(PAUSED, LOCKED))
    op.execute(_document().replace(PLAN, PLAN_SEEN).replace(CURRENT, CURRENT_AND_DUE))


def downgrade() -> None:
    """Drop everything of this revision."""
    op.execute(_document())
    op.execute(_resolve())
    for signature in NEW:
        op.execute(f"DROP FUNCTION IF EXISTS {signature}")
    op.execute("DROP POLICY IF EXISTS resolver_read ON second_factor")
    op.execute("REVOKE SELECT ON second_factor FROM resolver")
    with op.get_context().autocommit_block():
        op.execute("ALTER TABLE workspace DROP COLUMN IF EXISTS require_second_factor")


def _resolve() -> str:
    before = import_module("presence.migrations.versions.20261123_impersonations")
    statement: str = before.RESOLVE_SESSION
    return statement


def _document() -> str:
    before = import_module("presence.migrations.versions.20261121_session")
    teams = import_module("presence.migrations.versions.20261121_teams")
    statement: str = before.USER_DOCUMENT.replace(*teams.PAUSED_MEMBER)
    return statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
