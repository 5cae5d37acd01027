"""The engine, the session factory and the product's only commit.

Invariant: a unit of work is one `Database.transaction()`; leaving it normally commits, an exception
or a cancellation rolls back. Nothing else commits; code that has to wait for the outside world in
between commits what was done so far with `release`.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any

import asyncpg
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import (
    AsyncEngine,
    AsyncSession,
    async_sessionmaker,
    create_async_engine,
)
from sqlalchemy.util import greenlet_spawn

from presence.core.settings import DatabaseSettings
from presence.db.address_reading import read_address
from presence.db.reaching import open_at
from presence.db.tenancy import TenantBinding, TenantSync, bind

APPLICATION = "presence"
_BEFORE_COMMIT = "presence.before_commit"


def open_engine(
    url: str, server_settings: Mapping[str, str] | None = None, **options: Any
) -> AsyncEngine:
    """An engine for an address, whose connections have `server_settings` from their start.

    Statement parameters are kept out of error messages, because those are logged. Raises
    WrongAddress.
    """
    return _engine(url, dict(server_settings or {}), {}, **options)


def open_pooled_engine(url: str, settings: Mapping[str, str], **options: Any) -> AsyncEngine:
    """An engine for the address of a pooler that lends a server's connection per transaction.

    `settings` begin and end with each transaction, in the message that begins it. Statements have
    no name: one that is prepared on a borrowed connection would be missing on the next. Nothing may
    run outside a transaction, because a statement takes two messages.
    """
    wanted = "".join(f" SET LOCAL {name} = '{value}';" for name, value in settings.items())
    given = {
        "prepared_statement_cache_size": 0,
        "prepared_statement_name_func": str,  # which makes an empty one
        "statement_cache_size": 0,
        "connection_class": type("Borrowed", (_Borrowed,), {"__slots__": (), "wanted": wanted}),
    }
    return _engine(url, {"application_name": APPLICATION}, given, **options)


class _Borrowed(asyncpg.Connection):  # type: ignore[misc]  # the driver has no types
    """Adds settings to the message that begins a transaction."""

    __slots__ = ()
    wanted = ""

    async def execute(self, query: str, *args: Any, **options: Any) -> Any:
        """Run a script; the driver begins and ends its transactions with it."""
        if not args and query.startswith("BEGIN"):
            query += self.wanted
        return await super().execute(query, *args, **options)


def _engine(
    url: str, server_settings: Mapping[str, str], given: Mapping[str, Any], **options: Any
) -> AsyncEngine:
    address = read_address(url, "The database's address")

    async def open_connection(**arguments: Any) -> asyncpg.Connection:
        return await open_at(address, settings=server_settings, **arguments)

    return create_async_engine(
        "postgresql+asyncpg://",
        connect_args={"async_creator_fn": open_connection, **given},
        hide_parameters=True,
        **options,
    )


def before_commit(session: AsyncSession, check: Callable[[AsyncSession], Awaitable[None]]) -> None:
    """Run `check` before each commit of the session; if it raises, the transaction is rolled back.

    Once the database has refused a change, it also runs in a transaction that changed nothing.
    """
    session.sync_session.info[_BEFORE_COMMIT] = check


async def _check(session: AsyncSession) -> None:
    check = session.sync_session.info.get(_BEFORE_COMMIT)
    if check is not None:
        await check(session)


async def _commit(session: AsyncSession) -> None:
    if session.in_transaction():  # else nothing was done that somebody could lack the right for
        await _check(session)
    await session.commit()


async def release(session: AsyncSession) -> None:
    """Commit what was done so far and return the connection while something else is awaited.

    The next statement begins its own transaction, bound to the same tenant. Locks are released:
    whatever was decided under them has to be decided again.
    """
    await _commit(session)


class Database:
    """A pool of connections as one database role."""

    def __init__(self, url: str, settings: DatabaseSettings) -> None:
        wanted = {
            "statement_timeout": str(settings.statement_timeout_ms),
            "idle_in_transaction_session_timeout": "60000",
            "jit": "off",
        }
        size = {"pool_size": settings.pool_size, "max_overflow": 0, "pool_timeout": 5}
        self._pooled = bool(settings.direct_url)
        if self._pooled:
            self.engine = open_pooled_engine(url, wanted, **size)
        else:
            named = {"application_name": APPLICATION, **wanted}
            self.engine = open_engine(url, server_settings=named, **size)
        self._sessions = async_sessionmaker(
            self.engine, sync_session_class=TenantSync, expire_on_commit=False
        )
        self._autocommit = self.engine.sync_engine.execution_options(isolation_level="AUTOCOMMIT")

    @asynccontextmanager
    async def transaction(
        self, binding: TenantBinding | None = None
    ) -> AsyncIterator[AsyncSession]:
        """A session bound to a tenant; commits on leaving, rolls back on any exception."""
        async with self._sessions() as session:
            if binding is not None:
                await bind(session, binding)
            try:
                yield session
                await _commit(session)
            except IntegrityError:
                await session.rollback()
                await _check(session)  # it may name somebody who lost their place meanwhile
                raise

    async def read_value(self, statement: str, *parameters: object) -> object:
        """First column of the first row of one self-sufficient statement; None without a row.

        Parameters are `$1`, `$2`, …, as the driver expects them, so there is nothing to compile.
        Without a pooler this saves the round trips for BEGIN and COMMIT: the statement is its own
        transaction on a connection in autocommit. Nothing is bound before it and what it binds ends
        with it, so only a statement that itself determines who is asking can see tenant rows.
        """
        return await greenlet_spawn(self._read_value, statement, parameters)

    def _read_value(self, statement: str, parameters: tuple[object, ...]) -> object:
        if self._pooled:
            with self.engine.sync_engine.begin() as borrowed:
                return borrowed.exec_driver_sql(statement, parameters).scalar()
        with self._autocommit.connect() as connection:
            return connection.exec_driver_sql(statement, parameters).scalar()

    async def close(self) -> None:
        """Close every pooled connection."""
        await self.engine.dispose()
