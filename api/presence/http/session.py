"""The database as FastAPI dependencies.

Invariant: `scope="function"`, so the commit happens before the response leaves and a failed commit
is a 500, never a 200 the client has already read. Dependencies are coroutines even where they
await nothing: a plain function would be sent through the thread pool on every request.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextvars import ContextVar
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from presence.core.settings import Settings
from presence.db.session import Database

# What is still to be done in a request's transaction before it is committed; for who restricts one.
finishing: ContextVar[Callable[[AsyncSession], Awaitable[None]] | None] = ContextVar(
    "finishing", default=None
)


async def get_database(request: Request) -> Database:
    """The pool the entry point built."""
    database: Database = request.app.state.database
    return database


async def get_settings(request: Request) -> Settings:
    """The settings the entry point was given."""
    settings: Settings = request.app.state.settings
    return settings


async def get_now(request: Request) -> datetime:
    """The moment of the request by the clock the entry point was given."""
    now: datetime = request.app.state.clock.now()
    return now


DatabaseDep = Annotated[Database, Depends(get_database)]
SettingsDep = Annotated[Settings, Depends(get_settings)]
NowDep = Annotated[datetime, Depends(get_now)]


async def open_session(database: DatabaseDep) -> AsyncIterator[AsyncSession]:
    """One transaction around the route; begins with the route's first statement."""
    async with database.transaction() as session:
        yield session
        finish = finishing.get()
        if finish is not None:
            await finish(session)


SessionDep = Annotated[AsyncSession, Depends(open_session, scope="function")]
