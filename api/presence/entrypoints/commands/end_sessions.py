"""`presence end-sessions`: ends every log-in after a database was brought back by its own tools."""

from __future__ import annotations

import asyncio

import asyncpg
import typer

from presence.db.address_reading import at_server
from presence.db.backup.revocation import end_sessions as end
from presence.db.external import VARIABLE
from presence.db.reaching import UNREACHABLE, connect, reason
from presence.entrypoints.commands.environment import (
    BadEnvironment,
    admin_url,
    read_settings,
)
from presence.entrypoints.commands.failing import failing


def end_sessions() -> None:
    """Sign everybody out, staff too, and end open links; DATABASE_URL names a superuser."""
    with failing(BadEnvironment):
        direct = read_settings().database.direct_url
        asyncio.run(_end(at_server(admin_url(), VARIABLE, direct)))
    typer.echo("Everybody is signed out, and links of earlier emails are over.")


async def _end(url: str) -> None:
    if not url:
        raise BadEnvironment("DATABASE_URL must be the address of the database's superuser.")
    try:
        admin = await connect(url)
    except UNREACHABLE as error:
        raise BadEnvironment(
            f"Cannot connect to the server in DATABASE_URL: {reason(error)}."
        ) from error
    try:
        await end(admin)
    except asyncpg.InsufficientPrivilegeError as error:
        raise BadEnvironment(
            f"The account in DATABASE_URL may not end what others began: {error}."
        ) from error
    finally:
        await admin.close()
