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
# A file larger than one row should be is kept in parts; then its own content is empty.
LARGE_FILES = """
ALTER TABLE made_file
  DROP CONSTRAINT ck_made_file_size,
  ADD CONSTRAINT ck_made_file_size CHECK (size BETWEEN 0 AND 536870912),
  ADD COLUMN parts integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT uq_made_file_workspace_id_id UNIQUE (workspace_id, id)
"""
SMALL_FILES = """
ALTER TABLE made_file
  DROP CONSTRAINT ck_made_file_size,
  ADD CONSTRAINT ck_made_file_size CHECK (size BETWEEN 0 AND 26214400),
  DROP COLUMN parts,
  DROP CONSTRAINT uq_made_file_workspace_id_id
"""
FILE_PART = f"""
CREATE TABLE made_file_part (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  file_id uuid NOT NULL,
  number integer NOT NULL,
  content bytea NOT NULL,
  CONSTRAINT pk_made_file_part PRIMARY KEY (workspace_id, file_id, number),
  CONSTRAINT fk_made_file_part_workspace_id_file_id FOREIGN KEY (workspace_id, file_id)
    REFERENCES made_file (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_made_file_part_size CHECK (octet_length(content) BETWEEN 1 AND 1048576)
)"""
VIEW_EXPORT = f"""
CREATE TABLE view_export (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  brand_id uuid NOT NULL,
  user_id uuid CONSTRAINT fk_view_export_user_id REFERENCES users (id) ON DELETE SET NULL,
  resource varchar(24) NOT NULL,
  format varchar(8) NOT NULL,
  filters jsonb NOT NULL DEFAULT '{{}}'::jsonb,
  status varchar(16) NOT NULL DEFAULT 'queued',
  done integer NOT NULL DEFAULT 0,
  total integer,
  file_id uuid,
  size integer,
  failure varchar(400) NOT NULL DEFAULT '',
  started_at timestamptz,
  ready_at timestamptz,
  expires_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_view_export PRIMARY KEY (id),
  CONSTRAINT fk_view_export_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_view_export_status CHECK
    (status IN ('queued', 'running', 'ready', 'failed', 'canceled'))
)"""
ANNOTATION = f"""
CREATE TABLE annotation (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  brand_id uuid NOT NULL,
  owner_id uuid CONSTRAINT fk_annotation_owner_id REFERENCES users (id) ON DELETE CASCADE,
  author_id uuid CONSTRAINT fk_annotation_author_id REFERENCES users (id) ON DELETE SET NULL,
  day date NOT NULL,
  text varchar(300) NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_annotation PRIMARY KEY (id),
  CONSTRAINT fk_annotation_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE
)"""
INDEXES = (
    "CREATE INDEX ix_annotation_workspace_id_brand_id_day"
    " ON annotation (workspace_id, brand_id, day)",
    "CREATE INDEX ix_annotation_owner_id ON annotation (owner_id)",
    "CREATE INDEX ix_annotation_author_id ON annotation (author_id)",
    "CREATE INDEX ix_view_export_workspace_id_brand_id ON view_export (workspace_id, brand_id)",
    "CREATE INDEX ix_view_export_user_id ON view_export (user_id)",
    # Answers of a brand are read newest first, page by page.
    "CREATE INDEX ix_answer_workspace_id_brand_id_id ON answer (workspace_id, brand_id, id)",
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
# An export whose job is neither waiting nor at work will never be made.
STRANDED_EXPORTS = """
CREATE FUNCTION stranded_exports(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, view_export_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT e.workspace_id, e.id FROM view_export e
  WHERE e.status IN ('queued', 'running') AND e.changed_at < now() - p_quiet
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'exports.make' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'view_export_id' = e.id::text)
  ORDER BY e.changed_at LIMIT p_limit
$$
"""


def upgrade() -> None:
    """Create the tables and what finds their rows before a tenant is known."""
    for statement in (SHARE_LINK, LARGE_FILES, FILE_PART, VIEW_EXPORT, ANNOTATION, *INDEXES):
        op.execute(statement)
    for table in ("share_link", "view_export", "made_file_part", "annotation"):
        tenant_table(table)
    for table in ("share_link", "view_export"):
        resolver_reads(table)
    for function in (FIND_SHARE_LINK, STRANDED_EXPORTS):
        op.execute(function)
    resolver_function("find_share_link(bytea)")
    resolver_function("stranded_exports(interval, integer)")


def downgrade() -> None:
    """Take them away again."""
    op.execute("DROP FUNCTION stranded_exports(interval, integer)")
    op.execute("DROP FUNCTION find_share_link(bytea)")
    op.execute("DROP TABLE annotation")
    op.execute("DROP INDEX ix_answer_workspace_id_brand_id_id")
    op.execute("DROP TABLE view_export")
    op.execute("DROP TABLE made_file_part")
    op.execute("DELETE FROM made_file WHERE parts > 0")
    op.execute(SMALL_FILES)
    op.execute("DROP TABLE share_link")
