"""What panels and alerts count is there from a process's start: first events are not missed."""

from __future__ import annotations

import json
import re
import subprocess
import sys

import pytest

from presence.core import metrics
from presence.core.metrics import Known
from tests.alerts.judge import ALERTING
from tests.dashboards.test_dashboards import PANELS

# A label of theirs is what a browser says first: both begin with a page's first report, together.
BY_BROWSERS = {"page_views_total", "js_errors_total"}
FOREIGN = ("kube_", "container_")
_COUNTER = re.compile(r"\b(\w+_total)\b")
_PROCESSES = """
import json
from prometheus_client import Counter
from presence.core import metrics
from presence.entrypoints.commands import api, auditor, worker
from presence.entrypoints.series import begin_series

begin_series()
found = [m for m in vars(metrics).values() if isinstance(m, Counter)]
print(json.dumps([m._name + "_total" for m in found if any(x.samples for x in m.collect())]))
"""


def counted(expressions: list[str]) -> set[str]:
    """The counters these queries read that are the product's own and no gauge of the auditor's."""
    looked_up = {m._name for m in vars(metrics).values() if isinstance(m, Known)}
    names = {name for expression in expressions for name in _COUNTER.findall(expression)}
    return {n for n in names if not n.startswith(FOREIGN)} - looked_up - BY_BROWSERS


@pytest.fixture(scope="module")
def begun() -> set[str]:
    """Counters with a series in processes that have done nothing yet."""
    done = subprocess.run(  # noqa: S603 - our own modules
        [sys.executable, "-c", _PROCESSES], check=True, capture_output=True, text=True, timeout=110
    )
    return set(json.loads(done.stdout))


def test_every_counter_of_a_panel_begins_with_its_process(begun: set[str]) -> None:
    shown = counted([t["expr"] for _, panel in PANELS for t in panel["targets"]])
    assert len(shown) > 20
    assert shown - begun == set()


def test_every_counter_of_an_alert_begins_with_its_process(begun: set[str]) -> None:
    shown = counted([rule["expr"] for rule in ALERTING.values()])
    assert shown
    assert shown - begun == set()
