"""What a brand offers: as read from its own words, and what a person said of it, kept apart.

Support reads corrections: a category that somebody typed and the catalogue does not know is a gap
of the catalogue.

Revision ID: 0045_offers
"""

from __future__ import annotations

from alembic import op

from presence.db.rls import CURRENT_WORKSPACE, NOBODY, WORKSPACE, operator_reads, tenant_table

revision = "0045_offers"
down_revision = "0044_mailed_links"
branch_labels = None
depends_on = None

TENANT = f"""
  id uuid PRIMARY KEY,
  workspace_id uuid NOT NULL DEFAULT {CURRENT_WORKSPACE}
    REFERENCES workspace (id) ON DELETE CASCADE,
  brand_id uuid NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
"""
READING = f"""
CREATE TABLE offer_reading (
  {TENANT},
  offer jsonb NOT NULL,
  read_at timestamptz NOT NULL,
  CONSTRAINT fk_offer_reading_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT uq_offer_reading_workspace_id_brand_id UNIQUE (workspace_id, brand_id)
)
"""
CORRECTION = f"""
CREATE TABLE offer_correction (
  {TENANT},
  slot varchar(24) NOT NULL,
  value jsonb NOT NULL,
  language varchar(35) NOT NULL,
  in_catalogue boolean NOT NULL DEFAULT true,
  CONSTRAINT ck_offer_correction_slot CHECK (slot IN
    ('kind', 'category', 'more_categories', 'place', 'jobs', 'qualities')),
  CONSTRAINT fk_offer_correction_workspace_id_brand_id FOREIGN KEY (workspace_id, brand_id)
    REFERENCES brand (workspace_id, id) ON DELETE CASCADE,
  CONSTRAINT uq_offer_correction_workspace_id_brand_id_slot UNIQUE (workspace_id, brand_id, slot)
)
"""


def upgrade() -> None:
    """Create both tables."""
    op.execute(READING)
    op.execute(CORRECTION)
    tenant_table("offer_reading")
    tenant_table("offer_correction")
    operator_reads("offer_correction", f"{NOBODY} OR workspace_id = {WORKSPACE}")


def downgrade() -> None:
    """Drop them."""
    op.execute("DROP TABLE offer_correction")
    op.execute("DROP TABLE offer_reading")
