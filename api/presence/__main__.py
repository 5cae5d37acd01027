"""`python -m presence` is the `presence` command."""

from presence.entrypoints.cli import app

app()
