"""Values of platform teams (platforms/*.yaml): each renders, and what it gives up is known."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import helm_python
import pytest

from presence.core.serving import LimitSettings
from tests.architecture.tree import ROOT
from tests.charts.chart import (
    CHART,
    Manifest,
    Values,
    combination,
    of_kind,
    over,
    pod_of,
    read_yaml,
    render,
)
from tests.charts.judge import complaints

TEAMS = {p.stem: p for p in sorted((Path(__file__).parent / "platforms").glob("*.yaml"))}
# What our own rules say against a team's choice; nothing else, and of no other team.
GIVEN_UP = {
    "aws": {"has no certificate"},
    "azure": {"volume vault is neither empty nor configuration"},
    "log-shipper": {"not so: runs one container", "volumes ['shipper'] do not fit"},
    "many-zones": {"keeps nodes from being emptied"},
    "native-sidecar": {"not so: runs one container"},
    "no-cpu-limits": {"no limits for cpu"},
    "one-node": {"takes pods away before others are ready"},
    "openshift": {"not so: has a user of its own"},
    "proxied-egress": {"HTTPS_PROXY is written out", "SSL_CERT_FILE is written out"},
    "settings-elsewhere": {
        "PRESENCE_LOG_LEVEL is written out",
        "NODE is written out",
        "does not notice changed settings",
        "its settings are not there",
    },
    "shared-accounts": {"its service account is not there"},
    "vault-agent": {"gets a token"},
}


def team(name: str) -> Values:
    """The values of one of them."""
    values: Values = read_yaml(TEAMS[name].read_text(encoding="utf-8"))
    return values


def pods_of(manifests: list[Manifest]) -> list[Manifest]:
    """The specs of all pods."""
    return [pod["spec"] for m in manifests if (pod := pod_of(m)) is not None]


def settings_of(name: str) -> dict[str, str]:
    """What the product is told, by the variable's name."""
    data: dict[str, str] = of_kind(render(team(name)), "ConfigMap")["settings"]["data"]
    return data


def without_its_object(complaint: str) -> str:
    """The sentence alone."""
    known = {sentence for given in GIVEN_UP.values() for sentence in given}
    return next((s for s in known if complaint.endswith(s)), complaint)


def test_there_are_thirty_teams() -> None:
    assert len(TEAMS) >= 30


@pytest.mark.parametrize("name", TEAMS)
def test_a_team_gets_objects_a_cluster_takes_and_gives_up_what_it_means_to(name: str) -> None:
    found = complaints(render(team(name)))
    assert {without_its_object(c) for c in found} == GIVEN_UP.get(name, set())


@pytest.mark.parametrize("name", TEAMS)
def test_helm_has_nothing_to_say_about_a_team(name: str) -> None:
    report = helm_python.lint(CHART, team(name), strict=True, namespace="presence")
    assert [m for m in report["messages"] if m["severity"] > 1] + report["errors"] == []


def test_a_million_stays_a_whole_number() -> None:
    manifests = render(team("openshift-range"))
    assert {spec["securityContext"]["runAsUser"] for spec in pods_of(manifests)} == {1000680000}
    job = of_kind(manifests, "Job")["migration"]["spec"]
    assert (job["activeDeadlineSeconds"], job["ttlSecondsAfterFinished"]) == (1209600, 2592000)
    settings = settings_of("openshift-range")
    assert settings["PRESENCE_ENGINES__DAILY_CEILING_USD"] == "1000000"
    assert settings["PRESENCE_HTTP__LIMITS__BODY_BYTES"] == "13000000"
    scaler = of_kind(render(team("busy")), "HorizontalPodAutoscaler")["api"]["spec"]
    assert [m["pods"]["target"]["averageValue"] for m in scaler["metrics"] if "pods" in m] == [
        "1000000"
    ]


@pytest.mark.parametrize(("given", "expected"), [(0.05, "0.05"), (True, "true"), ("1e6", "1e6")])
def test_other_values_reach_the_product_as_they_are_written(given: object, expected: str) -> None:
    values = over(combination("minimal"), {"settings": {"A": given}})
    data = of_kind(render(values), "ConfigMap")["settings"]["data"]
    assert data["PRESENCE_A"] == expected


def test_a_version_with_a_plus_makes_valid_labels_and_a_valid_tag(tmp_path: Path) -> None:
    chart = Path(shutil.copytree(CHART, tmp_path / "presence"))
    text = (chart / "Chart.yaml").read_text(encoding="utf-8")
    text = re.sub(r"^version: .+$", "version: 1.2.3-rc.1+build.20261128", text, flags=re.M)
    text = re.sub(r"^appVersion: .+$", 'appVersion: "1.2.3+g4f2c1a9"', text, flags=re.M)
    (chart / "Chart.yaml").write_text(text, encoding="utf-8")
    manifests = render(combination("full"), chart)
    assert complaints(manifests) == []
    labels = manifests[0]["metadata"]["labels"]
    assert labels["helm.sh/chart"] == "presence-1.2.3-rc.1_build.20261128"
    api = of_kind(render(combination("minimal"), chart), "Deployment")["api"]
    image = api["spec"]["template"]["spec"]["containers"][0]["image"]
    assert image == "presence:1.2.3_g4f2c1a9"


def test_uploads_as_large_as_the_product_takes_pass_the_ingress() -> None:
    for ingress in of_kind(render(combination("minimal")), "Ingress").values():
        size = ingress["metadata"]["annotations"]["nginx.ingress.kubernetes.io/proxy-body-size"]
        assert int(size.removesuffix("m")) * 1024 * 1024 > LimitSettings().body_bytes


def test_openshift_chooses_the_user_itself() -> None:
    for spec in pods_of(render(team("openshift"))):
        chosen = {"runAsUser", "runAsGroup", "fsGroup"} & spec["securityContext"].keys()
        assert not chosen
        assert spec["securityContext"]["runAsNonRoot"] is True


def test_with_ipv6_the_product_and_both_front_ends_listen_on_it() -> None:
    settings = settings_of("ipv6-only")
    assert settings["PRESENCE_HTTP__HOST"] == settings["PRESENCE_METRICS__HOST"] == "::"
    manifests = render(team("ipv6-only"))
    listen = of_kind(manifests, "ConfigMap")["listen"]["data"]
    assert listen == {"listen.conf": "listen [::]:8080;\n"}
    nginx = (ROOT / "ops" / "images" / "nginx" / "nginx.conf").read_text(encoding="utf-8")
    assert "include /etc/presence/listen*.conf;" in nginx
    for name in ("web", "admin"):
        pod = of_kind(manifests, "Deployment")[name]["spec"]["template"]["spec"]
        mounts = pod["containers"][0]["volumeMounts"]
        assert {"name": "listen", "mountPath": "/etc/presence", "readOnly": True} in mounts
    assert settings_of("flux")["PRESENCE_HTTP__HOST"] == "0.0.0.0"  # noqa: S104 - inside a pod


def test_routes_lead_where_the_ingress_leads() -> None:
    manifests = render(team("gateway-beside-ingress"))
    ports = {
        m["metadata"]["name"]: {p["name"]: p["port"] for p in m["spec"]["ports"]}
        for m in manifests
        if m["kind"] == "Service"
    }
    for name, ingress in of_kind(manifests, "Ingress").items():
        route = of_kind(manifests, "HTTPRoute")[name]["spec"]
        (host,) = {rule["host"] for rule in ingress["spec"]["rules"]}
        assert route["hostnames"] == [host]
        services = [
            (path["path"], path["backend"]["service"])
            for path in ingress["spec"]["rules"][0]["http"]["paths"]
        ]
        assert [
            (r["matches"][0]["path"]["value"], r["backendRefs"][0]) for r in route["rules"]
        ] == [
            (path, {"name": s["name"], "port": ports[s["name"]][s["port"]["name"]]})
            for path, s in services
        ]


def test_without_hooks_each_version_migrates_in_a_job_of_its_own() -> None:
    names = []
    for tag in ("1.0.0", "1.1.0"):
        manifests = render(over(team("manifests-by-hand"), {"image": {"tag": tag}}))
        (job,) = of_kind(manifests, "Job")
        names.append(job)
        own = [m for m in manifests if m["metadata"]["labels"].get("helm.sh/chart")]
        marked = {
            m["metadata"]["name"]
            for m in own
            if "helm.sh/hook" in m["metadata"].get("annotations", {})
        }
        assert marked == {"presence-test"}
    assert names[0] != names[1]
    assert all(name.startswith("migration-") for name in names)


def test_argo_cd_fetches_secrets_then_migrates_then_does_the_rest() -> None:
    waves: dict[str, set[int]] = {}
    for manifest in render(team("argo-cd")):
        annotations = manifest["metadata"].get("annotations", {})
        assert not any(name.startswith("helm.sh/") for name in annotations)
        wave = int(annotations.get("argocd.argoproj.io/sync-wave", 0))
        waves.setdefault(f"{manifest['kind']}", set()).add(wave)
    assert waves["ExternalSecret"] == {-3}
    assert waves["ServiceAccount"] == {-2, 0}
    assert waves["Job"] == {-1}
    assert waves["Deployment"] == {0}


def test_a_sidecar_that_says_nothing_is_restricted_and_never_keeps_the_migration() -> None:
    manifests = render(team("log-shipper"))
    api = of_kind(manifests, "Deployment")["api"]["spec"]["template"]["spec"]
    shipper = api["containers"][1]
    assert shipper["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    job = of_kind(manifests, "Job")["migration"]["spec"]["template"]["spec"]
    assert [c["name"] for c in job["containers"]] == ["migration"]


def test_what_a_component_says_stands_beside_what_all_pods_have() -> None:
    deployments = of_kind(render(team("aws")), "Deployment")
    worker, api = (deployments[n]["spec"]["template"]["spec"] for n in ("worker", "api"))
    assert worker["nodeSelector"] == {"karpenter.sh/capacity-type": "spot"}
    assert api["nodeSelector"] == {"karpenter.sh/capacity-type": "on-demand"}
    assert [t["key"] for t in worker["tolerations"]] == ["dedicated", "spot"]


def test_a_security_context_of_the_values_cannot_make_a_pod_root() -> None:
    for spec in pods_of(render(team("gvisor"))):
        assert spec["securityContext"]["runAsUser"] == 10001
        if spec.get("runtimeClassName"):
            assert spec["securityContext"]["fsGroupChangePolicy"] == "OnRootMismatch"


def test_common_labels_never_replace_what_selects() -> None:
    odd: dict[str, Any] = {"commonLabels": {"app.kubernetes.io/component": "all"}}
    assert complaints(render(over(combination("minimal"), odd))) == []


def test_names_and_policies_follow_a_name_of_ones_own() -> None:
    manifests = render(team("named-otherwise"))
    names = {m["metadata"]["name"] for m in manifests}
    assert all(name.startswith("presence-visibility-emea-prd-1") for name in names)
    policy = of_kind(manifests, "NetworkPolicy")["visibility-emea-prd-1-default-deny"]
    chosen = policy["spec"]["podSelector"]["matchLabels"]
    assert chosen["app.kubernetes.io/name"] == "visibility"


def test_every_document_a_template_writes_is_an_object_of_its_own() -> None:
    loaded = helm_python.Chart.load(CHART)
    for name in ("full", "minimal"):
        files = loaded.render(combination(name), name="presence")
        for path in (path for path in files if path.endswith(".yaml")):
            documents = [d for d in re.split(r"^---$", files[path], flags=re.M) if d.strip()]
            assert len(re.findall(r"^apiVersion: ", files[path], re.M)) == len(documents), path
