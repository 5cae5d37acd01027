"""Metrics are shown on a port of their own, where one is wanted."""

from __future__ import annotations

import socket
import urllib.request

from presence.core.metrics import COUNTED, STATE, jobs_dead, serve_metrics, signups
from presence.core.metrics_server import MOST, SILENT_S, serve_registry
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


def test_connections_that_say_nothing_take_a_bounded_number_of_threads() -> None:
    port = free_port()
    server = serve_registry(port, "127.0.0.1", COUNTED)
    silent = [socket.create_connection(("127.0.0.1", port)) for _ in range(MOST)]
    one_more = socket.create_connection(("127.0.0.1", port))
    one_more.settimeout(3)
    assert one_more.recv(10) == b""
    for each in (*silent, one_more):
        each.close()
    server.shutdown()


def test_a_connection_to_the_metrics_that_says_nothing_is_closed() -> None:
    port = free_port()
    server = serve_registry(port, "127.0.0.1", COUNTED)
    with socket.create_connection(("127.0.0.1", port)) as silent:
        silent.settimeout(SILENT_S + 3)
        assert silent.recv(10) == b""
    server.shutdown()


def test_without_a_port_nothing_listens() -> None:
    assert not serve_metrics(MetricsSettings(), COUNTED)
