"""Rebuilds crawls from what was stored.

Invariant: pages are returned in crawl order and passages in the order in which a run quotes them,
the brand's first.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from presence.analysis.documents import site_passages
from presence.analysis.extraction import BRAND
from presence.analysis.pipeline import Ingested
from presence.analysis.types import BrandProfile
from presence.domains.runs.service.rows import crawl_of


def ingested_of(stored: Mapping[str, tuple[Any, list[Any]]], profile: BrandProfile) -> Ingested:
    """What was read, from `queries.evidence.crawls`; omits owners that the profile lacks."""
    names = {BRAND: profile.name, **{c.id: c.name for c in profile.competitors}}
    crawls = {owner: crawl_of(data, facts) for owner, (data, facts) in stored.items()}
    ordered = [(owner, crawls[owner]) for owner in names if owner in crawls]
    passages = [
        passage
        for owner, crawl in ordered
        for passage in site_passages(crawl.pages, owner, names[owner])
    ]
    competitors = tuple((owner, crawl) for owner, crawl in ordered if owner != BRAND)
    return Ingested(crawls.get(BRAND), competitors, tuple(passages))
