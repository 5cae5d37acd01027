"""`presence serve`: the whole product in one process tree."""

from __future__ import annotations

import sys

import typer

from presence.entrypoints.commands.environment import serving_settings
from presence.entrypoints.serve import CannotServe, Serve


def serve() -> None:
    """Start database, API, worker and web app on http://localhost:8000 (PORT changes it)."""
    try:
        Serve(serving_settings(), say).run()
    except CannotServe as error:
        typer.echo(f"presence: {error}", err=True)
        raise typer.Exit(1) from error


def say(line: str) -> None:
    """One progress line, visible at once even through a pipe."""
    typer.echo(line)
    sys.stdout.flush()
