"""The next job by turns costs the same before anybody has counted what was piled up.

Right after a hundred thousand jobs were enqueued the table's statistics still say that it is small.
A plan made by them reads and sorts the whole pile at every fetch, and others wait until the
statistics follow: about a minute. The index that the function is written for is always the better
way, so nothing else may be chosen in it.

Revision ID: 0032_fair_plan
"""

from __future__ import annotations

from alembic import op

revision = "0032_fair_plan"
down_revision = "0031_profile"
branch_labels = None
depends_on = None

FUNCTION = "fetch_fair_job(varchar[], bigint, integer)"
CHOICES = (
    "enable_seqscan",
    "enable_bitmapscan",
    "enable_sort",
    "enable_hashjoin",
    "enable_mergejoin",
)


def upgrade() -> None:
    """Leave the function its index."""
    chosen = " ".join(f"SET {choice} = off" for choice in CHOICES)
    op.execute(f"ALTER FUNCTION {FUNCTION} {chosen}")


def downgrade() -> None:
    """Leave it any plan again."""
    reset = " ".join(f"RESET {choice}" for choice in CHOICES)
    op.execute(f"ALTER FUNCTION {FUNCTION} {reset}")
