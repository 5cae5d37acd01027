"""A running product with one analysed brand, for measuring its API.

Invariant: everything goes through the public calls a browser makes; the run is a real one.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from presence.db.embedded import running
from presence.db.embedded_process import free_port
from tests.architecture.tree import ROOT

START_S = 60
RUN_S = 180


@dataclass(frozen=True, slots=True)
class Product:
    """Where it answers, as whom, and what its first run took."""

    port: int
    home: Path
    cookie: str
    user_id: str
    brand_id: str
    first_score_s: float
    full_run_s: float
    memory_mb: float

    def database_url(self) -> str:
        """The superuser's address, for the raw SELECT beside the product."""
        address = running(self.home)
        assert address is not None
        return address.url("postgres")


@contextmanager
def site(name: str) -> Iterator[str]:
    """Address of a stand-in site served by a process of its own."""
    command = [sys.executable, "-m", "presence_standins.sites", "--site", name]
    with _process(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[1]


@contextmanager
def product(site_url: str) -> Iterator[Product]:
    """Start `presence serve`, register, complete the wizard for `site_url`, wait for the run."""
    folder = Path(tempfile.mkdtemp(prefix="presence-bench-"))
    folder.chmod(0o755)
    port = free_port()
    environment = {
        "PORT": str(port),
        "PRESENCE_STATE_DIR": str(folder / "state"),
        "PRESENCE_OUTBOUND__ALLOWED_NETWORKS": "127.0.0.0/8",
    }
    command = [sys.executable, "-m", "presence", "serve"]
    try:
        with _process(command, environment, stdout=subprocess.DEVNULL) as process:
            yield _prepare(process.pid, port, folder / "state", site_url)
    finally:
        shutil.rmtree(folder)


@contextmanager
def _process(
    command: list[str], environment: dict[str, str] | None = None, stdout: int | None = None
) -> Iterator[subprocess.Popen[str]]:
    paths = os.pathsep.join((str(ROOT), str(ROOT / "tests" / "standins")))
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("PRESENCE_", "DATABASE"))}
    process = subprocess.Popen(  # noqa: S603 - our own interpreter and modules
        command,
        env={**inherited, "PYTHONPATH": paths, **(environment or {})},
        cwd=ROOT,
        stdout=stdout,
        text=True,
    )
    try:
        yield process
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(30)


@contextmanager
def baseline(database_url: str, user_id: str) -> Iterator[int]:
    """Port of the comparison server of `baseline.py`."""
    port = free_port()
    command = [sys.executable, "-m", "tests.load.baseline", str(port), database_url, user_id]
    with _process(command):
        _wait(lambda: _ok(f"http://127.0.0.1:{port}/select"), START_S)
        yield port


def _prepare(pid: int, port: int, home: Path, site_url: str) -> Product:
    base = f"http://localhost:{port}"
    _wait(lambda: _ok(f"{base}/readyz"), START_S)
    with httpx.Client(base_url=base, headers={"Origin": base}, timeout=30) as client:
        user = _post(
            client,
            "/api/register",
            firstName="Ada",
            lastName="Example",
            email="bench@example.com",
            password="correct horse battery",
        )
        _post(
            client,
            "/api/business-info",
            businessName="Harrow",
            businessDescription="A small company that sells what its site describes.",
            websiteUrl=site_url,
            targetAudience="people who compare before they buy",
            wizardCompleted=True,
        )
        began = time.monotonic()
        brand = client.get("/api/v1/brands").raise_for_status().json()["data"][0]["id"]
        first, full, memory = _follow(client, brand, pid, began)
        cookie = "; ".join(f"{k}={v}" for k, v in client.cookies.items())
    return Product(port, home, cookie, user["id"], brand, first, full, memory)


def _follow(client: httpx.Client, brand: str, pid: int, began: float) -> tuple[float, float, float]:
    """Seconds to the first content score, to the end of the run, and the peak memory in MB."""
    first, memory = 0.0, 0.0
    while time.monotonic() - began < RUN_S:
        memory = max(memory, tree_memory_mb(pid))
        summary = client.get(f"/api/v1/brands/{brand}/summary").raise_for_status().json()
        if not first and summary["scores"]["content"]:
            first = time.monotonic() - began
        if first and not summary["activeRun"]:
            return first, time.monotonic() - began, memory
        time.sleep(0.1)
    raise RuntimeError(f"The first run did not end within {RUN_S} s.")


def tree_memory_mb(pid: int) -> float:
    """Proportional set size of a process and all its descendants, in MB."""
    total, todo = 0.0, [pid]
    while todo:
        process = Path("/proc") / str(todo.pop())
        try:
            lines = process.joinpath("smaps_rollup").read_text().splitlines()
            children = [
                t.joinpath("children").read_text() for t in process.joinpath("task").iterdir()
            ]
        except OSError:
            continue
        total += next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
        todo += [int(child) for text in children for child in text.split()]
    return total


def _post(client: httpx.Client, path: str, **body: object) -> dict[str, Any]:
    answer = client.post(path, json=body)
    if answer.is_error:
        raise RuntimeError(f"{path} answered {answer.status_code}: {answer.text}")
    document: dict[str, Any] = answer.json()
    return document


def _ok(url: str) -> bool:
    try:
        return httpx.get(url, timeout=2).is_success
    except httpx.HTTPError:
        return False


def _wait(condition: Any, patience: float) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        if time.monotonic() > deadline:
            raise RuntimeError("The server did not become ready.")
        time.sleep(0.1)
