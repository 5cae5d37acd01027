"""`presence verify-audit`: checks exported audit logs, without network or database.

Invariant: exit status 0 every entry is what was written, 1 something differs and the first of it is
named, 2 what was given is no readable log.
"""

from __future__ import annotations

import json
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from presence.domains.audit.chain import ChainCheck, Head, NotAnAuditLog, log_of, verify_files

BROKEN, REFUSED = 1, 2
_HEAD = re.compile(r"(\d+):([0-9a-f]{64})")


def verify_audit(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE...",
            help="An audit log downloaded from Users, Activity, in one file or several that follow"
            " each other, or a copy of your data as the ZIP it came in.",
        ),
    ],
    head: Annotated[
        list[str] | None,
        typer.Option(help="NUMBER:HASH from a summary mail or an earlier file; may be repeated."),
    ] = None,
) -> None:
    """Name the first entry of an audit log that was changed, removed, added or moved."""
    try:
        known = [_head(text) for text in head or ()]
        verdicts = _checked(files, known)
    except NotAnAuditLog as error:
        raise _refused(str(error)) from error
    for workspace_id, verdict in verdicts.items():
        if len(verdicts) > 1:
            typer.echo(f"Workspace {workspace_id}:")
        _show(verdict, len(known))
    if any(verdict.found is not None for verdict in verdicts.values()):
        raise typer.Exit(BROKEN)


def _checked(files: Sequence[Path], known: Sequence[Head]) -> dict[str, ChainCheck]:
    """What came of each workspace's log that the files hold."""
    logs: dict[str, list[Any]] = {}
    for file in files:
        for log in _logs_in(file):
            logs.setdefault(log["workspaceId"], []).append(log)
    if known and len(logs) > 1:
        raise NotAnAuditLog("A head belongs to one workspace; give the files of one at a time.")
    return {workspace_id: verify_files(parts, known) for workspace_id, parts in logs.items()}


def _logs_in(file: Path) -> Iterator[dict[str, Any]]:
    """The log a file holds, or those of an archive."""
    try:
        if not zipfile.is_zipfile(file):
            yield log_of(json.loads(file.read_bytes()))
            return
        with zipfile.ZipFile(file) as packed:
            names = [name for name in packed.namelist() if name.endswith(".json")]
            documents = (json.loads(packed.read(name)) for name in names)
            logs = [log_of(found) for found in documents if _has_log(found)]
    except NotAnAuditLog as error:
        raise NotAnAuditLog(f"{file}: {error}") from error
    except OSError as error:
        raise NotAnAuditLog(f"{file}: {error.strerror or 'it cannot be read'}.") from error
    except (zipfile.BadZipFile, zlib.error) as error:
        raise NotAnAuditLog(f"{file}: it is a damaged archive.") from error
    except (ValueError, RecursionError) as error:
        raise NotAnAuditLog(f"{file}: it is no JSON.") from error
    if not logs:
        raise NotAnAuditLog(f"{file}: it holds no audit log.")
    yield from logs


def _has_log(document: Any) -> bool:
    return isinstance(document, dict) and "auditLog" in document


def _refused(sentence: str) -> typer.Exit:
    typer.echo(f"presence: {sentence}", err=True)
    return typer.Exit(REFUSED)


def _head(text: str) -> Head:
    match = _HEAD.fullmatch(text.strip())
    if match is None:
        raise NotAnAuditLog(f"{text!r} is no head: NUMBER:HASH, as a summary mail shows it.")
    return Head(int(match[1]), match[2])


def _show(verdict: ChainCheck, known: int) -> None:
    if verdict.found is not None:
        found = verdict.found
        typer.echo(f"First break: entry {found.sequence} ({found.kind}): {found.sentence}.")
        return
    typer.echo(f"In order: {verdict.entries} entries up to {verdict.head}.")
    if verdict.erased:
        typer.echo(f"Erased by law, known by their digests only: {verdict.erased}.")
    if verdict.more:
        typer.echo("The log goes on behind that: give the files that follow as well.")
    if not known:
        typer.echo(
            "Entries cut off at the end show only against a head you kept: give it by --head."
        )
