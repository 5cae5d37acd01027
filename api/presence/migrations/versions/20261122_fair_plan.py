"""The next job by turns costs the same, whatever the queue's statistics say.

Right after a hundred thousand jobs were enqueued the statistics still say that the table is small,
and once they are made they say that nearly every job is of one tenant. A plan made by either reads
the whole pile at every fetch, and others wait for it. So the function asks in a form that only the
index meant for it can answer: in an index's order, with sorting and hashing left out of the choice.

Revision ID: 0032_fair_plan
"""

from __future__ import annotations

from importlib import import_module

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
    "enable_hashagg",
    "enable_hashjoin",
    "enable_mergejoin",
)
TENANT = "j.tenant = v_tenant"
# An equality would make every index in the order of priorities as good as the tenant's own.
TENANT_RANGE = "j.tenant >= v_tenant AND j.tenant <= v_tenant"
ORDER = "ORDER BY j.priority DESC, j.id LIMIT 1"
TENANT_ORDER = "ORDER BY j.tenant, j.priority DESC, j.id LIMIT 1"
LOCKED = """NOT EXISTS (
            SELECT FROM procrastinate_jobs o
             WHERE j.lock IS NOT NULL AND o.lock = j.lock
               AND (o.status = 'doing'
                 OR o.status = 'todo' AND (o.priority, -o.id) > (j.priority, -j.id)))"""
# One question for each index by lock: the queue's own of jobs at work, ours of waiting ones.
LOCKED_BY_INDEX = """(
            SELECT o.id FROM procrastinate_jobs o
             WHERE o.lock >= j.lock AND o.lock <= j.lock AND o.status = 'doing'
             ORDER BY o.lock LIMIT 1) IS NULL
          AND (
            SELECT o.id FROM procrastinate_jobs o
             WHERE o.lock >= j.lock AND o.lock <= j.lock AND o.status = 'todo'
               AND (o.priority, -o.id) > (j.priority, -j.id)
             ORDER BY o.lock LIMIT 1) IS NULL"""
INDEXES = {
    "ix_procrastinate_jobs_lock_waiting": "(lock) WHERE status = 'todo' AND lock IS NOT NULL",
    "ix_procrastinate_jobs_tenant_working": "(tenant, worker_id) WHERE status = 'doing'",
}


def upgrade() -> None:
    """Ask by the indexes, and leave the function nothing else."""
    # The queue goes on meanwhile; what a killed upgrade left of an index is no index.
    with op.get_context().autocommit_block():
        for name, definition in INDEXES.items():
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")
            op.execute(
                f"CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON procrastinate_jobs {definition}"
            )
    fetch = _before()
    for part, by in ((TENANT, TENANT_RANGE), (ORDER, TENANT_ORDER), (LOCKED, LOCKED_BY_INDEX)):
        if fetch.count(part) != 1:
            raise ValueError(f"Not there once: {part}")
        fetch = fetch.replace(part, by)
    op.execute(fetch)
    chosen = " ".join(f"SET {choice} = off" for choice in CHOICES)
    op.execute(f"ALTER FUNCTION {FUNCTION} {chosen}")


def downgrade() -> None:
    """Leave it any plan again."""
    op.execute(_before())  # without its settings
    with op.get_context().autocommit_block():
        for name in INDEXES:
            op.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")


def _before() -> str:
    runs = import_module("presence.migrations.versions.20261121_runs")
    statement: str = runs.FETCH_FAIR_JOB
    return statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
