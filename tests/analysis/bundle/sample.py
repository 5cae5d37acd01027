"""A small run as a bundle: answers with texts and links, read and scored."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from presence.analysis.bundle import Contents, ScoreLine, files_of
from presence.analysis.bundle.archive import MANIFEST
from presence.analysis.bundle.contents import file_entry
from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.pipeline import extract_all
from presence.analysis.provenance import (
    answer_digest,
    canonical,
    inputs_hash,
    reading_version,
)
from presence.analysis.scoring import SCORE_MODEL, by_engine, score_run
from presence.analysis.types import Answer, BrandProfile, Citation, Competitor
from tests.analysis.scoring.answered import answered, engine

PROFILE = BrandProfile(
    name="Acme",
    prefixes=("acme.example",),
    competitors=(Competitor("beta", "Beta", prefixes=("beta.example",)),),
)
VERSIONS = {"extractor": EXTRACTOR_VERSION, "scoreModel": SCORE_MODEL}
SEED = 7
LINKS = (Citation("https://acme.example/", domain="acme.example", number=1),)


def answers() -> list[Answer]:
    """Twelve answers of two engines to six questions."""
    made = []
    for number in range(6):
        for spec in (engine("chatgpt", "assistants"), engine("claude", "assistants")):
            text = "Acme makes durable shoes[1]. Beta makes boots." if number % 2 else "Try Beta."
            pair = answered(f"p{number}", by=spec, text=text, citations=LINKS if number % 2 else ())
            made.append(pair[0])
    return made


def contents(**changes: Any) -> Contents:
    """The run as the product would export it."""
    asked = answers()
    read = extract_all(PROFILE, asked)
    scores = score_run(PROFILE, asked, read, None, None, SEED)
    assert scores.content is not None
    assert scores.overall is not None
    lines = [ScoreLine("content", "", scores.content), ScoreLine("overall", "", scores.overall)]
    lines += [ScoreLine(name, "", score) for name, score in scores.components]
    for scored in by_engine(asked, read, SEED):
        lines.append(ScoreLine("content", scored.engine, scored.score))
        lines += [ScoreLine(name, scored.engine, score) for name, score in scored.components]
    made = Contents(
        run={"id": "r1", "seed": SEED, "kind": "full", "exploratory": False},
        profile=PROFILE,
        run_profile=PROFILE,
        versions=VERSIONS,
        reading=reading_version(PROFILE),
        inputs_hash=inputs_hash(PROFILE, map(answer_digest, asked), None, SEED, VERSIONS),
        panel=(),
        answers=asked,
        readings=read,
        crawls=(),
        documents=(),
        audit=None,
        fit=None,
        scores=lines,
    )
    return replace(made, **changes)


def files() -> dict[str, bytes]:
    """The untouched bundle."""
    return files_of(contents())


def forged(changed: dict[str, bytes], **manifest: Any) -> dict[str, bytes]:
    """The bundle with other files and a manifest that was made to fit them."""
    made = {**files(), **changed}
    head = json.loads(made[MANIFEST])
    for name, data in changed.items():
        head["files"][name] = file_entry(name, data)
    return {**made, MANIFEST: canonical({**head, **manifest})}
