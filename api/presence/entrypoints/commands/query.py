"""`presence query`: asks the database from where the product runs, as the role that only reads.

Invariant: nothing is written, whatever a statement says: only what reads is sent, to a role that
may do no more, in a transaction of its own that may not either.
"""

from __future__ import annotations

import asyncio
import re
from typing import Annotated

import asyncpg
import typer

from presence.db.reaching import UNREACHABLE, connect, reason
from presence.entrypoints.commands.environment import BadEnvironment, read_settings
from presence.entrypoints.commands.failing import failing

_TIMEOUT_S = 60.0
_READS = re.compile(r"\s*(?:SELECT|WITH|VALUES|TABLE|SHOW|EXPLAIN)\b", re.IGNORECASE)
_ONLY_READS = "a statement begins with SELECT, WITH, VALUES, TABLE, SHOW or EXPLAIN."
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
    for statement in statements:
        if _READS.match(statement) is None:
            raise QueryUnanswered(f"The database refused: {_ONLY_READS}")
    try:
        connection = await connect(url, name="presence query", timeout_s=_TIMEOUT_S)
    except UNREACHABLE as error:
        raise QueryUnanswered(f"The database cannot be reached: {reason(error)}") from error
    try:
        return [await _answer(connection, statement) for statement in statements]
    except _FAULTS as error:
        raise QueryUnanswered(f"The database refused: {error}") from error
    finally:
        connection.terminate()


async def _answer(connection: asyncpg.Connection, statement: str) -> str:
    async with connection.transaction(readonly=True):
        prepared = await connection.prepare(statement)
        rows = await prepared.fetch(timeout=_TIMEOUT_S)
    names = "\t".join(column.name for column in prepared.get_attributes())
    lines = ["\t".join("" if cell is None else _one_line(cell) for cell in row) for row in rows]
    return "\n".join([names, *lines, f"({len(rows)} rows)"])


def _one_line(cell: object) -> str:
    return str(cell).replace("\t", " ").replace("\n", " ")
