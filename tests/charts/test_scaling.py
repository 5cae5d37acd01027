"""How many pods there are, and how they end."""

from __future__ import annotations

from tests.charts.chart import combination, of_kind, over, render


def test_the_queue_s_depth_scales_the_worker() -> None:
    manifests = render(combination("full"))
    scaled = of_kind(manifests, "ScaledObject")["worker"]["spec"]
    assert scaled["minReplicaCount"] == 2
    assert scaled["maxReplicaCount"] == 20
    (trigger,) = scaled["triggers"]
    assert trigger["type"] == "postgresql"
    assert "procrastinate_jobs" in trigger["metadata"]["query"]
    assert trigger["metadata"]["targetQueryValue"] == "4"
    secret = of_kind(manifests, "TriggerAuthentication")["worker"]["spec"]["secretTargetRef"]
    assert secret == [
        {"parameter": "connection", "name": "presence-database", "key": "auditor-url"}
    ]


def test_a_metric_of_ones_own_scales_the_worker() -> None:
    scaler = of_kind(render(combination("external-metric")), "HorizontalPodAutoscaler")["worker"]
    (metric,) = scaler["spec"]["metrics"]
    assert metric["external"]["metric"]["name"] == "presence_jobs_waiting"


def test_processor_and_requests_in_flight_scale_the_api() -> None:
    scaler = of_kind(render(combination("full")), "HorizontalPodAutoscaler")["api"]["spec"]
    assert [m["type"] for m in scaler["metrics"]] == ["Resource", "Pods"]
    values = over(combination("full"), {"api": {"autoscaling": {"requestsInFlight": 0}}})
    scaler = of_kind(render(values), "HorizontalPodAutoscaler")["api"]["spec"]
    assert [m["type"] for m in scaler["metrics"]] == ["Resource"]


def test_a_pod_has_time_for_its_pause_and_its_drain() -> None:
    values = over(combination("minimal"), {"drain": {"preStopSeconds": 20, "seconds": 40}})
    spec = of_kind(render(values), "Deployment")["api"]["spec"]["template"]["spec"]
    assert spec["terminationGracePeriodSeconds"] >= 20 + 40 + 5


def test_one_worker_pod_s_scratch_is_the_worker_s() -> None:
    deployments = of_kind(render(combination("minimal")), "Deployment")
    sizes = {
        name: d["spec"]["template"]["spec"]["volumes"][0]["emptyDir"]["sizeLimit"]
        for name, d in deployments.items()
    }
    assert sizes["worker"] == "256Mi"
    assert sizes["web"] == "16Mi"
