"""Reads the files of a bundle as the kinds of data they hold.

Invariant: a file that does not hold what its name says raises ValueError, KeyError or TypeError.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from presence.analysis.codec import from_data
from presence.analysis.types import (
    Answer,
    AudienceFit,
    AuditReport,
    BrandProfile,
    PageFacts,
    SiteCrawl,
)

BRAND: Final = "brand"


@dataclass(frozen=True, slots=True)
class Parts:
    """The files of a bundle, each read as the kind of data it holds."""

    files: Mapping[str, bytes]
    manifest: Mapping[str, Any]

    def json(self, name: str) -> Any:
        """A JSON file's value."""
        return json.loads(self.files[name])

    def rows(self, name: str) -> list[Any]:
        """The values of a list file."""
        return [json.loads(line) for line in self.files[name].splitlines()]

    def answers(self) -> tuple[Answer, ...]:
        """The answers in the bundle's order."""
        return tuple(from_data(Answer, row) for row in self.rows("answers.jsonl"))

    def profile(self, name: str) -> BrandProfile:
        """A profile file."""
        return from_data(BrandProfile, self.json(name))

    def crawl(self) -> SiteCrawl | None:
        """The brand's own crawl with its pages."""
        data = self.json("crawls.json").get(BRAND)
        if data is None:
            return None
        rows = sorted(
            (row for row in self.rows("pages.jsonl") if row["owner"] == BRAND),
            key=lambda row: int(row["number"]),
        )
        pages = tuple(from_data(PageFacts, row["facts"]) for row in rows)
        return replace(from_data(SiteCrawl, data), pages=pages)

    def report(self) -> AuditReport | None:
        """The audit as the bundle gives it."""
        data = self.json("audit.json")
        return None if data is None else from_data(AuditReport, data)

    def fit(self) -> AudienceFit | None:
        """The audience fit as the bundle gives it."""
        data = self.json("fit.json")
        return None if data is None else from_data(AudienceFit, data)
