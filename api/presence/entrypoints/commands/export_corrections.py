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

from presence.core.settings import Settings
from presence.db.session import Database
from presence.domains.analytics.service.labelling import corrected_lines
from presence.entrypoints.commands.environment import database_settings
from presence.entrypoints.commands.failing import fail


def export_corrections(
    run: Annotated[UUID, typer.Argument(help="Id of any run of the brand.")],
    out: Annotated[Path, typer.Option(help="Where to write it.")] = Path("corrections.jsonl"),
) -> None:
    """Write every answer of a brand that people corrected as a labelled text, one a line.

    Read them before adding them to the labelled set: they hold customers' answers.
    """
    with database_settings("presence export-corrections") as settings:
        lines = asyncio.run(_lines(settings, run))
    try:
        out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as error:
        fail(f"{out} could not be written: {error.strerror or 'unknown reason'}.", error)
    typer.echo(f"Wrote {out} ({len(lines):,} texts).")


async def _lines(settings: Settings, run_id: UUID) -> list[str]:
    database = Database(settings.database.customer_url, settings.database)
    try:
        return await corrected_lines(database, run_id)
    finally:
        await database.close()
