"""`presence migrate`: brings the schema to the newest revision as the owner role."""

from __future__ import annotations

import asyncio

import asyncpg

from presence.db.embedded_files import EmbeddedError
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
    with failing(EmbeddedError, BadEnvironment):
        owner_url = read_settings().database.owner_url
        if owner_url:
            asyncio.run(_require_connection(owner_url))
            say(f"Migrations: {bring_to_head(owner_url, say)}.")
            return
        with connected_settings("presence migrate") as settings:
            say(f"Migrations: {bring_to_head(settings.database.owner_url, say)}.")


async def _require_connection(url: str) -> None:
    """Exit with one sentence if the server cannot be reached, before any step is tried."""
    try:
        await (await asyncpg.connect(url, timeout=10)).close()
    except (OSError, asyncpg.PostgresError, ValueError) as error:
        raise BadEnvironment(f"Cannot connect to the database as owner: {error}.") from error
