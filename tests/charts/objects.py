"""Rules about how objects fit together, as pure functions from manifests to complaints.

Invariant: whatever names or selects something finds it within the release.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from tests.charts.chart import RELEASE, Manifest, label, pod_of, selects

COMMON = ("name", "instance", "component", "version", "managed-by")
NO_EGRESS = {"web", "admin"}
_LABEL = re.compile(r"([A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?)?")


def _kind(manifests: list[Manifest], kind: str) -> list[Manifest]:
    return [m for m in manifests if m["kind"] == kind]


def _chosen(manifests: list[Manifest], selector: Manifest) -> list[Manifest]:
    found = []
    for manifest in manifests:
        pod = pod_of(manifest)
        if pod is not None and selects(selector, pod["metadata"]["labels"]):
            found.append(manifest)
    return found


def _ports(pod: Manifest) -> set[str]:
    return {p["name"] for p in pod["spec"]["containers"][0].get("ports", ())}


def _deployments(manifests: list[Manifest]) -> dict[str, Manifest]:
    return {m["metadata"]["name"]: m for m in _kind(manifests, "Deployment")}


def identity(manifests: list[Manifest]) -> list[str]:
    """Unique short names, the namespace and the common labels."""
    keys = Counter(
        (m["kind"], m["metadata"].get("namespace"), m["metadata"]["name"]) for m in manifests
    )
    found = [f"{kind}/{name} is there {n} times" for (kind, _, name), n in keys.items() if n > 1]
    for manifest in manifests:
        meta = manifest["metadata"]
        if len(meta["name"]) > 63 or not meta["name"].startswith(RELEASE):
            found.append(f"{label(manifest)}: not a name of this release")
        if not meta.get("namespace"):
            found.append(f"{label(manifest)}: no namespace")
        labelled = [meta, *([pod["metadata"]] if (pod := pod_of(manifest)) else ())]
        for name, value in ((n, v) for m in labelled for n, v in m.get("labels", {}).items()):
            if len(value) > 63 or not _LABEL.fullmatch(value):
                found.append(f"{label(manifest)}: no value of a label: {name}: {value}")
        missing = [c for c in COMMON if f"app.kubernetes.io/{c}" not in meta.get("labels", {})]
        found += [f"{label(manifest)}: no label {name}" for name in missing]
    return found


def rollouts(manifests: list[Manifest]) -> list[str]:
    """A deployment selects its own pods only and is replaced without a gap."""
    found = []
    for name, deployment in _deployments(manifests).items():
        selector = deployment["spec"]["selector"]["matchLabels"]
        if [m["metadata"]["name"] for m in _chosen(manifests, selector)] != [name]:
            found.append(f"{name}: selects pods that are not its own, or not its own")
        if "app.kubernetes.io/version" in selector:
            found.append(f"{name}: its selector changes with the version")
        rolling = deployment["spec"].get("strategy", {}).get("rollingUpdate", {})
        if rolling.get("maxUnavailable") != 0:
            found.append(f"{name}: takes pods away before others are ready")
        template = deployment["spec"]["template"]
        if not template["spec"].get("topologySpreadConstraints"):
            found.append(f"{name}: may run on one node only")
        reads = template["spec"]["containers"][0].get("envFrom")
        if reads and "presence/settings" not in template["metadata"].get("annotations", {}):
            found.append(f"{name}: does not notice changed settings")
        known = {m["metadata"]["name"] for m in _kind(manifests, "ConfigMap")}
        for source in reads or ():
            if source.get("configMapRef", {}).get("name") not in {*known, None}:
                found.append(f"{name}: its settings are not there")
    return found


def services(manifests: list[Manifest]) -> list[str]:
    """A service selects one component and its ports are open there."""
    found = []
    for service in _kind(manifests, "Service"):
        chosen = _chosen(manifests, service["spec"]["selector"])
        if len(chosen) != 1:
            found.append(f"{label(service)}: selects {len(chosen)} components")
            continue
        pod = pod_of(chosen[0])
        wanted = {p["targetPort"] for p in service["spec"]["ports"]}
        if pod is None or not wanted <= _ports(pod):
            found.append(f"{label(service)}: names a port nobody opens")
    return found


def edges(manifests: list[Manifest]) -> list[str]:
    """Each host of an ingress is encrypted and leads to a service and port that exist."""
    known = {
        (m["metadata"]["name"], p["name"])
        for m in _kind(manifests, "Service")
        for p in m["spec"]["ports"]
    }
    found = []
    for ingress in _kind(manifests, "Ingress"):
        encrypted = {h for tls in ingress["spec"].get("tls", ()) for h in tls["hosts"]}
        for rule in ingress["spec"]["rules"]:
            if rule.get("host") not in encrypted:
                found.append(f"{label(ingress)}: {rule.get('host')} has no certificate")
            for path in rule["http"]["paths"]:
                service = path["backend"]["service"]
                if (service["name"], service["port"].get("name")) not in known:
                    found.append(f"{label(ingress)}: {path['path']} leads nowhere")
    return found + _routes(manifests)


def _routes(manifests: list[Manifest]) -> list[str]:
    """A route belongs to a Gateway and leads to a service and port that exist."""
    known = {
        (m["metadata"]["name"], p["port"])
        for m in _kind(manifests, "Service")
        for p in m["spec"]["ports"]
    }
    found = []
    for route in _kind(manifests, "HTTPRoute"):
        if not route["spec"].get("parentRefs") or not route["spec"].get("hostnames"):
            found.append(f"{label(route)}: no Gateway, or no host")
        for rule in route["spec"]["rules"]:
            for target in rule["backendRefs"]:
                if (target["name"], target["port"]) not in known:
                    found.append(f"{label(route)}: leads nowhere: {target['name']}")
    return found


def scaling(manifests: list[Manifest]) -> list[str]:
    """What scales or protects a deployment names one that exists, and only it sets the number."""
    deployments = _deployments(manifests)
    found = []
    scaled = set()
    for scaler in _kind(manifests, "HorizontalPodAutoscaler") + _kind(manifests, "ScaledObject"):
        target = scaler["spec"]["scaleTargetRef"]["name"]
        scaled.add(target)
        if target not in deployments:
            found.append(f"{label(scaler)}: scales what is not there")
    for name, deployment in deployments.items():
        if ("replicas" in deployment["spec"]) == (name in scaled):
            found.append(f"{name}: not exactly one thing decides the number of pods")
    for budget in _kind(manifests, "PodDisruptionBudget"):
        if len(_chosen(manifests, budget["spec"]["selector"]["matchLabels"])) != 1:
            found.append(f"{label(budget)}: does not protect one component")
        if budget["spec"].get("maxUnavailable") != 1:
            found.append(f"{label(budget)}: keeps nodes from being emptied")
    return found


def network(manifests: list[Manifest]) -> list[str]:
    """Where there are policies: denied by default, and one for each kind of pod."""
    policies = _kind(manifests, "NetworkPolicy")
    if not policies:
        return []
    found = []
    both = [p for p in policies if p["spec"].get("policyTypes") == ["Ingress", "Egress"]]
    found += [f"{label(p)}: leaves a direction open" for p in policies if p not in both]
    bare = [p for p in both if not p["spec"].get("ingress") and not p["spec"].get("egress")]
    for manifest in manifests:
        pod = pod_of(manifest)
        if pod is None:
            continue
        labels = pod["metadata"]["labels"]
        if not any(selects(p["spec"]["podSelector"]["matchLabels"], labels) for p in bare):
            found.append(f"{label(manifest)}: nothing denies by default")
        component = labels.get("app.kubernetes.io/component", "")
        own = {"app.kubernetes.io/component": component}
        mine = [p for p in policies if selects(own, p["spec"]["podSelector"]["matchLabels"])]
        if len(mine) != 1:
            found.append(f"{label(manifest)}: has {len(mine)} policies")
        for policy in mine:
            found += _openings(label(manifest), component, pod, policy["spec"])
    return found


def _openings(name: str, component: str, pod: Manifest, spec: dict[str, Any]) -> list[str]:
    found = []
    if component in NO_EGRESS and spec.get("egress"):
        found.append(f"{name}: a front end calls nobody")
    for rule in (*spec.get("ingress", ()), *spec.get("egress", ())):
        if not rule.get("ports"):
            found.append(f"{name}: a rule without ports")
    for rule in spec.get("ingress", ()):
        if not rule.get("from"):
            found.append(f"{name}: anybody may come in")
        closed = {p["port"] for p in rule.get("ports", ())} - _ports(pod)
        found += [f"{name}: lets in to {port}, which is closed" for port in closed]
    for rule in spec.get("egress", ()):
        for peer in rule.get("to", ()):
            block = peer.get("ipBlock", {})
            if block.get("cidr") == "0.0.0.0/0" and "10.0.0.0/8" not in block.get("except", ()):
                found.append(f"{name}: reaches private networks")
    return found


def monitoring(manifests: list[Manifest]) -> list[str]:
    """What is scraped exists and opens the port."""
    found = []
    for monitor in _kind(manifests, "ServiceMonitor"):
        wanted = monitor["spec"]["selector"]["matchLabels"]
        served = [
            m for m in _kind(manifests, "Service") if selects(wanted, m["metadata"]["labels"])
        ]
        names = {p["name"] for m in served for p in m["spec"]["ports"]}
        if not {e["port"] for e in monitor["spec"]["endpoints"]} <= names:
            found.append(f"{label(monitor)}: finds no such service and port")
    for monitor in _kind(manifests, "PodMonitor"):
        chosen = _chosen(manifests, monitor["spec"]["selector"]["matchLabels"])
        pods = [pod for pod in map(pod_of, chosen) if pod is not None]
        ports = {e["port"] for e in monitor["spec"]["podMetricsEndpoints"]}
        if not pods or not all(ports <= _ports(pod) for pod in pods):
            found.append(f"{label(monitor)}: finds no such pod and port")
    return found


RULES = (identity, rollouts, services, edges, scaling, network, monitoring)
