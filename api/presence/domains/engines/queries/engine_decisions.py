"""SQL statements for staff's decisions on engines, and engines' performance across tenants."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import DateTime, Row, bindparam, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from presence.db.listing import Filter, Listing
from presence.db.revenue import MONTHLY_REVENUE
from presence.domains.engines.models import Switch

_FARING = text(
    "SELECT u.engine, count(*) FILTER (WHERE u.asked_at > :now - interval '1 hour'"
    " AND u.key_source <> 'watch') AS asked_1h,"
    " count(*) FILTER (WHERE u.asked_at > :now - interval '1 hour' AND u.error_code <> '')"
    " AS failed_1h, count(*) FILTER (WHERE u.asked_at >= date_trunc('day', :now)"
    " AND u.key_source <> 'watch') AS asked_today,"
    " CAST(coalesce(sum(u.cost_usd) FILTER (WHERE u.asked_at >= date_trunc('day', :now)), 0)"
    " AS double precision) AS cost_today,"
    " CAST(coalesce(sum(u.cost_usd), 0) AS double precision) AS cost_month,"
    " CAST(coalesce(sum(u.cost_usd) FILTER (WHERE u.key_source <> 'workspace'), 0)"
    " AS double precision) AS own_month"
    " FROM (SELECT engine, asked_at, error_code, cost_usd, key_source FROM engine_usage"
    " UNION ALL SELECT engine, asked_at, error_code, cost_usd, 'test' FROM engine_test"
    " UNION ALL SELECT engine, created_at, '', cost_usd, 'watch' FROM engine_watch_day) u"
    " WHERE u.asked_at >= date_trunc('month', :now) GROUP BY u.engine"
).bindparams(bindparam("now", type_=DateTime(timezone=True)))
_LATENCY = text(
    "SELECT a.engine, percentile_cont(0.95) WITHIN GROUP (ORDER BY a.latency_ms) AS p95"
    " FROM answer a WHERE a.id > :since GROUP BY a.engine"
)

COSTS = Listing(
    source="(SELECT u.workspace_id || '.' || CAST(u.asked_at AS date) || '.' || u.engine || '.'"
    " || u.key_source AS id, u.workspace_id, CAST(u.asked_at AS date) AS day, u.engine,"
    " u.key_source, count(*) AS answers, count(*) FILTER (WHERE u.error_code <> '') AS failed,"
    " coalesce(sum(u.input_tokens), 0) AS input_tokens,"
    " coalesce(sum(u.output_tokens), 0) AS output_tokens,"
    " CAST(sum(u.cost_usd) AS double precision) AS cost FROM engine_usage u"
    " GROUP BY u.workspace_id, CAST(u.asked_at AS date), u.engine, u.key_source"
    " UNION ALL SELECT 'staff.' || CAST(t.asked_at AS date) || '.' || t.engine || '.test',"
    " CAST(NULL AS uuid), CAST(t.asked_at AS date), t.engine, 'test', count(*),"
    " count(*) FILTER (WHERE t.error_code <> ''), coalesce(sum(t.input_tokens), 0),"
    " coalesce(sum(t.output_tokens), 0), CAST(sum(t.cost_usd) AS double precision)"
    " FROM engine_test t GROUP BY CAST(t.asked_at AS date), t.engine"
    " UNION ALL SELECT 'watch.' || d.day || '.' || d.engine, CAST(NULL AS uuid), d.day, d.engine,"
    " 'watch', sum(d.answers), 0, 0, 0, CAST(sum(d.cost_usd) AS double precision)"
    " FROM engine_watch_day d GROUP BY d.day, d.engine) c"
    " LEFT JOIN workspace w ON w.id = c.workspace_id",
    columns={
        "id": "c.id",
        "workspace_id": "c.workspace_id",
        "workspace_name": "w.name",
        "day": "c.day",
        "engine": "c.engine",
        "key_source": "c.key_source",
        "answers": "c.answers",
        "failed": "c.failed",
        "input_tokens": "c.input_tokens",
        "output_tokens": "c.output_tokens",
        "cost": "c.cost",
    },
    key="c.id",
    key_kind="text",
    filters={
        "workspaceId": Filter("c.workspace_id", "uuid"),
        "engine": Filter("c.engine"),
        "keySource": Filter("c.key_source"),
        "from": Filter("CAST(c.day AS timestamptz)", "since"),
        "to": Filter("CAST(c.day AS timestamptz)", "until"),
    },
    search=("w.name", "c.engine"),
    sortable=(
        "day",
        "engine",
        "answers",
        "cost",
        "workspace_name",
        "failed",
    ),
    usual="-day",
)

_COST = (
    "(SELECT sum(u.cost_usd) FROM engine_usage u WHERE u.workspace_id = s.workspace_id"
    " AND u.key_source <> 'workspace' AND u.asked_at >= date_trunc('month', now()))"
)
MARGINS = Listing(
    source="(SELECT p.id, p.name, count(s.id) AS workspaces,"  # noqa: S608 - declared text only
    f" CAST(coalesce(sum({MONTHLY_REVENUE}), 0) AS double precision) AS mrr,"
    f" CAST(coalesce(sum({_COST}), 0) AS double precision) AS cost"
    " FROM plans p LEFT JOIN subscriptions s ON s.plan_id = p.id AND s.status <> 'expired'"
    " GROUP BY p.id, p.name) m",
    columns={
        "id": "m.id",
        "plan_name": "m.name",
        "workspaces": "m.workspaces",
        "mrr": "m.mrr",
        "cost_month": "m.cost",
        "margin": "m.mrr - m.cost",
        "margin_percent": "CASE WHEN m.mrr > 0 THEN 100 * (m.mrr - m.cost) / m.mrr END",
    },
    key="m.id",
    key_kind="integer",
    search=("m.name",),
    sortable=(
        "plan_name",
        "workspaces",
        "mrr",
        "cost_month",
        "margin",
        "margin_percent",
    ),
    usual="id",
)


async def all_switches(session: AsyncSession) -> dict[str, Switch]:
    """Staff's decisions, by engine."""
    return {row.engine: row for row in (await session.execute(select(Switch))).scalars()}


async def set_switch(session: AsyncSession, engine: str, values: Mapping[str, Any]) -> None:
    """Store a decision on an engine."""
    statement = insert(Switch).values(engine=engine, **values)
    await session.execute(
        statement.on_conflict_do_update(index_elements=[Switch.engine], set_=dict(values))
    )


async def faring(session: AsyncSession, now: datetime) -> dict[str, Row[Any]]:
    """Answers asked and failed, and their cost, by engine."""
    return {row.engine: row for row in await session.execute(_FARING, {"now": now})}


async def latency(session: AsyncSession, since: Any) -> dict[str, float]:
    """95th percentile of response times (ms) by engine, for answer ids above `since`."""
    rows = await session.execute(_LATENCY, {"since": since})
    return {row.engine: row.p95 for row in rows}
