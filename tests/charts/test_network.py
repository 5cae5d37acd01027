"""Who may talk to whom."""

from __future__ import annotations

from typing import Any

import pytest

from tests.charts.chart import Manifest, Values, combination, of_kind, over, render
from tests.charts.reach import End, ends, reaches


def place(name: str) -> dict[str, Any]:
    """Everybody in a namespace, as a peer of a policy."""
    return {"namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": name}}}


EVERYTHING: Values = {
    "metrics": {"enabled": True},
    "operator": {"firstAdmin": {"email": "ada@example.com", "token": {"name": "first"}}},
    "stripeSetup": {"enabled": True},
    "secrets": {"settings": {"STRIPE__SECRET_KEY": {"name": "stripe", "key": "key"}}},
    "tracing": {"endpoint": "http://collector.tracing:4318"},
    "networkPolicy": {
        "database": {"to": [place("database")], "port": 5432},
        "tracing": {"to": [place("tracing")], "port": 4318},
        "mail": {"to": [place("mail")], "ports": [587]},
    },
}
# What stands around a release, and the ports that are tried on each.
AROUND = {
    End("ingress", "ingress-nginx"): (80,),
    End("prometheus", "monitoring"): (9090,),
    End("stranger", "somebody"): (80, 5432),
    End("database", "database"): (5432, 22),
    End("collector", "tracing"): (4318,),
    End("mails", "mail"): (587, 25),
    End("dns", "kube-system", {"k8s-app": "kube-dns"}): (53,),
    End("other-system-pod", "kube-system"): (53, 443),
    End("public", address="203.0.113.7"): (80, 443, 8080, 25, 5432),
    End("public6", address="2606:4700::1"): (443, 22),
    End("private", address="10.96.0.1"): (80, 443, 5432),
    End("private6", address="fd00::1"): (443,),
    End("cloud-metadata", address="169.254.169.254"): (80, 443),
    End("loopback", address="127.0.0.1"): (80, 8000),
}
PAYMENT = {"public:443", "public6:443"}
FETCHED = {"public:80", "public:443", "public:8080", "public6:443"}
# Everything somebody reaches; whatever is not named here is not reached.
ALLOWED: dict[str, set[str]] = {
    "api": {"database:5432", "collector:4318", "dns:53"} | PAYMENT,
    "operator": {"database:5432", "collector:4318", "mails:587", "dns:53"} | PAYMENT,
    "worker": {"database:5432", "collector:4318", "dns:53", "mails:587"} | FETCHED,
    "auditor": {"database:5432", "dns:53"},
    "migration": {"database:5432", "dns:53"},
    "first-admin": {"database:5432", "dns:53"},
    "stripe-setup": {"database:5432", "dns:53"} | PAYMENT,
    "web": set(),
    "admin": set(),
    "test": {"api:http", "web:http", "dns:53"},
    "ingress": {"api:http", "web:http", "operator:http", "admin:http"},
    "prometheus": {"api:metrics", "operator:metrics", "worker:metrics", "auditor:metrics"},
    "stranger": set(),
    "public": set(),
}


@pytest.mark.parametrize("source", ALLOWED)
def test_somebody_reaches_exactly_what_the_list_names(source: str) -> None:
    manifests = render(over(combination("minimal"), EVERYTHING))
    policies = [m for m in manifests if m["kind"] == "NetworkPolicy"]
    own = ends(manifests)
    callers = own | {end.name: end for end in AROUND}
    tried = [(end, name, port) for end in own.values() for name, port in end.ports.items()]
    if source in own:
        tried += [(end, str(port), port) for end, ports in AROUND.items() for port in ports]
    reached = {
        f"{target.name}:{name}"
        for target, name, port in tried
        if target.name != source and reaches(policies, callers[source], target, port)
    }
    assert reached == ALLOWED[source]


def test_every_pod_of_a_release_is_in_the_list() -> None:
    assert set(ends(render(over(combination("minimal"), EVERYTHING)))) <= set(ALLOWED)


def test_a_policy_that_is_missing_is_noticed() -> None:
    manifests = render(over(combination("minimal"), EVERYTHING))
    policies = [m for m in manifests if m["kind"] == "NetworkPolicy"]
    own, metadata = ends(manifests), End("cloud-metadata", address="169.254.169.254")
    assert not reaches(policies, own["worker"], metadata, 80)
    both = {"presence-worker", "presence-default-deny"}
    open_to = [p for p in policies if p["metadata"]["name"] not in both]
    assert reaches(open_to, own["worker"], metadata, 80)


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
    assert set(named) == {"api", "operator", "stripe-setup"}
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


_EXPRESSION = {"matchExpressions": [{"key": "app", "operator": "Exists"}]}


@pytest.mark.parametrize(
    "said",
    [
        {"podSelector": _EXPRESSION},
        {"podSelector": {}, "ingress": [{"from": [{"podSelector": _EXPRESSION}]}]},
        {"podSelector": {}, "ingress": [{"from": [{"namespaceSelector": _EXPRESSION}]}]},
        {
            "podSelector": {},
            "ingress": [{"from": [{"namespaceSelector": {"matchLabels": {"team": "a"}}}]}],
        },
        {"podSelector": {}, "ingress": [{"from": [{"serviceSelector": {}}]}]},
    ],
    ids=["whom", "pods", "namespaces", "labels of namespaces", "peers"],
)
def test_a_policy_in_words_that_the_judge_does_not_read_is_never_passed_over(
    said: dict[str, Any],
) -> None:
    spec = {"policyTypes": ["Ingress"], **said}
    policy = {"metadata": {"namespace": "presence"}, "spec": spec}
    with pytest.raises(ValueError, match="does not know"):
        reaches([policy], End("stranger", "somebody"), End("api", "presence"), 80)
