"""Brands of a workspace, the competitors they are compared with and the prompts asked for them.

Revision ID: 0005_brands
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, tenant_table

revision = "0005_brands"
down_revision = "0004_billing"
branch_labels = None
depends_on = None

# fmt: off
TABLES = f"""
CREATE TABLE brand (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  name varchar(120) NOT NULL,
  aliases text[] NOT NULL DEFAULT '{{}}',
  website_url varchar(2048),
  owned_prefixes text[] NOT NULL DEFAULT '{{}}',
  description varchar(5000) NOT NULL DEFAULT '',
  target_audience varchar(1000) NOT NULL DEFAULT '',
  market varchar(2) NOT NULL DEFAULT 'US',
  language varchar(35) NOT NULL DEFAULT 'en',
  tone varchar(16),
  is_common_word boolean,
  is_primary boolean NOT NULL DEFAULT false,
  status varchar(16) NOT NULL DEFAULT 'active',
  source varchar(16) NOT NULL,
  overall_score smallint,
  audience_score smallint,
  scored_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  CONSTRAINT pk_brand PRIMARY KEY (id),
  CONSTRAINT uq_brand_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT fk_brand_workspace_id FOREIGN KEY (workspace_id)
    REFERENCES workspace (id) ON DELETE CASCADE,
  CONSTRAINT ck_brand_status CHECK (status IN ('active', 'paused', 'deleted')),
  CONSTRAINT ck_brand_source CHECK (source IN ('website', 'document', 'description')),
  CONSTRAINT ck_brand_tone CHECK (tone IN ('Friendly', 'Formal', 'Expert', 'Playful', 'Plain')),
  CONSTRAINT ck_brand_scores CHECK
    (overall_score BETWEEN 0 AND 100 AND audience_score BETWEEN 0 AND 100)
);
CREATE UNIQUE INDEX uq_brand_workspace_id_primary ON brand (workspace_id)
  WHERE is_primary AND status <> 'deleted';
CREATE TABLE competitor (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  brand_id uuid NOT NULL,
  name varchar(120) NOT NULL,
  aliases text[] NOT NULL DEFAULT '{{}}',
  website_url varchar(2048),
  prefixes text[] NOT NULL DEFAULT '{{}}',
  status varchar(16) NOT NULL DEFAULT 'tracked',
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_competitor PRIMARY KEY (id),
  CONSTRAINT uq_competitor_workspace_id_brand_id_name UNIQUE (workspace_id, brand_id, name),
  CONSTRAINT fk_competitor_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_competitor_status CHECK (status IN ('tracked', 'suggested', 'dismissed'))
);
CREATE TABLE prompt (
  id uuid NOT NULL,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE},
  brand_id uuid NOT NULL,
  key varchar(80) NOT NULL,
  text varchar(500) NOT NULL,
  intent varchar(16) NOT NULL,
  topic varchar(200) NOT NULL,
  locale varchar(35) NOT NULL,
  branded boolean NOT NULL DEFAULT false,
  status varchar(16) NOT NULL DEFAULT 'active',
  version integer NOT NULL DEFAULT 1,
  position integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_prompt PRIMARY KEY (id),
  CONSTRAINT uq_prompt_workspace_id_id UNIQUE (workspace_id, id),
  CONSTRAINT uq_prompt_workspace_id_brand_id_key UNIQUE (workspace_id, brand_id, key),
  CONSTRAINT fk_prompt_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT ck_prompt_intent CHECK
    (intent IN ('discovery', 'comparison', 'problem', 'how-to', 'branded')),
  CONSTRAINT ck_prompt_status CHECK (status IN ('active', 'paused', 'deleted'))
)
"""
# fmt: on


def upgrade() -> None:
    """Create tables and policies."""
    for statement in TABLES.split(";\n"):
        op.execute(statement)
    for table in ("brand", "competitor", "prompt"):
        tenant_table(table)


def downgrade() -> None:
    """Drop everything of this revision."""
    for table in ("prompt", "competitor", "brand"):
        op.execute(f"DROP TABLE {table}")
