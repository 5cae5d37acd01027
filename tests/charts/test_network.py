"""Who may talk to whom."""

from __future__ import annotations

from typing import Any

from tests.charts.chart import Manifest, Values, combination, of_kind, over, render


def policies(values: Values) -> dict[str, Manifest]:
    """The specifications of all policies by component."""
    found = of_kind(render(values), "NetworkPolicy")
    return {name: policy["spec"] for name, policy in found.items()}


def reaches_the_public(spec: Manifest) -> set[int | str]:
    """Ports on which a policy opens public addresses."""
    return {
        port["port"]
        for rule in spec.get("egress", ())
        for port in rule["ports"]
        for peer in rule.get("to", ())
        if peer.get("ipBlock", {}).get("cidr") == "0.0.0.0/0"
    }


def test_only_the_worker_fetches_what_customers_typed() -> None:
    found = policies(combination("minimal"))
    assert reaches_the_public(found["worker"]) == {80, 443, 8000}
    assert reaches_the_public(found["api"]) == {443}
    for component in ("web", "admin", "migration"):
        assert reaches_the_public(found[component]) == set()


def test_no_fetch_reaches_a_private_network() -> None:
    egress: list[dict[str, Any]] = policies(combination("minimal"))["worker"]["egress"]
    blocks = [p["ipBlock"] for rule in egress for p in rule.get("to", ()) if "ipBlock" in p]
    four = next(b for b in blocks if b["cidr"] == "0.0.0.0/0")
    assert {"10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16"} <= set(
        four["except"]
    )


def test_payment_and_sign_in_by_name_need_no_public_addresses() -> None:
    manifests = render(combination("full"))
    assert reaches_the_public(of_kind(manifests, "NetworkPolicy")["api"]["spec"]) == set()
    named = of_kind(manifests, "CiliumNetworkPolicy")
    assert set(named) == {"api", "operator"}
    hosts = [e["matchName"] for e in named["api"]["spec"]["egress"][1]["toFQDNs"]]
    assert "api.stripe.com" in hosts


def test_without_payment_and_sign_in_the_api_reaches_the_database_only() -> None:
    spec = policies(combination("external-metric"))["api"]
    assert {p["port"] for rule in spec["egress"] for p in rule["ports"]} == {53, 5432}


def test_metrics_are_read_from_the_monitoring_namespace_only() -> None:
    for component in ("api", "operator", "worker", "auditor"):
        rules = policies(combination("full"))[component]["ingress"]
        (rule,) = [r for r in rules if {"port": "metrics", "protocol": "TCP"} in r["ports"]]
        labels = rule["from"][0]["namespaceSelector"]["matchLabels"]
        assert labels == {"kubernetes.io/metadata.name": "monitoring"}


def test_a_database_s_place_narrows_every_policy() -> None:
    place = {"to": [{"ipBlock": {"cidr": "10.9.0.0/16"}}], "port": 6432}
    found = policies(over(combination("minimal"), {"networkPolicy": {"database": place}}))
    for component in ("api", "worker", "operator", "migration"):
        (rule,) = [
            r
            for r in found[component]["egress"]
            if r["ports"] == [{"port": 6432, "protocol": "TCP"}]
        ]
        assert rule["to"] == place["to"]
