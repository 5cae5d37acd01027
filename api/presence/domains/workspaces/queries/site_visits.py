"""When websites were last visited, accessed only through these functions."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import DateTime, bindparam, text
from sqlalchemy.ext.asyncio import AsyncSession

_TAKE = text(
    "SELECT take_site_visit(CAST(:site AS bytea), CAST(:every AS double precision), :now)"
).bindparams(bindparam("now", type_=DateTime(timezone=True)))
_BOOK = text(
    "SELECT book_site_visit(CAST(:site AS bytea), CAST(:every AS double precision), :now)"
).bindparams(bindparam("now", type_=DateTime(timezone=True)))


_TAKE_TURN = text(
    "SELECT take_server_turn(CAST(:server AS bytea), CAST(:name_there AS bytea),"
    " CAST(:every AS double precision), CAST(:slack AS double precision), :now)"
).bindparams(bindparam("now", type_=DateTime(timezone=True)))
_PROVE = text(
    "SELECT prove_server(CAST(:server AS bytea), CAST(:name_there AS bytea),"
    " CAST(:back AS double precision), :until)"
).bindparams(bindparam("until", type_=DateTime(timezone=True)))


async def book(session: AsyncSession, site: bytes, every_s: float, now: datetime) -> datetime:
    """Book the next free turn at a site; returns its time."""
    found: datetime = (
        await session.execute(_BOOK, {"site": site, "every": every_s, "now": now})
    ).scalar_one()
    return found


async def take(session: AsyncSession, site: bytes, every_s: float, now: datetime) -> float:
    """Take the visit to a site; returns 0, or the seconds until it may be taken."""
    return float(await session.scalar(_TAKE, {"site": site, "every": every_s, "now": now}) or 0.0)


async def take_turn(
    session: AsyncSession,
    server: bytes,
    name_there: bytes,
    every_s: float,
    slack_s: float,
    now: datetime,
) -> bool | None:
    """Take a turn at a server; None if a certificate was seen there for the name."""
    values = {"server": server, "name_there": name_there, "every": every_s, "slack": slack_s}
    found: bool | None = await session.scalar(_TAKE_TURN, values | {"now": now})
    return found


async def prove(
    session: AsyncSession, server: bytes, name_there: bytes, back_s: float, until: datetime
) -> None:
    """Record that a certificate was seen, and return this many seconds of the server's turns."""
    values = {"server": server, "name_there": name_there, "back": back_s, "until": until}
    await session.execute(_PROVE, values)
