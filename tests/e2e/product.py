"""Starts the whole product as a person would: `presence serve` on a port of its own.

Invariant: everything it writes lives in one temporary folder, and it is gone afterwards.
"""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
READY_WITHIN_S = 300  # of a machine that does much else; mostly some seconds


@dataclass(frozen=True)
class Product:
    """A running product: where it answers and where it keeps its state."""

    url: str
    state: Path
    process: subprocess.Popen[bytes]
    log: Path


def free_port() -> int:
    """A TCP port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def launch(state: Path, port: int, **variables: str) -> Product:
    """Start `presence serve` and wait until it answers; raises AssertionError with its log."""
    log = state / "serve.log"
    environment = {
        **os.environ,
        "PORT": str(port),
        "PRESENCE_STATE_DIR": str(state / "presence"),
        "PRESENCE_OUTBOUND__ALLOWED_NETWORKS": "127.0.0.0/8",
        **variables,
    }
    with log.open("ab") as sink:
        process = subprocess.Popen(  # noqa: S603 - our own command with fixed arguments
            [str(Path(sys.executable).with_name("presence")), "serve"],
            cwd=ROOT,
            env=environment,
            stdout=sink,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    product = Product(f"http://localhost:{port}", state, process, log)
    try:
        _wait_until_ready(product)
    except BaseException:
        if process.poll() is None:
            stop(product)
        raise
    return product


def _wait_until_ready(product: Product) -> None:
    deadline = time.monotonic() + READY_WITHIN_S
    while time.monotonic() < deadline:
        assert product.process.poll() is None, product.log.read_text()
        try:
            with urllib.request.urlopen(f"{product.url}/readyz", timeout=2) as answer:  # noqa: S310 - loopback
                if answer.status == 200:
                    return
        except (urllib.error.URLError, OSError):
            time.sleep(0.1)
    raise AssertionError(f"not ready after {READY_WITHIN_S} s\n{product.log.read_text()}")


def stop(product: Product) -> int:
    """Ctrl-C; the exit status once everything has ended."""
    product.process.send_signal(signal.SIGINT)
    return product.process.wait(timeout=30)


@contextmanager
def running_product(**variables: str) -> Iterator[Product]:
    """A product for the duration of a block."""
    state = Path(tempfile.mkdtemp(prefix="presence-e2e-", dir="/tmp"))
    state.chmod(0o755)
    product = launch(state, free_port(), **variables)
    try:
        yield product
    finally:
        if product.process.poll() is None:
            stop(product)
        shutil.rmtree(state, ignore_errors=True)
