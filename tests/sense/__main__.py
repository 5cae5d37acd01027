"""`make sense`: what the product understands of made-up businesses, asks and advises.

Prints a line per business, with --full every question, and with --advice every action as well; then
the totals. HALF=untouched counts as one
of the three times that half may be scored: enter it in README.md.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import typer

from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.ports import Embedder
from presence.analysis.simulator import load_embedder
from presence.analysis.types import Panel
from presence.analysis.types.offer import Offer
from tests.sense.advice import FAULTS, Judged, judged
from tests.sense.corpus import Business, businesses, folder_of
from tests.sense.crawled import pages_of, profile_of
from tests.sense.judge import sensible, without_audience

SIZE = 25


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
    profile = profile_of(business)
    offer = read_offer(profile, pages_of(business), embedder)
    return Reading(business, offer, build_panel(profile, offer, SIZE, embedder))


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


def report_advice(
    business: Business, found: list[Judged], total: Counter[str], *, full: bool
) -> None:
    """Count the advice for one business and print what is useless in it, or all of it."""
    typer.echo(f"{business['name']} ({business['language']}, {business['kind']})")
    for one in found:
        total[one.advice.source_kind] += 1
        total[f"{one.advice.source_kind} useful"] += not one.faults
        total.update(one.faults)
        if not one.faults and not full:
            continue
        mark = " x " if one.faults else "   "
        why = f" [{', '.join(one.faults)}]" if one.faults else ""
        typer.echo(f"{mark}{one.world}, {one.advice.priority}: {one.advice.title}{why}")
        typer.echo(f"      {one.advice.description}")


def sum_advice(total: Counter[str]) -> str:
    """The totals of the advice in one line."""
    kinds = ", ".join(
        f"{name} {total[f'{kind} useful']}/{total[kind]}"
        for kind, name in (("gap", "content"), ("finding", "technical"), ("fit", "audience"))
    )
    return f"useful actions: {kinds}; " + ", ".join(f"{name} {total[name]}" for name in FAULTS)


def main() -> None:
    """Read the corpus and print what came of it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--half", default="development", choices=["development", "untouched"])
    parser.add_argument("--corpus", type=Path, action="append", default=[])
    parser.add_argument("--full", action="store_true")
    parser.add_argument("--advice", action="store_true", help="judge the advice as well")
    chosen = parser.parse_args()
    wanted = [b for folder in chosen.corpus for b in folder_of(folder)] or businesses(chosen.half)
    embedder = load_embedder()
    report([read(business, embedder) for business in wanted], full=chosen.full)
    if chosen.advice:
        total: Counter[str] = Counter()
        for business in wanted:
            report_advice(business, judged(business, embedder), total, full=chosen.full)
        typer.echo(sum_advice(total))


if __name__ == "__main__":
    main()
