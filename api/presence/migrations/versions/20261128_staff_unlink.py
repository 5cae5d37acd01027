"""Resetting somebody's sign-in forgets their account at the provider as well.

Revision ID: 0062_staff_unlink
"""

from __future__ import annotations

from alembic import op

revision = "0062_staff_unlink"
down_revision = "0061_half_sign_ins"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The console may delete such a link."""
    op.execute("GRANT DELETE ON staff_identity TO operator")


def downgrade() -> None:
    """A link to an account at the provider stays for good again."""
    op.execute("REVOKE DELETE ON staff_identity FROM operator")
