"""Finds whose sealed values a retired key sealed, by the key's name in front of each.

Revision ID: 0053_sealed_by
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import resolver_function, resolver_reads

revision = "0053_sealed_by"
down_revision = "0052_held_assistants"
branch_labels = None
depends_on = None

# Ids only: the values are read and replaced under the binding of whom they belong to.
FIND = """
CREATE FUNCTION sealed_by(p_names bytea[]) RETURNS TABLE (workspace_id uuid, user_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.workspace_id, NULL::uuid FROM engine_credential c
    WHERE substring(c.secret FROM 2 FOR 4) = ANY (p_names)
  UNION SELECT e.workspace_id, NULL FROM endpoint e
    WHERE substring(e.secret FROM 2 FOR 4) = ANY (p_names)
      OR substring(e.former_secret FROM 2 FOR 4) = ANY (p_names)
  UNION SELECT s.workspace_id, NULL FROM share_link s
    WHERE substring(s.sealed_token FROM 2 FOR 4) = ANY (p_names)
  UNION SELECT NULL, f.user_id FROM second_factor f
    WHERE substring(f.key FROM 2 FOR 4) = ANY (p_names)
  LIMIT 200
$$
"""
SIGNATURE = "sealed_by(bytea[])"


def upgrade() -> None:
    """The function; the resolver sees the other three tables already."""
    resolver_reads("engine_credential")
    op.execute(FIND)
    resolver_function(SIGNATURE)


def downgrade() -> None:
    """Nothing finds them."""
    op.execute(f"DROP FUNCTION {SIGNATURE}")
    op.execute("DROP POLICY resolver_read ON engine_credential")
    op.execute("REVOKE SELECT ON engine_credential FROM resolver")
