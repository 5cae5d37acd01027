"""Which limit constrains a workspace's next analysis, in one sentence.

Invariant: the sentence names the limit that would be hit first, and when more is available.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.domains.engines.errors import confirm_first, day_of
from presence.domains.engines.periods import period_of
from presence.domains.engines.records import Allowance, Period, Spending
from presence.domains.engines.service import spending
from presence.domains.engines.service.allowances import name_of

PERSON = "person"
# Less than the most expensive answer of the price table costs: it buys nothing any more.
_NOTHING = Decimal("0.005")


@dataclass(frozen=True, slots=True)
class Account:
    """The plan, a person or a workspace's own key: what it may spend and what it has spent."""

    account: str
    allowance: Allowance
    spending: Spending

    @property
    def answers_left(self) -> int | None:
        """Answers that may still be asked; None without a limit."""
        limit = self.allowance.answers
        return (
            None if limit is None else max(0, limit - self.spending.used - self.spending.reserved)
        )

    @property
    def is_out_of_money(self) -> bool:
        """Whether the remaining money buys no answer."""
        limit = self.allowance.usd
        spent = self.spending.used_usd + self.spending.reserved_usd
        return limit is not None and limit - spent < _NOTHING


async def allowance_sentence(
    session: AsyncSession,
    settings: Settings,
    plan: Account,
    person: Account | None,
    period: Period,
    now: datetime,
) -> str:
    """What is left for the bound workspace's next analysis on our keys, and why no more."""
    waiting = await spending.waiting_for_confirmation(session, settings)
    if waiting:
        return confirm_first([name_of(name) for name in waiting])
    reached = await _reached(session, settings, now)
    if reached:
        return reached
    if person is not None and (person.answers_left or 0) <= (plan.answers_left or 0):
        day = day_of(period_of(now).end)
        return _left(person, "free answers that all your workspaces share", day)
    return _left(plan, "answers of your plan", day_of(period.end))


def _left(account: Account, what: str, day: str) -> str:
    limit, left = account.allowance.answers, account.answers_left
    if limit is None:
        return "Your plan has no limit of answers."
    if account.is_out_of_money and left:
        return f"The money for the {what} is used up. It starts anew on {day}."
    if not left:
        return f"None of the {limit:,} {what} are left. They start anew on {day}."
    return f"{left:,} of the {limit:,} {what} are left until {day}."


async def _reached(session: AsyncSession, settings: Settings, now: datetime) -> str | None:
    """The sentence about a daily ceiling that has been reached, if any."""
    found = await spending.todays_ceilings(session, settings, now)
    over = [name for name, ceiling in found.items() if ceiling.is_reached]
    if not over:
        return None
    named = "The assistants have" if spending.ALL in over else f"{name_of(over[0])} has"
    return (
        f"{named} answered as many questions today as all customers together may ask on our keys."
        " Analyses go on after midnight UTC."
    )
