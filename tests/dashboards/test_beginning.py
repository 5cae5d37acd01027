"""What panels and alerts count is there from a process's start: first events are not missed."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import defaultdict
from itertools import product

import pytest

from presence.core import metrics
from presence.core.metrics import LookedUpGauge, LookedUpTotal
from presence.core.payment_events import HANDLED
from tests.alerts.judge import ALERTING
from tests.dashboards.test_dashboards import PANELS, filled

# A label of theirs is what a browser says first: both begin with a page's first report, together.
BY_BROWSERS = {"presence_page_views_total", "presence_js_errors_total"}
FOREIGN = ("kube_", "container_")
SHOWN = [target["expr"] for _, panel in PANELS for target in panel["targets"]]
JUDGED = [rule["expr"] for rule in ALERTING.values()]
_COUNTER = re.compile(r"\b(\w+_total)\b")
_CHOICE = re.compile(r"\b(\w+_total)\{([^}]*)\}")
_LABEL = re.compile(r'(\w+)(=~|!~|!=|=)"([^"]*)"')
_PROCESSES = """
import json
from prometheus_client import Counter
from presence.core import metrics
from presence.entrypoints.commands import api, auditor, worker
from presence.entrypoints.series import begin_series

begin_series()
found = [m for m in vars(metrics).values() if isinstance(m, Counter)]
samples = [sample for m in found for family in m.collect() for sample in family.samples]
print(json.dumps([(s.name, s.labels) for s in samples if s.name.endswith("_total")]))
"""
Series = dict[str, list[dict[str, str]]]


def counted(expressions: list[str]) -> set[str]:
    """The counters these queries read that are the product's own and no gauge of the auditor's."""
    gauges = [m for m in vars(metrics).values() if isinstance(m, LookedUpGauge)]
    looked_up = {m._name + "_total" * isinstance(m, LookedUpTotal) for m in gauges}
    names = {name for expression in expressions for name in _COUNTER.findall(expression)}
    return {n for n in names if not n.startswith(FOREIGN)} - looked_up - BY_BROWSERS


def chosen(labels: dict[str, str], choice: str) -> bool:
    """Whether a query's braces take in a series; what its scrape adds is left out."""
    for name, how, value in _LABEL.findall(filled(choice)):
        if name in labels:
            same = re.fullmatch(value, labels[name]) if "~" in how else value == labels[name]
            if bool(same) is how.startswith("!"):
                return False
    return True


@pytest.fixture(scope="module")
def begun() -> Series:
    """The labels of each counter's series in processes that have done nothing yet."""
    done = subprocess.run(  # noqa: S603 - our own modules
        [sys.executable, "-c", _PROCESSES], check=True, capture_output=True, text=True, timeout=110
    )
    series: Series = defaultdict(list)
    for name, labels in json.loads(done.stdout):
        series[name].append(labels)
    return dict(series)


def test_every_counter_of_a_panel_begins_with_its_process(begun: Series) -> None:
    shown = counted(SHOWN)
    assert len(shown) > 20
    assert shown - begun.keys() == set()


def test_every_counter_of_an_alert_begins_with_its_process(begun: Series) -> None:
    shown = counted(JUDGED)
    assert shown
    assert shown - begun.keys() == set()


def test_the_labels_that_a_panel_or_an_alert_asks_for_begin_as_well(begun: Series) -> None:
    asked = {choice for query in (*SHOWN, *JUDGED) for choice in _CHOICE.findall(query)}
    of_ours = {(name, choice) for name, choice in asked if name in begun}
    assert len(of_ours) > 20
    assert {
        (name, choice)
        for name, choice in of_ours
        if not any(chosen(labels, choice) for labels in begun[name])
    } == set()


def test_every_event_the_product_handles_begins_under_its_own_name(begun: Series) -> None:
    pairs = {
        (series["type"], series["result"]) for series in begun["presence_stripe_webhook_total"]
    }
    ends = {"processed", "unmatched", "failed", "handled", "retried"}
    assert pairs == {*product(HANDLED, ends), *product(["other"], {*ends, "ignored"})}
