"""Keeps child processes of `serve` alive: started, watched, restarted with back-off, stopped.

Invariant: a child never outlives its parent. It holds the read end of a pipe as standard input and
ends when the pipe closes, which the kernel does however the parent dies.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

BACKOFF_S = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
HEALTHY_AFTER_S = 30.0
STOP_TIMEOUT_S = 8.0
_LOG_LIMIT = 10_000_000

Say = Callable[[str], None]


class Child:
    """One supervised process; its output goes to `log`."""

    def __init__(
        self,
        name: str,
        command: Sequence[str],
        environment: dict[str, str],
        log: Path,
        fd: int = -1,
        module: str = "presence",
    ) -> None:
        self.name = name
        self.log = log
        self.failures = 0
        self._command = [sys.executable, "-m", module, *command]
        self._environment = environment
        self._fd = fd
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self._due_at = 0.0

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C reaches the parent only."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > _LOG_LIMIT:
            self.log.unlink()
        with self.log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603 - our own interpreter and module
                self._command,
                stdin=subprocess.PIPE,
                stdout=output,
                stderr=output,
                env=self._environment,
                start_new_session=True,
                pass_fds=(self._fd,) if self._fd >= 0 else (),
            )
        self._started_at = time.monotonic()

    def watch(self, say: Say) -> None:
        """Restart the process when it has ended and its pause is over; says so once per end."""
        if self._process is not None:
            code = self._process.poll()
            if code is None:
                if self.failures and time.monotonic() - self._started_at > HEALTHY_AFTER_S:
                    self.failures = 0
                return
            pause = BACKOFF_S[min(self.failures, len(BACKOFF_S) - 1)]
            self.failures += 1
            say(f"{self.name} ended ({how_it_ended(code)}); starting it again in {pause:g} s")
            self._process = None
            self._due_at = time.monotonic() + pause
        if time.monotonic() >= self._due_at:
            self.start()

    @property
    def pid(self) -> int | None:
        """Process id while it runs."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def signal(self, number: signal.Signals) -> None:
        """Send a signal when the process still runs."""
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(number)

    def wait(self, timeout_s: float) -> None:
        """Wait for the end, killing the process when patience runs out."""
        if self._process is None:
            return
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def last_words(self) -> str:
        """The last line of the log that is not empty."""
        if not self.log.exists():
            return ""
        lines = self.log.read_bytes()[-4000:].decode(errors="replace").strip().splitlines()
        return lines[-1] if lines else ""


def stop_all(children: Sequence[Child]) -> None:
    """Ask all to end at once, then wait for all within one patience."""
    for child in children:
        child.signal(signal.SIGTERM)
    deadline = time.monotonic() + STOP_TIMEOUT_S
    for child in children:
        child.wait(max(0.1, deadline - time.monotonic()))


def how_it_ended(code: int) -> str:
    """`killed by SIGKILL` or `exit status 3`."""
    if code >= 0:
        return f"exit status {code}"
    try:
        return f"killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"killed by signal {-code}"


def end_with_parent() -> None:
    """In a child: end when standard input closes, politely first, for certain after ten seconds."""

    def wait_for_the_end() -> None:
        while os.read(0, 1024):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(10)
        os._exit(1)

    threading.Thread(target=wait_for_the_end, name="lifeline", daemon=True).start()
