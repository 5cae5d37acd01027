"""`presence new-key`: begin with another key, giving up what the lost one sealed."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from presence.core.settings import Settings
from presence.db.key_check import replace_key
from presence.db.session import Database
from presence.entrypoints.commands.environment import database_settings

UNMIGRATED = "The database is not migrated; nothing is sealed in it."
WARNING = (
    "What the lost key sealed stays closed: people and staff with an authenticator app need it set "
    "up again, keys of assistants and secrets of webhooks have to be entered again, shared links "
    "made again. Begin with another key?"
)


def new_key(
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Only for a key that is lost for good: a backup brings its key along."""
    if not yes:
        typer.confirm(WARNING, abort=True)
    with database_settings("presence new-key", unmigrated=UNMIGRATED) as settings:
        changed = asyncio.run(_replace(settings))
    typer.echo(
        "Another key is in use; keep it with a backup." if changed else "The key is the right one."
    )


async def _replace(settings: Settings) -> bool:
    database = Database(settings.database.customer_url, settings.database)
    try:
        async with database.transaction() as session:
            return await replace_key(session, settings)
    finally:
        await database.close()
