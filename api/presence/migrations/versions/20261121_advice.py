"""What people decided about gaps, findings and recommendations, and checks asked for again.

Revision ID: 0013_advice
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0013_advice"
down_revision = "0012_rescores"
branch_labels = None
depends_on = None

RESULTS = ("technical_finding", "content_gap", "recommendation")

DECISION = f"""
CREATE TABLE conclusion_decision (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  brand_id uuid NOT NULL,
  kind varchar(16) NOT NULL,
  key varchar(400) NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'open',
  assignee_id uuid,
  note varchar(2000) NOT NULL DEFAULT '',
  reason varchar(500) NOT NULL DEFAULT '',
  decided_at timestamptz NOT NULL DEFAULT now(),
  decided_by uuid,
  before jsonb,
  verified varchar(8),
  verified_text varchar(200) NOT NULL DEFAULT '',
  verified_at timestamptz,
  verified_run_id uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_conclusion_decision PRIMARY KEY (id),
  CONSTRAINT uq_conclusion_decision_key UNIQUE (workspace_id, brand_id, kind, key),
  CONSTRAINT fk_conclusion_decision_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_conclusion_decision_workspace_id_brand_id
    FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_conclusion_decision_workspace_id_assignee_id
    FOREIGN KEY (workspace_id, assignee_id) REFERENCES membership (workspace_id, user_id)
    ON DELETE SET NULL (assignee_id),
  CONSTRAINT fk_conclusion_decision_workspace_id_decided_by
    FOREIGN KEY (workspace_id, decided_by) REFERENCES membership (workspace_id, user_id)
    ON DELETE SET NULL (decided_by),
  CONSTRAINT fk_conclusion_decision_workspace_id_verified_run_id
    FOREIGN KEY (workspace_id, verified_run_id) REFERENCES run (workspace_id, id)
    ON DELETE SET NULL (verified_run_id),
  CONSTRAINT ck_conclusion_decision_kind CHECK (kind IN ('gap', 'finding', 'recommendation')),
  CONSTRAINT ck_conclusion_decision_status
    CHECK (status IN ('open', 'planned', 'in-progress', 'done', 'dismissed')),
  CONSTRAINT ck_conclusion_decision_verified CHECK (verified IN ('closed', 'open'))
)
"""

RECHECK = f"""
CREATE TABLE finding_recheck (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  brand_id uuid NOT NULL,
  finding_id uuid NOT NULL,
  status varchar(8) NOT NULL DEFAULT 'queued',
  outcome varchar(16),
  detail varchar(300) NOT NULL DEFAULT '',
  requested_by uuid,
  created_at timestamptz NOT NULL DEFAULT now(),
  finished_at timestamptz,
  CONSTRAINT pk_finding_recheck PRIMARY KEY (id),
  CONSTRAINT fk_finding_recheck_workspace_id
    FOREIGN KEY (workspace_id) REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT fk_finding_recheck_workspace_id_brand_id
    FOREIGN KEY (workspace_id, brand_id) REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_finding_recheck_workspace_id_finding_id
    FOREIGN KEY (workspace_id, finding_id)
    REFERENCES technical_finding (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT fk_finding_recheck_workspace_id_requested_by
    FOREIGN KEY (workspace_id, requested_by) REFERENCES membership (workspace_id, user_id)
    ON DELETE SET NULL (requested_by),
  CONSTRAINT ck_finding_recheck_status CHECK (status IN ('queued', 'done')),
  CONSTRAINT ck_finding_recheck_outcome
    CHECK (outcome IN ('closed', 'still-open', 'unreachable', 'outdated'))
)
"""

# Rows stored before a key existed get the one their columns tell. The migrating role sees no tenant
# rows, so a column is rewritten instead of updated.
COLUMNS = """
ALTER TABLE technical_finding ADD COLUMN key text NOT NULL DEFAULT '';
ALTER TABLE technical_finding ADD COLUMN checked_at timestamptz;
ALTER TABLE content_gap ADD COLUMN key text NOT NULL DEFAULT '';
ALTER TABLE content_gap ADD COLUMN topic text NOT NULL DEFAULT '';
ALTER TABLE content_gap ADD COLUMN competitors jsonb NOT NULL DEFAULT '[]';
ALTER TABLE content_gap ADD COLUMN won_by text NOT NULL DEFAULT '';
ALTER TABLE content_gap ADD COLUMN brand_answers integer NOT NULL DEFAULT 0;
ALTER TABLE content_gap ADD COLUMN rival_answers integer NOT NULL DEFAULT 0;
ALTER TABLE content_gap ADD COLUMN sources jsonb NOT NULL DEFAULT '[]';
ALTER TABLE content_gap ADD COLUMN engines jsonb NOT NULL DEFAULT '[]';
ALTER TABLE recommendation ADD COLUMN key text NOT NULL DEFAULT '';
ALTER TABLE recommendation ADD COLUMN why text NOT NULL DEFAULT '';
ALTER TABLE recommendation ADD COLUMN fix text NOT NULL DEFAULT '';
ALTER TABLE recommendation ADD COLUMN effect jsonb;
ALTER TABLE technical_finding ALTER COLUMN key TYPE text USING code;
ALTER TABLE content_gap
  ALTER COLUMN key TYPE text USING coalesce(prompt_id::text, prompt) || ':' || kind;
ALTER TABLE recommendation ALTER COLUMN key TYPE text USING source_kind || ':' || source_ref;
ALTER TABLE technical_finding ADD CONSTRAINT uq_technical_finding_workspace_id_id
  UNIQUE (workspace_id, id);
"""
UNDO_COLUMNS = """
ALTER TABLE technical_finding DROP CONSTRAINT uq_technical_finding_workspace_id_id;
ALTER TABLE technical_finding DROP COLUMN key, DROP COLUMN checked_at;
ALTER TABLE content_gap DROP COLUMN key, DROP COLUMN topic, DROP COLUMN competitors,
  DROP COLUMN won_by, DROP COLUMN brand_answers, DROP COLUMN rival_answers,
  DROP COLUMN sources, DROP COLUMN engines;
ALTER TABLE recommendation DROP COLUMN key, DROP COLUMN why, DROP COLUMN fix, DROP COLUMN effect;
"""


def upgrade() -> None:
    """Conclusions get a stable key and more evidence; decisions and rechecks get their tables."""
    _each(COLUMNS)
    for table in RESULTS:
        op.execute(f"CREATE INDEX ix_{table}_brand_key ON {table} (workspace_id, brand_id, key)")
    op.execute(DECISION)
    op.execute(RECHECK)
    op.execute(
        "CREATE INDEX ix_finding_recheck_brand"
        " ON finding_recheck (workspace_id, brand_id, created_at)"
    )
    for table in ("conclusion_decision", "finding_recheck"):
        tenant_table(table)


def downgrade() -> None:
    """Forget the decisions and the further columns."""
    op.drop_table("finding_recheck")
    op.drop_table("conclusion_decision")
    for table in RESULTS:
        op.execute(f"DROP INDEX ix_{table}_brand_key")
    _each(UNDO_COLUMNS)


def _each(statements: str) -> None:
    for statement in statements.split(";\n"):
        if statement.strip():
            op.execute(statement)
