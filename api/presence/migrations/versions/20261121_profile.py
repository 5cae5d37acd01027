"""How a workspace's reports are to look.

Revision ID: 0031_profile
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0031_profile"
down_revision = "0030_views"
branch_labels = None
depends_on = None

REPORT_BRANDING = f"""
CREATE TABLE report_branding (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text}
    CONSTRAINT fk_report_branding_workspace_id REFERENCES workspace (id) ON DELETE CASCADE,
  name varchar(80) NOT NULL DEFAULT '',
  colour varchar(7) NOT NULL DEFAULT '',
  logo bytea,
  logo_type varchar(16),
  changed_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_report_branding PRIMARY KEY (workspace_id),
  CONSTRAINT ck_report_branding_colour CHECK (colour ~ '^(#[0-9a-f]{{6}})?$'),
  CONSTRAINT ck_report_branding_logo CHECK (octet_length(logo) BETWEEN 1 AND 204800),
  CONSTRAINT ck_report_branding_logo_type CHECK (logo_type IN ('image/png', 'image/jpeg')),
  CONSTRAINT ck_report_branding_whole CHECK ((logo IS NULL) = (logo_type IS NULL))
)"""


def upgrade() -> None:
    """Create the table."""
    op.execute(REPORT_BRANDING)
    tenant_table("report_branding")


def downgrade() -> None:
    """Take it away again."""
    op.execute("DROP TABLE report_branding")
