"""`presence serve` shows progress, refuses with one sentence and survives the loss of any part.

One real process tree is shared by the module; each test leaves it running.
"""

from __future__ import annotations

import base64
import os
import re
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
import pytest

from presence.db.embedded_process import free_port

READY_S = 40
SECOND_START_S = 30  # catches waiting for nothing; `make bench` measures the five-second limit
TIMEOUT_S = 20
PARTS = {"api", "worker", "postgres"}


@dataclass
class Tree:
    """A running `presence serve`, its folder and its port."""

    process: subprocess.Popen[str]
    folder: Path
    port: int

    def output(self) -> str:
        """What it printed so far."""
        return (self.folder / "output").read_text()

    def children(self) -> dict[str, int]:
        """Process ids of the living parts: postgres, api, worker."""
        found = {}
        tasks = Path(f"/proc/{self.process.pid}/task")
        for task in tasks.iterdir():
            for pid in (task / "children").read_text().split():
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
                name = next((n for n in ("api", "worker") if n.encode() in words), "postgres")
                found[name] = int(pid)
        return found

    def ready(self) -> bool:
        """Whether the API says that database and schema are ready."""
        try:
            return httpx.get(f"http://127.0.0.1:{self.port}/readyz", timeout=2).status_code == 200
        except httpx.HTTPError:
            return False


def wait_for(condition: Callable[[], object], patience: float, what: str) -> None:
    """Poll until true; fails naming what did not happen."""
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, what
        time.sleep(0.05)


def command(folder: Path, port: int | str) -> dict[str, object]:
    """Arguments of Popen for `presence serve` in `folder`."""
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("PRESENCE_", "DATABASE_URL"))
    }
    environment["PORT"] = str(port)
    return {
        "args": [sys.executable, "-m", "presence", "serve"],
        "cwd": folder,
        "env": environment,
        "text": True,
    }


def start(folder: Path, port: int) -> Tree:
    """Start `presence serve` and wait until it says ready and all three parts run."""
    with (folder / "output").open("w") as output:
        process = subprocess.Popen(stdout=output, stderr=output, **command(folder, port))  # type: ignore[call-overload]
    tree = Tree(process, folder, port)
    wait_for(lambda: "is ready" in tree.output(), READY_S, "the line that says ready")
    wait_for(lambda: set(tree.children()) == PARTS, TIMEOUT_S, "all parts")
    return tree


def stop(tree: Tree) -> None:
    """End it as Ctrl-C does."""
    tree.process.send_signal(signal.SIGINT)
    assert tree.process.wait(TIMEOUT_S) == 0


def refuse(folder: Path, port: int | str) -> str:
    """The one line a start that cannot work prints; its exit status is not 0."""
    ended = subprocess.run(capture_output=True, check=False, timeout=30, **command(folder, port))  # type: ignore[call-overload]
    assert ended.returncode != 0
    line: str = ended.stderr
    assert line.count("\n") == 1, line
    return line


@pytest.fixture
def folder() -> Iterator[Path]:
    """An empty folder the database account can enter, with a built web app in it."""
    yield from _folder()


@pytest.fixture(scope="module")
def tree() -> Iterator[Tree]:
    """The running product."""
    for place in _folder():
        running = start(place, free_port())
        yield running
        running.process.send_signal(signal.SIGINT)
        running.process.wait(TIMEOUT_S)


def _folder() -> Iterator[Path]:
    place = Path(tempfile.mkdtemp(prefix="presence-serve-"))
    place.chmod(0o755)
    (place / "web" / "dist").mkdir(parents=True)
    (place / "web" / "dist" / "index.html").write_text("<!doctype html><title>Presence</title>")
    yield place
    shutil.rmtree(place)


def test_it_prints_each_step_and_then_the_address(tree: Tree) -> None:
    lines = tree.output()
    steps = [lines.index(word) for word in ("Database", "Migrations", "\n  API ", "is ready")]
    assert steps == sorted(steps)
    assert f"http://localhost:{tree.port}" in lines


def test_it_prints_where_mails_are_read_while_no_mail_server_is_set(tree: Tree) -> None:
    assert f"http://localhost:{tree.port}/dev/outbox" in tree.output()


def test_it_serves_the_web_app_and_the_api(tree: Tree) -> None:
    base = f"http://127.0.0.1:{tree.port}"
    assert "<title>Presence</title>" in httpx.get(f"{base}/dashboard").text
    assert httpx.get(f"{base}/api/user").status_code == 401


def test_a_second_start_in_the_same_folder_names_the_first(tree: Tree) -> None:
    line = refuse(tree.folder, tree.port)
    assert f"already running here as process {tree.process.pid}" in line
    assert f"http://localhost:{tree.port}" in line


def test_a_taken_port_is_said_with_a_way_out(tree: Tree, folder: Path) -> None:
    line = refuse(folder, tree.port)
    assert f"Port {tree.port} is taken" in line
    assert "PORT=" in line


def test_a_missing_web_app_is_said(folder: Path) -> None:
    shutil.rmtree(folder / "web")
    assert "web app is not built" in refuse(folder, free_port())


@pytest.mark.parametrize("port", ["abc", "0", "70000"])
def test_a_port_that_is_none_is_said(folder: Path, port: str) -> None:
    assert "PORT must be a number from 1 to 65535" in refuse(folder, port)


@pytest.mark.parametrize("part", ["worker", "api", "postgres"])
def test_a_killed_part_comes_back(tree: Tree, part: str) -> None:
    victim = tree.children()[part]
    os.kill(victim, signal.SIGKILL)
    wait_for(lambda: tree.children().get(part) not in {None, victim}, TIMEOUT_S, f"a new {part}")
    wait_for(tree.ready, TIMEOUT_S, "ready again")
    said = "database ended" if part == "postgres" else f"{part} ended (killed by SIGKILL)"
    assert said in tree.output()


def test_a_connection_made_while_the_api_is_down_is_answered_not_refused(tree: Tree) -> None:
    os.kill(tree.children()["api"], signal.SIGKILL)
    answer = httpx.get(f"http://127.0.0.1:{tree.port}/healthz", timeout=TIMEOUT_S)
    assert answer.status_code == 200


def test_the_api_does_not_know_the_owner_of_the_schema(tree: Tree) -> None:
    for part in ("api", "worker"):
        environment = Path(f"/proc/{tree.children()[part]}/environ").read_bytes()
        assert b"://customer:" in environment
        assert b"://owner:" not in environment
        assert b"://postgres:" not in environment


def test_kill_9_of_serve_itself_leaves_no_child_and_the_next_start_is_quick(folder: Path) -> None:
    port = free_port()
    first = start(folder, port)
    orphans = first.children()
    first.process.kill()
    first.process.wait()
    wait_for(lambda: _gone(orphans["api"]) and _gone(orphans["worker"]), TIMEOUT_S, "their end")
    began = time.monotonic()
    second = start(folder, port)
    took = time.monotonic() - began
    parts = second.children()
    second.process.send_signal(signal.SIGTERM)
    assert second.process.wait(TIMEOUT_S) == 0
    assert all(_gone(pid) for pid in (*orphans.values(), *parts.values()))
    assert re.search(r"Stopping…\s+Stopped\.", second.output())
    assert took < SECOND_START_S


def test_only_the_key_it_was_sealed_with_starts_it_again(folder: Path) -> None:
    port, key = free_port(), folder / ".presence" / "secrets.key"
    stop(start(folder, port))
    right = key.read_bytes()
    key.write_bytes(base64.b64encode(secrets.token_bytes(32)))
    strange = key.read_bytes()
    assert "is not the one this database was sealed with" in refuse(folder, port)
    assert key.read_bytes() == strange
    key.unlink()
    assert f"{key.resolve()} is missing" in refuse(folder, port)
    assert not key.exists()
    key.write_bytes(right)
    stop(start(folder, port))


def _gone(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return True
    return state == "Z"
