"""`presence serve`: the whole product in one process tree."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from presence.entrypoints.commands.environment import serving_settings
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.serve import CannotServe, Serve


def serve(
    example: Annotated[
        Path | None,
        typer.Option(help="Folder of the stand-in sites: offer an example that reads one of them"),
    ] = None,
) -> None:
    """Start database, API, worker and web app on http://localhost:8000 (PORT changes it)."""
    with failing(CannotServe):
        Serve(serving_settings(), say, example).run()


def say(line: str) -> None:
    """One progress line, visible at once even through a pipe."""
    typer.echo(line)
    sys.stdout.flush()
