"""A sealed constant that tells whether the key at hand is this database's.

Revision ID: 0042_key_check
"""

from __future__ import annotations

from alembic import op

revision = "0042_key_check"
down_revision = "0041_four_eyes"
branch_labels = None
depends_on = None

KEY_CHECK = """
CREATE TABLE key_check (
  id smallint NOT NULL DEFAULT 1,
  sealed bytea NOT NULL,
  written_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT pk_key_check PRIMARY KEY (id),
  CONSTRAINT ck_key_check_only CHECK (id = 1)
)"""


def upgrade() -> None:
    """The first process that starts writes the row; every later one reads it."""
    op.execute(KEY_CHECK)
    op.execute("GRANT SELECT, INSERT, UPDATE ON key_check TO customer, operator")
    op.execute("GRANT SELECT ON key_check TO auditor")


def downgrade() -> None:
    """The key is believed again."""
    op.execute("DROP TABLE key_check")
