"""Who reaches whom under network policies, by the rules of Kubernetes' own API reference.

Invariant: a connection is made when the policies of the one who calls let it out and those of the
one who is called let it in; whoever no policy chooses is free in that direction. Words of a policy
that are not read here raise; they are never passed over.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from ipaddress import ip_address, ip_network
from typing import Any

from tests.charts.chart import Manifest, pod_of, selects

NAMESPACE = "presence"
_NAME = "kubernetes.io/metadata.name"


@dataclass(frozen=True)
class End:
    """One end of a connection: a pod with its named ports, or an address outside the cluster."""

    name: str
    namespace: str = ""
    labels: dict[str, str] = field(default_factory=dict, hash=False)
    ports: dict[str, int] = field(default_factory=dict, hash=False)
    address: str = ""


def ends(manifests: list[Manifest]) -> dict[str, End]:
    """The release's own pods by component."""
    found = {}
    for manifest in manifests:
        pod = pod_of(manifest)
        if pod is None:
            continue
        labels = pod["metadata"]["labels"]
        opened = pod["spec"]["containers"][0].get("ports", ())
        component = labels["app.kubernetes.io/component"]
        ports = {p["name"]: p["containerPort"] for p in opened}
        found[component] = End(component, NAMESPACE, labels, ports)
    return found


def reaches(policies: list[Manifest], source: End, target: End, port: int) -> bool:
    """Whether `source` can open a TCP connection to `port` of `target`."""
    out = _allowed(policies, "Egress", source, target, target, port)
    return out and _allowed(policies, "Ingress", target, source, target, port)


def _allowed(
    policies: list[Manifest], way: str, chosen: End, peer: End, target: End, port: int
) -> bool:
    mine = [p["spec"] for p in policies if _chooses(p, chosen) and way in p["spec"]["policyTypes"]]
    if not mine:
        return True
    side = "to" if way == "Egress" else "from"
    return any(
        _fits_port(rule.get("ports"), target, port) and _fits_peer(rule.get(side), peer)
        for spec in mine
        for rule in spec.get(way.lower(), ())
    )


def _chooses(policy: Manifest, end: End) -> bool:
    in_namespace = policy["metadata"]["namespace"] == end.namespace
    return in_namespace and _selects(policy["spec"]["podSelector"], end.labels)


def _selects(selector: dict[str, Any], labels: dict[str, str]) -> bool:
    """Whether a selector means these labels; an empty one means all. ValueError for one that says
    what is not read here.
    """
    _require_known(selector, {"matchLabels"})
    wanted = selector.get("matchLabels", {})
    return not wanted or selects(wanted, labels)


def _require_known(said: dict[str, Any], known: set[str]) -> None:
    if strange := sorted(said.keys() - known):
        raise ValueError(f"The judge of network policies does not know {', '.join(strange)}.")


def _fits_port(ports: list[dict[str, Any]] | None, target: End, port: int) -> bool:
    if not ports:
        return True
    for wanted in ports:
        if wanted.get("protocol", "TCP") != "TCP":
            continue
        first = target.ports.get(wanted["port"], -1) if _named(wanted) else int(wanted["port"])
        if first <= port <= int(wanted.get("endPort", first)):
            return True
    return False


def _named(wanted: dict[str, Any]) -> bool:
    return not str(wanted["port"]).isdigit()


def _fits_peer(peers: list[dict[str, Any]] | None, end: End) -> bool:
    return not peers or any(_is(peer, end) for peer in peers)


def _is(peer: dict[str, Any], end: End) -> bool:
    _require_known(peer, {"ipBlock", "namespaceSelector", "podSelector"})
    if "ipBlock" in peer:
        return bool(end.address) and _inside(peer["ipBlock"], end.address)
    if end.address:
        return False
    spaces = peer.get("namespaceSelector")
    if spaces is None:
        near = end.namespace == NAMESPACE
    else:
        _require_known(spaces.get("matchLabels", {}), {_NAME})
        near = _selects(spaces, {_NAME: end.namespace})
    return _selects(peer.get("podSelector", {}), end.labels) and near


def _inside(block: dict[str, Any], address: str) -> bool:
    _require_known(block, {"cidr", "except"})
    ip = ip_address(address)

    def holds(network: str) -> bool:
        parsed = ip_network(network)
        return parsed.version == ip.version and ip in parsed

    return holds(block["cidr"]) and not any(map(holds, block.get("except", ())))
