"""Reports that search engines and analytics tools export, as a brand's people upload them.

Revision ID: 0070_traffic_reports
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0070_traffic_reports"
down_revision = "0069_traffic_deleting"
branch_labels = None
depends_on = None

WORKSPACE = f"""workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE"""
REPORT = f"""
CREATE TABLE traffic_report (
  id uuid PRIMARY KEY,
  {WORKSPACE},
  brand_id uuid NOT NULL,
  platform varchar(20) NOT NULL,
  subject varchar(10) NOT NULL,
  first_day date NOT NULL,
  last_day date NOT NULL,
  name varchar(200) NOT NULL,
  label varchar(100) NOT NULL,
  digest bytea NOT NULL,
  columns jsonb NOT NULL,
  main smallint NOT NULL,
  rows integer NOT NULL,
  counts jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT uq_traffic_report_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_traffic_report_kind
    UNIQUE (workspace_id, brand_id, platform, subject, first_day, last_day),
  CONSTRAINT ck_traffic_report_period CHECK (first_day <= last_day),
  CONSTRAINT ck_traffic_report_sha256 CHECK (octet_length(digest) = 32),
  FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE
)
"""
ROW = f"""
CREATE TABLE traffic_report_row (
  {WORKSPACE},
  report_id uuid NOT NULL,
  number integer NOT NULL,
  name varchar(2000) NOT NULL,
  "values" jsonb NOT NULL,
  CONSTRAINT pk_traffic_report_row PRIMARY KEY (workspace_id, report_id, number),
  FOREIGN KEY (workspace_id, report_id) REFERENCES traffic_report (workspace_id, id)
    ON DELETE CASCADE
)
"""
# The auditor counts rows; what a customer's pages and queries are called is not its business.
AUDITED = "workspace_id, report_id, number"


def upgrade() -> None:
    """Create the tables and close each to its own workspace."""
    op.execute(REPORT)
    tenant_table("traffic_report")
    op.execute(ROW)
    tenant_table("traffic_report_row")
    op.execute("REVOKE SELECT ON traffic_report_row FROM auditor")
    op.execute(f"GRANT SELECT ({AUDITED}) ON traffic_report_row TO auditor")


def downgrade() -> None:
    """Drop them."""
    op.execute("DROP TABLE traffic_report_row")
    op.execute("DROP TABLE traffic_report")
