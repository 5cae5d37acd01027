"""`presence read-log`: which bots fetched a site's pages and whom assistants sent, from its logs.

Invariant: nothing is kept or sent; memory does not grow with the file. Exit status 0 done, 2 bad
usage, 3 when no line could be read.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, BinaryIO

import typer

from presence.analysis.traffic import (
    Addresses,
    AddressList,
    BrokenArchive,
    Detection,
    LogReader,
    LogSummarizer,
    LogSummary,
    Unpacker,
    WrongList,
    kept_lists,
    refreshed,
)
from presence.entrypoints.commands.read_log_view import one_line, print_summary

NOTHING_READ = 3
CHUNK = 256 * 1024
MOST_LIST_BYTES = 16 * 1024 * 1024


def read_log(
    files: Annotated[
        list[str],
        typer.Argument(
            help="An access log, or several: plain, gzip or Zstandard; - reads standard input."
        ),
    ],
    as_json: Annotated[
        bool, typer.Option("--json", help="Print one JSON object instead of tables.")
    ] = False,
    lists: Annotated[
        Path | None,
        typer.Option(help="Folder with newer address lists of the bots' makers (JSON)."),
    ] = None,
) -> None:
    """Count the bots in an access log, check their addresses, and the people assistants sent.

    Formats: combined and common (Apache, nginx), JSON lines (nginx, Caddy, Traefik, Cloudflare,
    Vercel, Fastly), CloudFront, AWS load balancer, IIS. The format is detected.
    """
    known = kept_lists() if lists is None else _lists(lists)
    summarizer = LogSummarizer(Addresses(known))
    detections = [_read(file, summarizer) for file in files]
    summary = summarizer.summary()
    if as_json:
        typer.echo(json.dumps(as_object(summary), ensure_ascii=True))
    elif summary.parsed:
        print_summary(summary, detections, known)
    if not summary.parsed:
        for file, detection in zip(files, detections, strict=True):
            typer.echo(f"{one_line(file)}: {_why(detection)}", err=True)
        raise typer.Exit(NOTHING_READ)


def as_object(summary: LogSummary) -> dict[str, object]:
    """The summary as the object that `--json` prints."""
    return {
        "lines": summary.lines,
        "parsed": summary.parsed,
        "wrong": summary.wrong,
        "duplicates": summary.duplicates,
        "bots": [asdict(bot) for bot in summary.bots],
        "referrals": [asdict(referral) for referral in summary.referrals],
        "people": summary.people,
        "from": summary.first,
        "to": summary.last,
    }


def _why(detection: Detection | None) -> str:
    problem = detection.problem if detection else ""
    return problem or "No line of it could be read."


def _read(file: str, summarizer: LogSummarizer) -> Detection | None:
    unpacker, reader = Unpacker(), LogReader()
    try:
        for chunk in _chunks(file):
            for piece in unpacker.feed(chunk):
                summarizer.add(reader.feed(piece))
        for piece in unpacker.close():
            summarizer.add(reader.feed(piece))
    except BrokenArchive as error:
        typer.echo(f"{one_line(file)}: {error}", err=True)
    summarizer.add(reader.close())
    return reader.detection


def _chunks(file: str) -> Iterator[bytes]:
    try:
        if file == "-":
            yield from _pieces(sys.stdin.buffer)
        else:
            with Path(file).open("rb") as handle:
                yield from _pieces(handle)
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be read: {error.strerror}.") from error


def _pieces(handle: BinaryIO) -> Iterator[bytes]:
    while piece := handle.read(CHUNK):
        yield piece


def _lists(folder: Path) -> tuple[AddressList, ...]:
    try:
        found = sorted(path for path in folder.iterdir() if path.suffix == ".json")
        texts = {path.name: path.read_bytes() for path in found if _is_small(path)}
        days = [datetime.fromtimestamp(path.stat().st_mtime, UTC) for path in found]
    except OSError as error:
        raise typer.BadParameter(f"{folder} cannot be read: {error.strerror}.") from error
    if not texts:
        raise typer.BadParameter(f"{folder} holds no address list (a file that ends in .json).")
    try:
        return refreshed(texts, f"{min(days):%Y-%m-%d}")
    except WrongList as error:
        raise typer.BadParameter(str(error)) from error


def _is_small(path: Path) -> bool:
    if path.stat().st_size > MOST_LIST_BYTES:
        raise typer.BadParameter(f"{path.name} is too large for an address list.")
    return True
