"""`presence`: the command line, composed of one module per command.

Invariant: nothing but registration happens here, and only the chosen command's module is
imported, so `presence analyze` never loads a web framework.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import Any

import typer
from typer._click.core import Command, Context  # Typer carries its own copy of Click
from typer.core import TyperGroup

# On two shared cores a second BLAS thread saves a seventh of the time on an idle machine and makes
# embedding five times slower on a busy one, because both threads spin. Read when numpy loads.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

COMMANDS = (
    "analyze",
    "offer",
    "detect",
    "serve",
    "api",
    "operator",
    "worker",
    "auditor",
    "query",
    "prepare-database",
    "migrate",
    "grant",
    "staff",
    "new-key",
    "backup",
    "restore",
    "upgrade-database",
    "end-sessions",
    "stripe-setup",
    "export-openapi",
    "export-run",
    "verify-bundle",
    "verify-audit",
    "robots",
    "read-log",
    "ship-log",
    "mcp",
)


class OnDemand(TyperGroup):
    """Commands found by name: the function `NAME` of `presence.entrypoints.commands.NAME`.

    A hyphen in the command is an underscore in both.
    """

    def list_commands(self, ctx: Context) -> list[str]:
        """Names in the order they are listed in help."""
        return list(COMMANDS)

    def get_command(self, ctx: Context, cmd_name: str) -> Command | None:
        """The command, imported now; None when there is no such command."""
        if cmd_name not in COMMANDS:
            return None
        function = cmd_name.replace("-", "_")
        module = import_module(f"presence.entrypoints.commands.{function}")
        single = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
        single.command(cmd_name)(getattr(module, function))
        return typer.main.get_command(single)

    def invoke(self, ctx: Context) -> Any:
        """Run the command; a setting that cannot be used ends it with a sentence and status 2."""
        try:
            return super().invoke(ctx)
        except ValueError as error:  # what the libraries of settings raise
            wrong = import_module("presence.entrypoints.commands.wrong_settings")
            sentences: list[str] = wrong.sentences_about(error)
            if not sentences:
                raise
        for sentence in sentences:
            typer.echo(f"presence: {sentence}", err=True)
        raise typer.Exit(wrong.STATUS)


app = typer.Typer(
    cls=OnDemand,
    help="See, with evidence, how a brand appears in the answers of AI assistants.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


@app.callback()
def main() -> None:
    """See, with evidence, how a brand appears in the answers of AI assistants."""
