"""What an experiment is made from: a recommendation, a gap, a finding, a what-if, or nothing.

Invariant: only what the plan shows can be tested, and its questions are those behind it.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal, cast
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.experiments import chance_of_gain
from presence.core.errors import NotFound, ValidationFailed
from presence.domains.experiments.models import WhatIf
from presence.domains.experiments.queries import experiments as queries
from presence.domains.experiments.queries import what_if as what_ifs
from presence.domains.experiments.schemas.experiments import ExperimentIn
from presence.domains.findings.models import StoredGap, StoredRecommendation, TechnicalFinding
from presence.domains.findings.service.decisions import visible

SourceKind = Literal["recommendation", "gap", "finding", "what-if", "free"]
_ONE = "Choose one of recommendation, gap, finding and what-if."
_UNFINISHED = "Wait until the what-if is done; its prediction is sealed with the experiment."


@dataclass(frozen=True, slots=True)
class Prediction:
    """What a what-if expects: points with the 95 % interval, and its chance of a gain."""

    what_if_id: UUID
    points: float
    low: float
    high: float
    chance: float


@dataclass(frozen=True, slots=True)
class Source:
    """`keys` are panel keys of the questions behind it; `done_at` when it was marked as done."""

    kind: SourceKind
    key: str | None = None
    advice: str = ""
    keys: tuple[str, ...] = ()
    done_at: datetime | None = None
    prediction: Prediction | None = None


async def source_of(session: AsyncSession, brand_id: UUID, asked: ExperimentIn) -> Source:
    """Read the source. Raises NotFound, and ValidationFailed for more than one."""
    given = [asked.recommendation_id, asked.gap_id, asked.finding_id]
    if sum(one is not None for one in given) > 1:
        raise ValidationFailed.at("/recommendationId", _ONE)
    source = await _conclusion(session, brand_id, asked)
    if asked.what_if_id is None:
        return source
    row = await what_ifs.find_what_if(session, asked.what_if_id)
    if row is None or row.brand_id != brand_id:
        raise NotFound("We could not find that what-if.")
    if row.status != "done":
        raise ValidationFailed.at("/whatIfId", _UNFINISHED)
    return _with_prediction(source, row)


async def _conclusion(session: AsyncSession, brand_id: UUID, asked: ExperimentIn) -> Source:
    if asked.recommendation_id is not None:
        (row,) = await visible(session, brand_id, "recommendation", (asked.recommendation_id,))
        return await _recommended(session, brand_id, cast("StoredRecommendation", row))
    if asked.gap_id is not None:
        (row,) = await visible(session, brand_id, "gap", (asked.gap_id,))
        return await _gap(session, brand_id, cast("StoredGap", row))
    if asked.finding_id is not None:
        (row,) = await visible(session, brand_id, "finding", (asked.finding_id,))
        found = cast("TechnicalFinding", row)
        done = await queries.done_at(session, brand_id, "finding", found.key)
        return Source("finding", found.key, f"finding:{found.code}", (), done)
    return Source("free")


async def _recommended(session: AsyncSession, brand_id: UUID, row: StoredRecommendation) -> Source:
    refs = tuple(ref["ref"] for ref in row.evidence if ref["kind"] == "gap")
    advice = f"{row.source_kind}:{row.source_ref.partition(':')[0]}"
    done = await queries.done_at(session, brand_id, "recommendation", row.key)
    return Source("recommendation", row.key, advice, refs, done)


async def _gap(session: AsyncSession, brand_id: UUID, row: StoredGap) -> Source:
    done = await queries.done_at(session, brand_id, "gap", row.key)
    key = await queries.prompt_key(session, row.prompt_id) if row.prompt_id else None
    return Source("gap", row.key, f"gap:{row.category}", (key,) if key else (), done)


def _with_prediction(source: Source, row: WhatIf) -> Source:
    points, low, high = row.points or 0.0, row.low or 0.0, row.high or 0.0
    sealed = Prediction(row.id, points, low, high, chance_of_gain(points, low, high))
    rows = (row.result or {}).get("prompts", [])
    gaining = tuple(one["prompt_id"] for one in rows if one["after"] > one["before"])
    made = source.kind == "free"
    dates = [d for d in (source.done_at, row.verified_at) if d is not None]
    return Source(
        "what-if" if made else source.kind,
        row.recommendation_key if made else source.key,
        source.advice,
        source.keys or gaining,
        min(dates, default=None),
        sealed,
    )
