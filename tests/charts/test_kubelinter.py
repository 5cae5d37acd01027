"""kube-linter's default checks: nothing to say of any combination, and each notices its mistake."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any

import pytest

from tests.charts.chart import Manifest, combination, combinations, pod_of, render
from tests.charts.kubelinter import CHECKS

DEFAULT = {
    "dangling-service", "deprecated-service-account-field", "docker-sock",
    "drop-net-raw-capability", "duplicate-env-var", "env-var-secret", "host-ipc", "host-network",
    "host-pid", "invalid-target-ports", "latest-tag", "liveness-port", "mismatching-selector",
    "no-anti-affinity", "no-extensions-v1beta", "no-read-only-root-fs",
    "non-existent-service-account", "pdb-max-unavailable", "pdb-min-available",
    "pdb-unhealthy-pod-eviction-policy", "privilege-escalation-container", "privileged-container",
    "readiness-port", "run-as-non-root", "sensitive-host-mounts", "ssh-port", "startup-port",
    "unsafe-sysctls", "unset-cpu-requirements", "unset-memory-requirements",
}  # fmt: skip
Change = Callable[[Manifest, dict[str, Any], dict[str, Any]], object]


def host_path(path: str) -> Change:
    return lambda _, spec, c: spec.setdefault("volumes", []).append(
        {"name": "host", "hostPath": {"path": path}}
    )


def outside(**values: object) -> Change:
    return lambda _, spec, c: spec.update(values)


def inside(**values: object) -> Change:
    return lambda _, spec, c: c["securityContext"].update(values)


def asks_port(probe: str) -> Change:
    return lambda _, spec, c: c[probe]["httpGet"].update(port=1)


# What is done to a deployment, its pod and its container.
POD_MISTAKES: dict[str, Change] = {
    "deprecated-service-account-field": outside(serviceAccount="somebody"),
    "docker-sock": host_path("/var/run/docker.sock"),
    "drop-net-raw-capability": inside(capabilities={"drop": ["CHOWN"]}),
    "duplicate-env-var": lambda _, spec, c: c.update(env=[{"name": "A"}, {"name": "A"}]),
    "env-var-secret": lambda _, spec, c: c.update(env=[{"name": "MY_SECRET", "value": "x"}]),
    "host-ipc": outside(hostIPC=True),
    "host-network": outside(hostNetwork=True),
    "host-pid": outside(hostPID=True),
    "invalid-target-ports": lambda _, spec, c: c["ports"][0].update(name="a-name-that-is-too-long"),
    "latest-tag": lambda _, spec, c: c.update(image="presence:latest"),
    "liveness-port": asks_port("livenessProbe"),
    "readiness-port": asks_port("readinessProbe"),
    "startup-port": asks_port("startupProbe"),
    "mismatching-selector": lambda d, *_: d["spec"]["selector"]["matchLabels"].update(x="y"),
    "no-anti-affinity": outside(topologySpreadConstraints=[]),
    "no-extensions-v1beta": lambda d, *_: d.update(apiVersion="extensions/v1beta1"),
    "no-read-only-root-fs": inside(readOnlyRootFilesystem=False),
    "non-existent-service-account": outside(serviceAccountName="somebody"),
    "privilege-escalation-container": inside(allowPrivilegeEscalation=True),
    "privileged-container": inside(privileged=True),
    "run-as-non-root": inside(runAsNonRoot=False),
    "sensitive-host-mounts": host_path("/etc"),
    "ssh-port": lambda _, spec, c: c["ports"].append({"name": "ssh", "containerPort": 22}),
    "unsafe-sysctls": outside(securityContext={"sysctls": [{"name": "net.core.somaxconn"}]}),
    "unset-cpu-requirements": lambda _, spec, c: c["resources"]["requests"].pop("cpu"),
    "unset-memory-requirements": lambda _, spec, c: c["resources"]["limits"].pop("memory"),
}
OTHER_MISTAKES: dict[str, tuple[str, dict[str, Any]]] = {
    "dangling-service": ("Service", {"selector": {"app": "nothing"}}),
    "pdb-max-unavailable": ("PodDisruptionBudget", {"maxUnavailable": 0}),
    "pdb-min-available": ("PodDisruptionBudget", {"minAvailable": "100%"}),
    "pdb-unhealthy-pod-eviction-policy": (
        "PodDisruptionBudget",
        {"unhealthyPodEvictionPolicy": None},
    ),
}


@pytest.fixture(scope="module")
def rendered() -> list[Manifest]:
    """Everything switched on."""
    return render(combination("full"))


@pytest.mark.parametrize("name", combinations())
def test_no_check_has_anything_to_say(name: str) -> None:
    manifests = render(combination(name))
    found = {check: [*complain(manifests)] for check, complain in CHECKS.items()}
    assert {check: said for check, said in found.items() if said} == {}


@pytest.mark.parametrize("check", POD_MISTAKES)
def test_a_check_notices_its_mistake_in_a_pod(check: str, rendered: list[Manifest]) -> None:
    manifests = copy.deepcopy(rendered)
    deployment = next(m for m in manifests if m["kind"] == "Deployment" and "api" in str(m))
    pod = pod_of(deployment)
    assert pod is not None
    POD_MISTAKES[check](deployment, pod["spec"], pod["spec"]["containers"][0])
    assert [*CHECKS[check](manifests)]


@pytest.mark.parametrize("check", OTHER_MISTAKES)
def test_a_check_notices_its_mistake_around_pods(check: str, rendered: list[Manifest]) -> None:
    manifests = copy.deepcopy(rendered)
    kind, change = OTHER_MISTAKES[check]
    next(m for m in manifests if m["kind"] == kind)["spec"].update(change)
    assert [*CHECKS[check](manifests)]


def test_every_default_check_is_made_and_meets_a_mistake() -> None:
    assert set(CHECKS) == DEFAULT == set(POD_MISTAKES) | set(OTHER_MISTAKES)
