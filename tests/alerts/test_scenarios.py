"""What pages when something large fails: all rules together, minute by minute, by promtool."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

from tests.alerts.case import Series
from tests.alerts.installation_cases import BACKUP
from tests.alerts.judge import located, promtool, rule_files

FULL = 100  # minutes
CALLS = "presence_http_server_request_duration_seconds_count"
READY = "kube_deployment_status_replicas_available"
ASKED = "https://presence.example.com/"


def healthy(until: int = FULL) -> Series:
    """A release that serves, works and is watched; its API until a minute, then it is gone."""
    gone = f" stale _x{FULL - until}" if until < FULL else ""
    api = {
        'up{pod="presence-api-a"}': f"1x{until}{gone}",
        'presence_database_up{pod="presence-api-a"}': f"1x{until}{gone}",
        f'{CALLS}{{pod="presence-api-a",route="/api/user",method="GET",status_class="2xx"}}': (
            f"0+600x{until}{gone}"
        ),
        f'{CALLS}{{pod="presence-api-a",route="/api/user",method="GET",status_class="5xx"}}': (
            f"0x{until}{gone}"
        ),
    }
    return api | {
        f'{READY}{{deployment="presence-worker"}}': f"2x{FULL}",
        f'{READY}{{deployment="presence-web"}}': f"2x{FULL}",
        'presence_scheduler_last_sweep_timestamp_seconds{pod="presence-worker-a"}': (
            f"0+60x{FULL}"
        ),
        'presence_invariant_checked_timestamp_seconds{pod="presence-auditor-a"}': f"0+60x{FULL}",
        BACKUP: (f"0+60x{FULL}"),
        'kube_cronjob_status_last_successful_time{cronjob="restore-drill"}': f"0+60x{FULL}",
    }


def edge(values: str, ready: str) -> Series:
    """What is seen from outside, and how many pods of the API are ready."""
    return {
        f'probe_success{{release="presence",instance="{ASKED}"}}': values,
        f'{READY}{{deployment="presence-api"}}': ready,
    }


def complaint(tmp_path: Path, series: Series, expected: dict[int, set[str]]) -> str:
    """What promtool says when other alerts page at these minutes; empty when just these do."""
    test: dict[str, Any] = {
        "interval": "1m",
        "input_series": [{"series": s, "values": v} for s, v in located(series).items()],
        "promql_expr_test": [
            {
                "expr": 'max by (alertname) (ALERTS{alertstate="firing",severity="page"})',
                "eval_time": f"{minute}m",
                "exp_samples": [
                    {"labels": f'{{alertname="{name}"}}', "value": 1} for name in sorted(names)
                ],
            }
            for minute, names in expected.items()
        ],
    }
    written = tmp_path / "test.yaml"
    files = [str(f) for f in rule_files().values()]
    content = {"rule_files": files, "evaluation_interval": "1m", "tests": [test]}
    written.write_text(json.dumps(content))
    done = subprocess.run(  # noqa: S603 - our own tools
        [promtool(), "test", "rules", str(written)], capture_output=True, text=True, timeout=100
    )
    return "" if done.returncode == 0 else done.stdout + done.stderr


def test_nothing_pages_while_all_is_well(tmp_path: Path) -> None:
    series = healthy() | edge(f"1x{FULL}", f"2x{FULL}")
    assert complaint(tmp_path, series, {16: set(), 95: set()}) == ""


def test_all_pods_of_the_api_gone_pages_as_that(tmp_path: Path) -> None:
    series = healthy(10) | edge("1x10 0x90", "2x10 0x90")
    named = {"PresenceApiAbsent", "PresenceNoReadyPod", "PresenceNotReachable"}
    assert complaint(tmp_path, series, {16: named, 95: named}) == ""


def test_a_database_that_is_down_pages_as_that(tmp_path: Path) -> None:
    series = healthy() | edge("1x10 0x90", "2x10 0x90")
    series['presence_database_up{pod="presence-api-a"}'] = "1x10 0x90"
    series['presence_scheduler_last_sweep_timestamp_seconds{pod="presence-worker-a"}'] = (
        "0+60x10 600x90"
    )
    series[f'{READY}{{deployment="presence-worker"}}'] = "2x10 0x90"
    down = {"PresenceDatabaseDown"}
    assert complaint(tmp_path, series, {16: down, 95: down}) == ""
