"""Copies of the tree to break things in, and test runs in children of one process.

A child is forked with the packages of others loaded and none of the product's, so a run of one test
costs a second or two less. Invariant: the work tree is never written to.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("api", "tests", "ops", "charts", "pyproject.toml", "Makefile", "README.md")
LINKED = (".venv", ".tools", "web", "admin", ".git")
# What nearly every test loads; what is absent costs its time in each child instead.
PRELOADED = (
    "numpy", "pytest", "pytest_asyncio", "fastapi", "sqlalchemy.ext.asyncio", "asyncpg", "httpx",
    "alembic.command", "pydantic_settings", "cryptography.fernet", "stripe", "openai", "anthropic",
    "procrastinate", "aiohttp", "prometheus_client", "jwt", "fastapi_users", "hypothesis", "mcp",
    "selectolax.parser", "tokenizers", "opentelemetry.sdk.trace", "docx", "typer", "uvicorn",
)  # fmt: skip
# What nearly every test loads of the product, once for each worker.
PRODUCT = (
    "presence.entrypoints.customer", "presence.entrypoints.operator", "presence.migrations.runner",
    "presence.db.embedded", "presence.domains.messaging.jobs", "presence.domains.publishing.jobs",
    "presence.domains.measurement.jobs",
    "presence.domains.experiments.jobs",
    "presence.domains.findings.jobs",
    "presence.domains.analytics.jobs",
    "presence.domains.results.jobs",
    "presence.domains.runs.jobs",
)  # fmt: skip
PASSED, FAILED, UNUSABLE, LATE = 0, 1, 4, -1  # as pytest ends; LATE is ours
PROBE = '''"""Notes which test reaches which guard, in this process and the ones it starts."""
import os

_seen = set()


def reached(name):
    """Note `name` once for each test; False, so a condition goes on as ever."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
    if test and (name, test) not in _seen:
        _seen.add((name, test))
        _write(f"R\\t{name}\\t{test}\\n")
    return False


def off(name):
    """Whether the guard of that name is broken in this run."""
    return os.environ.get("GUARD_OFF") == name


def pytest_runtest_logreport(report):
    """Note how long a test took that passed, and one that did not."""
    if report.when == "call":
        _write(f"T\\t{report.duration if report.passed else -1:.3f}\\t{report.nodeid}\\n")


def _write(line):
    try:
        with open(os.environ["GUARD_PROBE"], "a") as notes:
            notes.write(line)
    except (OSError, KeyError):
        pass
'''


@dataclass(frozen=True)
class Copy:
    """One copy of the tree; `environment` is what test runs in it get beside the process's."""

    root: Path
    environment: Mapping[str, str]

    def enter(self) -> None:
        """Make this process import the product from the copy, and load what most tests need."""
        own = [str(self.root), str(self.root / "api"), str(self.root / "tests" / "standins")]
        os.chdir(self.root)
        sys.path[:0] = own
        os.environ.update({**self.environment, "PYTHONPATH": os.pathsep.join(own)})
        for name in PRODUCT:
            importlib.import_module(name)

    def run_fresh(self, tests: Sequence[str], longest_s: float, log: Path, *options: str) -> int:
        """`run` in an interpreter that has nothing of the product loaded yet."""
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *options, *tests]
        own = [str(self.root), str(self.root / "api"), str(self.root / "tests" / "standins")]
        environment = {**os.environ, **self.environment, "PYTHONPATH": os.pathsep.join(own)}
        with log.open("w") as output:
            child = subprocess.Popen(  # noqa: S603 - our own command
                command,
                cwd=self.root,
                stdout=output,
                stderr=output,
                env=environment,
                start_new_session=True,
            )
            return _awaited(child.pid, longest_s)

    @contextlib.contextmanager
    def replaced(self, path: Path, text: str) -> Iterator[None]:
        """With `text` in the file `path`; a compiled file of either text is never taken."""
        target = self.root / path
        whole, times = target.read_bytes(), target.stat()
        target.write_text(text, encoding="utf-8")
        os.utime(target, ns=(times.st_atime_ns, times.st_mtime_ns + 7_000_000_000))
        try:
            yield
        finally:
            target.write_bytes(whole)
            os.utime(target, ns=(times.st_atime_ns, times.st_mtime_ns))

    def run(
        self, tests: Sequence[str], longest_s: float, log: Path, *options: str, off: str = ""
    ) -> int:
        """Run `tests` with the guard `off` broken, in a child of this process.

        Returns pytest's exit code, LATE after `longest_s`: everything that was started is ended.
        """
        child = os.fork()
        if child == 0:
            os.environ["GUARD_OFF"] = off
            self._become_pytest([*options, *tests], log)
        return _awaited(child, longest_s)

    def _become_pytest(self, arguments: list[str], log: Path) -> None:
        code = 70
        try:
            os.setsid()
            output = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
            os.dup2(output, 1)
            os.dup2(output, 2)
            pytest = importlib.import_module("pytest")
            code = int(pytest.main(["-p", "no:cacheprovider", *arguments]))
        finally:
            sys.stdout.flush()
            os._exit(code)


def _awaited(child: int, longest_s: float) -> int:
    end = time.monotonic() + longest_s
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.05)
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return LATE


def preload() -> None:
    """Load what tests need and the product does not own."""
    for name in PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


@contextlib.contextmanager
def copies(number: int, environment: Mapping[str, str]) -> Iterator[list[Copy]]:
    """`number` copies of the tree as it stands, removed afterwards."""
    home = Path(tempfile.mkdtemp(prefix="presence-mutants-", dir="/tmp"))
    home.chmod(0o755)
    try:
        made = []
        for index in range(number):
            root = home / str(index)
            _copy(root)
            made.append(Copy(root, environment))
        yield made
    finally:
        shutil.rmtree(home, ignore_errors=True)


def _copy(root: Path) -> None:
    listed = subprocess.run(  # noqa: S603 - fixed command
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *COPIED],  # noqa: S607
        cwd=ROOT,
        capture_output=True,
        check=True,
    ).stdout
    for name in listed.decode().split("\0"):
        if name and (ROOT / name).is_file():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, root / name)
    for name in LINKED:
        if (ROOT / name).exists():
            (root / name).symlink_to(ROOT / name)
    (root / "guard_probe.py").write_text(PROBE)


@contextlib.contextmanager
def server() -> Iterator[dict[str, str]]:
    """A PostgreSQL with a migrated template, as variables that tests read."""
    process = subprocess.Popen(
        [sys.executable, "-m", "ops.mutants.postgres"],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    if process.stdin is None or process.stdout is None:
        raise RuntimeError("Both are pipes.")
    try:
        address, _, template = process.stdout.readline().strip().partition(" ")
        if not template:
            raise RuntimeError("The database for the tests could not be started.")
        yield {"PRESENCE_TEST_ADMIN_URL": address, "PRESENCE_TEST_TEMPLATE": template}
    finally:
        process.stdin.close()
        process.wait(60)
