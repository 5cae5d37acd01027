"""ops/docs/scale.md says what tests/load/scale.py computes, from the product's own rules."""

from __future__ import annotations

import json

import pytest

from presence.core.settings import Settings
from presence.http.sse import RECHECK_S
from tests.load.scale import DOCUMENT, GIVEN, computed, filled

SAID = json.loads(GIVEN.read_text(encoding="utf-8"))


def test_the_document_is_what_is_computed() -> None:
    document = DOCUMENT.read_text(encoding="utf-8")
    assert all(text in document for text in computed().values())
    assert filled(document) == document, "python -m tests.load.scale writes it"


def test_what_is_assumed_of_the_product_is_so() -> None:
    settings, assumed = Settings(), SAID["assumed"]
    assert assumed["placesPerWorker"] == settings.worker.concurrency
    assert assumed["connectionsPerApiPod"] == settings.database.pool_size + 1
    most = {plan["plan"]: plan["mostUsd"] for plan in assumed["perThousand"]}
    assert most["free"] == float(settings.engines.free_allowance_usd)
    measured = {unit["name"]: unit["value"] for unit in SAID["measured"]}
    assert measured["streamRecheckSeconds"] == RECHECK_S


@pytest.mark.parametrize("plan", ["Pro", "Growth", "Scale"])
def test_what_a_plan_may_cost_is_the_share_of_its_price(plan: str) -> None:
    prices = {"Pro": 16, "Growth": 39, "Scale": 79}  # by the month when paid by the year
    (said,) = [p for p in SAID["assumed"]["perThousand"] if p["plan"] == plan]
    assert said["mostUsd"] == prices[plan] * float(Settings().engines.plan_share)
