"""Reads the parts of the labelled set and runs the extractor over them.

Invariant: a part is identified by the digest of its bytes, so a figure names what it was measured
on.
"""

from __future__ import annotations

import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from presence.analysis.extraction import EntitySet, extract_answer
from presence.analysis.labelled import LabelledText, read_lines
from presence.analysis.types import Answer, EngineSpec, Extraction, PanelPrompt, RawAnswer

Split = Literal[
    "develop", "held_out", "free", "free_held_out", "independent", "advised", "languages",
    "told", "told_held_out",
]  # fmt: skip
_HERE = Path(__file__).parent
_ENGINE = EngineSpec("imported", "Labelled set", "none", "none", "imported", "imported")
_WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def path_of(split: Split) -> Path:
    """Where a part is stored."""
    return _HERE / f"{split}.jsonl"


def digest(split: Split) -> str:
    """First 16 hexadecimal digits of the SHA-256 of the part's bytes."""
    return hashlib.sha256(path_of(split).read_bytes()).hexdigest()[:16]


def load(split: Split) -> tuple[LabelledText, ...]:
    """All texts of a part, in file order."""
    with path_of(split).open(encoding="utf-8", newline="\n") as lines:
        return read_lines(lines)


def extracted(text: LabelledText) -> Extraction:
    """What the extractor reads in a text, as it would in a stored answer."""
    prompt = PanelPrompt("p", "", "discovery", "", locale=text.language)
    raw = RawAnswer(status="completed", text=text.text, model="")
    answer = Answer(text.id, prompt, _ENGINE, 1, _WHEN, raw)
    return extract_answer(answer, EntitySet.of(text.profile))
