"""Whether a feature is open to the bound workspace, according to staff's flags and its plan."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import SwitchedOff
from presence.domains.billing.service.current_plan import current_plan
from presence.domains.operators.service.flags import FlagKey, open_flags

_OFF: dict[FlagKey, str] = {
    "exports": "Exports are switched off at the moment. Please try again later.",
    "mcp": "Access over the Model Context Protocol is switched off at the moment."
    " Please try again later.",
    "reports": "Reports are switched off at the moment. Please try again later.",
    "share-links": "Share links are switched off at the moment. Please try again later.",
    "webhooks": "Webhooks are switched off at the moment. Please try again later.",
    "what-if": "Trying edits out is switched off at the moment. Please try again later.",
}


async def feature_states(
    session: AsyncSession, now: datetime, key: FlagKey | None = None
) -> dict[str, bool]:
    """Which features are open to the bound workspace, or to visitors; only `key` if given."""

    async def plan_id() -> int:
        return (await current_plan(session, now)).limits.plan_id

    return await open_flags(session, now, plan_id, key)


async def is_open(session: AsyncSession, key: FlagKey, now: datetime) -> bool:
    """Whether one feature is open."""
    return (await feature_states(session, now, key)).get(key, True)


async def require_open(session: AsyncSession, key: FlagKey, now: datetime) -> None:
    """Raises SwitchedOff."""
    if not await is_open(session, key, now):  # guard: billing.switched-off
        raise SwitchedOff(_OFF[key])
