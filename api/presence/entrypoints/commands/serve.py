"""`presence serve`: the whole product in one process tree."""

from __future__ import annotations

import sys

import typer

from presence.entrypoints.commands.environment import serving_settings
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.serve import CannotServe, Serve


def serve() -> None:
    """Start database, API, worker and web app on http://localhost:8000 (PORT changes it)."""
    with failing(CannotServe):
        Serve(serving_settings(), say).run()


def say(line: str) -> None:
    """One progress line, visible at once even through a pipe."""
    typer.echo(line)
    sys.stdout.flush()
