"""`presence prepare-database`: creates the product's roles on your own server, once.

Invariant: the administrator's address in DATABASE_URL is used here and nowhere else; each role gets
the password of the address it will be used with.
"""

from __future__ import annotations

import asyncio

import asyncpg
import typer

from presence.core.settings import DatabaseSettings
from presence.db.address_reading import at_server, read_address
from presence.db.external import VARIABLE
from presence.db.reaching import UNREACHABLE, connect, reason
from presence.db.roles import LOGIN_ROLES, ensure_roles, prepare_schema
from presence.db.server_kind import ServerRefused, require_kind
from presence.entrypoints.commands.environment import BadEnvironment, admin_url, read_settings
from presence.entrypoints.commands.failing import failing


def prepare_database() -> None:
    """Create or update roles, their passwords and extensions; migrations follow as the owner."""
    with failing(BadEnvironment, ServerRefused):
        database = read_settings().database
        passwords = _passwords(database)
        asyncio.run(_prepare(at_server(admin_url(), VARIABLE, database.direct_url), passwords))
    typer.echo(f"Roles are ready: {', '.join(LOGIN_ROLES)}.")


def _passwords(database: DatabaseSettings) -> dict[str, str]:
    """The password of each role, taken from its own address."""
    found = {}
    for role in LOGIN_ROLES:
        variable = f"PRESENCE_DATABASE__{role.upper()}_URL"
        text = getattr(database, f"{role}_url")
        address = read_address(text, variable) if text else None
        if address is None or address.user != role or not address.password:
            raise BadEnvironment(
                f"{variable} must be the address of the role {role}: "
                f"postgresql://{role}:PASSWORD@host:5432/name."
            )
        found[role] = address.password
    return found


async def _prepare(url: str, passwords: dict[str, str]) -> None:
    if not url:
        raise BadEnvironment("DATABASE_URL must be the address of an account that may make roles.")
    try:
        admin = await connect(url)
    except UNREACHABLE as error:
        raise BadEnvironment(
            f"Cannot connect to the server in DATABASE_URL: {reason(error)}."
        ) from error
    try:
        await require_kind(admin)
        await ensure_roles(admin, passwords)
        await prepare_schema(admin)
    except asyncpg.InsufficientPrivilegeError as error:
        raise BadEnvironment(
            f"The account in DATABASE_URL may not prepare the database: {error}."
        ) from error
    finally:
        await admin.close()
