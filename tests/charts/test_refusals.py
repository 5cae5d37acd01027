"""What cannot work is refused before anything is changed, with a sentence or the key's name."""

from __future__ import annotations

import helm_python
import pytest

from tests.charts.chart import Values, combination, over, render

HOST = "presence.example.com"

# values laid over the minimal ones → part of the sentence
SENTENCES: list[tuple[Values, str]] = [
    ({"ingress": {"host": ""}}, "ingress.host is empty"),
    ({"ingress": {"console": {"host": ""}}}, "the console needs a host of its own"),
    ({"ingress": {"console": {"host": HOST}}}, "is also a host of the customers' product"),
    ({"ingress": {"enabled": False}}, "publicUrl is empty"),
    (
        {"ingress": {"enabled": False}, "publicUrl": "https://x.example"},
        "operator.publicUrl is empty",
    ),
    ({"publicUrl": "https://other.example.com"}, "leave publicUrl empty or make them equal"),
    ({"ingress": {"workspaceHosts": [HOST]}}, "remove it from the list"),
    ({"ingress": {"workspaceHosts": ["a.example.com"] * 2}}, "names a host twice"),
    ({"settings": {"MAIL__PASSWORD": "x"}}, "would put a secret into a ConfigMap"),
    ({"settings": {"STRIPE__SECRET_KEY": "x"}}, "would put a secret into a ConfigMap"),
    ({"settings": {"SECRETS__KEY": "x"}}, "would put a secret into a ConfigMap"),
    ({"settings": {"DATABASE__OWNER_URL": "x"}}, "would put a secret into a ConfigMap"),
    ({"settings": {"ENGINES__CLAUDE__API_KEY": "x"}}, "would put a secret into a ConfigMap"),
    ({"settings": {"HTTP__PORT": 80}}, "is the chart's own"),
    ({"settings": {"OUTBOUND__ALLOWED_NETWORKS": "10.0.0.0/8"}}, "set allowPrivateNetworks=true"),
    (
        {"secrets": {"settings": {"LOG_LEVEL": {"name": "a", "key": "b"}}}},
        "stands under settings and under secrets.settings",
    ),
    (
        {"api": {"autoscaling": {"minReplicas": 5, "maxReplicas": 2}}},
        "api.autoscaling.minReplicas is above maxReplicas",
    ),
    (
        {"worker": {"autoscaling": {"minReplicas": 21}}},
        "worker.autoscaling.minReplicas is above maxReplicas",
    ),
    ({"worker": {"autoscaling": {"mode": "external"}}}, "externalMetric is empty"),
    ({"metrics": {"serviceMonitor": {"enabled": True}}}, "there would be nothing to read"),
    ({"metrics": {"podMonitor": {"enabled": True}}}, "there would be nothing to read"),
    ({"metrics": {"prometheusRule": {"enabled": True}}}, "would not read this release"),
    (
        {"metrics": {"enabled": True, "prometheusRule": {"enabled": True}}},
        "set metrics.enabled, metrics.serviceMonitor.enabled and metrics.podMonitor.enabled",
    ),
    ({"metrics": {"ruleFiles": {"enabled": True}}}, "there would be nothing to judge"),
    ({"metrics": {"rules": {"omit": ["A-99-sun"]}}}, "which is no file of alerts/"),
    (
        {"grafana": {"dashboards": {"enabled": True, "labels": {"grafana_dashboard": None}}}},
        "no sidecar finds the dashboards",
    ),
    ({"grafana": {"datasource": {"enabled": True}}}, "grafana.datasource.address is empty"),
    (
        {"grafana": {"datasource": {"enabled": True, "address": "db:5432", "user": "operator"}}},
        "which can write",
    ),
    ({"externalSecrets": {"enabled": True}}, "externalSecrets.store.name is empty"),
    ({"externalSecrets": {"enabled": True}}, "externalSecrets.secrets is empty"),
    (
        {"networkPolicy": {"outbound": {"mode": "hosts", "hosts": []}}},
        "networkPolicy.outbound.hosts is empty",
    ),
    (
        {"operator": {"firstAdmin": {"email": "ada@example.com"}}},
        "operator.firstAdmin.token.name is empty",
    ),
    ({"stripeSetup": {"enabled": True}}, "there is no account to set up"),
    (
        {"settings": {"DATABASE__DIRECT_URL": "postgresql://owner:x@db/presence"}},
        "settings.DATABASE__DIRECT_URL names an account",
    ),
    ({"metrics": {"probe": {"enabled": True}}}, "metrics.probe.prober is empty"),
    ({"gateway": {"enabled": True}}, "gateway.parentRefs is empty"),
    ({"hooks": {"syncWaves": True}}, "is on beside Helm's hooks"),
    (
        {"api": {"extraEnv": [{"name": "PRESENCE_MAIL__PASSWORD", "value": "x"}]}},
        "api.extraEnv writes out PRESENCE_MAIL__PASSWORD",
    ),
    ({"serviceAccounts": {"create": False}}, "api.serviceAccountName is empty"),
]

# values laid over the minimal ones → the key the schema names
KEYS: list[tuple[Values, str]] = [
    ({"replicas": 3}, "'replicas' not allowed"),
    ({"api": {"replica": 3}}, "/api"),
    ({"api": {"replicas": 0}}, "/api/replicas"),
    ({"api": {"resources": {"limits": {"memory": "lots"}}}}, "/api/resources/limits/memory"),
    ({"auditor": {"replicas": 2}}, "/auditor/replicas"),
    ({"image": {"tag": "latest"}}, "/image/tag"),
    ({"image": {"web": {"repository": "hub.example.com:5000/web"}}}, "/image/web/repository"),
    ({"image": {"python": {"digest": "sha256:12"}}}, "/image/python/digest"),
    ({"user": 0}, "/user"),
    ({"settings": {"log_level": "info"}}, "'log_level' does not match"),
    ({"ingress": {"host": "https://presence.example.com"}}, "/ingress/host"),
    ({"ingress": {"workspaceHosts": ["*.example.com"]}}, "/ingress/workspaceHosts"),
    ({"ingress": {"apiPaths": ["api"]}}, "/ingress/apiPaths"),
    ({"secrets": {"key": "s3cret"}}, "/secrets/key"),
    ({"secrets": {"settings": {"MAIL__PASSWORD": "hunter2"}}}, "/secrets/settings"),
    ({"secrets": {"database": {"customer": {"url": "postgresql://"}}}}, "/secrets/database"),
    ({"networkPolicy": {"ingressController": {"from": []}}}, "/networkPolicy/ingressController"),
    ({"networkPolicy": {"outbound": {"mode": "everything"}}}, "/networkPolicy/outbound/mode"),
    ({"metrics": {"serviceMonitor": {"interval": "often"}}}, "/metrics/serviceMonitor/interval"),
    ({"metrics": {"rules": {"database": {"cluster": "a.*"}}}}, "/metrics/rules/database/cluster"),
    ({"grafana": {"links": {"logs": "/explore"}}}, "/grafana/links/logs"),
    ({"pods": {"sidecars": [{"name": "no-image"}]}}, "/pods/sidecars"),
    ({"pods": {"probes": {"readiness": {"httpGet": {}}}}}, "/pods/probes/readiness"),
    ({"api": {"service": {"ipFamilies": ["IPv6"]}}}, "/api/service"),
    ({"service": {"type": "ExternalName"}}, "/service/type"),
    ({"fullnameOverride": "Presence_EU"}, "/fullnameOverride"),
    ({"commonLabels": {"team": "a b"}}, "/commonLabels/team"),
    ({"api": {"resources": {"limits": {"memory": None}}}}, "/api/resources/limits"),
    ({"drain": {"preStopSeconds": 0}}, "/drain/preStopSeconds"),
    ({"worker": {"autoscaling": {"mode": "magic"}}}, "/worker/autoscaling/mode"),
]


@pytest.mark.parametrize(("change", "sentence"), SENTENCES, ids=[s for _, s in SENTENCES])
def test_values_that_contradict_are_refused_with_a_sentence(change: Values, sentence: str) -> None:
    with pytest.raises(helm_python.HelmRenderError) as refusal:
        render(over(combination("minimal"), change))
    assert sentence in str(refusal.value)


@pytest.mark.parametrize(("change", "key"), KEYS, ids=[k for _, k in KEYS])
def test_a_value_of_the_wrong_form_is_refused_by_its_key(change: Values, key: str) -> None:
    with pytest.raises(helm_python.HelmValuesError) as refusal:
        render(over(combination("minimal"), change))
    assert key in str(refusal.value)


def test_all_problems_are_told_at_once() -> None:
    with pytest.raises(helm_python.HelmRenderError) as refusal:
        render({})
    assert "ingress.host is empty" in str(refusal.value)
    assert "ingress.console.host is empty" in str(refusal.value)


def test_opening_private_networks_on_purpose_is_possible() -> None:
    change = {
        "settings": {"OUTBOUND__ALLOWED_NETWORKS": "10.1.0.0/16"},
        "allowPrivateNetworks": True,
    }
    assert render(over(combination("minimal"), change))
