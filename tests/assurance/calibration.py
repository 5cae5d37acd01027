"""Intervals hold the true value as often as they say, over the whole grid of panels.

Invariant: the full tier also renews the record that the method page shows, so page and committed
result come from one measurement. The quick tier is tests/analysis/scoring/test_intervals.py.
"""

from __future__ import annotations

import asyncio
import json

import presence.analysis.scoring
from presence.analysis.scoring.calibration import RECORD, calibrate
from tests.architecture.tree import ROOT
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = ("api/presence/analysis/scoring",)

_FOLDER = ROOT / "api" / presence.analysis.scoring.__name__.replace(".", "/")


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """80 cells of 2,000 trials and 1,000 null changes; needs no database."""
    found = await asyncio.to_thread(calibrate, seed=seed)
    (_FOLDER / RECORD).write_text(json.dumps(found, indent=1) + "\n")
    covered = [cell["covered"] for cell in found["cells"] if not cell["fewMentions"]]
    few = [cell["covered"] for cell in found["cells"] if cell["fewMentions"]]
    counts = {
        **found["counts"],
        "coveredLeast": min(covered),
        "coveredMost": max(covered),
        "coveredLeastOfFewMentions": min(few),
        "nullMoved": found["nullMoved"],
    }
    return Outcome(counts, found["violations"], complete=not deadline.passed)
