"""What a bundle holds, and each of its files as canonical bytes.

Invariant: files are sorted and canonical, floats that were computed are rounded to nine decimals,
and the manifest carries a digest of every file and of every line of those that are lists.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from presence.analysis.bundle.archive import MANIFEST
from presence.analysis.codec import as_data
from presence.analysis.provenance import canonical
from presence.analysis.types import (
    Answer,
    AudienceFit,
    AuditReport,
    BrandProfile,
    DocumentText,
    Extraction,
    PanelPrompt,
    Score,
    SiteCrawl,
)

FORMAT: Final = "presence-bundle-1"
DIGITS: Final = 9
_LINE_DIGEST: Final = 16


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """One score of the run; `engine` is empty for the headline's basis."""

    metric: str
    engine: str
    score: Score

    def data(self) -> dict[str, Any]:
        """As it stands in `scores.json`."""
        score = {name: _rounded(value) for name, value in asdict(self.score).items()}
        return {"metric": self.metric, "engine": self.engine, **score}


@dataclass(frozen=True, slots=True)
class Contents:
    """Everything a run was asked, answered and made of.

    `run` are its parameters (seed, samples, kind, revision, …); `profile` is the brand used for
    extraction, `run_profile` the one the site was audited for; `crawls` are by owner; `recorded`
    names metrics that are carried over from elsewhere and cannot be computed from this bundle
    alone.
    """

    run: Mapping[str, Any]
    profile: BrandProfile
    run_profile: BrandProfile
    versions: Mapping[str, str]
    reading: str
    inputs_hash: str
    panel: Sequence[PanelPrompt]
    answers: Sequence[Answer]
    readings: Sequence[Extraction]
    crawls: Sequence[tuple[str, SiteCrawl]]
    documents: Sequence[DocumentText]
    audit: AuditReport | None
    fit: AudienceFit | None
    scores: Sequence[ScoreLine]
    recorded: Sequence[str] = ()


def files_of(contents: Contents) -> dict[str, bytes]:
    """The bundle's files by name, the manifest among them."""
    answers = sorted(contents.answers, key=_place)
    readings = {reading.answer_id: reading for reading in contents.readings}
    prompts = {p.id: p for p in (*contents.panel, *(answer.prompt for answer in answers))}
    files = {
        "profile.json": canonical(as_data(contents.profile)),
        "run-profile.json": canonical(as_data(contents.run_profile)),
        "prompts.jsonl": lines(as_data(prompts[key]) for key in sorted(prompts)),
        "answers.jsonl": lines(map(as_data, answers)),
        "readings.jsonl": lines(as_data(readings[a.id]) for a in answers if a.id in readings),
        "pages.jsonl": lines(_pages(contents.crawls)),
        "crawls.json": canonical(
            {owner: as_data(replace(crawl, pages=())) for owner, crawl in contents.crawls}
        ),
        "documents.json": canonical([as_data(document) for document in contents.documents]),
        "audit.json": canonical(audit_data(contents.audit)),
        "fit.json": canonical(None if contents.fit is None else as_data(contents.fit)),
        "scores.json": canonical(score_data(contents.scores)),
    }
    return {**files, MANIFEST: canonical(_manifest(contents, files))}


def lines(items: Iterable[Any]) -> bytes:
    """One canonical JSON value a line."""
    return b"".join(canonical(item) + b"\n" for item in items)


def audit_data(report: AuditReport | None) -> Any:
    """The audit as it stands in `audit.json`."""
    return None if report is None else as_data(report)


def score_data(scores: Iterable[ScoreLine]) -> list[dict[str, Any]]:
    """Scores as they stand in `scores.json`: headline first, then engines."""
    return [line.data() for line in sorted(scores, key=lambda line: (line.engine, line.metric))]


def file_entry(name: str, data: bytes) -> dict[str, Any]:
    """Digest of a file and, for a list, of each of its lines."""
    entry: dict[str, Any] = {"sha256": hashlib.sha256(data).hexdigest()}
    if name.endswith(".jsonl"):
        entry["lines"] = [
            hashlib.sha256(line).hexdigest()[:_LINE_DIGEST] for line in data.splitlines()
        ]
    return entry


def _manifest(contents: Contents, files: Mapping[str, bytes]) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "run": dict(contents.run),
        "versions": dict(contents.versions),
        "reading": contents.reading,
        "inputsHash": contents.inputs_hash,
        "recorded": sorted(contents.recorded),
        "files": {name: file_entry(name, data) for name, data in files.items()},
    }


def _pages(crawls: Sequence[tuple[str, SiteCrawl]]) -> Iterable[Any]:
    for owner, crawl in sorted(crawls, key=lambda pair: pair[0]):
        for number, page in enumerate(crawl.pages, 1):
            yield {"owner": owner, "number": number, "facts": as_data(page)}


def _place(answer: Answer) -> tuple[str, str, int]:
    return answer.prompt.id, answer.engine.id, answer.sample


def _rounded(value: Any) -> Any:
    return round(value, DIGITS) + 0.0 if isinstance(value, float) else value
