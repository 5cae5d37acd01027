"""What all experiments of this deployment taught, by kind of advice, and how predictions did.

Invariant: the database gives counts and numbers of groups of five workspaces or more, never a text
or a row that belongs to somebody.
"""

from __future__ import annotations

import asyncio
from dataclasses import asdict

from sqlalchemy.ext.asyncio import AsyncSession

from presence.analysis.experiments import (
    LEAST_WORKSPACES,
    median_effect,
    score_predictions,
)
from presence.domains.experiments.queries import experiments as queries
from presence.domains.experiments.schemas.experiments import (
    AdviceRecordOut,
    CalibrationBinOut,
    ExperimentRecordOut,
)


async def experiment_record(session: AsyncSession) -> ExperimentRecordOut:
    """The record over everybody; empty until enough workspaces have a verdict."""
    found = await queries.record(session, LEAST_WORKSPACES)
    rows = []
    for group in found["advice"]:
        effect = median_effect(group["effects"])
        if effect is not None:
            rows.append(
                AdviceRecordOut(
                    advice=group["advice"],
                    tried=group["tried"],
                    worked=group["worked"],
                    median_effect=effect.median,
                    low=effect.low,
                    high=effect.high,
                )
            )
    pairs = [(float(one["chance"]), bool(one["gained"])) for one in found["predictions"]]
    scored = await asyncio.to_thread(lambda: score_predictions(pairs))
    return ExperimentRecordOut(
        advice=rows,
        predictions=scored.predictions,
        brier=scored.brier,
        calibration=[CalibrationBinOut(**asdict(one)) for one in scored.bins],
    )
