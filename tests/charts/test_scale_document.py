"""ops/docs/scale.md and the chart's values speak of the same limits."""

from __future__ import annotations

import math
import re

from presence.core.settings import Settings
from tests.architecture.tree import ROOT
from tests.charts.chart import CHART, Values, read_yaml

DOCUMENT = (ROOT / "ops/docs/scale.md").read_text(encoding="utf-8")
VALUES: Values = read_yaml((CHART / "values.yaml").read_text(encoding="utf-8"))
PER_API, PER_WORKER = 11, 15  # connections of a pod, as the document counts them


def largest(row: str) -> float:
    """The figure for 100,000 tenants in a row of the table of needs."""
    (line,) = [text for text in DOCUMENT.splitlines() if text.startswith(f"| {row}")]
    return float(line.strip("| ").rpartition("| ")[2].replace(",", "").removesuffix("/s"))


def test_the_largest_number_of_workers_is_within_the_chart_s_limit() -> None:
    wanted = largest("workers of four places")
    assert wanted <= VALUES["worker"]["autoscaling"]["maxReplicas"]
    assert largest("API pods of one core") <= VALUES["api"]["autoscaling"]["maxReplicas"]


def test_workers_follow_from_the_places_they_need() -> None:
    places = Settings().worker.concurrency
    assert places == 4
    assert largest("workers of four places") == math.ceil(
        largest("places they hold") / places * 4 / 3
    )
    assert VALUES["worker"]["autoscaling"]["jobsPerPod"] == places


def test_connections_follow_from_the_pods() -> None:
    assert f"connections (10 a pod + 1; {PER_WORKER} a worker)" in DOCUMENT
    assert Settings().database.pool_size + 1 == PER_API
    wanted = largest("API pods of one core") * PER_API
    wanted += largest("workers of four places") * PER_WORKER
    assert largest("PostgreSQL, connections") == wanted


def test_the_server_has_connections_for_as_many_pods_as_the_chart_allows() -> None:
    scaling = {name: VALUES[name]["autoscaling"]["maxReplicas"] for name in ("api", "worker")}
    most = scaling["api"] * PER_API + scaling["worker"] * PER_WORKER
    assert f"{scaling['api']} API pods, {scaling['worker']}" in re.sub(r"\s+", " ", DOCUMENT)
    assert f"may take {most}" in re.sub(r"\s+", " ", DOCUMENT)
    (allowed,) = re.findall(r"`max_connections` (\d+)", DOCUMENT)
    assert most < int(allowed)
