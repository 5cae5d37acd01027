"""Installing beside a product that runs disturbs nothing.

A small checkout with the real `ops/bootstrap/environment`: its product imports a package late, and
what tests need has other packages. What is installed comes from uv's cache, which the installation
of this checkout has filled.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT

BUILDS = ("editables", "hatchling", "packaging", "pathspec", "pluggy", "trove-classifiers")
PROJECT = """
[project]
name = "presence"
version = "1"
[project.scripts]
presence = "presence:main"
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"
[tool.hatch.build.targets.wheel]
packages = ["api/presence"]
"""
PRODUCT = """
def main():
    print("started", flush=True)
    input()
    import idna, presence
    print(idna.encode("presence.example").decode(), flush=True)
"""


def locked(lock: str, *packages: str) -> str:
    """The lines of some packages."""
    text = (ROOT / lock).read_text(encoding="utf-8")
    found = (re.search(rf"^{name}==.*\n(?:    .*\n)*", text, re.MULTILINE) for name in packages)
    return "".join(match[0] for match in found if match)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Sources, locks and tools; no environment yet."""
    for folder in ("ops/bootstrap", "api/presence", "tests", ".tools"):
        (tmp_path / folder).mkdir(parents=True)
    for name in ("environment", "tools.lock"):
        shutil.copy(ROOT / "ops" / "bootstrap" / name, tmp_path / "ops" / "bootstrap" / name)
    (tmp_path / ".tools" / "bin").symlink_to(ROOT / ".tools" / "bin")
    tools = hashlib.sha256((ROOT / "ops/bootstrap/tools.lock").read_bytes()).hexdigest()[:16]
    (tmp_path / ".tools" / ".stamp").write_text(f"tools {tools} {tmp_path}\n")
    (tmp_path / "pyproject.toml").write_text(PROJECT)
    (tmp_path / "api" / "presence" / "__init__.py").write_text(PRODUCT)
    (tmp_path / "requirements.lock").write_text(locked("requirements.lock", *BUILDS, "idna"))
    needed_by_tests = locked("tests/requirements.lock", *BUILDS, "iniconfig")
    (tmp_path / "tests" / "requirements.lock").write_text(needed_by_tests)
    return tmp_path


def install(checkout: Path, kind: str) -> None:
    """What `make run` and `make test` do first."""
    command = [str(checkout / "ops/bootstrap/environment"), kind]
    subprocess.run(command, check=True, capture_output=True, timeout=100)  # noqa: S603


@pytest.fixture
def product(checkout: Path) -> Iterator[subprocess.Popen[str]]:
    """The product, started as `make run` starts it."""
    install(checkout, "run")
    with subprocess.Popen(
        [".venv/bin/presence"],
        cwd=checkout,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "started\n"
        yield running
        running.kill()


def works(running: subprocess.Popen[str]) -> bool:
    """Has the product import what it was started with."""
    return running.communicate("\n", timeout=60)[0] == "presence.example\n"


def test_a_running_product_keeps_its_packages_while_tests_get_theirs(
    checkout: Path, product: subprocess.Popen[str]
) -> None:
    install(checkout, "dev")
    assert list(checkout.glob(".venv/lib/*/site-packages/iniconfig"))
    assert works(product)


def test_what_nobody_runs_on_any_more_is_removed(
    checkout: Path, product: subprocess.Popen[str]
) -> None:
    install(checkout, "dev")
    assert len(list(checkout.glob(".venvs/*-*"))) == 2
    assert works(product)
    with (checkout / "tests" / "requirements.lock").open("a") as lock:
        lock.write("# changed\n")
    install(checkout, "dev")
    assert [path.name for path in checkout.glob(".venvs/*-*")] == [
        (checkout / ".venv").resolve().name
    ]


def test_what_is_installed_already_stays_as_it_is(checkout: Path) -> None:
    install(checkout, "dev")
    before = (checkout / ".venv").resolve(), (checkout / ".venv" / ".stamp").stat().st_mtime_ns
    install(checkout, "dev")
    assert (
        (checkout / ".venv").resolve(),
        (checkout / ".venv/.stamp").stat().st_mtime_ns,
    ) == before
