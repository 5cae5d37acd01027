"""What one person may use across all their workspaces, however many they create.

Invariant: counted when consumed, per person, in the caller's transaction: deleting what was created
returns nothing, and what is refused or fails is not counted.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import QuotaUsedUp
from presence.http.rates import Policy, RateLimitState, count_exactly

_HOUR, _DAY = 3_600, 86_400
SITE_CHECKS: Final = Policy("site-checks", 60, _HOUR)
SITE_READS: Final = Policy("site-reads", 120, _HOUR)
KEY_CHECKS: Final = Policy("key-checks", 60, _HOUR)
SUPPORT: Final = Policy("support-requests", 30, _HOUR)
NEW_WORKSPACES: Final = (
    Policy("workspaces", 20, _DAY),
    Policy("workspaces-30-days", 60, 30 * _DAY),
)
_SENTENCES: Final = {
    "site-checks": "You have checked many websites in the last hour.",
    "site-reads": "You have had many pages read in the last hour.",
    "key-checks": "You have tried many keys in the last hour.",
    "support-requests": "You have sent many requests in a short time.",
    "workspaces": "You have made many workspaces today.",
    "workspaces-30-days": "You have made many workspaces in the last weeks.",
    "reports-free": "Your free reports of this month are used up in all your workspaces together.",
}


async def use_up(session: AsyncSession, policy: Policy, user_id: UUID) -> None:
    """Use one of a person's quota. Raises RateLimited, with the wait, if none is left."""
    await _use_up(session, policy, f"person {user_id}")


async def use_up_both(
    session: AsyncSession, policy: Policy, user_id: UUID, workspace_id: UUID
) -> None:
    """Use one of a person's and of a workspace's quota. Raises RateLimited."""
    await _use_up(session, policy, f"workspace {workspace_id}")
    await _use_up(session, policy, f"person {user_id}")


async def use_up_in(session: AsyncSession, policy: Policy, subject: str, until: datetime) -> None:
    """Use one of the quota of `subject`, which includes its period, until the period ends."""
    state = await count_exactly(session, policy, subject)
    if not state.allowed:  # guard: quotas.period
        day = f"{until:%B} {until.day}, {until.year}"
        raise _used_up(state, f"{_SENTENCES[policy.name]} They start anew on {day}.")


async def _use_up(session: AsyncSession, policy: Policy, subject: str) -> None:
    state = await count_exactly(session, policy, subject)
    if not state.allowed:  # guard: quotas.person
        wait = in_words(state.reset_s)
        raise _used_up(state, f"{_SENTENCES[policy.name]} Please try again in {wait}.")


def _used_up(state: RateLimitState, sentence: str) -> QuotaUsedUp:
    return QuotaUsedUp(sentence, headers=state.refusal().headers)


def in_words(seconds: float) -> str:
    """A wait in the wording of sentences."""
    for size, name in ((_DAY, "day"), (_HOUR, "hour"), (60, "minute")):
        if seconds > size:
            count = -(-int(seconds) // size)
            return f"{count} {name}{'' if count == 1 else 's'}"
    count = max(1, int(seconds))
    return f"{count} second{'' if count == 1 else 's'}"
