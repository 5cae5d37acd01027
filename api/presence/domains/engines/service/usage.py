"""What was asked, on whose key, at what cost, and what is left.

Invariant: the sums are of the ledger, the budget is the account's own row: nothing is estimated.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.domains.billing.schemas import UsageOut as FeatureUsage
from presence.domains.billing.service import UsageCounters, current_plan, feature_usage
from presence.domains.engines.queries import budgets, ledger
from presence.domains.engines.records import (
    PLAN,
    Allowance,
    EngineUsage,
    Period,
    Spending,
    UsageLine,
)
from presence.domains.engines.service import spending
from presence.domains.engines.service.allowances import current_allowances
from presence.domains.engines.service.binding import PERSON, Account, allowance_sentence


@dataclass(frozen=True, slots=True)
class UsageReport:
    """Usage of the running period.

    `person` is what the owner may spend in all their workspaces together, None where a paid plan
    pays; `allowance` the sentence that says which of all limits binds.
    """

    period: Period
    plan: Account
    person: Account | None
    allowance: str
    own_keys: tuple[Account, ...]
    engines: tuple[EngineUsage, ...]
    features: tuple[FeatureUsage, ...]


async def usage_report(
    session: AsyncSession, settings: Settings, counters: UsageCounters
) -> UsageReport:
    """The bound workspace's usage in the period that runs now."""
    now = datetime.now(UTC)
    allowances = await current_allowances(session, settings, now)
    period = allowances.period
    sums = await ledger.usage_sums(session, period.start, period.end)
    own = sorted({*allowances.caps, *(r.engine for r in sums if r.key_source == "workspace")})
    limits = (await current_plan(session)).limits
    plan = await _account(session, PLAN, allowances.plan, period)
    owners = await spending.person_account(session, settings, allowances, now)
    person = Account(PERSON, *owners) if owners else None
    return UsageReport(
        period=period,
        plan=plan,
        person=person,
        allowance=await allowance_sentence(session, settings, plan, person, period, now),
        own_keys=tuple(
            [await _account(session, name, allowances.of(name), period) for name in own]
        ),
        engines=tuple(
            EngineUsage(
                row.engine,
                "workspace" if row.key_source == "workspace" else "deployment",
                row.answers,
                row.failed,
                row.cost_usd,
            )
            for row in sums
        ),
        features=tuple(await feature_usage(session, limits, counters)),
    )


async def usage_lines(
    session: AsyncSession, after: UUID | None, limit: int
) -> tuple[list[UsageLine], int]:
    """Lines of the ledger, newest first, and how many there are."""
    rows, total = await ledger.usage_page(session, after, limit)
    lines = [
        UsageLine(
            row.id,
            row.run_id,
            _answer_of(row.answer_key),
            row.engine,
            row.model,
            "workspace" if row.key_source == "workspace" else "deployment",
            row.status,
            row.error_code,
            row.input_tokens,
            row.output_tokens,
            row.searches,
            row.cost_usd,
            row.asked_at,
        )
        for row in rows
    ]
    return lines, total


def _answer_of(key: str) -> UUID | None:
    """The stored answer a line was paid for: its id is its key."""
    try:
        return UUID(key)
    except ValueError:
        return None


async def _account(
    session: AsyncSession, account: str, allowance: Allowance, period: Period
) -> Account:
    row = await budgets.budget(session, (account, period.start))
    spending = (
        Spending(row.used, row.reserved, row.used_usd, row.reserved_usd) if row else Spending()
    )
    return Account(account, allowance, spending)
