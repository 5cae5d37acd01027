"""The method page tells everybody what is really computed."""

from __future__ import annotations

from typing import Any

import httpx

from presence.analysis.extraction import EXTRACTOR_VERSION
from presence.analysis.scoring import SCORE_MODEL, score_content
from presence.analysis.scoring.calibration import recorded
from tests.analysis.scoring.answered import answered, split


async def page(client: httpx.AsyncClient) -> dict[str, Any]:
    response = await client.get("/api/v1/method")
    assert response.status_code == 200, response.text
    document: dict[str, Any] = response.json()
    return document


async def test_anybody_reads_it_without_signing_in(client: httpx.AsyncClient) -> None:
    document = await page(client)
    assert document["versions"]["extractor"] == EXTRACTOR_VERSION
    assert document["versions"]["scoreModel"] == SCORE_MODEL


async def test_every_metric_that_is_scored_has_its_formula(client: httpx.AsyncClient) -> None:
    metrics = (await page(client))["metrics"]
    named = {metric["name"] for metric in metrics}
    pairs = [answered(f"p{i}", positions={"brand": 1}, sentiment="positive") for i in range(5)]
    _, components = score_content(*split(pairs), 1)
    assert {"content", "technical", "audienceFit", "overall"} <= named
    assert {name for name, _ in components} <= named
    assert all(
        metric["formula"] and metric["interval"] for metric in (await page(client))["metrics"]
    )


async def test_calibration_is_the_recorded_one_and_says_that_it_held(
    client: httpx.AsyncClient,
) -> None:
    record = recorded()
    assert record is not None
    shown = (await page(client))["calibration"]
    assert (shown["passed"], shown["violations"]) == (True, 0)
    assert len(shown["cells"]) == len(record["cells"]) == 80


async def test_the_detector_says_of_which_version_its_accuracy_is(
    client: httpx.AsyncClient,
) -> None:
    detector = (await page(client))["detector"]
    assert detector["current"] is (detector["version"] == EXTRACTOR_VERSION)
    tasks = {figure["task"]: figure for figure in detector["figures"]}
    for figure in tasks.values():
        assert 0.0 <= figure["low"] <= figure["value"] <= figure["high"] <= 1.0
    assert {"mentionPrecision", "mentionRecall", "negationF1"} <= tasks.keys()


async def test_before_any_prediction_was_verified_its_error_is_unknown(
    client: httpx.AsyncClient,
) -> None:
    record = (await page(client))["predictions"]
    assert record is None or (record["verified"], record["meanAbsoluteError"]) == (0, None)


async def test_it_names_every_engine_outside_the_product_and_what_it_is_told(
    client: httpx.AsyncClient,
) -> None:
    recipients = (await page(client))["recipients"]
    told = {recipient["company"]: recipient["alsoTold"] for recipient in recipients}
    assert told == {
        "OpenAI": "country",
        "Perplexity": "country",
        "Google": "language",
        "Anthropic": "country",
        "OpenAI-compatible": None,
    }
