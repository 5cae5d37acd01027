"""Share links, exports, annotations and saved views.

Revision ID: 0026_shares
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, resolver_function, resolver_reads, tenant_table

revision = "0026_shares"
down_revision = "0025_staff"
branch_labels = None
depends_on = None

SHARE_LINK = f"""
CREATE TABLE share_link (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  brand_id uuid NOT NULL,
  user_id uuid CONSTRAINT fk_share_link_user_id REFERENCES users (id) ON DELETE SET NULL,
  name varchar(120) NOT NULL,
  token_hash bytea NOT NULL,
  sealed_token bytea NOT NULL,
  password_hash varchar(200),
  sections jsonb NOT NULL,
  days integer,
  first date,
  last date,
  engines jsonb NOT NULL DEFAULT '[]'::jsonb,
  topics jsonb NOT NULL DEFAULT '[]'::jsonb,
  expires_at timestamptz,
  revoked_at timestamptz,
  views integer NOT NULL DEFAULT 0,
  last_viewed_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_share_link PRIMARY KEY (id),
  CONSTRAINT fk_share_link_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_share_link_period CHECK
    ((days IS NULL) = (first IS NOT NULL AND last IS NOT NULL))
)"""
INDEXES = (
    "CREATE INDEX ix_share_link_workspace_id_brand_id ON share_link (workspace_id, brand_id)",
    "CREATE INDEX ix_share_link_token_hash ON share_link (token_hash)",
    "CREATE INDEX ix_share_link_user_id ON share_link (user_id)",
)
# Whoever holds a link's token is of no workspace; ids are all that is told here.
FIND_SHARE_LINK = """
CREATE FUNCTION find_share_link(p_hash bytea) RETURNS TABLE (workspace_id uuid, share_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.id FROM share_link s
    JOIN workspace w ON w.id = s.workspace_id AND w.deleted_at IS NULL
    WHERE s.token_hash = p_hash
$$
"""


def upgrade() -> None:
    """Create the tables and what finds their rows before a tenant is known."""
    for statement in (SHARE_LINK, *INDEXES):
        op.execute(statement)
    for table in ("share_link",):
        tenant_table(table)
        resolver_reads(table)
    op.execute(FIND_SHARE_LINK)
    resolver_function("find_share_link(bytea)")


def downgrade() -> None:
    """Take them away again."""
    op.execute("DROP FUNCTION find_share_link(bytea)")
    op.execute("DROP TABLE share_link")
