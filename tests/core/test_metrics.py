"""Metrics are shown on a port of their own, where one is wanted."""

from __future__ import annotations

import re
import socket
import subprocess
import urllib.request

import pytest
from prometheus_client import CollectorRegistry

from presence.core.metrics import (
    COUNTED,
    STATE,
    daily_ceiling_used,
    database_up,
    first_value,
    jobs_dead,
    pg_blocks,
    pg_connections_max,
    serve_metrics,
    signups,
)
from presence.core.metrics_server import MOST, SILENT_S, serve_registry
from presence.core.settings import MetricsSettings
from presence.db.embedded_process import free_port
from tests.alerts.judge import promtool


def page(port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/metrics", timeout=10) as answer:
        text: str = answer.read().decode()
        return text


def test_a_process_shows_what_it_counted_and_not_the_state_of_the_product() -> None:
    signups.inc()
    port = free_port()
    assert serve_metrics(MetricsSettings(port=port), COUNTED)
    shown = page(port)
    assert "\npresence_signup_total " in shown
    assert "\nprocess_resident_memory_bytes " in shown
    assert "jobs_dead" not in shown
    assert "_created" not in shown


def test_the_auditor_shows_the_state_and_not_what_others_count() -> None:
    jobs_dead.set(0)
    port = free_port()
    assert serve_metrics(MetricsSettings(port=port), STATE)
    assert "\npresence_jobs_dead " in page(port)
    assert "presence_signup_total" not in page(port)


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


def shown(registry: CollectorRegistry = COUNTED, *, old_names: bool = True) -> str:
    """The page of a process."""
    port = free_port()
    serve_metrics(MetricsSettings(port=port, old_names=old_names), registry, "r1")
    return page(port)


def test_a_name_of_before_answers_beside_its_new_one_with_the_same_value() -> None:
    signups.inc()
    first_value.observe(3)
    text = shown()
    for name in ("signup_total", "first_value_seconds_count", "first_value_seconds_bucket"):
        new = re.findall(rf"^presence_{name}.*? (\S+)$", text, re.MULTILINE)
        old = re.findall(rf"^{name}.*? (\S+)$", text, re.MULTILINE)
        assert new == old != []
    assert (
        "# HELP signup_total Deprecated, goes with the next release: presence_signup says the same."
        in text
    )


def test_old_names_can_be_left_out() -> None:
    names = set(re.findall(r"^([a-z_0-9]+)", shown(old_names=False), re.MULTILINE))
    assert not [n for n in names if not n.startswith(("presence_", "process_", "gen_ai_"))]


def test_a_name_that_is_new_has_no_old_one() -> None:
    database_up.set(1)
    text = shown()
    assert "\npresence_database_up 1.0" in text
    assert not re.search("^(database_up|build_info)", text, re.MULTILINE)


def test_every_process_says_which_version_it_is() -> None:
    line = r'^presence_build_info{python="3[^"]+",revision="r1",version="[^"]+"} 1.0$'
    for registry in (COUNTED, STATE):
        assert re.search(line, shown(registry), re.MULTILINE)


@pytest.mark.parametrize("registry", [COUNTED, STATE], ids=["counted", "state"])
def test_prometheus_finds_nothing_to_say_about_the_names(registry: CollectorRegistry) -> None:
    for metric in (pg_blocks.labels("disk"), pg_connections_max, daily_ceiling_used.labels("all")):
        metric.set(1)
    text = shown(registry, old_names=False)
    done = subprocess.run(  # noqa: S603 - our own tools
        [promtool(), "check", "metrics"], input=text, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")
