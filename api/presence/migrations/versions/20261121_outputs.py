"""Notifications and preferences.

A row is seen by its member alone; a job, which is bound to a workspace and to nobody, writes for
every member.

Revision ID: 0022_outputs
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, USER, tenant_table

revision = "0022_outputs"
down_revision = "0021_support"
branch_labels = None
depends_on = None

TABLES = (
    f"""
CREATE TABLE notification (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  user_id uuid NOT NULL,
  kind varchar(40) NOT NULL,
  subject_id uuid NOT NULL,
  brand_id uuid,
  data jsonb NOT NULL DEFAULT '{{}}'::jsonb,
  read_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_notification PRIMARY KEY (id),
  CONSTRAINT uq_notification_workspace_id_user_id_kind_subject_id
    UNIQUE (workspace_id, user_id, kind, subject_id),
  CONSTRAINT fk_notification_workspace_id_user_id FOREIGN KEY (workspace_id, user_id)
    REFERENCES membership (workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT fk_notification_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE
)""",
    "CREATE INDEX ix_notification_member ON notification (workspace_id, user_id, id DESC)",
    f"""
CREATE TABLE notification_choice (
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE.text},
  user_id uuid NOT NULL,
  kind varchar(40) NOT NULL,
  channel varchar(16) NOT NULL,
  wanted boolean NOT NULL,
  CONSTRAINT pk_notification_choice PRIMARY KEY (workspace_id, user_id, kind, channel),
  CONSTRAINT fk_notification_choice_workspace_id_user_id FOREIGN KEY (workspace_id, user_id)
    REFERENCES membership (workspace_id, user_id) ON DELETE CASCADE,
  CONSTRAINT ck_notification_choice_channel CHECK (channel IN ('in-app', 'email'))
)""",
)


def upgrade() -> None:
    """Create both tables."""
    for statement in TABLES:
        op.execute(statement)
    for table in ("notification", "notification_choice"):
        tenant_table(table)
        op.execute(
            f"CREATE POLICY member ON {table} AS RESTRICTIVE TO customer"
            f" USING (user_id = {USER} OR {USER} IS NULL)"
        )


def downgrade() -> None:
    """Drop both tables."""
    op.execute("DROP TABLE notification_choice")
    op.execute("DROP TABLE notification")
