"""`presence migrate`: brings the schema to the newest revision as the owner role."""

from __future__ import annotations

import asyncio

from presence.db.address_reading import direct_url
from presence.db.embedded_files import EmbeddedError
from presence.db.reaching import UNREACHABLE, connect_to_server, reason
from presence.db.server_kind import ServerRefused, require_kind
from presence.entrypoints.commands.environment import (
    BadEnvironment,
    connected_settings,
    read_settings,
)
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.commands.serve import say
from presence.entrypoints.serve import migrate as bring_to_head


def migrate() -> None:
    """Apply outstanding migrations and say which; the owner's address alone is enough."""
    with failing(EmbeddedError, BadEnvironment, ServerRefused):
        owner_url = direct_url(read_settings().database, "owner")
        if owner_url:
            asyncio.run(_require_connection(owner_url))
            say(f"Migrations: {bring_to_head(owner_url, say)}.")
            return
        with connected_settings("presence migrate", "owner") as settings:
            say(f"Migrations: {bring_to_head(direct_url(settings.database, 'owner'), say)}.")


async def _require_connection(url: str) -> None:
    """Refuse a server that cannot be reached or is of another kind, before any step is tried."""
    try:
        connection = await connect_to_server(url, name="presence migrate")
    except UNREACHABLE as error:
        raise BadEnvironment(
            f"Cannot connect to the database as owner: {reason(error)}."
        ) from error
    try:
        await require_kind(connection)
    finally:
        await connection.close()
