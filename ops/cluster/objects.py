"""Whether everything the chart declares is in the cluster, and well.

Invariant: what should be there is read from the release's own manifest, never listed by hand; what
a controller says counts once it is about the object as it is now.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

Manifest = dict[str, Any]
LEAST = {"Deployment": 6, "NetworkPolicy": 2, "PodDisruptionBudget": 1, "Ingress": 1, "Service": 1}


def name_of(manifest: Manifest) -> str:
    """Kind and name, as people write them."""
    return f"{manifest['kind']}/{manifest['metadata']['name']}"


def absent(declared: Iterable[Manifest], found: Iterable[Manifest]) -> list[str]:
    """What was declared and is not there."""
    there = {name_of(manifest) for manifest in found}
    return sorted({name_of(manifest) for manifest in declared} - there)


def unwell(found: Iterable[Manifest]) -> list[str]:
    """What is there and does not work, each with a sentence."""
    objects = list(found)
    kinds = [manifest["kind"] for manifest in objects]
    few = [
        f"{kinds.count(kind)} of kind {kind}, {least} at least"
        for kind, least in LEAST.items()
        if kinds.count(kind) < least
    ]
    return few + [f"{name_of(m)} {trouble}" for m in objects for trouble in _troubles(m)]


def _troubles(manifest: Manifest) -> list[str]:
    spec, status = manifest.get("spec", {}), manifest.get("status", {})
    looked_at = status.get("observedGeneration", 0)
    match manifest["kind"]:
        case "Deployment" | "PodDisruptionBudget" if looked_at < manifest["metadata"]["generation"]:
            return ["was changed since its controller looked at it"]
        case "Deployment":
            return _of_deployment(spec, status)
        case "PodDisruptionBudget":
            if status.get("currentHealthy", 0) < status.get("desiredHealthy", 1):
                return ["has fewer healthy pods than it wants"]
            return [] if status.get("expectedPods") else ["watches over no pod"]
        case "HorizontalPodAutoscaler":
            least, now = spec.get("minReplicas", 1), status.get("currentReplicas", 0)
            return [] if now >= least else [f"sees {now} pods, {least} at least"]
        case "NetworkPolicy":
            return [] if spec.get("policyTypes") else ["says nothing"]
        case "Ingress":
            rules = spec.get("rules")
            return [] if rules and all(rule.get("host") for rule in rules) else ["has no host"]
        case "Service":
            return [] if spec.get("clusterIP") else ["has no address"]
    return []


def _of_deployment(spec: Manifest, status: Manifest) -> list[str]:
    wanted = spec.get("replicas", 1)
    said = [] if wanted else ["wants no pod"]
    said += [
        f"has {status.get(key, 0)} {key} of {wanted}"
        for key in ("updatedReplicas", "readyReplicas", "availableReplicas")
        if status.get(key, 0) != wanted
    ]
    pod = spec["template"]["spec"]
    if not pod.get("securityContext", {}).get("runAsNonRoot"):
        said.append("may run as root")
    for container in pod["containers"]:
        context = container.get("securityContext", {})
        if context.get("allowPrivilegeEscalation") is not False:
            said.append(f"lets {container['name']} gain rights")
        if not container.get("resources", {}).get("limits"):
            said.append(f"has no limits for {container['name']}")
    return said
