"""Conclusions of the analysis library as rows, each with the key of its cause.

Invariant: a key contains no count, time or rank, so the same cause has the same key in every run.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from uuid import UUID

from presence.analysis.types import ContentGap, Finding, Recommendation
from presence.domains.runs.service.codec import dump_fields
from presence.domains.runs.service.rows import Row

_LONGEST_KEY = 300


def gap_key(prompt_key: str, kind: str) -> str:
    """The key of a gap: the question and what is wrong with its answers."""
    return _fitted(f"{prompt_key}:{kind}")


def finding_row(finding: Finding, brand_id: UUID) -> Row:
    """The row of a technical finding."""
    row: Row = {**dump_fields(finding), "brand_id": brand_id, "key": _fitted(finding.key)}
    del row["cause"]
    return row


def gap_row(gap: ContentGap, brand_id: UUID, prompts: Mapping[str, UUID]) -> Row:
    """The row of a content gap; `prompts` maps panel keys to stored prompts."""
    row: Row = {
        **dump_fields(gap),
        "brand_id": brand_id,
        "prompt_id": prompts.get(gap.prompt_id),
        "answer_id": UUID(gap.answer_id) if gap.answer_id else None,
        "key": gap_key(gap.prompt_id, gap.kind),
    }
    del row["contrast"]  # stated in the attack move
    del row["too_early"]  # the counts say so: `is_early`
    return row


def recommendation_row(recommendation: Recommendation, brand_id: UUID) -> Row:
    """The row of a recommendation."""
    key = _fitted(recommendation.key)
    row: Row = {**dump_fields(recommendation), "brand_id": brand_id, "key": key}
    del row["blocking"], row["opens_page"]  # its rank says so
    return row


def _fitted(key: str) -> str:
    """A key that fits its column; a longer one is truncated and gets a digest."""
    if len(key) <= _LONGEST_KEY:
        return key
    return f"{key[: _LONGEST_KEY - 13]}:{sha256(key.encode()).hexdigest()[:12]}"
