"""How a command line names a brand and its competitors.

Invariant: what cannot be understood is bad usage (exit status 2) with a sentence that quotes it.
"""

from __future__ import annotations

import re
from importlib import import_module

import typer


def website_of(text: str) -> str:
    """The web address written as `text`, with or without scheme."""
    crawler = import_module("presence.analysis.crawler")  # much to load where no address is given
    try:
        return str(crawler.normalize_url(text))
    except ValueError as error:
        raise typer.BadParameter(f"{text!r} is not a web address.") from error


def prefix_of(website: str) -> str:
    """Owned URL prefix of a site: its host, with port, without scheme and www."""
    return re.sub(r"^https?://(?:www\.)?", "", website).split("/")[0].lower()


def competitor_of(text: str) -> tuple[str, str | None]:
    """(name, website) of a competitor written NAME or NAME=URL."""
    name, _, address = text.partition("=")
    if not name.strip():
        raise typer.BadParameter(f"A competitor needs a name: NAME=URL, not {text!r}.")
    return name.strip(), website_of(address.strip()) if address.strip() else None
