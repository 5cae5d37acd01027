"""What staff should look at first, each item with the list that shows it.

Invariant: what needs no action is not mentioned.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.domains.engines.service.console import EngineState, engine_states
from presence.domains.runs.queries.attention import counts

Severity = Literal["critical", "warning", "info"]
_RANK: dict[Severity, int] = {"critical": 0, "warning": 1, "info": 2}
FigureUnit = Literal["count", "usd", "seconds", "percent"]
_FIGURES: dict[str, FigureUnit] = {
    "signups": "count",
    "seconds_to_first_score": "seconds",
    "webhook_lag": "seconds",
    "spend_today": "usd",
    "spend_month": "usd",
    "budget_month": "usd",
    "workspaces": "count",
    "subscribers": "count",
    "jobs_waiting": "count",
    "jobs_running": "count",
    "jobs_failed": "count",
}
# The share of an engine's monthly cap from which somebody should know.
_NEAR_CAP = 80.0


@dataclass(frozen=True, slots=True)
class Kind:
    """How something that was counted is worded, and where it is listed."""

    severity: Severity
    one: str
    many: str
    resource: str
    filter: dict[str, Any]


KINDS: dict[str, Kind] = {
    "stuck_runs": Kind(
        "critical", "One analysis does not end", "{} analyses do not end", "runs",
        {"status": "queued,running"},
    ),
    "failed_deliveries": Kind(
        "critical", "One payment event was given up", "{} payment events were given up",
        "webhook-deliveries", {"state": "failed"},
    ),
    "waiting_deliveries": Kind(
        "warning", "One payment event waits too long", "{} payment events wait too long",
        "webhook-deliveries", {"state": "pending"},
    ),
    "failed_jobs": Kind(
        "warning", "One job was given up", "{} jobs were given up", "jobs", {"status": "failed"}
    ),
    "waiting_jobs": Kind(
        "warning", "One job waits for more than ten minutes",
        "{} jobs wait for more than ten minutes", "jobs", {"status": "todo"},
    ),
    "failed_runs": Kind(
        "warning", "One analysis failed in the last 24 hours",
        "{} analyses failed in the last 24 hours", "runs", {"status": "failed"},
    ),
    "partial_runs": Kind(
        "info", "One analysis of the last 24 hours is partial",
        "{} analyses of the last 24 hours are partial", "runs", {"status": "partial"},
    ),
    "failing_workspaces": Kind(
        "warning", "The last analysis of one workspace failed",
        "The last analyses of {} workspaces failed", "workspaces", {"hasErrors": "true"},
    ),
    "failed_mails": Kind(
        "warning", "One mail of the last 24 hours was given up",
        "{} mails of the last 24 hours were given up", "mail-log", {"status": "failed"},
    ),
    "failing_webhooks": Kind(
        "info", "One customer's webhook does not answer", "{} customers' webhooks do not answer",
        "webhooks", {"failing": "true"},
    ),
    "open_requests": Kind(
        "warning", "One customer waits for an answer", "{} customers wait for an answer",
        "support-requests", {"status": "open"},
    ),
    "approvals": Kind(
        "warning", "One request waits for approval", "{} requests wait for approval",
        "approvals", {"status": "waiting"},
    ),
    "past_due": Kind(
        "info", "One payment is overdue", "{} payments are overdue", "subscriptions",
        {"status": "past_due"},
    ),
    "expiring_grants": Kind(
        "info", "One granted plan ends within seven days",
        "{} granted plans end within seven days", "subscriptions",
        {"processor": "manual", "status": "active"},
    ),
    "impersonations": Kind(
        "info", "One impersonation is running", "{} impersonations are running",
        "impersonations", {"running": "true"},
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Item:
    """Something that needs attention."""

    kind: str
    severity: Severity
    count: int
    sentence: str
    resource: str
    filter: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Attention:
    """What needs attention, worst first, and today's figures."""

    items: list[Item]
    figures: dict[str, float | None]
    units: dict[str, FigureUnit]
    as_of: datetime


async def attention(session: AsyncSession, settings: Settings, now: datetime) -> Attention:
    """Across all tenants, at `now`."""
    row = (await counts(session, now))._mapping
    items = [_item(name, kind, row[name]) for name, kind in KINDS.items() if row[name]]
    for engine in await engine_states(session, settings, now):
        if engine.circuit in ("down", "slowed"):
            sentence = f"{engine.name} is {engine.circuit}: {engine.last_error or 'no answer'}"
            severity: Severity = "critical" if engine.circuit == "down" else "warning"
            items.append(Item("engine", severity, 1, sentence, "engines", {"id": engine.id}))
        if engine.cap_used is not None and engine.cap_used >= _NEAR_CAP:
            items.append(_near_cap(engine))
    items.sort(key=lambda item: _RANK[item.severity])
    return Attention(items, {name: row[name] for name in _FIGURES}, _FIGURES, now)


def _near_cap(engine: EngineState) -> Item:
    used = engine.cap_used or 0.0
    over = used >= 100
    consequence = "Next runs do without it." if over else "Past it, runs do without it."
    sentence = f"{engine.name} has used {used:.0f} % of its cap for the month. {consequence}"
    severity: Severity = "critical" if over else "warning"
    return Item("engine_cap", severity, 1, sentence, "engines", {"id": engine.id})


def _item(name: str, kind: Kind, count: int) -> Item:
    sentence = kind.one if count == 1 else kind.many.format(count)
    return Item(name, kind.severity, count, sentence, kind.resource, kind.filter)
