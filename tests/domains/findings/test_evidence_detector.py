"""Beside a score stands how far the detection of names may move it."""

from __future__ import annotations

import httpx

from presence.analysis.scoring.detector import detector_error
from tests.factories.analysed import read
from tests.factories.runs import Analysed


async def test_the_detector_error_of_the_extractor_at_work_or_nothing(
    owner: httpx.AsyncClient, analysed: Analysed
) -> None:
    evidence = f"/api/v1/runs/{analysed.run_id}/evidence?metric="
    known, shown = detector_error(), (await read(owner, f"{evidence}content"))["detector"]
    assert (shown is None) is (known is None)
    if known is not None:
        assert shown["version"] == known.version
        assert 0.0 <= shown["recall"] <= 100.0
    assert (await read(owner, f"{evidence}technical"))["detector"] is None
