"""Materials of a brand (its website, its documents), the files behind them, and site checks.

Files stay in the database up to 25 MB each, so a backup of one thing is a backup of everything.

Revision ID: 0006_materials
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0006_materials"
down_revision = "0005_brands"
branch_labels = None
depends_on = None

# fmt: off
TABLES = f"""
CREATE TABLE stored_file (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  name varchar(200) NOT NULL,
  content_type varchar(120) NOT NULL,
  size integer NOT NULL,
  sha256 bytea NOT NULL,
  data bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_stored_file PRIMARY KEY (id),
  CONSTRAINT uq_stored_file_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_stored_file_workspace_id_sha256 UNIQUE (workspace_id, sha256),
  CONSTRAINT fk_stored_file_workspace_id FOREIGN KEY (workspace_id)
    REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_stored_file_size CHECK
    (size = octet_length(data) AND size BETWEEN 1 AND 26214400)
);
CREATE TABLE material (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  brand_id uuid NOT NULL,
  kind varchar(16) NOT NULL,
  title varchar(200) NOT NULL DEFAULT '',
  url varchar(2048),
  description varchar(2000) NOT NULL DEFAULT '',
  status varchar(16) NOT NULL DEFAULT 'queued',
  failure varchar(500),
  stored_file_id uuid,
  text jsonb,
  word_count integer NOT NULL DEFAULT 0,
  audience_fit smallint,
  analysed_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_material PRIMARY KEY (id),
  CONSTRAINT uq_material_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_material_workspace_id_brand_id_url UNIQUE (workspace_id, brand_id, url),
  CONSTRAINT uq_material_workspace_id_brand_id_file
    UNIQUE (workspace_id, brand_id, stored_file_id),
  CONSTRAINT fk_material_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_material_workspace_id_stored_file_id FOREIGN KEY (workspace_id, stored_file_id)
    REFERENCES stored_file (workspace_id, id),
  CONSTRAINT ck_material_kind CHECK (
    (kind = 'website' AND url IS NOT NULL AND stored_file_id IS NULL)
    OR (kind = 'document' AND url IS NULL AND stored_file_id IS NOT NULL)),
  CONSTRAINT ck_material_status CHECK
    (status IN ('queued', 'fetching', 'analysing', 'ready', 'failed')),
  CONSTRAINT ck_material_audience_fit CHECK (audience_fit BETWEEN 0 AND 100)
);
CREATE TABLE site_check (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  url varchar(2048) NOT NULL,
  result jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_site_check PRIMARY KEY (id),
  CONSTRAINT fk_site_check_workspace_id FOREIGN KEY (workspace_id)
    REFERENCES workspace (id) ON DELETE CASCADE
);
CREATE INDEX ix_site_check_workspace_id_created_at ON site_check (workspace_id, created_at)
"""
# fmt: on


def upgrade() -> None:
    """Create tables and policies."""
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    for table in ("stored_file", "material", "site_check"):
        tenant_table(table)


def downgrade() -> None:
    """Drop everything of this revision."""
    for table in ("site_check", "material", "stored_file"):
        op.execute(f"DROP TABLE {table}")
