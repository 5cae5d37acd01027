"""A test that needs a second try is forgiven once, with its cause written down."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests import retries
from tests.architecture.tree import ROOT

SHAKY = """
import pathlib
def test_loses_a_race():
    tried = pathlib.Path(__file__).with_name("tried")
    if not tried.exists():
        tried.touch()
        raise AssertionError("lost")
"""
CONFTEST = """
import pathlib
from tests import retries
retries.LIST = pathlib.Path(__file__).with_name("retried.json")
def pytest_sessionfinish(session):
    retries.fail_run(session)
def pytest_terminal_summary(terminalreporter):
    retries.summarize(terminalreporter)
"""


def run_shaky(folder: Path, retried: str) -> subprocess.CompletedProcess[str]:
    """A run of a test that passes at its second try, beside a list of those retried before."""
    (folder / "test_shaky.py").write_text(SHAKY)
    (folder / "conftest.py").write_text(CONFTEST)
    (folder / "pytest.ini").write_text("[pytest]\n")
    (folder / "retried.json").write_text(retried)
    asked = ["-q", "-n", "0", "--reruns", "1", "-p", "no:cacheprovider", "test_shaky.py"]
    return subprocess.run(  # noqa: S603 - fixed command
        [sys.executable, "-m", "pytest", *asked],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_first_retry_passes_and_asks_for_its_cause(tmp_path: Path) -> None:
    done = run_shaky(tmp_path, "{}")
    assert done.returncode == 0, done.stdout
    assert "RETRIED test_shaky.py::test_loses_a_race: find out why" in done.stdout


def test_a_retry_of_a_test_that_was_retried_before_fails_the_run(tmp_path: Path) -> None:
    done = run_shaky(tmp_path, '{"test_shaky.py::test_loses_a_race": "It races."}')
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
    assert "RETRIED AGAIN test_shaky.py::test_loses_a_race: It races." in done.stdout


def test_at_most_five_tests_that_exist_are_listed_each_with_its_cause() -> None:
    listed = retries.known()
    assert len(listed) <= retries.MOST
    for name, cause in listed.items():
        path, _, test = name.partition(" > " if " > " in name else "::")
        assert cause.strip(), name
        assert test.rpartition(" > ")[2].partition("[")[0] in (ROOT / path).read_text("utf-8")
