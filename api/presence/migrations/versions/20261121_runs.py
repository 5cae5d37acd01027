"""Run kinds, retried answers and schedule; sweeps find what is due or stranded, by id alone.

Revision ID: 0011_runs
"""

from __future__ import annotations

from importlib import import_module

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB, UUID

from presence.db.rls import CURRENT_WORKSPACE, resolver_function, resolver_reads, tenant_table

revision = "0011_runs"
down_revision = "0010_panel"
branch_labels = None
depends_on = None

KINDS = "'full', 'content', 'technical', 'prompt', 'imported'"
ACTIVE = "status IN ('queued', 'running')"
TABLES = ("answer_attempt", "run_schedule")
READ_BY_SWEEPS = ("run", "run_schedule", "site_check")

# The run whose results an aspect ('content' or 'technical') of a brand shows: the newest that
# ended with any, else the newest.
SHOWN_RUN = """
CREATE FUNCTION shown_run(p_brand uuid, p_aspect text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT r.id FROM run r WHERE r.brand_id = p_brand AND r.kind IN ('full', p_aspect)
  ORDER BY r.status IN ('completed', 'partial') DESC, r.created_at DESC LIMIT 1
$$
"""
DUE_SCHEDULES = """
CREATE FUNCTION due_schedules(p_now timestamptz, p_limit integer)
RETURNS TABLE (workspace_id uuid, brand_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT s.workspace_id, s.brand_id FROM run_schedule s
  WHERE s.next_run_at <= p_now ORDER BY s.next_run_at LIMIT p_limit
$$
"""
# A run whose job is neither waiting nor at work will never be ended by a worker.
STRANDED_RUNS = """
CREATE FUNCTION stranded_runs(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, run_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT r.workspace_id, r.id FROM run r
  WHERE r.status IN ('queued', 'running')
    AND greatest(r.created_at, r.heartbeat_at) < now() - p_quiet
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.id = r.job_id AND j.status IN ('todo', 'doing'))
  ORDER BY r.created_at LIMIT p_limit
$$
"""
STRANDED_CHECKS = """
CREATE FUNCTION stranded_checks(p_quiet interval, p_limit integer)
RETURNS TABLE (workspace_id uuid, check_id uuid)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT c.workspace_id, c.id FROM site_check c
  WHERE c.result IS NULL AND c.created_at < now() - p_quiet
    AND c.created_at > now() - interval '1 day'
    AND NOT EXISTS (SELECT FROM procrastinate_jobs j
                    WHERE j.task_name = 'materials.check_site' AND j.status IN ('todo', 'doing')
                      AND j.args ->> 'check_id' = c.id::text)
  ORDER BY c.created_at LIMIT p_limit
$$
"""
# The next job by turns of tenants (ADR 0009). Tenants with waiting jobs are found by skipping from
# one to the next in an index, beginning anywhere (ids grow with time, their hashes are spread), so
# a fetch costs the same whatever one tenant has piled up. Those at the worker's limit are passed
# over; of the others the one with the fewest jobs at work goes first. Locks, queues and retry
# dates mean what they mean to the queue itself.
FETCH_FAIR_JOB = """
CREATE FUNCTION fetch_fair_job(p_queues varchar[], p_worker_id bigint, p_most integer)
RETURNS procrastinate_jobs LANGUAGE plpgsql AS $$
DECLARE
  v_from text := md5(random()::text);
  v_tenant text;
  v_job procrastinate_jobs;
BEGIN
  FOR v_tenant IN
    WITH RECURSIVE later AS (
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant >= v_from ORDER BY 1 LIMIT 1) AS tenant, 1 AS n
      UNION ALL
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant > later.tenant ORDER BY 1 LIMIT 1), n + 1
        FROM later WHERE later.tenant IS NOT NULL AND n < 128
    ), sooner AS (
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant < v_from ORDER BY 1 LIMIT 1) AS tenant, 1 AS n
      UNION ALL
      SELECT (SELECT j.tenant FROM procrastinate_jobs j
               WHERE j.status = 'todo' AND j.tenant > sooner.tenant AND j.tenant < v_from
               ORDER BY 1 LIMIT 1), n + 1
        FROM sooner WHERE sooner.tenant IS NOT NULL AND n < 128
    ), busy AS (
      SELECT j.tenant, count(*) AS everywhere,
        count(*) FILTER (WHERE j.worker_id = p_worker_id) AS here
      FROM procrastinate_jobs j WHERE j.status = 'doing' GROUP BY 1
    )
    SELECT w.tenant FROM (SELECT l.tenant FROM later l UNION SELECT s.tenant FROM sooner s) w
      LEFT JOIN busy b ON b.tenant = w.tenant
     WHERE w.tenant IS NOT NULL AND coalesce(b.here, 0) < p_most
     ORDER BY coalesce(b.everywhere, 0), w.tenant >= v_from DESC, w.tenant
  LOOP
    UPDATE procrastinate_jobs SET status = 'doing', worker_id = p_worker_id
     WHERE id = (
       SELECT j.id FROM procrastinate_jobs j
        WHERE j.status = 'todo' AND j.tenant = v_tenant
          AND (p_queues IS NULL OR j.queue_name = ANY (p_queues))
          AND (j.scheduled_at IS NULL OR j.scheduled_at <= now())
          AND NOT EXISTS (
            SELECT FROM procrastinate_jobs o
             WHERE j.lock IS NOT NULL AND o.lock = j.lock
               AND (o.status = 'doing'
                 OR o.status = 'todo' AND (o.priority, -o.id) > (j.priority, -j.id)))
        ORDER BY j.priority DESC, j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
    RETURNING * INTO v_job;
    IF v_job.id IS NOT NULL THEN
      RETURN v_job;
    END IF;
  END LOOP;
  RETURN NULL;
END $$
"""
RESOLVERS = {
    "due_schedules(timestamptz, integer)": DUE_SCHEDULES,
    "stranded_runs(interval, integer)": STRANDED_RUNS,
    "stranded_checks(interval, integer)": STRANDED_CHECKS,
}


def upgrade() -> None:
    """Change the tables, then what is read of them."""
    _alter_runs()
    _answer_attempt()
    _run_schedule()
    for table in TABLES:
        tenant_table(table)
    for table in READ_BY_SWEEPS:
        resolver_reads(table)
    op.execute("GRANT SELECT ON procrastinate_jobs TO resolver")
    _fair_queue()
    op.execute(SHOWN_RUN)
    for signature, statement in RESOLVERS.items():
        op.execute(statement)
        resolver_function(signature)
    for statement in _documents():
        op.execute(statement)


def downgrade() -> None:
    """Restore what was read before, then the tables."""
    reads = import_module("presence.migrations.versions.20261121_visibility_reads")
    for statement in (reads.RUN_SUMMARY, reads.BRAND_SUMMARY):
        op.execute(_replacing(statement))
    for signature in RESOLVERS:
        op.execute(f"DROP FUNCTION {signature}")
    op.execute("DROP FUNCTION shown_run(uuid, text)")
    op.execute("DROP FUNCTION fetch_fair_job(varchar[], bigint, integer)")
    op.drop_index("ix_procrastinate_jobs_tenant", "procrastinate_jobs")
    op.drop_column("procrastinate_jobs", "tenant")
    op.execute("REVOKE SELECT ON procrastinate_jobs FROM resolver")
    for table in reversed(READ_BY_SWEEPS):
        op.execute(f"DROP POLICY resolver_read ON {table}")
        op.execute(f"REVOKE SELECT ON {table} FROM resolver")  # noqa: S608 - names from this file
    for table in reversed(TABLES):
        op.drop_table(table)
    for column in ("error_code", "round"):
        op.drop_column("answer", column)
    op.drop_index("ix_run_active", "run")
    op.drop_index("uq_run_active", "run")
    op.drop_constraint(op.f("ck_run_kind"), "run")
    for column in ("job_id", "round", "ended_as"):
        op.drop_column("run", column)
    _unique_active(ACTIVE)


def _fair_queue() -> None:
    op.execute(
        "ALTER TABLE procrastinate_jobs ADD COLUMN tenant text"
        " GENERATED ALWAYS AS (md5(coalesce(args ->> 'workspace_id', ''))) STORED"
    )
    op.execute(
        "CREATE INDEX ix_procrastinate_jobs_tenant ON procrastinate_jobs"
        " (tenant, priority DESC, id) WHERE status = 'todo'"
    )
    op.execute(FETCH_FAIR_JOB)


def _unique_active(condition: str) -> None:
    op.create_index(
        "uq_run_active",
        "run",
        ["workspace_id", "brand_id", "kind"],
        unique=True,
        postgresql_where=sa.text(condition),
    )


def _alter_runs() -> None:
    op.add_column("run", sa.Column("job_id", sa.BigInteger, nullable=True))
    op.add_column("run", sa.Column("round", sa.Integer, nullable=False, server_default="0"))
    op.add_column("run", sa.Column("ended_as", JSONB, nullable=True))
    op.create_check_constraint(op.f("ck_run_kind"), "run", f"kind IN ({KINDS})")
    op.drop_index("uq_run_active", "run")
    _unique_active(f"{ACTIVE} AND kind <> 'imported'")
    op.create_index("ix_run_active", "run", ["created_at"], postgresql_where=sa.text(ACTIVE))
    op.add_column("answer", sa.Column("error_code", sa.Text, nullable=False, server_default=""))
    op.add_column("answer", sa.Column("round", sa.Integer, nullable=False, server_default="0"))


def _key(name: str) -> sa.Column[object]:
    return sa.Column(name, UUID(as_uuid=True), nullable=False)


def _workspace() -> sa.Column[object]:
    return sa.Column(
        "workspace_id",
        UUID(as_uuid=True),
        sa.ForeignKey("workspace.id", ondelete="CASCADE"),
        server_default=CURRENT_WORKSPACE,
        nullable=False,
    )


def _time(name: str, *, nullable: bool = True) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), nullable=nullable)


def _created() -> sa.Column[object]:
    return sa.Column(
        "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
    )


def _belongs(column: str, table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["workspace_id", column], [f"{table}.workspace_id", f"{table}.id"], ondelete="CASCADE"
    )


def _answer_attempt() -> None:
    texts = ("engine", "model", "status", "error", "error_code", "raw")
    op.create_table(
        "answer_attempt",
        sa.Column("id", UUID(as_uuid=True), primary_key=True),
        _workspace(),
        _key("run_id"),
        _key("prompt_id"),
        *(sa.Column(name, sa.Text, nullable=False) for name in texts),
        sa.Column("sample", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("cost_usd", sa.Float, nullable=True),
        _time("answered_at", nullable=False),
        _created(),
        _belongs("run_id", "run"),
        _belongs("prompt_id", "prompt"),
    )
    op.create_index("ix_answer_attempt_run", "answer_attempt", ["workspace_id", "run_id"])


def _run_schedule() -> None:
    op.create_table(
        "run_schedule",
        _workspace(),
        _key("brand_id"),
        sa.Column("cadence", sa.Text, nullable=False),
        _time("anchor_at", nullable=False),
        _time("next_run_at", nullable=False),
        sa.Column("skipped_reason", sa.Text, nullable=True),
        _time("skipped_at"),
        _time("last_started_at"),
        _created(),
        _belongs("brand_id", "brand"),
        sa.PrimaryKeyConstraint("workspace_id", "brand_id"),
        sa.CheckConstraint("cadence IN ('weekly', 'monthly')", name="cadence"),
    )
    op.create_index("ix_run_schedule_next_run_at", "run_schedule", ["next_run_at"])


def _documents() -> tuple[str, str]:
    """The two read functions with the schedule in them."""
    reads = import_module("presence.migrations.versions.20261121_visibility_reads")
    run_summary = _changed(
        reads.RUN_SUMMARY,
        "'versions', (r).versions)",
        "'versions', (r).versions, 'basis', (r).basis, 'round', (r).round,"
        " 'nextRunAt', (SELECT s.next_run_at FROM run_schedule s"
        " WHERE s.workspace_id = (r).workspace_id AND s.brand_id = (r).brand_id))",
    )
    brand_summary = _changed(
        reads.BRAND_SUMMARY,
        "c.metadata ->> 'pastDueSince']",
        "c.metadata ->> 'pastDueSince', to_json(s.next_run_at)#>>'{}', s.skipped_reason]",
    )
    brand_summary = _changed(
        brand_summary,
        "    LEFT JOIN current_subscription",
        "    LEFT JOIN run_schedule s ON s.workspace_id = b.workspace_id AND s.brand_id = b.id\n"
        "    LEFT JOIN current_subscription",
    )
    return _replacing(run_summary), _replacing(brand_summary)


def _changed(source: str, part: str, by: str) -> str:
    if source.count(part) != 1:
        raise ValueError(f"Not there once: {part}")
    return source.replace(part, by)


def _replacing(statement: str) -> str:
    return statement.replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION")
