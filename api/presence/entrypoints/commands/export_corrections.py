"""`presence export-corrections`: what people corrected, in the format of the labelled set.

Invariant: answers are read as their own workspace, under row security; exit status 0 done, 1 with
the reason on standard error.
"""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer
from sqlalchemy.exc import ProgrammingError

from presence.core.errors import AppError
from presence.core.settings import Settings
from presence.db.embedded_files import EmbeddedError
from presence.db.session import Database
from presence.domains.analytics.service.labelling import corrected_lines
from presence.entrypoints.commands.environment import BadEnvironment, connected_settings


def export_corrections(
    run: Annotated[UUID, typer.Argument(help="Id of any run of the brand.")],
    out: Annotated[Path, typer.Option(help="Where to write it.")] = Path("corrections.jsonl"),
) -> None:
    """Write every answer of a brand that people corrected as a labelled text, one a line.

    Read them before adding them to the labelled set: they hold customers' answers.
    """
    try:
        with connected_settings("presence export-corrections") as settings:
            lines = asyncio.run(_lines(settings, run))
        out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except ProgrammingError as error:
        _stop("The database is not migrated; run `presence migrate`.", error)
    except OSError as error:
        _stop(f"{out} could not be written: {error.strerror or 'unknown reason'}.", error)
    except (AppError, EmbeddedError, BadEnvironment) as error:
        _stop(str(error), error)
    typer.echo(f"Wrote {out} ({len(lines):,} texts).")


def _stop(reason: str, error: Exception) -> None:
    typer.echo(f"presence: {reason}", err=True)
    raise typer.Exit(1) from error


async def _lines(settings: Settings, run_id: UUID) -> list[str]:
    database = Database(settings.database.customer_url, settings.database)
    try:
        return await corrected_lines(database, run_id)
    finally:
        await database.close()
