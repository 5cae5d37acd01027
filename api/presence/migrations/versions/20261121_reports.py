"""Reports and the files made for somebody to fetch.

Revision ID: 0023_reports
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import (
    CURRENT_WORKSPACE,
    resolver_function,
    resolver_reads,
    tenant_table,
)

revision = "0023_reports"
down_revision = "0022_outputs"
branch_labels = None
depends_on = None

STORED_FILE = f"""
CREATE TABLE made_file (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text}
    CONSTRAINT fk_made_file_workspace_id REFERENCES workspace (id) ON DELETE CASCADE,
  name varchar(200) NOT NULL,
  media_type varchar(120) NOT NULL,
  size integer NOT NULL,
  content bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_made_file PRIMARY KEY (id),
  CONSTRAINT ck_made_file_size CHECK (size BETWEEN 0 AND 26214400)
)"""
REPORT = f"""
CREATE TABLE report (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  brand_id uuid NOT NULL,
  user_id uuid CONSTRAINT fk_report_user_id REFERENCES users (id) ON DELETE SET NULL,
  format varchar(8) NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'queued',
  sections jsonb NOT NULL,
  locale varchar(16) NOT NULL,
  first date,
  last date,
  file_id uuid,
  size integer,
  failure varchar(400) NOT NULL DEFAULT '',
  started_at timestamptz,
  ready_at timestamptz,
  expires_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_report PRIMARY KEY (id),
  CONSTRAINT fk_report_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_report_status CHECK
    (status IN ('queued', 'running', 'ready', 'failed', 'canceled'))
)"""
INDEXES = (
    "CREATE INDEX ix_made_file_expires_at ON made_file (expires_at)",
    "CREATE INDEX ix_made_file_workspace_id ON made_file (workspace_id)",
    "CREATE INDEX ix_report_workspace_id_brand_id ON report (workspace_id, brand_id)",
    "CREATE INDEX ix_report_user_id ON report (user_id)",
)
EXPIRED_FILES = """
CREATE FUNCTION expired_files(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, file_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT f.workspace_id, f.id FROM made_file f WHERE f.expires_at <= p_now
  ORDER BY f.expires_at LIMIT p_limit
$$
"""
# A report whose job is neither waiting nor at work will never be made.
STRANDED_REPORTS = """
CREATE FUNCTION stranded_reports(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, report_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT r.workspace_id, r.id FROM report r
  WHERE r.status IN ('queued', 'running') AND r.changed_at < now() - p_quiet
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'reports.make' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'report_id' = r.id::text)
  ORDER BY r.changed_at LIMIT p_limit
$$
"""


def upgrade() -> None:
    """Create both tables and what the sweeps look with."""
    for statement in (STORED_FILE, REPORT, *INDEXES):
        op.execute(statement)
    for table in ("made_file", "report"):
        tenant_table(table)
        resolver_reads(table)
    for function in (EXPIRED_FILES, STRANDED_REPORTS):
        op.execute(function)
    resolver_function("expired_files(timestamptz, integer)")
    resolver_function("stranded_reports(interval, integer)")


def downgrade() -> None:
    """Drop them."""
    op.execute("DROP FUNCTION stranded_reports(interval, integer)")
    op.execute("DROP FUNCTION expired_files(timestamptz, integer)")
    op.execute("DROP TABLE report")
    op.execute("DROP TABLE made_file")
