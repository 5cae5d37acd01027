"""What changed since the previous analysis, in the words of the dashboard's Recent Changes."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from presence.domains.publishing.service.documents import Document
from presence.domains.publishing.service.reports.blocks import words
from presence.domains.visibility.service.score_words import day_text, score_text

VERDICTS = {
    "moved": "more than chance",
    "within noise": "within chance",
    "not enough data": "too few questions to tell",
    "model changed": "not compared",
}
FIRST = "Changes appear here after the second analysis."


def what_moved(results: Document, zone: ZoneInfo) -> list[Document]:
    """A paragraph per line, with the values of both analyses; or that nothing changed."""
    if results["changes"]:
        return [words(_said(one), lead=f"{one['title']}.") for one in results["changes"]]
    if len(results["trend"]) < 2:
        return [words(FIRST)]
    since = day_text(results["trend"][-2]["at"], zone)
    return [words(f"No significant changes since {since}.")]


def _said(change: Document) -> str:
    parts = [change["detail"], VERDICTS.get(change["verdict"] or "", "")]
    before, after = change.get("before"), change.get("after")  # lines of old runs have neither
    if before and after:
        parts.append(f"Before {score_text(before)} → now {score_text(after)}")
    return " · ".join(part for part in parts if part)
