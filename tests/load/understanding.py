"""Seconds to understand a large site on one core: `python -m tests.load.understanding`.

Reads the offer of 60 pages with 240,000 words and builds its questions, in turns with a plain
listing of the same words; and starts `presence detect` in turns with an interpreter that does
nothing. Prints one JSON object: processor seconds of all four and the process's largest memory.
With `--before REVISION`, "before" holds the same of that revision's code, measured afterwards in a
work tree of its own; null where it has no such measurement.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from typing import Any

from presence.analysis.crawler.facts import read_page
from presence.analysis.extraction.wordlist import ordinary_words
from presence.analysis.offer import read_offer
from presence.analysis.panel import build_panel
from presence.analysis.simulator import load_embedder
from presence.analysis.types import BrandProfile, Fetched, PageFacts
from tests.architecture.tree import ROOT

SITE = "https://brand.example"
PAGES = 60
WORDS = 240_000
PROMPTS = 50
ROUNDS = 3
SEED = 1
DETECT = ("-m", "presence", "detect", "--brand", "Harrow Oak", "--json")


def page(number: int, chance: random.Random, vocabulary: list[str]) -> PageFacts:
    """A page of a manual: a heading every two hundred words, sentences of twelve."""
    blocks = []
    for block in range(WORDS // PAGES // 200):
        sentences = [" ".join(chance.choices(vocabulary, k=12)).capitalize() for _ in range(16)]
        heading = " ".join(chance.choices(vocabulary, k=4)).capitalize()
        blocks.append(f"<h2>{number}.{block} {heading}</h2><p>{'. '.join(sentences)}.</p>")
    body = f"<html lang=en><title>Part {number}</title><main>{''.join(blocks)}</main></html>"
    address = f"{SITE}/part-{number}" if number else f"{SITE}/"
    headers = (("content-type", "text/html; charset=utf-8"),)
    moment = datetime(2026, 1, 1, tzinfo=UTC)
    fetched = Fetched(address, address, 200, headers, body.encode(), (), moment, None, 0.0)
    return read_page(fetched, 0 if not number else 1)


def seconds(work: Callable[[], object]) -> float:
    """Processor time of one go, that of processes it started included."""
    before = _used()
    work()
    return _used() - before


def _used() -> float:
    return time.process_time() + sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])


def start(*arguments: str) -> None:
    """Run an interpreter to its end."""
    subprocess.run(  # noqa: S603 - our own interpreter
        [sys.executable, *arguments], input=b"Buy Harrow Oak.", check=True, capture_output=True
    )


def measure() -> dict[str, object]:
    """Each beside its reference, in turns; medians."""
    chance = random.Random(SEED)  # noqa: S311 - a fixed sequence is the point
    vocabulary = sorted(ordinary_words("en"))
    pages = [page(number, chance, vocabulary) for number in range(PAGES)]
    words = sum(len(facts.main_text.split()) for facts in pages)
    embedder = load_embedder()
    profile = BrandProfile("Harrow Oak", "We make oak tables for small homes.", website=SITE)

    def understand() -> None:
        build_panel(profile, read_offer(profile, pages, embedder), PROMPTS, embedder)

    def listing() -> None:
        for facts in pages:
            re.findall(r"\w+", facts.main_text)

    works = {
        "understandSeconds": understand,
        "listingSeconds": listing,
        "detectSeconds": lambda: start(*DETECT),
        "interpreterSeconds": lambda: start("-c", "pass"),
    }
    rounds = [{name: seconds(work) for name, work in works.items()} for _ in range(ROUNDS)]
    taken = {name: median(r[name] for r in rounds) for name in works}
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"pages": PAGES, "words": words, "memoryMb": round(memory), **taken}


def measured_at(revision: str) -> dict[str, Any] | None:
    """What the code of a revision takes; None where it has no such measurement."""
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        _git("worktree", "add", "--detach", str(tree), revision)
        try:
            path = os.pathsep.join((str(tree / "api"), str(tree), str(tree / "tests/standins")))
            done = subprocess.run(
                [sys.executable, "-m", "tests.load.understanding"],
                cwd=tree,
                env=os.environ | {"PYTHONPATH": path},
                capture_output=True,
                text=True,
                check=False,
            )
        finally:
            _git("worktree", "remove", "--force", str(tree))
    if done.returncode != 0:
        return None
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)  # noqa: S603, S607


def main() -> None:
    """Measure, and print one JSON object."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--before", metavar="REVISION")
    before = parser.parse_args().before
    result = measure()
    if before:
        result["before"] = measured_at(before)
    sys.stdout.write(json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
