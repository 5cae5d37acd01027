"""`presence verify-bundle`: scores an exported run again, without network or database.

Invariant: exit status 0 every score came out again to the same bytes, 1 something differs and is
named, 2 the file is no readable bundle, 3 it was scored by versions this build does not have.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from presence.analysis.bundle import BundleCheck, BundleRefused, unpack, verify
from presence.analysis.bundle.archive import MAX_BYTES
from presence.entrypoints.commands.failing import failing

DIFFERS, REFUSED, OTHER_VERSION = 1, 2, 3


def verify_bundle(
    bundle: Annotated[Path, typer.Argument(help="A file written by export-run.")],
) -> None:
    """Score a bundle again from its own inputs and compare every byte."""
    with failing(BundleRefused, status=REFUSED):
        verdict = verify(unpack(_bytes_of(bundle)))
    status = _print_verdict(verdict)
    if status:
        raise typer.Exit(status)


def _bytes_of(path: Path) -> bytes:
    try:
        if path.stat().st_size > MAX_BYTES:
            raise BundleRefused(f"{path} is larger than a bundle can be.")
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise BundleRefused(f"{path}: {reason}.") from error


def _print_verdict(verdict: BundleCheck) -> int:
    """Print the verdict; the exit status."""
    if verdict.difference is not None:
        found = verdict.difference
        typer.echo(f"First difference: {found.path}")
        typer.echo(f"  expected {found.expected}")
        typer.echo(f"  got      {found.got}")
        return DIFFERS
    if verdict.unsupported:
        for name, theirs, ours in verdict.unsupported:
            typer.echo(f"This bundle was scored with {name} {theirs}; this build has {ours}.")
        return OTHER_VERSION
    typer.echo(f"Accepted: {verdict.scores} scores of {verdict.answers} answers came out again.")
    if verdict.recorded:
        typer.echo(f"Taken as recorded: {', '.join(verdict.recorded)}.")
    return 0
