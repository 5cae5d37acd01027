"""kind and skaffold lead to the same installation on a cluster that holds nothing yet."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

from jsonschema import Draft7Validator  # type: ignore[import-untyped]  # no stubs among ours

from tests.architecture.tree import ROOT
from tests.charts.chart import CHART, PLATFORM, label, read_yaml, render
from tests.charts.test_platform import KIND, kind_values, platform

PREPARE = "ops/kind/prepare"


def skaffold(profile: str = "") -> dict[str, Any]:
    """The file, or what a profile makes of it by its patches."""
    config: dict[str, Any] = read_yaml((ROOT / "skaffold.yaml").read_text(encoding="utf-8"))
    patches = {p["name"]: p.get("patches", []) for p in config["profiles"]}
    for patch in patches.get(profile, []):
        *way, last = patch["path"].strip("/").split("/")
        inside = config
        for part in way:
            inside = inside[part]
        assert patch["op"] == "add"
        inside[last] = patch["value"]
    return config


def form() -> Any:
    """The form of the parts of skaffold's configuration that we use."""
    text = (Path(__file__).parent / "skaffold.schema.json").read_text(encoding="utf-8")
    return Draft7Validator(json.loads(text))


def test_skaffold_takes_the_file_and_what_each_profile_makes_of_it() -> None:
    for profile in ("", "dev", "ci"):
        assert [e.message for e in form().iter_errors(skaffold(profile))] == []


def test_a_key_skaffold_does_not_know_is_noticed() -> None:
    config = copy.deepcopy(skaffold("ci"))
    config["deploy"]["helm"]["hooks"]["afterwards"] = []
    assert not form().is_valid(config)


def test_a_fresh_cluster_gets_its_namespaces_before_anything_is_installed() -> None:
    for profile in ("dev", "ci"):
        (hook,) = skaffold(profile)["deploy"]["helm"]["hooks"]["before"]
        assert hook["host"]["command"] == [PREPARE]
    text = (ROOT / PREPARE).read_text(encoding="utf-8")
    assert (ROOT / PREPARE).stat().st_mode & 0o111
    wanted = {str(m["metadata"]["namespace"]) for m in [*platform(), *render(kind_values())]}
    assert f"for namespace in {' '.join(sorted(wanted, reverse=True))}; do" in text
    assert "pod-security.kubernetes.io/enforce=restricted" in text
    up = (KIND / "up").read_text(encoding="utf-8")
    assert up.index(PREPARE) < up.index("helm upgrade --install platform")


def test_continuous_integration_asks_through_the_chart_s_own_test() -> None:
    (hook,) = skaffold("ci")["deploy"]["helm"]["hooks"]["after"]
    assert hook["host"]["command"] == ["helm", "test", "presence", "--namespace", "presence"]
    tests = [
        m
        for m in render(kind_values())
        if m["metadata"].get("annotations", {}).get("helm.sh/hook") == "test"
    ]
    assert [label(m) for m in tests] == ["Pod/presence-test"]


def test_rules_and_dashboards_are_where_the_platform_reads_them() -> None:
    made = {
        m["metadata"]["name"]
        for m in [*platform(), *render(kind_values())]
        if m["kind"] == "ConfigMap" and m["metadata"]["namespace"] == "platform"
    }
    read = {
        source["configMap"]["name"]
        for m in platform()
        if m["kind"] == "Deployment"
        for volume in m["spec"]["template"]["spec"]["volumes"]
        for source in volume.get("projected", {}).get("sources", ())
    }
    assert read <= made
    assert {name for name in made if name.startswith("presence-")} <= read


def test_skaffold_sets_values_the_charts_have() -> None:
    config = skaffold()
    releases = config["deploy"]["helm"]["releases"]
    assert {p["name"] for p in config["profiles"]} == {"dev", "ci"}
    for release in releases:
        chart = ROOT / release["chartPath"]
        defaults = read_yaml((chart / "values.yaml").read_text(encoding="utf-8"))
        for path in release["setValueTemplates"]:
            inside = defaults
            for part in path.split("."):
                inside = inside[part]
        for values in release.get("valuesFiles", ()):
            assert (ROOT / values).is_file()
    assert {r["chartPath"] for r in releases} == {
        str(c.relative_to(ROOT)) for c in (CHART, PLATFORM)
    }


def test_the_cluster_has_two_nodes_to_move_pods_between() -> None:
    cluster = read_yaml((KIND / "cluster.yaml").read_text(encoding="utf-8"))
    assert [n["role"] for n in cluster["nodes"]] == ["control-plane", "worker", "worker"]
