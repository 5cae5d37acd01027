"""Checkouts: at most one of a workspace can be paid at a time, and each has one outcome.

Invariant: a checkout is looked up by our own id or by the provider's session id stored with it, and
only within its own workspace; ids of other workspaces find nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core import metrics
from presence.core.payments import RemoteSubscription
from presence.domains.billing.models import Checkout
from presence.domains.billing.queries import stripe_sync
from presence.domains.billing.service.mapping import GRANTING, status_of
from presence.domains.billing.service.plans import INTERVALS, PriceList

RECENT = timedelta(hours=1)
_CHANGE = "change_"


@dataclass(frozen=True, slots=True)
class CheckoutOutcome:
    """The outcome of a checkout, in the terms of the specification."""

    processed: bool
    was_upgrade: bool


NOTHING = CheckoutOutcome(processed=False, was_upgrade=False)


def reference_of(row: Checkout) -> str:
    """The reference used in the return address for a checkout that has no session yet."""
    return f"{_CHANGE}{row.id.hex}"


async def find_visit(session: AsyncSession, reference: str) -> Checkout | None:
    """The checkout behind the `session_id` of a return address, if it is this workspace's."""
    if not reference.startswith(_CHANGE):
        return await stripe_sync.checkout_of_session(session, reference)
    try:
        return await stripe_sync.checkout(session, UUID(hex=reference.removeprefix(_CHANGE)))
    except ValueError:
        return None


async def visit_result(
    session: AsyncSession, user_id: UUID, reference: str | None, now: datetime
) -> CheckoutOutcome:
    """The outcome of a checkout, or of the user's latest one within the hour; never an error."""
    if reference is None:
        row = await stripe_sync.last_checkout(session, user_id, now - RECENT)
    else:
        row = await find_visit(session, reference)
    return NOTHING if row is None else outcome_of(row)


def outcome_of(row: Checkout) -> CheckoutOutcome:
    """The outcome of a stored checkout."""
    return CheckoutOutcome(processed=row.status == "completed", was_upgrade=row.was_upgrade)


async def close_sessions(
    session: AsyncSession,
    prices: PriceList,
    remotes: Sequence[RemoteSubscription],
    chosen: RemoteSubscription | None,
    now: datetime,
) -> None:
    """Complete the checkouts whose purchase or change is now in force."""
    bought = {remote.metadata.get("checkout_id") for remote in remotes} - {None}
    for row in await stripe_sync.open_ended(session, now - timedelta(days=2)):
        if row.kind == "purchase":
            done = str(row.id) in bought
        else:
            done = chosen is not None and _in_force(prices, row, chosen)
        if done:
            row.status = "completed"
            metrics.checkouts.labels("completed").inc()
    await session.flush()


def _in_force(prices: PriceList, row: Checkout, remote: RemoteSubscription) -> bool:
    return (
        status_of(remote) in GRANTING
        and INTERVALS.get(remote.price.interval) == row.billing_frequency
        and prices.plan_of(remote.price) == row.plan_id
    )
