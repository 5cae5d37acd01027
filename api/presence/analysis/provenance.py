"""What a number was made from, as short texts that are equal exactly when the inputs are.

Invariant: nothing here depends on ids, times or the order things arrived in, so the same stored
answers give the same hash on every machine.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final

from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.types import Answer, BrandProfile, CheckResult, Citation

_SHORT: Final = 12
_MENDED: Final = "~"


def canonical(value: Any) -> bytes:
    """Canonical JSON: keys sorted, no spaces, ASCII only. ValueError for NaN and infinities."""
    text = json.dumps(
        value, sort_keys=True, ensure_ascii=True, separators=(",", ":"), allow_nan=False
    )
    return text.encode("ascii")


def sha256(value: Any) -> str:
    """Hex digest of a value's canonical JSON."""
    return hashlib.sha256(canonical(value)).hexdigest()


def reading_version(profile: BrandProfile) -> str:
    """Names how answers are read: the extractor's version and a digest of the entity set.

    Everything of the profile that can change a reading counts, so equal versions mean equal
    readings of equal texts; the tone does not. What people decided about single answers follows
    behind a tilde: it mends readings and does not change the way of reading (`way_of_reading`).
    The market counts although no reading depends on it: without it every stored version would
    have another name. Leave it out when `EXTRACTOR_VERSION` changes anyway.
    """
    ruled = sha256(asdict(replace(profile, tone=None, decided=())))[:_SHORT]
    said = [asdict(item) for item in profile.decided]
    mended = f"{_MENDED}{sha256(said)[:_SHORT]}" if said else ""
    return f"{EXTRACTOR_VERSION}+{ruled}{mended}"


def way_of_reading(reading: str) -> str:
    """The part of a reading version that must be equal for two runs to be compared."""
    return reading.partition(_MENDED)[0]


def answer_digest(answer: Answer) -> str:
    """Digest of what was asked of whom and what came back."""
    raw = answer.raw
    model = raw.model or answer.engine.model
    cited = None if raw.citations is None else [_cited(citation) for citation in raw.citations]
    said = [answer.prompt.id, answer.engine.id, model, answer.sample, raw.status, raw.text, cited]
    return sha256(said)


def _cited(c: Citation) -> list[Any]:
    return [c.url, c.title, c.domain, c.kind, c.number, c.start, c.end, c.owner, c.source_class]


def inputs_hash(
    profile: BrandProfile,
    answers: Iterable[str],
    checks: Sequence[CheckResult] | None,
    seed: int,
    versions: Mapping[str, str],
) -> str:
    """Hash over brand, answer digests, audit checks, seed and versions; order does not count."""
    judged = None if checks is None else [asdict(check) for check in checks]
    return sha256([asdict(profile), sorted(answers), judged, seed, dict(versions)])
