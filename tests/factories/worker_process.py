"""The product's worker as a process of its own, on a database of the tests."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def worker_process(url: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """`presence worker` with settings by their variables' ends; SIGKILLed when the block is left.

    What it wrote is added to an AssertionError that leaves the block.
    """
    environment = {
        **os.environ,
        "PRESENCE_DATABASE__CUSTOMER_URL": url,
        "PRESENCE_ANALYSIS__EMBEDDINGS": "false",
        "PRESENCE_LOG_LEVEL": "warning",
        **{f"PRESENCE_{name}": value for name, value in settings.items()},
    }
    with tempfile.TemporaryFile() as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "presence", "worker"],
            env=environment,
            stdout=log,
            stderr=log,
            start_new_session=True,
        )
        try:
            yield process
        except AssertionError as error:
            log.seek(0)
            error.add_note(log.read()[-3_000:].decode())
            raise
        finally:
            process.kill()
            process.wait()
