"""The state of the product as gauges, each filled from one statement.

Invariant: a gauge shows what its newest statement returned and nothing older: what is no longer
returned, is NULL or could not be read has no series.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import asyncpg

from presence.core import metrics
from presence.core.metrics import LookedUpGauge
from presence.db.revenue import MONTHLY_REVENUE, YEARLY_PER_MONTH


@dataclass(frozen=True, slots=True)
class GaugeQuery:
    """`sql` gives one row per series: the labels in order, the value last. NULL is no series."""

    gauge: LookedUpGauge
    sql: str


# A budget of the plan's answers: what is spent, and what the plan's price may be spent on.
_PLAN_BUDGETS = f"""
WITH budget AS (
  SELECT b.used_usd + b.reserved_usd AS spent, b.used_usd, b.period_start, b.period_end,
         coalesce((SELECT coalesce({YEARLY_PER_MONTH}, p.price)
                     FROM subscriptions s JOIN plans p ON p.id = s.plan_id
                    WHERE s.workspace_id = b.workspace_id AND s.status <> 'expired')
                  * $1::numeric, $2::numeric) AS allowed
    FROM engine_budget b
   WHERE b.account = 'plan' AND now() BETWEEN b.period_start AND b.period_end)
"""  # noqa: S608 - expressions of ours
_PACE = "greatest(extract(epoch FROM now() - period_start), 86400)"
_AT_END = f"used_usd / {_PACE} * extract(epoch FROM period_end - period_start)"


def _share(spent: str) -> str:
    """`spent` of all that is allowed; without an allowance whatever is spent is all of it."""
    return (
        f"CASE WHEN sum(allowed) > 0 THEN sum({spent}) / sum(allowed)"
        f" ELSE (coalesce(sum({spent}), 0) > 0)::int END"
    )


def _of_budgets(gauge: LookedUpGauge, wanted: str) -> GaugeQuery:
    """`wanted` of the plans' budgets; $1 and $2 are the settings that make an allowance."""
    return GaugeQuery(gauge, f"{_PLAN_BUDGETS} SELECT {wanted} FROM budget")  # noqa: S608 - ours


BUDGETS = (
    _of_budgets(metrics.provider_budget, "coalesce(sum(greatest(allowed - spent, 0)), 0)"),
    _of_budgets(metrics.provider_budget_used, _share("spent")),
    _of_budgets(metrics.provider_budget_forecast, _share(_AT_END)),
    _of_budgets(metrics.budgets_exhausted, "count(*) FILTER (WHERE spent >= allowed)"),
)

# $1 is the ceilings of the day in USD by engine, as JSON; "*" is all engines together.
CEILINGS = GaugeQuery(
    metrics.daily_ceiling_used,
    "SELECT CASE l.engine WHEN '*' THEN 'all' ELSE l.engine END,"
    " CASE WHEN l.most > 0 THEN l.spent / l.most ELSE (l.spent > 0)::int END"
    " FROM (SELECT e.key AS engine, e.value::numeric AS most, coalesce(c.reserved_usd, 0)"
    "   + CASE WHEN c.day = (now() AT TIME ZONE 'UTC')::date THEN c.used_usd ELSE 0 END AS spent"
    "   FROM jsonb_each_text($1::jsonb) e LEFT JOIN spending_ceiling c ON c.engine = e.key) l",
)

OFTEN = (
    GaugeQuery(
        metrics.jobs_in_state,
        "WITH held AS (SELECT queue_name AS queue, CASE WHEN status = 'todo'"
        " AND scheduled_at > now() THEN 'later' ELSE status::text END AS state"
        " FROM procrastinate_jobs)"
        " SELECT queue, state, count(*) FROM held GROUP BY 1, 2 UNION ALL"
        " SELECT q.queue, s.name, 0 FROM (SELECT queue FROM held UNION SELECT 'default') q,"
        " unnest(ARRAY['todo', 'later', 'doing', 'failed']) s(name)"
        " WHERE NOT EXISTS (SELECT FROM held h WHERE h.queue = q.queue AND h.state = s.name)",
    ),
    GaugeQuery(
        metrics.job_oldest_age,
        "SELECT q.queue, coalesce(extract(epoch FROM max(now() - greatest(j.scheduled_at, e.at))),"
        " 0) FROM (SELECT DISTINCT queue_name AS queue FROM procrastinate_jobs"
        " UNION SELECT 'default') q"
        " LEFT JOIN procrastinate_jobs j ON j.queue_name = q.queue AND j.status = 'todo'"
        " AND coalesce(j.scheduled_at, '-infinity') <= now()"
        " LEFT JOIN LATERAL (SELECT max(at) AS at FROM procrastinate_events"
        "   WHERE job_id = j.id) e ON true GROUP BY 1",
    ),
    GaugeQuery(
        metrics.jobs_dead,
        "SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed'",
    ),
    GaugeQuery(
        metrics.webhooks_pending,
        "SELECT state, count(d.id) FROM unnest(ARRAY['pending', 'failed', 'unmatched']) state"
        " LEFT JOIN stripe_delivery d USING (state) GROUP BY 1",
    ),
    GaugeQuery(
        metrics.webhook_oldest,
        "SELECT coalesce(extract(epoch FROM now() - min(received_at)), 0) FROM stripe_delivery"
        " WHERE state = 'pending'",
    ),
    GaugeQuery(
        metrics.impersonations,
        "SELECT count(*) FROM impersonation"
        " WHERE started_at IS NOT NULL AND ended_at IS NULL AND ends_at > now()",
    ),
    GaugeQuery(
        metrics.pg_connections,
        "SELECT coalesce(state, 'background'), count(*) FROM pg_stat_activity GROUP BY 1",
    ),
    GaugeQuery(metrics.pg_connections_max, "SELECT current_setting('max_connections')::int"),
    GaugeQuery(
        metrics.pg_longest_transaction,
        "SELECT coalesce(extract(epoch FROM max(now() - xact_start)), 0) FROM pg_stat_activity"
        " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()",
    ),
    GaugeQuery(
        metrics.pg_locks_waiting,
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    ),
    GaugeQuery(metrics.pg_standbys, "SELECT count(*) FROM pg_stat_replication"),
    GaugeQuery(  # without pg_read_all_stats every state is NULL: not known, which is not none
        metrics.pg_synchronous,
        "SELECT CASE WHEN bool_or(sync_state IS NULL) THEN NULL ELSE count(*) FILTER"
        " (WHERE sync_state IN ('sync', 'quorum') AND state = 'streaming') END"
        " FROM pg_stat_replication",
    ),
    GaugeQuery(  # "ANY 2 (a, b, c)", "FIRST 1 (*)", "2 (a, b)"; names alone: the first of them
        metrics.pg_synchronous_wanted,
        "SELECT CASE WHEN said = '' THEN 0"
        r" ELSE coalesce(substring(said FROM '^\D*(\d+)\s*\(')::int, 1) END"
        " FROM current_setting('synchronous_standby_names') said",
    ),
    GaugeQuery(
        metrics.pg_replication_lag,
        "SELECT coalesce(extract(epoch FROM max(replay_lag)), 0) FROM pg_stat_replication",
    ),
    GaugeQuery(
        metrics.pg_blocks,
        "SELECT v.* FROM pg_stat_database d,"
        " LATERAL (VALUES ('cache', blks_hit), ('disk', blks_read)) v"
        " WHERE datname = current_database()",
    ),
    GaugeQuery(
        metrics.pg_transactions,
        "SELECT v.* FROM pg_stat_database d,"
        " LATERAL (VALUES ('committed', xact_commit), ('rolled-back', xact_rollback)) v"
        " WHERE datname = current_database()",
    ),
    GaugeQuery(
        metrics.pg_deadlocks,
        "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()",
    ),
)

RARELY = (
    GaugeQuery(
        metrics.engine_breaks,
        "WITH recent AS (SELECT engine FROM engine_watch_break WHERE declared_on"
        "   > (now() AT TIME ZONE 'UTC')::date - 3)"
        " SELECT e.engine, count(r.engine) FROM (SELECT DISTINCT engine FROM engine_watch_day"
        "   WHERE day > (now() AT TIME ZONE 'UTC')::date - 30 UNION SELECT engine FROM recent) e"
        " LEFT JOIN recent r USING (engine) GROUP BY 1"
        " UNION ALL SELECT 'all', count(*) FROM recent",
    ),
    GaugeQuery(
        metrics.subscription_drift,
        "SELECT count(*) FROM stripe_customer"
        " WHERE drift <> '[]' AND reconciled_at > now() - interval '24 hours'",
    ),
    GaugeQuery(
        metrics.subscriptions,
        "SELECT p.name, coalesce(s.status, 'active'), count(s.id) FROM plans p LEFT JOIN"
        " subscriptions s ON s.plan_id = p.id AND s.status <> 'expired' GROUP BY 1, 2",
    ),
    GaugeQuery(
        metrics.monthly_revenue,
        f"SELECT p.name, sum({MONTHLY_REVENUE}) FROM plans p"  # noqa: S608 - an expression of ours
        " LEFT JOIN subscriptions s ON s.plan_id = p.id AND s.status <> 'expired' GROUP BY 1",
    ),
    GaugeQuery(
        metrics.tenant_usage,
        "(SELECT workspace_id::text, 'answers', count(*) FROM engine_usage"
        " WHERE asked_at > now() - interval '1 day' GROUP BY 1 ORDER BY 3 DESC LIMIT 25)"
        " UNION ALL (SELECT workspace_id::text, 'runs', count(*) FROM run"
        " WHERE created_at > now() - interval '1 day' GROUP BY 1 ORDER BY 3 DESC LIMIT 25)",
    ),
    GaugeQuery(metrics.pg_size, "SELECT pg_database_size(current_database())"),
    GaugeQuery(
        metrics.pg_table_size,
        "SELECT relname, pg_total_relation_size(relid) FROM pg_stat_user_tables"
        " ORDER BY 2 DESC LIMIT 15",
    ),
    GaugeQuery(
        metrics.pg_dead_rows,
        "SELECT relname, n_dead_tup FROM pg_stat_user_tables ORDER BY 2 DESC LIMIT 15",
    ),
    GaugeQuery(
        metrics.pg_vacuum_age,
        "SELECT relname, extract(epoch FROM now() - coalesce(greatest(last_vacuum,"
        " last_autovacuum), pg_postmaster_start_time())) FROM pg_stat_user_tables"
        " ORDER BY n_dead_tup DESC LIMIT 15",
    ),
)


async def read(connection: asyncpg.Connection, reading: GaugeQuery, *parameters: Any) -> None:
    """Fill one gauge. Raises what the statement raises; then the gauge knows nothing."""
    try:
        rows = await connection.fetch(reading.sql, *parameters)
    except BaseException:
        reading.gauge.forget()
        raise
    show(reading.gauge, [tuple(r) for r in rows])


def show(gauge: LookedUpGauge, rows: Sequence[tuple[Any, ...]]) -> None:
    """Have `gauge` show exactly `rows`."""
    found = {tuple(map(str, row[:-1])): row[-1] for row in rows if row[-1] is not None}
    if not gauge._labelnames:
        if () in found:
            gauge.set(float(found[()]))
        else:
            gauge.forget()
        return
    for gone in set(gauge._metrics) - set(found):
        gauge.remove(*gone)
    for labels, value in found.items():
        gauge.labels(*labels).set(float(value))


def forget_all() -> None:
    """The database is gone, and with it whatever was known."""
    for reading in (*BUDGETS, *OFTEN, *RARELY):
        reading.gauge.forget()
