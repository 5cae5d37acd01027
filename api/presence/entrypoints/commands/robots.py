"""`presence robots`: may this bot fetch this address, and which line of robots.txt decides.

Invariant: the decision is the audit's own; exit status 0 allowed, 1 disallowed, 2 bad usage.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from presence.analysis.crawler.robots import MAX_BYTES, RobotsFile

DISALLOWED = 1
_TOKEN = re.compile(r"[A-Za-z0-9_-]+(?:/[\w.+-]*)?")


def robots(
    file: Annotated[str, typer.Argument(help="A robots.txt; - reads standard input.")],
    url: Annotated[str, typer.Argument(help="Absolute address, or a path that begins with /.")],
    agent: Annotated[str, typer.Option(help="Product token of the bot, such as OAI-SearchBot.")],
) -> None:
    """Print "allowed" or "disallowed" and the line that decides (RFC 9309).

    The longest matching rule of the bot's own groups wins, Allow on a tie; without a group of its
    own the bot obeys the groups for *. Only the first 500 KiB are read.
    """
    if _TOKEN.fullmatch(agent.strip()) is None:
        raise typer.BadParameter("Give the bot's product token, such as OAI-SearchBot.")
    if not _is_address(url):
        raise typer.BadParameter("Give an http or https address, or a path that begins with /.")
    decision = RobotsFile.of_response(200, _read(file)).decide(agent, url)
    typer.echo("allowed" if decision.allowed else "disallowed")
    if decision.line:
        typer.echo(f"line {decision.line_number}: {decision.line}")
        typer.echo(f"group: {decision.group}")
    else:
        typer.echo("no rule applies")
    if not decision.allowed:
        raise typer.Exit(DISALLOWED)


def _is_address(url: str) -> bool:
    if url.startswith("/"):
        return True
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(parts.netloc)


def _read(file: str) -> bytes:
    """As much of the file as a crawler reads."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 3)
        with Path(file).open("rb") as handle:
            return handle.read(MAX_BYTES + 3)
    except OSError as error:
        raise typer.BadParameter(f"{file} cannot be read: {error.strerror}.") from error
