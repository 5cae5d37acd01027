"""`presence analyze`: the whole pipeline without database or account.

Invariant: the report goes to standard output, progress and complaints to standard error; exit
status 0 done, 2 bad usage, 3 target unreachable or refused, with the reason.
"""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from presence.adapters.documents import DocumentReader
from presence.adapters.outbound import OutboundFetcher
from presence.analysis.crawler import CrawlLimits
from presence.analysis.documents import DocumentRefused
from presence.analysis.pipeline import AnalyseOptions, analyse
from presence.analysis.report import report_as_json
from presence.analysis.simulator import load_embedder
from presence.analysis.types import (
    BrandProfile,
    Competitor,
    DocumentText,
    RunReport,
    SiteCrawl,
)
from presence.core.clock import SystemClock
from presence.core.settings import Settings
from presence.entrypoints.commands.analyze_progress import ProgressBar
from presence.entrypoints.commands.analyze_view import show
from presence.entrypoints.commands.failing import failing
from presence.entrypoints.commands.naming import competitor_of, prefix_of, website_of

REFUSED = 3
DOCUMENT_BYTES = 10 * 1024 * 1024


class Refusal(Exception):
    """The target gave nothing to analyse; the message says why."""


def analyze(
    url: Annotated[str | None, typer.Argument(help="Website, with or without https://.")] = None,
    brand: Annotated[str, typer.Option(help="Name of the brand.")] = "",
    alias: Annotated[list[str] | None, typer.Option(help="Another spelling.")] = None,
    description: Annotated[str, typer.Option(help="What the brand offers.")] = "",
    audience: Annotated[str, typer.Option(help="Who it is for, in a sentence.")] = "",
    competitor: Annotated[
        list[str] | None, typer.Option(help="NAME=URL, or NAME alone.", metavar="NAME=URL")
    ] = None,
    docx: Annotated[Path | None, typer.Option(help="A DOCX about the brand.")] = None,
    market: Annotated[str, typer.Option(help="Two-letter country code.")] = "US",
    language: Annotated[str, typer.Option(help="Language tag, such as en or de-AT.")] = "en",
    pages: Annotated[int, typer.Option(min=1, max=500, help="Most pages to read.")] = 50,
    prompts: Annotated[int, typer.Option(min=2, max=150, help="Questions to ask.")] = 25,
    samples: Annotated[int, typer.Option(min=1, max=25, help="Times each is asked.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Same seed, same result.")] = 1,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Analyse a website or a document and print the report.

    Without --competitor the result is read as coverage: which customer questions the brand's own
    words can answer. PRESENCE_OUTBOUND__ALLOWED_NETWORKS=127.0.0.0/8 allows a local site.
    """
    if not brand.strip():
        raise typer.BadParameter("Give the name of the brand with --brand.")
    if url is None and docx is None:
        raise typer.BadParameter("Give a website, or a document with --docx.")
    profile = BrandProfile(
        name=brand.strip(),
        description=description.strip(),
        audience=audience.strip(),
        aliases=tuple(alias or ()),
        website=website_of(url) if url else None,
        prefixes=(prefix_of(website_of(url)),) if url else (),
        market=market.upper(),
        language=language,
        competitors=tuple(_competitor(text) for text in competitor or ()),
    )
    data = _bytes_of(docx) if docx else None
    options = AnalyseOptions(
        prompts=prompts, samples=samples, seed=seed, limits=CrawlLimits(pages=pages)
    )
    with failing(Refusal, DocumentRefused, status=REFUSED):
        report = asyncio.run(_run(profile, options, data, docx.name if docx else ""))
    if as_json:
        typer.echo(json.dumps(report_as_json(report), ensure_ascii=False, indent=2))
    else:
        show(report, Console())


async def _run(
    profile: BrandProfile, options: AnalyseOptions, data: bytes | None, name: str
) -> RunReport:
    """Read, ask, score. Raises Refusal for a site, DocumentRefused for a document that fails."""
    settings = Settings()
    clock = SystemClock()
    documents: tuple[DocumentText, ...] = ()
    if data is not None:
        documents = (await DocumentReader(settings.isolation).read(data, name),)
    embedder = await asyncio.to_thread(load_embedder) if settings.analysis.embeddings else None
    chosen = replace(options, embedder=embedder)
    with ProgressBar() as bar:
        async with OutboundFetcher(settings.outbound, clock) as fetcher:
            report = await analyse(
                profile, fetcher, clock, options=chosen, documents=documents, progress=bar
            )
    if report.crawl is not None and not report.crawl.pages:
        raise Refusal(_why(report.crawl))
    return report


def _why(crawl: SiteCrawl) -> str:
    """One sentence naming the site and what stood in the way."""
    if crawl.unreachable is not None:
        return f"{crawl.start_url} could not be read. {crawl.unreachable.message}"
    if crawl.refused:
        return f"{crawl.robots_url} does not allow our crawler to read {crawl.start_url}."
    return f"{crawl.start_url} gave no page that could be read."


def _competitor(text: str) -> Competitor:
    name, website = competitor_of(text)
    identifier = re.sub(r"\W+", "-", name.casefold()).strip("-") or "competitor"
    prefixes = (prefix_of(website),) if website else ()
    return Competitor(identifier, name, website=website, prefixes=prefixes)


def _bytes_of(path: Path) -> bytes:
    """The document's bytes; a missing or unreadable file is bad usage, a huge one is refused."""
    try:
        size = path.stat().st_size
        if size > DOCUMENT_BYTES:
            raise typer.BadParameter(f"{path.name} is larger than 10 MB.")
        return path.read_bytes()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise typer.BadParameter(f"{path}: {reason}.") from error
