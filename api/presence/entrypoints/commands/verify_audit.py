"""`presence verify-audit`: checks an exported audit log, without network or database.

Invariant: exit status 0 every entry is what was written, 1 something differs and the first of it is
named, 2 the file is no readable log.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated

import typer

from presence.domains.audit.chain import Head, NotAnAuditLog, Verdict, verify

BROKEN, REFUSED = 1, 2
_HEAD = re.compile(r"(\d+):([0-9a-f]{64})")


def verify_audit(
    file: Annotated[Path, typer.Argument(help="An audit log downloaded from Users, Activity.")],
    head: Annotated[
        list[str] | None,
        typer.Option(help="NUMBER:HASH from a summary mail or an earlier file; may be repeated."),
    ] = None,
) -> None:
    """Name the first entry of an audit log that was changed, removed, added or moved."""
    try:
        known = [_head(text) for text in head or ()]
        verdict = verify(json.loads(file.read_bytes()), known)
    except OSError as error:
        raise _refused(f"{file}: {error.strerror or 'it cannot be read'}.") from error
    except NotAnAuditLog as error:
        raise _refused(f"{file}: {error}") from error
    except (ValueError, RecursionError) as error:
        raise _refused(f"{file}: it is no JSON.") from error
    _show(verdict, len(known))
    if verdict.found is not None:
        raise typer.Exit(BROKEN)


def _refused(sentence: str) -> typer.Exit:
    typer.echo(f"presence: {sentence}", err=True)
    return typer.Exit(REFUSED)


def _head(text: str) -> Head:
    match = _HEAD.fullmatch(text.strip())
    if match is None:
        raise NotAnAuditLog(f"{text!r} is no head: NUMBER:HASH, as a summary mail shows it.")
    return Head(int(match[1]), match[2])


def _show(verdict: Verdict, known: int) -> None:
    if verdict.found is not None:
        found = verdict.found
        typer.echo(f"First break: entry {found.sequence} ({found.kind}): {found.sentence}.")
        return
    typer.echo(f"In order: {verdict.entries} entries up to {verdict.head}.")
    if verdict.erased:
        typer.echo(f"Erased by law, known by their digests only: {verdict.erased}.")
    if not known:
        typer.echo(
            "Entries cut off at the end show only against a head you kept: give it by --head."
        )
