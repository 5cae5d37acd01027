"""A deleted brand's token is nobody's, and the auditor reads neither tokens nor logs.

Revision ID: 0067_traffic_grants
"""

from __future__ import annotations

from alembic import op

from presence.db.functions import load

revision = "0067_traffic_grants"
down_revision = "0065_traffic"
branch_labels = None
depends_on = None

BEFORE = """CREATE OR REPLACE FUNCTION traffic_source_of(p_hash bytea)
RETURNS TABLE (workspace_id uuid, source_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.id FROM traffic_source s
  JOIN workspace w ON w.id = s.workspace_id AND w.deleted_at IS NULL
  WHERE s.token_hash = p_hash
$$"""
AUDITED = {
    "traffic_source": "id, workspace_id, brand_id, name, kind, prefix, received_at, cleaned_at,"
    " created_at",
    "traffic_upload_part": "workspace_id, upload_id, number",
}
OF_A_BRAND = "workspace_id, id, status"


def upgrade() -> None:
    """Narrow what the auditor reads; let the function know whether a brand is there."""
    for table, columns in AUDITED.items():
        op.execute(f"REVOKE SELECT ON {table} FROM auditor")  # noqa: S608 - our own names
        op.execute(f"GRANT SELECT ({columns}) ON {table} TO auditor")
    op.execute("CREATE POLICY resolver_read ON brand FOR SELECT TO resolver USING (true)")
    op.execute(f"GRANT SELECT ({OF_A_BRAND}) ON brand TO resolver")
    op.execute(load("traffic_source_of", "1a4c1cc8"))


def downgrade() -> None:
    """As it was."""
    op.execute(BEFORE)
    op.execute(f"REVOKE SELECT ({OF_A_BRAND}) ON brand FROM resolver")  # noqa: S608 - our own names
    op.execute("DROP POLICY resolver_read ON brand")
    for table, columns in AUDITED.items():
        op.execute(f"REVOKE SELECT ({columns}) ON {table} FROM auditor")  # noqa: S608 - our own names
        op.execute(f"GRANT SELECT ON {table} TO auditor")
