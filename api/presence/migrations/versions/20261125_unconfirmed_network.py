"""An account keeps the network whose unconfirmed accounts it is counted among.

Whoever confirms an address somewhere else gives the place back to the network that it was taken
from. Accounts from before have none: they give nothing back, and the hour of their count is over.

Revision ID: 0048_unconfirmed_network
"""

from __future__ import annotations

from alembic import op

revision = "0048_unconfirmed_network"
down_revision = "0047_passkeys"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; code from before leaves it empty, which gives nothing back."""
    op.execute("ALTER TABLE users ADD COLUMN unconfirmed_network varchar(80)")


def downgrade() -> None:
    """Accounts forget where they were made."""
    op.execute("ALTER TABLE users DROP COLUMN unconfirmed_network")
