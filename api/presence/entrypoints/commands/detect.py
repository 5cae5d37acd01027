"""`presence detect`: who a text names and how it speaks of them, from standard input.

What draws tables is loaded only where one is drawn: the command is called once for each answer.

Invariant: every offset counts code points of the input exactly as given; exit status 0 done, 2
bad usage or input that is not text.
"""

from __future__ import annotations

import json
import sys
from importlib import import_module
from typing import Annotated, Any

import typer

from presence.analysis.competitors import also_named
from presence.analysis.extraction import BRAND, EntitySet, extract
from presence.analysis.types import BrandProfile, Citation, Competitor, Extraction
from presence.entrypoints.commands.naming import competitor_of, prefix_of, website_of

AFFIRMED = "affirmative"
MOST_BYTES = 10 * 1024 * 1024
_BAD_INPUT = 2


def detect(
    brand: Annotated[str, typer.Option(help="Name of the brand.")] = "",
    alias: Annotated[list[str] | None, typer.Option(help="Another spelling.")] = None,
    competitor: Annotated[
        list[str] | None, typer.Option(help="NAME, or NAME=URL.", metavar="NAME")
    ] = None,
    website: Annotated[str, typer.Option(help="Website of the brand: its links are owned.")] = "",
    language: Annotated[str, typer.Option(help="Language tag of the text.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Find brands in the text on standard input: where, in what rank, praised or denied.

    An ordinary word that may be a name but gives no evidence of it is listed for review and does
    not count. Names put forward beside the tracked ones are listed as also named.
    Example: presence detect --brand Zoom --competitor Webex --json < answer.txt
    """
    profile = _profile(brand, alias or [], competitor or [], website, language)
    text = _input()
    found = extract("input", text, EntitySet.of(profile), None)
    if as_json:
        typer.echo(json.dumps(as_object(text, found, profile), ensure_ascii=False, indent=2))
    else:
        view = import_module("presence.entrypoints.commands.detect_view")
        view.show(text, found, _names(profile), also_named(text, profile, found), view.Console())


def as_object(text: str, found: Extraction, profile: BrandProfile) -> dict[str, Any]:
    """The printed object: occurrences, sources and what a person should decide, each in order.

    `position` is the rank of the entity, null where this occurrence denies it.
    """
    names, ranks = _names(profile), dict(found.positions)
    return {
        "entities": [
            {
                "name": names[mention.entity],
                "start": mention.start,
                "end": mention.end,
                "position": ranks.get(mention.entity) if mention.stance == AFFIRMED else None,
                "stance": mention.stance,
                "sentiment": mention.sentiment,
                "recommended": mention.recommended,
            }
            for mention in sorted(found.mentions, key=lambda mention: mention.start)
        ],
        "alsoNamed": [
            {
                "name": named.name,
                "start": named.start,
                "end": named.end,
                "recommended": named.recommended,
            }
            for named in also_named(text, profile, found)
        ],
        "citations": [_citation(source, names) for source in found.citations or ()],
        "needsReview": [
            {
                "name": names[item.entity],
                "start": item.start,
                "end": item.end,
                "text": text[item.start : item.end],
                "reason": item.reason,
            }
            for item in sorted(found.review, key=lambda item: item.start)
        ],
    }


def _citation(source: Citation, names: dict[str, str]) -> dict[str, Any]:
    return {
        "url": source.url,
        "title": source.title,
        "domain": source.domain,
        "start": source.start,
        "end": source.end,
        "owner": names.get(source.owner) if source.owner else None,
        "sourceClass": source.source_class,
    }


def _names(profile: BrandProfile) -> dict[str, str]:
    """Name by entity, as given on the command line."""
    return {BRAND: profile.name, **{c.id: c.name for c in profile.competitors}}


def _profile(
    brand: str, aliases: list[str], given: list[str], website: str, language: str
) -> BrandProfile:
    """Who is looked for. Raises BadParameter for a name that is missing or given twice."""
    if not brand.strip():
        raise typer.BadParameter("Give the name of the brand with --brand.")
    address = website_of(website) if website.strip() else None
    competitors: list[Competitor] = []
    taken = {name.strip().casefold() for name in (brand, *aliases)}
    for number, text in enumerate(given, start=1):
        name, site = competitor_of(text)
        if name.casefold() in taken:
            raise typer.BadParameter(f"{name!r} is given twice.")
        taken.add(name.casefold())
        prefixes = (prefix_of(site),) if site else ()
        competitors.append(
            Competitor(f"competitor-{number}", name, website=site, prefixes=prefixes)
        )
    return BrandProfile(
        name=brand.strip(),
        aliases=tuple(alias.strip() for alias in aliases if alias.strip()),
        website=address,
        prefixes=(prefix_of(address),) if address else (),
        language=language,
        competitors=tuple(competitors),
    )


def _input() -> str:
    """Standard input as text, line ends and byte order mark kept so that offsets hold."""
    if sys.stdin.isatty():
        typer.echo("Type or paste the text, then press Ctrl+D.", err=True)
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise _refused("The text on standard input is larger than 10 MB.")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        message = f"Standard input is not UTF-8 text: byte {error.start} cannot be read."
        raise _refused(message) from error


def _refused(message: str) -> typer.Exit:
    """Print the reason to standard error and return the exit to raise."""
    typer.echo(f"presence: {message}", err=True)
    return typer.Exit(_BAD_INPUT)
