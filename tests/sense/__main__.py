"""`make sense`: what the product understands of made-up businesses, and what it would ask.

Prints a line per business, with --full every question, and the totals. HALF=untouched counts as one
of the three times that half may be scored: enter it in README.md.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import typer

from presence.analysis.crawler.facts import read_page
from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, Fetched, PageFacts, Panel
from presence.analysis.types.offer import Offer
from tests.sense.corpus import Business, businesses, page_html
from tests.sense.judge import sensible, without_audience

SIZE = 25
SITE = "https://brand.example"


@dataclass(frozen=True, slots=True)
class Reading:
    """What was understood of one business and what would be asked."""

    business: Business
    offer: Offer
    panel: Panel

    @property
    def questions(self) -> list[str]:
        """The neutral questions, without the one that names the brand."""
        return [prompt.text for prompt in self.panel.prompts if not prompt.branded]

    def fits(self, question: str) -> bool:
        """Whether customers would ask it."""
        return sensible(self.business, without_audience(self.business, question))

    def shows_furniture(self, question: str) -> bool:
        """Whether it holds words of the site's template."""
        low = question.lower()
        return any(re.search(rf"\b{re.escape(w)}\b", low) for w in self.business["furniture"])


def read(business: Business, embedder: Embedder | None) -> Reading:
    """The offer from the owner's words and the pages as a crawl would get them, and the panel."""
    profile = BrandProfile(
        business["name"],
        business["description"],
        business["audience"],
        market=business["market"],
        language=business["language"],
        website=SITE,
    )
    pages = [_facts(business, page) for page in business["pages"]]
    offer = read_offer(profile, pages, embedder)
    return Reading(business, offer, build_panel(profile, offer, SIZE, embedder))


def _facts(business: Business, page: dict[str, str]) -> PageFacts:
    address = SITE + page["path"]
    body = page_html(business, page).encode()
    headers = (("content-type", "text/html; charset=utf-8"),)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    fetched = Fetched(address, address, 200, headers, body, (), moment, None, 0.0)
    return read_page(fetched, 0 if page["path"] == "/" else 1)


def report(readings: list[Reading], *, full: bool) -> None:
    """Print every business and the totals."""
    total: Counter[str] = Counter()
    for one in readings:
        typer.echo(_line(one, total))
        if full:
            for question in one.questions:
                typer.echo(f"{'   ' if one.fits(question) else ' x '} {question}")
    typer.echo(
        f"kind right {total['kind']}/{total['knowable']}, "
        f"category right {total['category']}/{total['knowable']}, "
        f"sensible {total['sensible']}/{total['questions']}, "
        f"furniture {total['furniture']}, asked though knowable {total['asked']}, "
        f"asked where unknowable {total['asked rightly']}/{total['unknowable']}"
    )


def _line(one: Reading, total: Counter[str]) -> str:
    business, offer = one.business, one.offer
    name = f"{business['name']} ({business['language']}, {business['kind']})"
    if business["must_ask"]:
        total["unknowable"] += 1
        total["asked rightly"] += not one.questions
        return f"{name}: {'made up' if one.questions else 'asked'}"
    category = offer.category.value if offer.category else ""
    kind = offer.kind.value if offer.kind else ""
    fitting = sum(map(one.fits, one.questions))
    total["knowable"] += 1
    total["kind"] += kind == business["kind"]
    total["category"] += bool(category) and sensible(business, f"{category} x")
    total["asked"] += not one.questions
    total["questions"] += len(one.questions)
    total["sensible"] += fitting
    total["furniture"] += sum(map(one.shows_furniture, one.questions))
    return f"{name}: {kind or '-'} | {category or '-'} | {fitting}/{len(one.questions)}"


def _folder(path: Path) -> list[Business]:
    """Businesses of a further folder, in the same form."""
    return [tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(path.glob("*.toml"))]


def main() -> None:
    """Read the corpus and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--half", default="development", choices=["development", "untouched"])
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--full", action="store_true")
    chosen = parser.parse_args()
    wanted = [b for folder in chosen.corpus for b in _folder(folder)] or businesses(chosen.half)
    embedder = load_embedder()
    report([read(business, embedder) for business in wanted], full=chosen.full)


if __name__ == "__main__":
    main()
