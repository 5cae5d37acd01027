"""ops/docs/scale.md, what is computed for it, and the chart's values speak of the same."""

from __future__ import annotations

import json
import math
import re

import pytest

from presence.core.settings import Settings
from presence.http.sse import RECHECK_S
from tests.charts.chart import CHART, Values, read_yaml
from tests.load.scale import DOCUMENT, GIVEN, computed, filled

TEXT = DOCUMENT.read_text(encoding="utf-8")
SAID = json.loads(GIVEN.read_text(encoding="utf-8"))
VALUES: Values = read_yaml((CHART / "values.yaml").read_text(encoding="utf-8"))
PER_API, PER_WORKER = 11, 15  # connections of a pod, as the document counts them


def largest(row: str) -> float:
    """The figure for 100,000 tenants in a row of the table of needs."""
    (line,) = [text for text in TEXT.splitlines() if text.startswith(f"| {row}")]
    return float(line.strip("| ").rpartition("| ")[2].replace(",", "").removesuffix("/s"))


def test_the_largest_number_of_workers_is_within_the_chart_s_limit() -> None:
    wanted = largest("workers of 4 places")
    assert wanted <= VALUES["worker"]["autoscaling"]["maxReplicas"]
    assert largest("API pods of one core") <= VALUES["api"]["autoscaling"]["maxReplicas"]


def test_workers_follow_from_the_places_they_need() -> None:
    places = Settings().worker.concurrency
    assert places == 4
    assert largest("workers of 4 places") == math.ceil(largest("places they hold") / places * 4 / 3)
    assert VALUES["worker"]["autoscaling"]["jobsPerPod"] == places


def test_connections_follow_from_the_pods() -> None:
    assert f"connections ({PER_API} an API pod; {PER_WORKER} a worker)" in TEXT
    assert Settings().database.pool_size + 1 == PER_API
    wanted = largest("API pods of one core") * PER_API
    wanted += largest("workers of 4 places") * PER_WORKER
    assert largest("PostgreSQL, connections") == wanted


def test_the_server_has_connections_for_as_many_pods_as_the_chart_allows() -> None:
    scaling = {name: VALUES[name]["autoscaling"]["maxReplicas"] for name in ("api", "worker")}
    most = scaling["api"] * PER_API + scaling["worker"] * PER_WORKER
    assert f"{scaling['api']} API pods, {scaling['worker']}" in re.sub(r"\s+", " ", TEXT)
    assert f"may take {most}" in re.sub(r"\s+", " ", TEXT)
    (allowed,) = re.findall(r"`max_connections` (\d+)", TEXT)
    assert most < int(allowed)


def test_the_document_is_what_is_computed() -> None:
    assert all(text in TEXT for text in computed().values())
    assert filled(TEXT) == TEXT, "python -m tests.load.scale writes it"


def test_what_is_assumed_of_the_product_is_so() -> None:
    settings, assumed = Settings(), SAID["assumed"]
    assert assumed["placesPerWorker"] == settings.worker.concurrency
    assert assumed["connectionsPerApiPod"] == settings.database.pool_size + 1
    most = {plan["plan"]: plan["mostUsd"] for plan in assumed["perThousand"]}
    assert most["free"] == float(settings.engines.free_allowance_usd)
    (recheck,) = (u for u in SAID["measured"] if u.get("name") == "streamRecheckSeconds")
    assert recheck["value"] == RECHECK_S


@pytest.mark.parametrize("plan", ["Pro", "Growth", "Scale"])
def test_what_a_plan_may_cost_is_the_share_of_its_price(plan: str) -> None:
    prices = {"Pro": 16, "Growth": 39, "Scale": 79}  # by the month when paid by the year
    (said,) = [p for p in SAID["assumed"]["perThousand"] if p["plan"] == plan]
    assert said["mostUsd"] == prices[plan] * float(Settings().engines.plan_share)
