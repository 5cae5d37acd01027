"""The checks that kube-linter 0.7 makes by default, by its own names, on what Helm rendered.

Its module is not to be had (ADR 0012 says what was tried), so each check is written here from its
published description.

Invariant: a check looks at manifests only and complains in one line per object.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from tests.charts.chart import Manifest, label, pod_of, selects

Check = Callable[[list[Manifest]], Iterator[str]]
_SENSITIVE = re.compile(r"^/(boot|dev|etc|lib|proc|sys|usr)?/?$")
_UNSAFE_SYSCTLS = ("kernel.msg", "kernel.sem", "kernel.shm", "fs.mqueue.", "net.")
_SECRET = re.compile(r"secret", re.IGNORECASE)
PROBES = {"liveness-port": "livenessProbe", "readiness-port": "readinessProbe",
          "startup-port": "startupProbe"}  # fmt: skip


def _kind(manifests: list[Manifest], kind: str) -> list[Manifest]:
    return [m for m in manifests if m["kind"] == kind]


def _pods(manifests: list[Manifest]) -> Iterator[tuple[str, Manifest]]:
    for manifest in manifests:
        pod = pod_of(manifest)
        if pod is not None:
            yield label(manifest), pod


def _containers(manifests: list[Manifest]) -> Iterator[tuple[str, dict[str, Any], dict[str, Any]]]:
    """(label, pod's spec, container), containers that only begin a pod included."""
    for name, pod in _pods(manifests):
        for container in (*pod["spec"].get("initContainers", ()), *pod["spec"]["containers"]):
            yield f"{name}/{container['name']}", pod["spec"], container


def _inside(container: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = container.get("securityContext") or {}
    return found


def _of_pods(wrong: Callable[[dict[str, Any]], object]) -> Check:
    return lambda manifests: (n for n, pod in _pods(manifests) if wrong(pod["spec"]))


def _of_containers(wrong: Callable[[dict[str, Any], dict[str, Any]], object]) -> Check:
    return lambda manifests: (n for n, spec, c in _containers(manifests) if wrong(spec, c))


def _hosts(wrong: Callable[[str], object]) -> Check:
    return _of_pods(
        lambda spec: any(
            wrong(v["hostPath"]["path"]) for v in spec.get("volumes", ()) if "hostPath" in v
        )
    )


def _runs_as_root(spec: dict[str, Any], container: dict[str, Any]) -> bool:
    both = {**(spec.get("securityContext") or {}), **_inside(container)}
    return both.get("runAsNonRoot") is not True or both.get("runAsUser") == 0


def _not_fixed(_spec: dict[str, Any], container: dict[str, Any]) -> bool:
    image = str(container["image"])
    tag = image.partition("@")[0].rpartition("/")[2].partition(":")[2]
    return "@sha256:" not in image and tag in {"", "latest"}


def _may_send_raw(_spec: dict[str, Any], container: dict[str, Any]) -> bool:
    names = _inside(container).get("capabilities") or {}
    return not {"ALL", "NET_RAW"} & set(names.get("drop", ())) or bool(
        {"ALL", "NET_RAW"} & set(names.get("add", ()))
    )


def _unset(resource: str, sides: tuple[str, ...]) -> Check:
    def wrong(_spec: dict[str, Any], container: dict[str, Any]) -> bool:
        given = container.get("resources") or {}
        return any(not (given.get(side) or {}).get(resource) for side in sides)

    return _of_containers(wrong)


def _probe_port(probe: str) -> Check:
    def wrong(_spec: dict[str, Any], container: dict[str, Any]) -> bool:
        asked = container.get(probe) or {}
        port = next(
            (asked[k]["port"] for k in ("httpGet", "tcpSocket", "grpc") if k in asked), None
        )
        ports = container.get("ports", ())
        return port is not None and port not in {p[k] for p in ports for k in p}

    return _of_containers(wrong)


def _matching(manifests: list[Manifest], selector: dict[str, str]) -> list[Manifest]:
    return [pod for _, pod in _pods(manifests) if selects(selector, pod["metadata"]["labels"])]


def _dangling_service(manifests: list[Manifest]) -> Iterator[str]:
    for service in _kind(manifests, "Service"):
        if not _matching(manifests, service["spec"].get("selector") or {}):
            yield label(service)


def _mismatching_selector(manifests: list[Manifest]) -> Iterator[str]:
    for deployment in _kind(manifests, "Deployment"):
        wanted = deployment["spec"]["selector"]["matchLabels"]
        if not selects(wanted, deployment["spec"]["template"]["metadata"]["labels"]):
            yield label(deployment)


def _no_anti_affinity(manifests: list[Manifest]) -> Iterator[str]:
    """More than one pod, and neither anti-affinity nor spread over nodes."""
    scaled = {
        s["spec"]["scaleTargetRef"]["name"]
        for s in manifests
        if s["kind"] in {"HorizontalPodAutoscaler", "ScaledObject"}
    }
    for deployment in _kind(manifests, "Deployment"):
        spec = deployment["spec"]["template"]["spec"]
        many = deployment["spec"].get("replicas", 1) > 1
        keys = {c["topologyKey"] for c in spec.get("topologySpreadConstraints", ())}
        apart = (
            "podAntiAffinity" in (spec.get("affinity") or {}) or "kubernetes.io/hostname" in keys
        )
        if (many or deployment["metadata"]["name"] in scaled) and not apart:
            yield label(deployment)


def _old_api(manifests: list[Manifest]) -> Iterator[str]:
    return (label(m) for m in manifests if m["apiVersion"].startswith("extensions/v1beta"))


def _no_such_account(manifests: list[Manifest]) -> Iterator[str]:
    known = {m["metadata"]["name"] for m in _kind(manifests, "ServiceAccount")} | {"", "default"}
    for name, pod in _pods(manifests):
        if pod["spec"].get("serviceAccountName", "") not in known:
            yield name


def _bad_target_port(manifests: list[Manifest]) -> Iterator[str]:
    """A name of more than fifteen signs or a number that is no port, on containers or services."""

    def bad(port: object) -> bool:
        if isinstance(port, int):
            return not 0 < port < 65_536
        return not re.fullmatch(r"(?=.*[a-z])(?!.*--)[a-z0-9]([a-z0-9-]{0,13}[a-z0-9])?", str(port))

    for service in _kind(manifests, "Service"):
        if any(bad(p["targetPort"]) for p in service["spec"]["ports"] if "targetPort" in p):
            yield label(service)
    for name, _, container in _containers(manifests):
        if any(bad(p["name"]) for p in container.get("ports", ()) if "name" in p):
            yield name


def _same_variable(_spec: dict[str, Any], container: dict[str, Any]) -> bool:
    names = Counter(variable["name"] for variable in container.get("env", ()))
    return any(count > 1 for count in names.values())


def _budgets(wrong: Callable[[dict[str, Any]], object]) -> Check:
    return lambda manifests: (
        label(m) for m in _kind(manifests, "PodDisruptionBudget") if wrong(m["spec"])
    )


def _min_available(manifests: list[Manifest]) -> Iterator[str]:
    """A budget that asks for as many pods as there are."""
    for budget in _kind(manifests, "PodDisruptionBudget"):
        wanted = budget["spec"].get("minAvailable")
        chosen = budget["spec"]["selector"]["matchLabels"]
        for deployment in _kind(manifests, "Deployment"):
            mine = selects(chosen, deployment["spec"]["template"]["metadata"]["labels"])
            number = deployment["spec"].get("replicas", 1)
            if mine and (wanted == "100%" or (isinstance(wanted, int) and wanted >= number)):
                yield label(budget)


CHECKS: dict[str, Check] = {
    "dangling-service": _dangling_service,
    "deprecated-service-account-field": _of_pods(
        lambda spec: spec.get("serviceAccount") not in (None, spec.get("serviceAccountName"))
    ),
    "docker-sock": _hosts(lambda path: path.endswith("docker.sock")),
    "drop-net-raw-capability": _of_containers(_may_send_raw),
    "duplicate-env-var": _of_containers(_same_variable),
    "env-var-secret": _of_containers(
        lambda _, c: any(_SECRET.search(v["name"]) and v.get("value") for v in c.get("env", ()))
    ),
    "host-ipc": _of_pods(lambda spec: spec.get("hostIPC")),
    "host-network": _of_pods(lambda spec: spec.get("hostNetwork")),
    "host-pid": _of_pods(lambda spec: spec.get("hostPID")),
    "invalid-target-ports": _bad_target_port,
    "latest-tag": _of_containers(_not_fixed),
    **{name: _probe_port(probe) for name, probe in PROBES.items()},
    "mismatching-selector": _mismatching_selector,
    "no-anti-affinity": _no_anti_affinity,
    "no-extensions-v1beta": _old_api,
    "no-read-only-root-fs": _of_containers(
        lambda _, c: _inside(c).get("readOnlyRootFilesystem") is not True
    ),
    "non-existent-service-account": _no_such_account,
    "pdb-max-unavailable": _budgets(lambda spec: spec.get("maxUnavailable") in (0, "0%")),
    "pdb-min-available": _min_available,
    "pdb-unhealthy-pod-eviction-policy": _budgets(
        lambda spec: not spec.get("unhealthyPodEvictionPolicy")
    ),
    "privilege-escalation-container": _of_containers(
        lambda _, c: _inside(c).get("allowPrivilegeEscalation") is not False
    ),
    "privileged-container": _of_containers(lambda _, c: _inside(c).get("privileged")),
    "run-as-non-root": _of_containers(_runs_as_root),
    "sensitive-host-mounts": _hosts(_SENSITIVE.match),
    "ssh-port": _of_containers(
        lambda _, c: any(p["containerPort"] == 22 for p in c.get("ports", ()))
    ),
    "unsafe-sysctls": _of_pods(
        lambda spec: any(
            s["name"].startswith(_UNSAFE_SYSCTLS)
            for s in (spec.get("securityContext") or {}).get("sysctls", ())
        )
    ),
    "unset-cpu-requirements": _unset("cpu", ("requests",)),
    "unset-memory-requirements": _unset("memory", ("requests", "limits")),
}
