"""`presence auditor`: shows the product's state and its invariants as metrics."""

from __future__ import annotations

import asyncio
import signal
from typing import Annotated

import typer

from presence.core.logging import configure_logging
from presence.core.metrics import STATE, serve_metrics
from presence.core.settings import Settings
from presence.entrypoints.commands.environment import BadEnvironment, read_settings
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.supervision import end_with_parent
from presence.oversight.auditor import keep_watch


def auditor(
    supervised: Annotated[bool, typer.Option(help="End when standard input closes.")] = False,
) -> None:
    """Read the database as the role auditor until stopped; one process is enough."""
    with failing(BadEnvironment):
        settings = read_settings()
    configure_logging(settings.log_level)
    if not settings.database.auditor_url:
        typer.echo("presence: PRESENCE_DATABASE__AUDITOR_URL is needed.", err=True)
        raise typer.Exit(1)
    if supervised:
        end_with_parent()
    serve_metrics(settings.metrics, STATE, settings.revision)
    asyncio.run(_until_stopped(settings))


async def _until_stopped(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    await keep_watch(settings, stop)
