"""`presence export-run`: a stored run in one file that anybody can score again.

Invariant: the run is read as its own workspace, under row security; exit status 0 done, 1 with
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
from presence.domains.results.service import bundles
from presence.entrypoints.commands.environment import database_settings
from presence.entrypoints.commands.failing import fail


def export_run(
    run: Annotated[UUID, typer.Argument(help="Id of the run.")],
    out: Annotated[Path, typer.Option(help="Where to write it.")] = Path("bundle.zip"),
) -> None:
    """Write prompts, parameters, raw answers, pages, versions and scores of a run to a file.

    Check it anywhere with: presence verify-bundle bundle.zip
    """
    with database_settings("presence export-run") as settings:
        data = asyncio.run(_export(settings, run))
    try:
        out.write_bytes(data)
    except OSError as error:
        fail(f"{out} could not be written: {error.strerror or 'unknown reason'}.", error)
    typer.echo(f"Wrote {out} ({len(data):,} bytes).")


async def _export(settings: Settings, run_id: UUID) -> bytes:
    database = Database(settings.database.customer_url, settings.database)
    try:
        return await bundles.export(database, run_id)
    finally:
        await database.close()
