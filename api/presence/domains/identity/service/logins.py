"""Where a person is signed in: the list, and ending one session or all others.

Invariant: an ended session is deleted from the table, so the next request with it is refused.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.errors import NotFound
from presence.domains.identity import queries

_UNKNOWN = "Unknown device"
# The first that is found counts: most browsers name the ones they descend from as well.
_BROWSERS = (
    ("Edge", r"\bEdgA?/|EdgiOS/"),
    ("Opera", r"\bOPR/"),
    ("Samsung Internet", r"SamsungBrowser/"),
    ("Firefox", r"Firefox/|FxiOS/"),
    ("Chrome", r"Chrome/|CriOS/"),
    ("Safari", r"Safari/"),
)
_SYSTEMS = (
    ("iPhone", r"iPhone"),
    ("iPad", r"iPad"),
    ("Android", r"Android"),
    ("Windows", r"Windows"),
    ("macOS", r"Macintosh|Mac OS X"),
    ("ChromeOS", r"CrOS"),
    ("Linux", r"Linux|X11"),
)


@dataclass(frozen=True, slots=True)
class Login:
    """One signed-in browser, as shown to its owner."""

    id: UUID
    device: str
    address: str
    current: bool
    last_seen_at: datetime
    created_at: datetime


async def logins_of(session: AsyncSession, current: UUID, idle: timedelta) -> list[Login]:
    """The bound person's sessions, the current one first, then the most recently used."""
    found = [
        Login(
            id=row.id,
            device=device_of(row.user_agent),
            address=row.address,
            current=row.id == current,
            last_seen_at=row.last_seen_at,
            created_at=row.created_at,
        )
        for row in await queries.login_sessions(session, idle)
    ]
    return sorted(found, key=lambda login: not login.current)


async def end_login(session: AsyncSession, session_id: UUID) -> None:
    """End one of the bound person's sessions. Raises NotFound for any other."""
    if await queries.session_by_id(session, session_id) is None:  # guard: identity.foreign-login
        raise NotFound("We could not find that login.")
    await queries.delete_session(session, session_id)


async def end_other_logins(session: AsyncSession, keep: UUID) -> None:
    """End all sessions except the one making the request."""
    await queries.end_other_sessions(session, keep)  # guard: identity.end-other-logins


def device_of(user_agent: str) -> str:
    """For example `Firefox on Windows`, from the user agent."""
    browser = _first(_BROWSERS, user_agent)
    system = _first(_SYSTEMS, user_agent)
    if browser and system:
        return f"{browser} on {system}"
    return browser or system or _UNKNOWN


def _first(kinds: tuple[tuple[str, str], ...], text: str) -> str | None:
    return next((name for name, pattern in kinds if re.search(pattern, text)), None)
