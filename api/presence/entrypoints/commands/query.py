"""`presence query`: asks the database from where the product runs, as the role that only reads.

Invariant: nothing is written, whatever a statement says: neither role nor transaction may.
"""

from __future__ import annotations

import asyncio
from typing import Annotated

import asyncpg
import typer

from presence.entrypoints.commands.environment import BadEnvironment, read_settings
from presence.entrypoints.commands.failing import failing

_TIMEOUT_S = 60.0
_FAULTS = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)


class QueryUnanswered(Exception):
    """The database refused or did not answer; the sentence says which."""


def query(
    statements: Annotated[list[str], typer.Argument(metavar="SQL...", help="What to ask.")],
) -> None:
    """Print what each statement finds, tabs between columns; reads as the role auditor."""
    with failing(BadEnvironment):
        settings = read_settings()
    if not settings.database.auditor_url:
        typer.echo("presence: PRESENCE_DATABASE__AUDITOR_URL is needed.", err=True)
        raise typer.Exit(1)
    with failing(QueryUnanswered):
        for text in asyncio.run(answers_to(settings.database.auditor_url, statements)):
            typer.echo(text)


async def answers_to(url: str, statements: list[str]) -> list[str]:
    """For each statement its rows, one a line, below the names of the columns.

    Raises QueryUnanswered.
    """
    try:
        connection = await asyncpg.connect(
            url, timeout=_TIMEOUT_S, server_settings={"application_name": "presence query"}
        )
    except _FAULTS as error:
        raise QueryUnanswered(f"The database cannot be reached: {error}") from error
    try:
        async with connection.transaction(readonly=True):
            return [await _answer(connection, statement) for statement in statements]
    except _FAULTS as error:
        raise QueryUnanswered(f"The database refused: {error}") from error
    finally:
        connection.terminate()


async def _answer(connection: asyncpg.Connection, statement: str) -> str:
    prepared = await connection.prepare(statement)
    rows = await prepared.fetch(timeout=_TIMEOUT_S)
    names = "\t".join(column.name for column in prepared.get_attributes())
    lines = ["\t".join("" if cell is None else _one_line(cell) for cell in row) for row in rows]
    return "\n".join([names, *lines, f"({len(rows)} rows)"])


def _one_line(cell: object) -> str:
    return str(cell).replace("\t", " ").replace("\n", " ")
