"""The clock that tests may move, and nobody else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from presence.core.clock import clock_of
from presence.core.settings import Settings
from presence.entrypoints.cli import app

KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="


def test_the_calendar_runs_ahead_by_the_seconds_in_the_file(tmp_path: Path) -> None:
    ahead = tmp_path / "ahead"
    clock = clock_of(Settings(clock_ahead=ahead))
    assert abs(clock.now() - datetime.now(UTC)) < timedelta(seconds=5)
    ahead.write_text("86400")
    assert abs(clock.now() - datetime.now(UTC) - timedelta(days=1)) < timedelta(seconds=5)


@pytest.mark.parametrize("command", ["api", "worker", "serve"])
def test_production_refuses_a_clock_that_can_be_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRESENCE_ENVIRONMENT", "production")
    monkeypatch.setenv("PRESENCE_SECRETS__KEY", KEY)
    monkeypatch.setenv("PRESENCE_CLOCK_AHEAD", str(tmp_path / "ahead"))
    done = CliRunner().invoke(app, [command])
    assert done.exit_code == 1
    assert done.stderr.startswith("presence: PRESENCE_CLOCK_AHEAD is for tests")
