"""Prompt versions and suggestions, competitors found in answers, paused and restored brands.

A prompt that is edited becomes a new row of the same lineage, so answers keep the question they
answered. Existing branded prompts are the neutral question about the brand: nothing else could
write them, and one that left the panel is an older version. Columns are rewritten where rows must
change, because the migrating role sees no tenant rows.

Revision ID: 0010_panel
"""

from __future__ import annotations

from alembic import op

revision = "0010_panel"
down_revision = "0009_engines"
branch_labels = None
depends_on = None

# fmt: off
UP = """
ALTER TABLE brand
  ADD COLUMN basis varchar(16),
  ADD COLUMN pause_reason varchar(16),
  ADD COLUMN tag_lines text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT ck_brand_basis CHECK (basis IN ('assistants', 'simulator')),
  ADD CONSTRAINT ck_brand_pause_reason CHECK (pause_reason IN ('customer', 'plan'));
ALTER TABLE competitor
  ADD COLUMN is_common_word boolean,
  ADD COLUMN prefixes_derived boolean NOT NULL DEFAULT true,
  ADD COLUMN answers integer NOT NULL DEFAULT 0,
  ADD COLUMN prompts integer NOT NULL DEFAULT 0,
  ADD COLUMN example_answer_id uuid,
  ADD COLUMN example_start integer,
  ADD COLUMN example_end integer,
  ADD COLUMN found_in_run_id uuid,
  DROP CONSTRAINT ck_competitor_status,
  ADD CONSTRAINT ck_competitor_status CHECK
    (status IN ('tracked', 'suggested', 'dismissed', 'removed'));
ALTER TABLE prompt
  ADD COLUMN origin varchar(16) NOT NULL DEFAULT 'generated',
  ADD COLUMN interpretation boolean NOT NULL DEFAULT false,
  ADD COLUMN lineage_id uuid,
  ADD COLUMN folded text NOT NULL DEFAULT '',
  DROP CONSTRAINT ck_prompt_status,
  ADD CONSTRAINT ck_prompt_status CHECK
    (status IN ('active', 'paused', 'suggested', 'dismissed', 'superseded', 'deleted')),
  ADD CONSTRAINT ck_prompt_origin CHECK
    (origin IN ('generated', 'added', 'imported', 'tracked'));
ALTER TABLE prompt
  ALTER COLUMN interpretation TYPE boolean USING (branded AND intent = 'branded'),
  ALTER COLUMN folded TYPE text USING lower(text),
  ALTER COLUMN status TYPE varchar(16) USING
    (CASE WHEN branded AND position IS NULL THEN 'superseded' ELSE status END);
CREATE INDEX ix_prompt_panel ON prompt (workspace_id, brand_id, status, id);
CREATE UNIQUE INDEX uq_prompt_interpretation ON prompt (workspace_id, brand_id)
  WHERE interpretation AND status = 'active'
"""
DOWN = """
DROP INDEX uq_prompt_interpretation;
DROP INDEX ix_prompt_panel;
ALTER TABLE prompt
  DROP CONSTRAINT ck_prompt_origin,
  DROP CONSTRAINT ck_prompt_status,
  DROP COLUMN folded,
  DROP COLUMN lineage_id,
  DROP COLUMN interpretation,
  DROP COLUMN origin,
  ALTER COLUMN status TYPE varchar(16) USING
    (CASE WHEN status IN ('active', 'paused') THEN status ELSE 'deleted' END);
ALTER TABLE prompt ADD CONSTRAINT ck_prompt_status CHECK
  (status IN ('active', 'paused', 'deleted'));
ALTER TABLE competitor
  DROP CONSTRAINT ck_competitor_status,
  DROP COLUMN found_in_run_id,
  DROP COLUMN example_end,
  DROP COLUMN example_start,
  DROP COLUMN example_answer_id,
  DROP COLUMN prompts,
  DROP COLUMN answers,
  DROP COLUMN prefixes_derived,
  DROP COLUMN is_common_word,
  ALTER COLUMN status TYPE varchar(16) USING
    (CASE WHEN status = 'removed' THEN 'dismissed' ELSE status END);
ALTER TABLE competitor ADD CONSTRAINT ck_competitor_status CHECK
  (status IN ('tracked', 'suggested', 'dismissed'));
ALTER TABLE brand
  DROP CONSTRAINT ck_brand_pause_reason,
  DROP CONSTRAINT ck_brand_basis,
  DROP COLUMN tag_lines,
  DROP COLUMN pause_reason,
  DROP COLUMN basis
"""
# fmt: on


def upgrade() -> None:
    """Add the columns and mark what exists."""
    for statement in UP.split(";\n"):
        op.execute(statement)


def downgrade() -> None:
    """Take them away; states that did not exist before become the nearest one."""
    for statement in DOWN.split(";\n"):
        op.execute(statement)
