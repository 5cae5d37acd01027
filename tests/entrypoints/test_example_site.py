"""The sample company's site is served beside the product for trials, and with it."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from presence.core import sample
from presence.core.settings import Settings
from presence.db.embedded_process import free_port
from presence.entrypoints.serve import child_environment, example_port
from tests.entrypoints.test_serve import wait_for

STAND_INS = Path(__file__).parents[1] / "standins"


@pytest.fixture
def port() -> int:
    """A free port."""
    return free_port()


def settings_at(port: int, environment: str = "development") -> Settings:
    """A product at a port."""
    return Settings.model_validate({"environment": environment, "http": {"port": port}})


def test_it_is_the_port_after_the_consoles(port: int) -> None:
    assert example_port(settings_at(port - 2), print) == port


def test_production_serves_no_sample_site() -> None:
    said: list[str] = []
    assert example_port(settings_at(free_port(), "production"), said.append) is None
    assert said == ["  The example is for trials and is not offered in production."]


def test_where_its_port_is_taken_none_is_offered_and_the_start_says_so() -> None:
    with socket.create_server((sample.HERE, 0)) as taken:
        port = taken.getsockname()[1]
        said: list[str] = []
        assert example_port(settings_at(port - 2), said.append) is None
    assert said == [f"  Port {port} is taken: the example is not offered."]


def test_api_and_worker_are_told_its_address() -> None:
    settings = settings_at(8000)
    settings.outbound.example_site = sample.site_at(8002)
    told = child_environment(settings, Path())
    assert told["PRESENCE_OUTBOUND__EXAMPLE_SITE"] == "http://127.0.0.1:8002/"


def test_its_process_serves_the_company_and_ends_with_the_one_that_started_it(port: int) -> None:
    options = ["--site", sample.STAND_IN, "--port", str(port), "--supervised"]
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
        [sys.executable, "-m", "presence_standins.sites", *options],
        cwd=STAND_INS,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )

    def served() -> bool:
        try:
            return sample.COMPANY in httpx.get(sample.site_at(port)).text
        except httpx.HTTPError:
            return False

    wait_for(served, 30, "the sample company's home page")
    assert process.stdin is not None
    process.stdin.close()
    assert process.wait(20) == 0
