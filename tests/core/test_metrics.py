"""Metrics are shown on a port of their own, where one is wanted."""

from __future__ import annotations

import urllib.request

from presence.core.metrics import COUNTED, STATE, jobs_dead, serve_metrics, signups
from presence.core.settings import MetricsSettings
from presence.db.embedded_process import free_port


def page(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text: str = answer.read().decode()
        return text


def test_a_process_shows_what_it_counted_and_not_the_state_of_the_product() -> None:
    signups.inc()
    port = free_port()
    assert serve_metrics(MetricsSettings(port=port), COUNTED)
    shown = page(port)
    assert "\nsignup_total " in shown
    assert "\nprocess_resident_memory_bytes " in shown
    assert "jobs_dead" not in shown
    assert "_created" not in shown


def test_the_auditor_shows_the_state_and_not_what_others_count() -> None:
    jobs_dead.set(0)
    port = free_port()
    assert serve_metrics(MetricsSettings(port=port), STATE)
    assert "\njobs_dead " in page(port)
    assert "signup_total" not in page(port)


def test_without_a_port_nothing_listens() -> None:
    assert not serve_metrics(MetricsSettings(), COUNTED)
