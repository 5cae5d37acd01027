"""`presence offer`: what a brand is and sells, as far as its own words say it.

Invariant: the offer goes to standard output, complaints to standard error; exit status 0 done, also
for an offer that cannot be read, 2 bad usage, 3 target unreachable or refused, with the reason.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from presence.adapters.outbound import OutboundFetcher
from presence.analysis.crawler import CrawlLimits, crawl
from presence.analysis.offer import name_of_site, offer_as_json, read_offer
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, PageFacts
from presence.core.clock import SystemClock
from presence.core.settings import Settings
from presence.entrypoints.commands.naming import website_of

REFUSED = 3
PAGES = 12


def offer(
    url: Annotated[str | None, typer.Argument(help="Website, with or without https://.")] = None,
    brand: Annotated[str, typer.Option(help="Name of the brand, otherwise as on the site.")] = "",
    description: Annotated[str, typer.Option(help="What the brand offers.")] = "",
    audience: Annotated[str, typer.Option(help="Who it is for, in a sentence.")] = "",
    market: Annotated[str, typer.Option(help="Two-letter country code.")] = "US",
    language: Annotated[str, typer.Option(help="Language tag, such as en or de-AT.")] = "en",
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Read what a brand is and sells from its website, its description, or both.

    What is not known stays empty. PRESENCE_OUTBOUND__ALLOWED_NETWORKS=127.0.0.0/8 allows a local
    site.
    """
    if url is None and not description.strip():
        raise typer.BadParameter("Give a website, or a description with --description.")
    profile = BrandProfile(
        name=brand.strip(),
        description=description.strip(),
        audience=audience.strip(),
        website=website_of(url) if url else None,
        market=market.upper(),
        language=language,
    )
    settings = Settings()
    pages = asyncio.run(_pages(profile.website, settings)) if profile.website else ()
    profile = profile if profile.name else replace(profile, name=name_of_site(pages))
    embedder = load_embedder() if settings.analysis.embeddings else None
    data = offer_as_json(read_offer(profile, pages, embedder))
    if as_json:
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2))
    else:
        Console().print(_table(data))


async def _pages(website: str, settings: Settings) -> tuple[PageFacts, ...]:
    """The site's first pages. Exits with the reason when there are none."""
    clock = SystemClock()
    async with OutboundFetcher(settings.outbound, clock) as fetcher:
        found = await crawl(website, fetcher, clock, CrawlLimits(pages=PAGES, probes=False))
    if found.pages:
        return found.pages
    reason = found.unreachable.message if found.unreachable else "It gave no page to read."
    typer.echo(f"presence: {website} could not be read. {reason}", err=True)
    raise typer.Exit(REFUSED)


def _table(data: dict[str, Any]) -> Table:
    table = Table("", "What was understood", "Sure", "From", box=None)
    for name, slot in data.items():
        if isinstance(slot, dict):
            value = slot["value"]
            shown = ", ".join(value) if isinstance(value, list) else str(value)
            where = ", ".join(dict.fromkeys(quote["source"] for quote in slot["evidence"]))
            table.add_row(name.replace("_", " "), shown, f"{slot['confidence']:.0%}", where)
        elif slot is None:
            table.add_row(name.replace("_", " "), "not known", "", "")
    return table
