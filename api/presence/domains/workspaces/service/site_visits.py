"""How often we visit one website on request, across all customers.

Invariant: a site belongs to a stranger: whoever asks and however often, it is visited once in
`outbound.site_every_s`. A site is a registrable domain, because names below it are free. One
person, and one workspace, takes a few of these turns an hour, so that nobody keeps the others from
a site. Addresses in networks that the operator opened are the operator's own.
"""

from __future__ import annotations

import hashlib
import math
from datetime import UTC, datetime
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import QuotaUsedUp
from presence.core.sample import HERE
from presence.core.settings import Settings
from presence.core.sites import site_of
from presence.db.tenancy import binding_of
from presence.domains.workspaces.queries import site_visits as queries
from presence.domains.workspaces.service.quotas import in_words
from presence.http.rates import Policy, count_exactly

LONGEST_S = 300.0
SHARE: Final = Policy("site-share", 6, 3_600)


async def take_visit(session: AsyncSession, settings: Settings, url: str) -> None:
    """Take the one visit to the site of an absolute URL.

    Raises QuotaUsedUp, with the wait, if it was just visited or the caller has used their share.
    """
    name = _site(url)
    if not settings.outbound.site_every_s or _is_own(settings, name):
        return
    site = hashlib.sha256(name.encode()).digest()
    await _take_share(session, name, site)
    every = settings.outbound.site_every_s
    wait = await queries.take(session, site, every, datetime.now(UTC))
    if wait > 0:  # guard: visits.once-a-minute
        seconds = math.ceil(wait)
        raise QuotaUsedUp(
            f"{name} was looked at a moment ago. Please try again in {in_words(seconds)}.",
            headers={"Retry-After": str(seconds)},
        )


async def book_turn(
    session: AsyncSession, settings: Settings, url: str, *, patient: bool
) -> datetime | None:
    """When the site of an absolute URL may be analysed; None means now.

    Raises QuotaUsedUp, with nothing booked, for somebody not `patient` whose turn is minutes away,
    and for a person or workspace that has used its share of the site's turns.
    """
    name = _site(url)
    if not settings.outbound.site_every_s or _is_own(settings, name):
        return None
    now = datetime.now(UTC)
    site = hashlib.sha256(f"analysis of {name}".encode()).digest()
    await _take_share(session, name, site)
    turn = await queries.book(session, site, settings.outbound.site_every_s, now)
    wait = (turn - now).total_seconds()
    if wait > LONGEST_S and not patient:  # guard: visits.analyses-in-turn
        seconds = math.ceil(wait)
        raise QuotaUsedUp(
            f"{name} is being analyzed for several people. Please try again in"
            f" {in_words(seconds)}.",
            headers={"Retry-After": str(seconds)},
        )
    return turn if wait > 0 else None


async def _take_share(session: AsyncSession, name: str, site: bytes) -> None:
    """Count the caller's turn; a scheduled date has no caller and is not counted."""
    bound = binding_of(session)
    if bound.user_id is None:
        return
    for whose in (bound.workspace_id, bound.user_id):
        state = await count_exactly(session, SHARE, f"{whose} {site.hex()[:32]}")
        if not state.allowed:  # guard: visits.share-of-site
            raise QuotaUsedUp(
                f"You have had {name} looked at many times in the last hour. Please try again in"
                f" {in_words(state.reset_s)}.",
                headers=state.refusal().headers,
            )


def _site(url: str) -> str:
    return site_of(urlsplit(url).hostname or "")  # guard: visits.site-of-all-its-names


def _is_own(settings: Settings, name: str) -> bool:
    try:
        address = ip_address(name)
    except ValueError:
        return name == "localhost" and bool(settings.outbound.allowed_networks)
    if settings.outbound.example_site and name == HERE:
        return True
    return any(address in network for network in settings.outbound.allowed_networks)
