"""What needs attention across all tenants: counts for the console's first page.

Each statement counts no more than it names; row security of the role `operator` lets it count all
tenants' rows while the transaction is bound to none.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, Row, bindparam, text
from sqlalchemy.ext.asyncio import AsyncSession

_COUNTS = text(
    """
SELECT
  (SELECT count(*) FROM run WHERE status = 'failed' AND created_at > :now - interval '24 hours')
    AS failed_runs,
  (SELECT count(*) FROM run WHERE status = 'partial' AND created_at > :now - interval '24 hours')
    AS partial_runs,
  (SELECT count(*) FROM run WHERE status IN ('queued', 'running')
    AND created_at < :now - interval '30 minutes') AS stuck_runs,
  (SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed') AS failed_jobs,
  (SELECT count(*) FROM procrastinate_jobs j WHERE j.status = 'todo'
    AND coalesce(j.scheduled_at, (SELECT min(e.at) FROM procrastinate_events e
      WHERE e.job_id = j.id)) < :now - interval '10 minutes') AS waiting_jobs,
  (SELECT count(*) FROM stripe_delivery WHERE state = 'failed') AS failed_deliveries,
  (SELECT count(*) FROM stripe_delivery WHERE state = 'pending'
    AND received_at < :now - interval '5 minutes') AS waiting_deliveries,
  (SELECT count(*) FROM workspace w WHERE w.deleted_at IS NULL AND
    (SELECT r.status FROM run r WHERE r.workspace_id = w.id ORDER BY r.id DESC LIMIT 1) = 'failed')
    AS failing_workspaces,
  (SELECT count(*) FROM mail WHERE status = 'failed' AND created_at > :now - interval '24 hours')
    AS failed_mails,
  (SELECT count(*) FROM endpoint WHERE failing_since IS NOT NULL AND status = 'active')
    AS failing_webhooks,
  (SELECT CAST(extract(epoch FROM :now - min(received_at)) AS double precision)
    FROM stripe_delivery WHERE state = 'pending') AS webhook_lag,
  (SELECT CAST(sum(monthly_cap_usd) AS double precision) FROM engine_switch) AS budget_month,
  (SELECT count(*) FROM procrastinate_jobs WHERE status = 'todo') AS jobs_waiting,
  (SELECT count(*) FROM procrastinate_jobs WHERE status = 'doing') AS jobs_running,
  (SELECT count(*) FROM procrastinate_jobs WHERE status = 'failed') AS jobs_failed,
  (SELECT count(*) FROM support_request WHERE status = 'open') AS open_requests,
  (SELECT count(*) FROM approval WHERE status = 'waiting' AND expires_at > :now) AS approvals,
  (SELECT count(*) FROM subscriptions WHERE status = 'past_due') AS past_due,
  (SELECT count(*) FROM subscriptions WHERE processor = 'manual' AND status = 'active'
    AND access_until BETWEEN :now AND :now + interval '7 days') AS expiring_grants,
  (SELECT count(*) FROM impersonation WHERE ended_at IS NULL AND started_at IS NOT NULL
    AND ends_at > :now) AS impersonations,
  (SELECT count(*) FROM users WHERE created_at > :now - interval '24 hours') AS signups,
  (SELECT CAST(percentile_cont(0.5) WITHIN GROUP (
      ORDER BY extract(epoch FROM first_score_at - created_at)) AS double precision)
    FROM run WHERE trigger = 'initial' AND first_score_at IS NOT NULL
      AND created_at > :now - interval '7 days') AS seconds_to_first_score,
  (SELECT CAST(coalesce(sum(cost_usd), 0) AS double precision) FROM engine_usage
    WHERE asked_at >= date_trunc('day', :now))
    + (SELECT CAST(coalesce(sum(cost_usd), 0) AS double precision) FROM engine_test
    WHERE asked_at >= date_trunc('day', :now))
    + (SELECT CAST(coalesce(sum(cost_usd), 0) AS double precision) FROM engine_watch_day
    WHERE created_at >= date_trunc('day', :now)) AS spend_today,
  (SELECT CAST(coalesce(sum(cost_usd), 0) AS double precision) FROM engine_usage
    WHERE asked_at >= date_trunc('month', :now))
    + (SELECT CAST(coalesce(sum(cost_usd), 0) AS double precision) FROM engine_test
    WHERE asked_at >= date_trunc('month', :now))
    + (SELECT CAST(coalesce(sum(cost_usd), 0) AS double precision) FROM engine_watch_day
    WHERE created_at >= date_trunc('month', :now)) AS spend_month,
  (SELECT count(*) FROM workspace WHERE deleted_at IS NULL) AS workspaces,
  (SELECT count(*) FROM subscriptions WHERE status IN ('active', 'trialing')) AS subscribers
"""
).bindparams(bindparam("now", type_=DateTime(timezone=True)))


async def counts(session: AsyncSession, now: datetime) -> Row[Any]:
    """One row with everything the first page counts."""
    return (await session.execute(_COUNTS, {"now": now})).one()
