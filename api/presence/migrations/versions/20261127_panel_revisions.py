"""Versions of what is asked for a brand, and which of them a run measured with.

Revision ID: 0056_panel_revisions
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0056_panel_revisions"
down_revision = "0055_staff_links"
branch_labels = None
depends_on = None

PANEL_REVISION = f"""
CREATE TABLE panel_revision (
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  brand_id uuid NOT NULL,
  number integer NOT NULL,
  cause varchar(16) NOT NULL,
  prompts uuid[] NOT NULL,
  added uuid[] NOT NULL DEFAULT '{{}}',
  removed uuid[] NOT NULL DEFAULT '{{}}',
  reasons jsonb NOT NULL DEFAULT '[]',
  basis jsonb,
  kept jsonb,
  restored integer,
  changed_by uuid CONSTRAINT fk_panel_revision_changed_by
    REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT ck_panel_revision_cause CHECK (cause IN
    ('first', 'generated', 'edited', 'accepted', 'restored', 'filled', 'shared')),
  CONSTRAINT fk_panel_revision_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT uq_panel_revision_workspace_id_brand_id_number
    UNIQUE (workspace_id, brand_id, number)
)
"""
_SUMMARY = """
CREATE OR REPLACE FUNCTION run_summary(r run) RETURNS json LANGUAGE sql STABLE
RETURN json_build_object(
  'id', (r).id, 'brandId', (r).brand_id, 'kind', (r).kind, 'trigger', (r).trigger,
  'status', (r).status, 'stage', (r).stage, 'done', (r).done, 'total', (r).total,
  'stages', (r).stages, 'validAnswers', (r).valid_answers, 'totalAnswers', (r).total_answers,
  'engines', (r).engines, 'failure', (r).failure, 'createdAt', (r).created_at,
  'startedAt', (r).started_at, 'finishedAt', (r).finished_at,
  'firstScoreAt', (r).first_score_at, 'seed', (r).seed, 'versions', (r).versions,
  'basis', (r).basis, 'round', (r).round,{number}
  'nextRunAt', (SELECT s.next_run_at FROM run_schedule s
    WHERE s.workspace_id = (r).workspace_id AND s.brand_id = (r).brand_id))
"""


def upgrade() -> None:
    """Create the table; runs so far were measured before there were versions."""
    op.execute(PANEL_REVISION)
    op.execute("CREATE INDEX ix_panel_revision_changed_by ON panel_revision (changed_by)")
    tenant_table("panel_revision")
    op.execute("ALTER TABLE run ADD COLUMN panel_number integer")
    op.execute(_SUMMARY.replace("{number}", " 'panelNumber', (r).panel_number,"))


def downgrade() -> None:
    """Forget them."""
    op.execute(_SUMMARY.replace("{number}", ""))
    op.execute("ALTER TABLE run DROP COLUMN panel_number")
    op.execute("DROP TABLE panel_revision")
