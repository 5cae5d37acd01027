"""Scores a bundle again from its own inputs and names the first thing that differs.

Invariant: nothing in the bundle is trusted: inputs must match their digests, and every derived file
must follow from the inputs byte for byte. A bundle of other versions is reported, not assessed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Any, Final

from presence.analysis.audit import AUDIT_VERSION, audit
from presence.analysis.bundle.archive import MANIFEST, BundleRefused
from presence.analysis.bundle.contents import (
    FORMAT,
    ScoreLine,
    audit_data,
    file_entry,
    lines,
    score_data,
)
from presence.analysis.bundle.difference import ABSENT, Difference, differences, shown
from presence.analysis.bundle.parts import Parts
from presence.analysis.codec import as_data
from presence.analysis.extraction import EXTRACTOR_VERSION, EntitySet, extract_answer
from presence.analysis.provenance import answer_digest, canonical, inputs_hash, reading_version
from presence.analysis.scoring import SCORE_MODEL, by_engine, score_run
from presence.analysis.types import (
    Answer,
    AuditReport,
    BrandProfile,
    Extraction,
    Scores,
)

INPUTS: Final = (
    "profile.json",
    "run-profile.json",
    "prompts.jsonl",
    "answers.jsonl",
    "pages.jsonl",
    "crawls.json",
    "documents.json",
    "fit.json",
)
DERIVED: Final = ("readings.jsonl", "audit.json", "scores.json")
_HERE: Final = {"extractor": EXTRACTOR_VERSION, "scoreModel": SCORE_MODEL, "audit": AUDIT_VERSION}


@dataclass(frozen=True, slots=True)
class BundleCheck:
    """Either `unsupported` versions (name, bundle's, ours), or the first difference, or neither."""

    answers: int
    scores: int
    recorded: tuple[str, ...] = ()
    difference: Difference | None = None
    unsupported: tuple[tuple[str, str, str], ...] = ()

    @property
    def accepted(self) -> bool:
        """Everything was scored again to the same bytes."""
        return self.difference is None and not self.unsupported


def verify(files: Mapping[str, bytes]) -> BundleCheck:
    """Judge the files of a bundle. Raises BundleRefused when they are not those of one."""
    manifest = _manifest(files[MANIFEST])
    parts = Parts(files, manifest)
    versions = {name: str(value) for name, value in manifest["versions"].items()}
    unsupported = tuple(
        (name, versions[name], ours)
        for name, ours in sorted(_HERE.items())
        if versions.get(name, ours) != ours
    )
    recorded = tuple(str(name) for name in manifest["recorded"])
    try:
        found = next(_inputs(parts), None)
        answers = parts.answers() if found is None else ()
        if found is None and not unsupported:
            found = next(_derived(parts, answers), None)
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BundleRefused("The bundle's files do not hold what their names say.") from error
    scores = len(parts.json("scores.json")) if found is None else 0
    return BundleCheck(len(answers), scores, recorded, found, () if found else unsupported)


def _manifest(data: bytes) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(data)
        known = manifest["format"] == FORMAT
        shapes = {"run": dict, "versions": dict, "files": dict, "recorded": list}
        sound = all(isinstance(manifest[name], kind) for name, kind in shapes.items())
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        raise BundleRefused("The bundle's manifest cannot be read.") from error
    if not known or not sound:
        raise BundleRefused(f"The bundle's manifest is not of the form {FORMAT}.")
    return manifest


def _inputs(parts: Parts) -> Iterator[Difference]:
    """Inputs that are not those the manifest was written for."""
    for name in INPUTS:
        yield from _digests(name, parts)


def _digests(name: str, parts: Parts) -> Iterator[Difference]:
    expected, got = parts.manifest["files"][name], file_entry(name, parts.files[name])
    if expected == got:
        return
    lists = zip_longest(expected.get("lines", []), got.get("lines", []), fillvalue=ABSENT)
    for number, (old, new) in enumerate(lists, 1):
        if old != new:
            yield Difference(f"{name}:{number}", f"sha256 {old}", f"sha256 {new}")
    yield Difference(name, f"sha256 {expected.get('sha256')}", f"sha256 {got['sha256']}")


def _derived(parts: Parts, answers: tuple[Answer, ...]) -> Iterator[Difference]:
    """Readings, audit, scores and hash that do not come out of the inputs."""
    profile, run = parts.profile("profile.json"), parts.manifest["run"]
    version = reading_version(profile)
    yield from differences("manifest.json/reading", version, parts.manifest["reading"])
    entities = EntitySet.of(profile)
    readings = [extract_answer(answer, entities) for answer in answers]
    yield from _listed("readings.jsonl", readings, parts)
    report = _audited(parts, int(run["seed"]))
    yield from differences("audit.json", audit_data(report), parts.json("audit.json"))
    made = _hash(parts, profile, answers, report)
    yield from differences("manifest.json/inputsHash", made, parts.manifest["inputsHash"])
    yield from _scores(parts, profile, answers, readings, report)
    for name in DERIVED:
        yield from _digests(name, parts)


def _audited(parts: Parts, seed: int) -> AuditReport | None:
    """The audit recomputed; as recorded if its pages are not in the bundle."""
    crawled = parts.crawl()
    if "technical" in parts.manifest["recorded"] or crawled is None or not crawled.pages:
        return parts.report()
    return audit(crawled, parts.profile("run-profile.json"), seed)


def _hash(
    parts: Parts,
    profile: BrandProfile,
    answers: tuple[Answer, ...],
    report: AuditReport | None,
) -> str:
    run, versions = parts.manifest["run"], parts.manifest["versions"]
    checks = None if report is None else report.checks
    return inputs_hash(profile, map(answer_digest, answers), checks, int(run["seed"]), versions)


def _scores(
    parts: Parts,
    profile: BrandProfile,
    answers: tuple[Answer, ...],
    readings: list[Extraction],
    report: AuditReport | None,
) -> Iterator[Difference]:
    run, recorded = parts.manifest["run"], set(parts.manifest["recorded"])
    seed, has_competitors = int(run["seed"]), bool(profile.competitors)
    scores = score_run(profile, answers, readings, report, parts.fit(), seed)
    own = [*_headline(scores, bool(run["exploratory"]))]
    for scored in by_engine(answers, readings, seed, has_competitors):
        own.append(ScoreLine("content", scored.engine, scored.score))
        own += [ScoreLine(name, scored.engine, score) for name, score in scored.components]
    given = [row for row in parts.json("scores.json") if row["metric"] not in recorded]
    made = score_data(line for line in own if line.metric not in recorded)
    held = [row for row in made if (row["metric"], row["engine"]) not in _unkept(run)]
    known = {(row["metric"], row["engine"]): row for row in given}
    for row in held:
        path = "scores.json/" + "/".join(filter(None, (row["engine"], row["metric"])))
        yield from differences(path, row, known.pop((row["metric"], row["engine"]), None))
    for metric, engine in known:
        path = "scores.json/" + "/".join(filter(None, (engine, metric)))
        yield Difference(path, ABSENT, shown(known[metric, engine]))


def _unkept(run: Mapping[str, Any]) -> set[tuple[str, str]]:
    """Scores that a run of this kind does not store itself."""
    return {("technical", "")} if run["kind"] == "content" else set()


def _headline(scores: Scores, exploratory: bool) -> Iterator[ScoreLine]:
    """Headline and components; what could be quoted may make a run exploratory beyond its size."""
    for name, score, doubted in (
        ("content", scores.content, True),
        ("technical", scores.technical, False),
        ("audienceFit", scores.audience_fit, False),
        ("overall", scores.overall, True),
    ):
        if score is not None:
            unsure = score.exploratory or (doubted and exploratory)
            yield ScoreLine(name, "", replace(score, exploratory=unsure))
    for name, score in scores.components:
        yield ScoreLine(name, "", score)


def _listed(name: str, made: list[Extraction], parts: Parts) -> Iterator[Difference]:
    given = parts.rows(name)
    if lines(map(as_data, made)) == parts.files[name]:
        return
    for number, item in enumerate(made):
        row = given[number] if number < len(given) else None
        yield from differences(f"{name}:{number + 1}", json.loads(canonical(as_data(item))), row)
    for number in range(len(made), len(given)):
        yield Difference(f"{name}:{number + 1}", ABSENT, shown(given[number]))
