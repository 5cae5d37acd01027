"""When websites were looked at last, through the function that alone may touch it."""

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


async def book(session: AsyncSession, site: bytes, every_s: float, now: datetime) -> datetime:
    """Take the next free turn at a site; when it is."""
    found: datetime = (
        await session.execute(_BOOK, {"site": site, "every": every_s, "now": now})
    ).scalar_one()
    return found


async def take(session: AsyncSession, site: bytes, every_s: float, now: datetime) -> float:
    """Take the visit to a site; 0, or the seconds until it may be taken."""
    return float(await session.scalar(_TAKE, {"site": site, "every": every_s, "now": now}) or 0.0)
