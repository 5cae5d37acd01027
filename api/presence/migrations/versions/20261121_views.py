"""Saved views, and with which of them a screen begins.

Revision ID: 0030_views
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0030_views"
down_revision = "0029_flags"
branch_labels = None
depends_on = None

SAVED_VIEW = f"""
CREATE TABLE saved_view (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  brand_id uuid NOT NULL,
  owner_id uuid,
  author_id uuid CONSTRAINT fk_saved_view_author_id REFERENCES users (id) ON DELETE SET NULL,
  screen varchar(24) NOT NULL,
  name varchar(80) NOT NULL,
  query varchar(2000) NOT NULL,
  removed_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_saved_view PRIMARY KEY (id),
  CONSTRAINT uq_saved_view_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_saved_view_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_saved_view_workspace_id_owner_id FOREIGN KEY (workspace_id, owner_id)
    REFERENCES membership (workspace_id, user_id) ON DELETE CASCADE
)"""
FIRST_VIEW = f"""
CREATE TABLE first_view (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  user_id uuid NOT NULL,
  brand_id uuid NOT NULL,
  screen varchar(24) NOT NULL,
  view_id uuid NOT NULL,
  CONSTRAINT pk_first_view PRIMARY KEY (workspace_id, user_id, brand_id, screen),
  CONSTRAINT fk_first_view_workspace_id_user_id FOREIGN KEY (workspace_id, user_id)
    REFERENCES membership (workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT fk_first_view_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_first_view_workspace_id_view_id FOREIGN KEY (workspace_id, view_id)
    REFERENCES saved_view (workspace_id, id) ON DELETE CASCADE
)"""
INDEXES = (
    "CREATE INDEX ix_saved_view_workspace_id_brand_id ON saved_view (workspace_id, brand_id)",
    "CREATE INDEX ix_saved_view_workspace_id_owner_id ON saved_view (workspace_id, owner_id)",
    "CREATE INDEX ix_saved_view_author_id ON saved_view (author_id)",
    "CREATE INDEX ix_first_view_workspace_id_brand_id ON first_view (workspace_id, brand_id)",
    "CREATE INDEX ix_first_view_workspace_id_view_id ON first_view (workspace_id, view_id)",
)


def upgrade() -> None:
    """Create the two tables."""
    for statement in (SAVED_VIEW, FIRST_VIEW, *INDEXES):
        op.execute(statement)
    for table in ("saved_view", "first_view"):
        tenant_table(table)


def downgrade() -> None:
    """Take them away again."""
    op.execute("DROP TABLE first_view")
    op.execute("DROP TABLE saved_view")
