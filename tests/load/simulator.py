"""Answers a second of the simulator: `python -m tests.load.simulator URL`.

Reads the site once, builds the panel, then times embedding the questions and answering them.
Prints one JSON object with answers, seconds and the retrieval used.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from presence.adapters.outbound import OutboundFetcher
from presence.analysis.crawler import SitesHere
from presence.analysis.panel import build_panel
from presence.analysis.pipeline import corpus, ingest, offer_stage, questions
from presence.analysis.simulator import PHRASINGS, Simulator, load_embedder
from presence.analysis.types import BrandProfile
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings

PROMPTS = 50
SEED = 1


async def measure(url: str) -> dict[str, object]:
    """Answer every phrasing of every prompt once."""
    profile = BrandProfile(
        name="Harrow",
        description="We make solid oak tables.",
        audience="people who compare before they buy",
        website=url,
    )
    clock = SystemClock()
    outbound = OutboundSettings.model_validate({"allowed_networks": "127.0.0.0/8"})
    embedder = load_embedder()
    async with OutboundFetcher(outbound, clock) as fetcher:
        ingested = await ingest(profile, SitesHere(fetcher, clock))
    offer = offer_stage(profile, ingested, (), embedder)
    panel = build_panel(profile, offer, PROMPTS, embedder)
    started = time.perf_counter()
    simulator = Simulator(corpus(profile, ingested, ()), profile, embedder, SEED)
    asked = questions(panel, simulator.spec, PHRASINGS, SEED)
    await simulator.prepare(asked)
    for question in asked:
        await simulator.ask(question)
    seconds = time.perf_counter() - started
    retrieval = "lexical and local embeddings" if embedder else "lexical"
    return {"answers": len(asked), "seconds": seconds, "retrieval": retrieval}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure(sys.argv[1]))) + "\n")
