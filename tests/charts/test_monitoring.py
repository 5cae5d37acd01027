"""Alerts, recording rules and dashboards reach the cluster as they are written."""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

from tests.architecture.tree import ROOT
from tests.charts.chart import CHART, Values, combination, of_kind, over, read_yaml, render

RULE = """groups:
  - name: sample
    rules:
      - alert: Sample
        expr: up{job="{{ odd }}",namespace="NAMESPACE",pod=~"RELEASE_PODS"} == 0
        labels: {severity: ticket}
        annotations:
          summary: "{{ $labels.instance }} is away"
          runbook_url: runbooks/sample.md
          dashboard_url: d/presence-d01
"""


def rule_files(chart: Path) -> list[Path]:
    """What the chart ships, apart from the tests of rules."""
    found = [*(chart / "alerts").glob("*.yaml"), *(chart / "rules").glob("*.yaml")]
    return [p for p in found if not p.name.endswith(".test.yaml")]


def test_each_file_of_rules_is_one_object() -> None:
    rules = of_kind(render(combination("full")), "PrometheusRule")
    del rules["additional"]
    assert sorted(rules) == sorted(p.stem.lower() for p in rule_files(CHART))
    for path in rule_files(CHART):
        written = read_yaml(path.read_text(encoding="utf-8"))["groups"]
        sent = rules[path.stem.lower()]["spec"]["groups"]
        assert [g["name"] for g in sent] == [g["name"] for g in written]
        assert [len(g["rules"]) for g in sent] == [len(g["rules"]) for g in written]


def test_a_prometheus_without_its_operator_gets_the_same_rules_as_files() -> None:
    manifests = render(combination("full"))
    rules = of_kind(manifests, "PrometheusRule")
    files = of_kind(manifests, "ConfigMap")["rules"]
    assert files["metadata"]["namespace"] == "monitoring"
    assert len(files["data"]) == len(rules) - 1
    for name, text in files["data"].items():
        stem = name.removesuffix(".yaml").lower()
        assert read_yaml(text)["groups"] == rules[stem]["spec"]["groups"]


def test_a_rule_left_out_is_nowhere() -> None:
    omitted = {"metrics": {"rules": {"omit": ["A-12-backup-age"]}}}
    manifests = render(over(combination("full"), omitted))
    assert "a-12-backup-age" not in of_kind(manifests, "PrometheusRule")
    assert "A-12-backup-age.yaml" not in of_kind(manifests, "ConfigMap")["rules"]["data"]


def test_links_and_names_of_an_alert_are_filled_in_and_nothing_else_changes(tmp_path: Path) -> None:
    chart = Path(shutil.copytree(CHART, tmp_path / "presence"))
    (chart / "alerts").mkdir(exist_ok=True)
    (chart / "alerts" / "Z-99-sample.yaml").write_text(RULE, encoding="utf-8")
    sent = of_kind(render(combination("full"), chart), "PrometheusRule")["z-99-sample"]
    (rule,) = sent["spec"]["groups"][0]["rules"]
    pods = "presence-(admin|api|auditor|operator|web|worker)-.+"
    assert rule["expr"] == f'up{{job="{{{{ odd }}}}",namespace="presence",pod=~"{pods}"}} == 0'
    assert rule["labels"] == {"severity": "ticket", "namespace": "presence", "release": "presence"}
    assert rule["annotations"] == {
        "summary": "{{ $labels.instance }} is away",
        "runbook_url": "https://docs.example.com/runbooks/sample.md",
        "dashboard_url": f"https://grafana.example.com/d/{uid('presence-d01')}",
    }


def test_rules_of_ones_own_stand_beside_them() -> None:
    rules = of_kind(render(combination("full")), "PrometheusRule")["additional"]
    assert rules["spec"]["groups"][0]["rules"][0]["alert"] == "Ours"
    assert rules["metadata"]["labels"]["release"] == "stack"


def uid(written: str, place: str = "presence/presence") -> str:
    """A dashboard's uid in a release, from the one in its file."""
    return f"{written}-{hashlib.sha256(place.encode()).hexdigest()[:8]}"


def boards(*changes: Values) -> dict[str, Any]:
    """The dashboards a release sends, by the uid of their file."""
    maps = of_kind(render(over(combination("full"), *changes)), "ConfigMap").values()
    texts = [t for m in maps for name, t in m["data"].items() if name.endswith(".json")]
    return {board["uid"].rpartition("-")[0]: board for board in map(json.loads, texts)}


def addresses(board: Any) -> dict[str, str]:
    """Where the links of a dashboard and of its panels lead, by title."""
    links = [link for place in (board, *board["panels"]) for link in place["links"]]
    return {link["title"]: link["url"] for link in links if "url" in link}


def test_each_dashboard_is_one_map_the_sidecar_finds() -> None:
    maps = of_kind(render(combination("full")), "ConfigMap")
    files = sorted((CHART / "dashboards").glob("*.json"))
    assert {p.stem.lower() for p in files} == set(maps) - {"settings", "rules", "datasource"}
    for path in files:
        found = maps[path.stem.lower()]
        written: Any = json.loads(path.read_text(encoding="utf-8"))
        sent: Any = json.loads(found["data"][path.name])
        assert [p["targets"] for p in sent["panels"]] == [p["targets"] for p in written["panels"]]
        assert found["metadata"]["labels"]["grafana_dashboard"] == "1"
        assert found["metadata"]["namespace"] == "monitoring"


def test_links_of_a_dashboard_lead_where_the_values_say() -> None:
    for board in boards().values():
        found = addresses(board)
        assert found["Logs"] == "https://grafana.example.com/explore?namespace=${namespace}"
        assert found["Traces"] == "https://grafana.example.com/traces"
        assert found["Console"].startswith("https://console.presence.example.com")
        assert found["Runbook"].startswith("https://docs.example.com/runbooks/A-")
    workspace = "https://console.presence.example.com/#/workspaces/${tenant}/show"
    assert addresses(boards()["presence-d10"])["Console"] == workspace


def test_a_link_without_an_address_is_left_out() -> None:
    nowhere: Values = {
        "metrics": {"rules": {"runbookBaseUrl": ""}},
        "grafana": {"links": {"logs": "", "traces": ""}},
        "operator": {"enabled": False},
    }
    for rule in of_kind(render(over(combination("full"), nowhere)), "PrometheusRule").values():
        notes = rule["spec"]["groups"][0]["rules"][0].get("annotations", {})
        assert "runbook_url" not in notes
    for board in boards(nowhere).values():
        assert addresses(board) == {}
        assert [link["title"] for link in board["links"]] == ["Presence"]


def test_dashboards_begin_with_the_release_they_came_with() -> None:
    for written, board in boards().items():
        chosen = {v["name"]: v for v in board["templating"]["list"] if v["type"] == "textbox"}
        assert chosen["release"]["query"] == chosen["release"]["current"]["value"] == "presence"
        if written == "presence-d09":
            assert chosen["database"]["current"]["value"] == "database"


def test_the_data_source_knows_a_password_by_name_only() -> None:
    source = of_kind(render(combination("full")), "ConfigMap")["datasource"]
    assert source["metadata"]["labels"]["grafana_datasource"] == "1"
    (text,) = source["data"].values()
    (given,) = read_yaml(text)["datasources"]
    assert given["secureJsonData"] == {"password": "$PRESENCE_AUDITOR_PASSWORD"}
    assert given["url"] == "presence-database-ro.database:5432"
    assert given["user"] == "auditor"


def test_nothing_of_monitoring_is_on_by_itself() -> None:
    kinds = {m["kind"] for m in render(combination("minimal"))}
    assert kinds.isdisjoint({"ServiceMonitor", "PodMonitor", "PrometheusRule"})
    assert set(of_kind(render(combination("minimal")), "ConfigMap")) == {"settings"}


def test_monitors_carry_the_labels_a_stack_selects_by() -> None:
    values = over(combination("full"), {"metrics": {"serviceMonitor": {"labels": {"a": "b"}}}})
    for monitor in of_kind(render(values), "ServiceMonitor").values():
        assert monitor["metadata"]["labels"]["a"] == "b"


def test_two_releases_in_one_grafana_keep_their_dashboards_apart() -> None:
    values = over(combination("full"), {"fullnameOverride": "presence-eu"})
    maps = of_kind(render(values), "ConfigMap").values()
    others = [json.loads(t) for m in maps for n, t in m["data"].items() if n.endswith(".json")]
    assert others
    ours = {board["uid"] for board in boards().values()}
    assert ours.isdisjoint({board["uid"] for board in others})
    assert all(board["title"].endswith("(presence-eu)") for board in others)
    assert all(len(board["uid"]) <= 40 for board in others)


def test_runbooks_are_found_without_being_told_where() -> None:
    values = over(combination("metrics"), {"metrics": {"ruleFiles": {"enabled": True}}})
    files = of_kind(render(values), "ConfigMap")["rules"]["data"]
    alerts = [
        rule
        for name, text in files.items()
        if name.startswith("A-")
        for rule in read_yaml(text)["groups"][0]["rules"]
    ]
    base = "https://console.presence.example.com/runbooks/"
    assert alerts
    for alert in alerts:
        page = alert["annotations"]["runbook_url"].removeprefix(base)
        assert (ROOT / "ops" / "docs" / "runbooks" / page).is_file()
        assert "dashboard_url" not in alert["annotations"]
    image = (ROOT / "ops" / "images" / "frontend.Dockerfile").read_text(encoding="utf-8")
    assert "mv runbooks dist/runbooks" in image


def test_dashboards_of_alerts_lead_to_the_grafana_that_is_named() -> None:
    told = {
        "metrics": {"rules": {"dashboardBaseUrl": ""}},
        "grafana": {"url": "https://g.example/"},
    }
    rules = of_kind(render(over(combination("full"), told)), "PrometheusRule")
    (rule,) = rules["a-03-dead-letters"]["spec"]["groups"][0]["rules"]
    assert rule["annotations"]["dashboard_url"].startswith("https://g.example/d/presence-d")
    assert rule["annotations"]["dashboard_url"].rpartition("/")[2] in {
        board["uid"] for board in boards().values()
    }
