"""What one step of the assurance `backup` does, in a process of its own that can be killed.

Invariant: each step is what the command of the same name does, with a cheap pass phrase.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from presence.core.errors import AppError
from presence.core.settings import Settings
from presence.db.backup.restoration import SupportedVersions, require_same_key, restore, verify
from presence.db.backup.saving import save
from presence.db.backup.sealed_file import BackupError
from presence.db.backup.upgrading import upgrade
from presence.db.embedded import EmbeddedPostgres, running
from presence.db.embedded_files import EmbeddedError, account_for, binaries_for
from presence.db.embedded_occupied import occupied
from presence.migrations import runner

PHRASE = "correct horse battery"
WRONG_PHRASE = "incorrect horse battery"
CHEAP = 2**4
TIMEOUT_S = 300.0
_FORK = multiprocessing.get_context("forkserver")
_FORK.set_forkserver_preload([__name__])


@dataclass(frozen=True)
class Product:
    """A state folder and the backup made of it; `key` stands for PRESENCE_SECRETS__KEY."""

    home: Path
    file: Path
    old_bin: Path | None = None

    def settings(self, key: str = "") -> Settings:
        """As the commands read them."""
        return Settings(state_dir=self.home, secrets={"key": key})  # type: ignore[arg-type]  # parsed


def back_up(product: Product, phrase: str = PHRASE) -> None:
    """`presence backup`, of a running or a stopped product."""
    place = (product.home / "pg").resolve()
    tools = binaries_for(None, place, account_for(place / "data")).folder
    address = running(product.home)
    if address is not None:
        save(product.file, phrase, product.settings(), address, tools, _quiet, n=CHEAP)
        return
    with EmbeddedPostgres(product.home, note="backup") as started:
        save(product.file, phrase, product.settings(), started, tools, _quiet, n=CHEAP)


def come_back(product: Product, phrase: str = PHRASE, key: str = "") -> None:
    """`presence restore`."""
    settings = product.settings(key)
    with occupied(product.home, "restore") as here:
        known = SupportedVersions(runner.earlier() | {runner.head()}, here.binaries.major)
        manifest = verify(product.file, phrase, known, _quiet)
        require_same_key(manifest, settings)
        restore(product.file, phrase, manifest, settings, here, _quiet)


def bring_up(product: Product) -> None:
    """`presence upgrade-database`."""
    upgrade(product.home, lambda _: None, _quiet, old_bin=product.old_bin)


Step = Callable[..., None]


async def finish(step: Step, *arguments: object) -> str:
    """Run a step to its end; the sentence it refused with, empty when it did not."""
    receiving, sending = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_reported, args=(sending, step, arguments))
    process.start()
    sending.close()
    await asyncio.to_thread(process.join, TIMEOUT_S)
    if process.exitcode is None:
        process.kill()
        return "It did not end."
    try:
        told: str = receiving.recv()
    except EOFError:
        return f"It ended without a word ({process.exitcode})."
    return told


async def kill(step: Step, product: Product, within_s: float, rng: Random) -> bool:
    """Kill a step after a random while; whether it was still at work."""
    receiving, sending = _FORK.Pipe(duplex=False)
    process = _FORK.Process(target=_reported, args=(sending, step, (product,)))
    process.start()
    sending.close()
    ends = time.monotonic() + rng.uniform(0.0, within_s)
    while process.is_alive() and time.monotonic() < ends:  # noqa: ASYNC110 - another process
        await asyncio.sleep(0.005)
    killed = process.is_alive() and process.pid is not None
    if killed and process.pid is not None:
        try:
            os.kill(process.pid, signal.SIGKILL)
        except ProcessLookupError:  # it ended between the look and the kill
            killed = False
    await asyncio.to_thread(process.join)
    receiving.close()
    return killed


def _reported(sending: object, step: Step, arguments: tuple[object, ...]) -> None:
    try:
        step(*arguments)
        told = ""
    except (BackupError, EmbeddedError, AppError) as refused:
        told = str(refused)
    sending.send(told)  # type: ignore[attr-defined]  # the end of a pipe


def _quiet(_: int) -> None:
    """Progress that nobody reads."""
