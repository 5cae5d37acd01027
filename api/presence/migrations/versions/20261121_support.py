"""Materials of their own beside what a brand was made from; requests for support.

Revision ID: 0021_support
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

from presence.db.rls import CURRENT_WORKSPACE, resolver_function, resolver_reads, tenant_table

revision = "0021_support"
down_revision = "0020_accounts"
branch_labels = None
depends_on = None

ONE_PRIMARY = "uq_material_workspace_id_brand_id_primary"
# Until now a brand had its website or the documents it was made from, and nothing else.
PRIMARY = """
UPDATE material m SET is_primary = true WHERE m.id = (
  SELECT o.id FROM material o WHERE o.workspace_id = m.workspace_id AND o.brand_id = m.brand_id
  ORDER BY o.kind DESC, o.id LIMIT 1)
"""
# Work on a material whose job is neither waiting nor at work will never end.
STRANDED_MATERIALS = """
CREATE FUNCTION stranded_materials(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, material_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT m.workspace_id, m.id FROM material m
  WHERE m.status IN ('queued', 'fetching', 'analysing') AND m.changed_at < now() - p_quiet
    AND m.deleted_at IS NULL AND NOT (m.is_primary AND m.kind = 'website')
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'materials.analyse' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'material_id' = m.id::text)
  ORDER BY m.changed_at LIMIT p_limit
$$
"""
SUPPORT_REQUEST = f"""
CREATE TABLE support_request (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  user_id uuid,
  topic varchar(16) NOT NULL,
  message varchar(5000) NOT NULL,
  page varchar(500) NOT NULL DEFAULT '',
  request_id varchar(64) NOT NULL DEFAULT '',
  plan_id integer,
  billing_frequency varchar(8),
  status varchar(16) NOT NULL DEFAULT 'open',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_support_request PRIMARY KEY (id),
  CONSTRAINT uq_support_request_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_support_request_workspace_id FOREIGN KEY (workspace_id)
    REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_support_request_user_id FOREIGN KEY (user_id)
    REFERENCES users (id) ON DELETE SET NULL,
  CONSTRAINT ck_support_request_topic CHECK
    (topic IN ('question', 'problem', 'billing', 'plan', 'data', 'other')),
  CONSTRAINT ck_support_request_billing_frequency CHECK
    (billing_frequency IN ('monthly', 'yearly')),
  CONSTRAINT ck_support_request_status CHECK (status IN ('open', 'answered', 'closed'))
)
"""


def upgrade() -> None:
    """Create what this revision adds."""
    for column in _columns():
        op.add_column("material", column)
    op.execute("ALTER TABLE material NO FORCE ROW LEVEL SECURITY")
    op.execute(PRIMARY)
    op.execute("ALTER TABLE material FORCE ROW LEVEL SECURITY")
    op.create_index(
        ONE_PRIMARY,
        "material",
        ["workspace_id", "brand_id"],
        unique=True,
        postgresql_where=sa.text("is_primary"),
    )
    resolver_reads("material")
    op.execute(STRANDED_MATERIALS)
    resolver_function("stranded_materials(interval, integer)")
    op.execute(SUPPORT_REQUEST)
    op.create_index(
        "ix_support_request_workspace_id_created_at",
        "support_request",
        ["workspace_id", "created_at"],
    )
    tenant_table("support_request", grants="SELECT, INSERT")


def downgrade() -> None:
    """Remove it again; materials somebody deleted are gone for good."""
    op.drop_table("support_request")
    op.execute("DROP FUNCTION stranded_materials(interval, integer)")
    op.execute("DROP POLICY resolver_read ON material")
    op.execute("REVOKE SELECT ON material FROM resolver")
    op.drop_index(ONE_PRIMARY, "material")
    op.execute("ALTER TABLE material NO FORCE ROW LEVEL SECURITY")
    op.execute("DELETE FROM material WHERE deleted_at IS NOT NULL")
    op.execute("ALTER TABLE material FORCE ROW LEVEL SECURITY")
    for column in reversed(_columns()):
        op.drop_column("material", column.name)


def _columns() -> list[sa.Column[object]]:
    moment = sa.DateTime(timezone=True)
    return [
        sa.Column("is_primary", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("language", sa.String(35), nullable=False, server_default=""),
        sa.Column("fit", JSONB, nullable=True),
        sa.Column("changed_at", moment, nullable=False, server_default=sa.func.now()),
        sa.Column("deleted_at", moment, nullable=True),
    ]
