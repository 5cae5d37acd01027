"""A run of the cluster is judged by what it saw of the chart's objects."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from types import SimpleNamespace
from typing import Any, cast

import pytest
from ops.cluster.objects import Manifest, absent, unwell
from ops.cluster.product import listed, values
from ops.cluster.report import faults
from ops.cluster.story import Story

from tests.charts.chart import render

GOOD: dict[str, Any] = {
    "podSecurityRefuses": True,
    "unknownFieldRefused": True,
    "declared": 40,
    "absent": [],
    "unwell": [],
    "serverSideApplyBy": ["helm"],
    "podsByNode": {"one": 4, "two": 5},
    "journey": {"run": "completed", "dashboardBytes": 1059},
    "processesThatEndedEarly": [],
}
LOAD = {"upgrade": {"requests": 10, "failed": 0}}


@pytest.fixture(scope="module")
def declared(tmp_path_factory: pytest.TempPathFactory) -> list[Manifest]:
    """The objects of the release that the cluster test installs."""
    given = values(tmp_path_factory.mktemp("values") / "values.json")
    manifests = render(json.loads(given.read_text()))
    return [m for m in manifests if "helm.sh/hook" not in m["metadata"].get("annotations", {})]


def running(manifest: Manifest) -> Manifest:
    """The object as a cluster in order shows it."""
    there = deepcopy(manifest)
    there["metadata"]["generation"] = 1
    wanted = there.get("spec", {}).setdefault("replicas", 2) if there.get("spec") else 0
    match there["kind"]:
        case "Deployment":
            keys = ("updatedReplicas", "readyReplicas", "availableReplicas")
            there["status"] = {**dict.fromkeys(keys, wanted), "observedGeneration": 1}
        case "PodDisruptionBudget":
            there["status"] = {
                "currentHealthy": 2,
                "desiredHealthy": 1,
                "expectedPods": 2,
                "observedGeneration": 1,
            }
        case "HorizontalPodAutoscaler":
            there["status"] = {"currentReplicas": there["spec"]["minReplicas"]}
        case "Service":
            there["spec"]["clusterIP"] = "10.96.0.7"
    return there


def judged(**seen: object) -> list[str]:
    story = SimpleNamespace(seen={**GOOD, **seen}, load=LOAD)
    return faults(cast(Story, story))


def test_a_cluster_that_has_everything_and_runs_it_is_well(declared: list[Manifest]) -> None:
    found = [running(manifest) for manifest in declared]
    assert absent(declared, found) == []
    assert unwell(found) == []


def test_whatever_is_declared_and_not_there_is_named(declared: list[Manifest]) -> None:
    for missing in declared:
        found = [m for m in declared if m is not missing]
        assert absent(declared, found) == [f"{missing['kind']}/{missing['metadata']['name']}"]


def _unready(there: Manifest) -> None:
    there["status"]["readyReplicas"] = 0


def _idle(there: Manifest) -> None:
    there["spec"]["replicas"] = 0
    there["status"] = {"observedGeneration": 1}


def _changed(there: Manifest) -> None:
    there["metadata"]["generation"] = 2


def _hostless(there: Manifest) -> None:
    there["spec"]["rules"] = []


def _root(there: Manifest) -> None:
    there["spec"]["template"]["spec"]["securityContext"].pop("runAsNonRoot")


def _rising(there: Manifest) -> None:
    there["spec"]["template"]["spec"]["containers"][0]["securityContext"].clear()


def _limitless(there: Manifest) -> None:
    there["spec"]["template"]["spec"]["containers"][0]["resources"] = {}


def _unwatched(there: Manifest) -> None:
    there["status"]["expectedPods"] = 0


def _ill(there: Manifest) -> None:
    there["status"]["currentHealthy"] = 0


def _few(there: Manifest) -> None:
    there["status"]["currentReplicas"] = 1


def _addressless(there: Manifest) -> None:
    there["spec"].pop("clusterIP")


@pytest.mark.parametrize(
    ("kind", "spoil"),
    [
        ("Deployment", _unready),
        ("Deployment", _idle),
        ("Deployment", _changed),
        ("PodDisruptionBudget", _changed),
        ("Ingress", _hostless),
        ("Deployment", _root),
        ("Deployment", _rising),
        ("Deployment", _limitless),
        ("PodDisruptionBudget", _unwatched),
        ("PodDisruptionBudget", _ill),
        ("HorizontalPodAutoscaler", _few),
        ("Service", _addressless),
    ],
)
def test_an_object_that_does_not_work_is_named(
    declared: list[Manifest], kind: str, spoil: Callable[[Manifest], None]
) -> None:
    found = [running(manifest) for manifest in declared]
    spoiled = next(manifest for manifest in found if manifest["kind"] == kind)
    spoil(spoiled)
    (said,) = unwell(found)
    assert said.startswith(f"{kind}/{spoiled['metadata']['name']} ")


def test_too_few_of_a_kind_are_noticed(declared: list[Manifest]) -> None:
    found = [running(m) for m in declared if m["kind"] != "NetworkPolicy"]
    assert unwell(found) == ["0 of kind NetworkPolicy, 2 at least"]


def test_a_run_that_saw_everything_has_no_fault() -> None:
    assert judged() == []


@pytest.mark.parametrize(
    "seen",
    [
        {"podSecurityRefuses": False},
        {"absent": ["Ingress/presence"]},
        {"unwell": ["Deployment/presence-api has 0 readyReplicas of 2"]},
        {"declared": 0},
        {"serverSideApplyBy": []},
        {"podsByNode": {"one": 9}},
        {"journey": {"run": "failed", "dashboardBytes": 1059}},
        {"journey": {"run": "completed", "dashboardBytes": 0}},
        {"processesThatEndedEarly": ["etcd"]},
    ],
)
def test_a_run_that_saw_something_else_has_one(seen: dict[str, object]) -> None:
    assert len(judged(**seen)) == 1


def test_what_was_not_looked_at_is_not_taken_for_granted() -> None:
    story = SimpleNamespace(seen={}, load=LOAD)
    assert len(faults(cast(Story, story))) >= 5


@pytest.mark.parametrize("text", ['{"kind": "List", "items": [{"kind": "A"}, {"kind": "B"}]}',
                                  '{"kind": "A"}\n{"kind": "B"}\n'])  # fmt: skip
def test_what_kubectl_prints_is_read_as_a_list_and_one_by_one(text: str) -> None:
    assert [found["kind"] for found in listed(text)] == ["A", "B"]
    assert listed("") == []
