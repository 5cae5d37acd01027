"""A test alert: the message it would send, through the channels it would use.

Invariant: no person but the one who asked is notified; a test is not recorded in the history and
starts no pause.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import RateLimited
from presence.core.ids import new_id
from presence.core.settings import Settings
from presence.domains.brands.service import get_brand
from presence.domains.messaging.queries import notifications as queries
from presence.domains.messaging.service.alerts import rules
from presence.domains.messaging.service.alerts.words import METRICS
from presence.domains.messaging.service.notifications.delivery import deliver_notice
from presence.domains.messaging.service.notifications.notices import Notice

WINDOW = timedelta(hours=1)
MOST = 5
_ENOUGH = "You sent several tests within the hour. Try again later."
_REASON = "This is a test. A real message says here which score moved, and by how much."


async def try_out(
    session: AsyncSession, settings: Settings, rule_id: UUID, user_id: UUID, now: datetime
) -> tuple[str, ...]:
    """Send a test; returns its channels. Raises NotFound, PlanLimitReached, RateLimited."""
    rule = await rules.usable(session, rule_id)
    if await queries.count_tests(session, now - WINDOW) >= MOST:
        raise RateLimited(_ENOUGH, headers={"Retry-After": str(int(WINDOW.total_seconds()))})
    brand = await get_brand(session, rule.brand_id) if rule.brand_id else None
    notice = Notice(
        "alert-fired",
        rule.brand_id,
        {
            "brandName": brand.name if brand else "Every brand",
            "ruleName": f"{rule.name} (test)",
            "metric": rule.metric,
            "what": METRICS[rule.metric],
            "reason": _REASON,
            "test": True,
        },
        only=user_id,
        channels=frozenset(rule.channels),
    )
    await deliver_notice(session, settings, notice, new_id(), now)
    return tuple(rule.channels)
