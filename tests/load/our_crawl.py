"""One crawl with facts and audit by the product: `python -m tests.load.our_crawl URL PAGES`.

Prints one JSON object with pages and seconds; imports are not part of the time.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time

from presence.adapters.outbound import OutboundFetcher
from presence.analysis.audit import audit
from presence.analysis.crawler import CrawlLimits, crawl
from presence.analysis.types import BrandProfile
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings


async def measure(url: str, pages: int) -> dict[str, float]:
    """Crawl `url` through the real outbound guard and audit what was found."""
    clock = SystemClock()
    outbound = OutboundSettings.model_validate({"allowed_networks": "127.0.0.0/8"})
    async with OutboundFetcher(outbound, clock) as fetcher:
        started = time.perf_counter()
        site = await crawl(url, fetcher, clock, CrawlLimits(pages=pages))
        audit(site, BrandProfile(name="Bulk", website=url), 1)
        seconds = time.perf_counter() - started
    return {"pages": len(site.pages), "seconds": seconds}


if __name__ == "__main__":
    sys.stdout.write(json.dumps(asyncio.run(measure(sys.argv[1], int(sys.argv[2])))) + "\n")
