"""A backup opens: states at random, backed up, killed, restored and upgraded across a major.

    template ─copy─▶ state ─write─▶ [killed backup] backup ─write on─▶ [killed restore] restore
                       └ of an older major: [killed upgrade] upgrade, before the backup

Invariant: after every kill the product is what it was before, or what it was to become, whole with
its key; at the end every table and every secret is that of the moment of the backup. A file without
its pass phrase, with another key at hand, cut short or altered is refused in a sentence, and
nothing is touched.
"""

from __future__ import annotations

import asyncio
import tempfile
from base64 import b64encode
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from random import Random

from tests.assurance import backup_scene as scene
from tests.assurance.backup_steps import (
    WRONG_PHRASE,
    Product,
    back_up,
    bring_up,
    come_back,
    finish,
    kill,
)
from tests.assurance.frame import Deadline, Outcome
from tests.conftest import Place

COVERS = (
    "api/presence/db/backup",
    "api/presence/db/embedded.py",
    "api/presence/db/embedded_home.py",
    "api/presence/db/key_check.py",
    "api/presence/core/secrets.py",
)
AT_ONCE = 2
_STRANGE = b64encode(b"\x07" * 32).decode()


@dataclass(frozen=True)
class Size:
    """How many states, every how manyth of an older major, kills of each step."""

    states: int
    older_every: int
    killed: float


QUICK, FULL = Size(2, 2, 0.5), Size(200, 4, 0.7)


async def full(place: Place, seed: int, deadline: Deadline) -> Outcome:
    """200 states; `place` is not used."""
    return await run(FULL, seed, deadline)


async def run(size: Size, seed: int, deadline: Deadline) -> Outcome:
    """All states, two at once."""
    with tempfile.TemporaryDirectory(prefix="presence-backup-", dir="/tmp") as name:
        folder = Path(name)
        older = scene.older_server()
        scene.open_folder(folder, "now", "older")
        await scene.make_template(folder / "now" / ".presence")
        if older is not None:
            await scene.make_template(folder / "older" / ".presence", older)
        counts: Counter[str] = Counter()
        told: list[str] = []
        numbers = iter(range(size.states))

        async def work() -> None:
            for number in numbers:
                if deadline.passed:
                    return
                is_older = older is not None and number % size.older_every == 0
                one = _One(
                    folder / f"state-{number}",
                    folder / ("older" if is_older else "now"),
                    older if is_older else None,
                    Random(seed * 1_000 + number),  # noqa: S311 - a plan
                    size.killed,
                    counts,
                )
                told.extend(f"state {number}: {wrong}" for wrong in await one.judge())
                counts["states"] += 1

        await asyncio.gather(*(work() for _ in range(AT_ONCE)))
    for line in told:
        print(line)  # noqa: T201 - what a person has to look at
    complete = counts["states"] == size.states and older is not None
    return Outcome(dict(counts), len(told), complete=complete)


class _One:
    """One state, from its first row to its end."""

    def __init__(
        self,
        folder: Path,
        template: Path,
        old_bin: Path | None,
        rng: Random,
        killed: float,
        counts: Counter[str],
    ) -> None:
        self._folder, self._template, self._old_bin = folder, template, old_bin
        self._home = folder / ".presence"
        self._product = Product(self._home, folder / "a.backup", old_bin)
        self._rng, self._killed, self._counts = rng, killed, counts
        self._wrong: list[str] = []

    async def judge(self) -> list[str]:
        """What went wrong, sentence by sentence."""
        try:
            await scene.copy_product(self._template / ".presence", self._home)
            await self._fill(self._old_bin)
            if self._old_bin is not None:
                await self._step("upgrade", bring_up, 4.0)
            await self._backed_up_and_restored()
        except Exception as error:
            self._wrong.append(f"{type(error).__name__}: {error}")
        finally:
            scene.forget(self._folder)
        return self._wrong

    async def _fill(self, bin_dir: Path | None = None) -> None:
        async with scene.started(self._home, bin_dir) as address:
            await scene.write(address, self._home, self._rng)
            self._state = await scene.state_of(address, self._home)
        self._counts["rows"] += sum(rows for rows, _ in self._state.rows.values())
        self._counts["secrets"] += len(self._state.secrets)

    async def _backed_up_and_restored(self) -> None:
        await self._step("backup", back_up, 2.0)
        saved = self._state
        await self._refused("wrong pass phrase", "pass phrase", WRONG_PHRASE)
        await self._refused("wrong key", "another key", "correct horse battery", _STRANGE)
        await self._damaged()
        if self._rng.random() < 0.5:
            await self._fill()
        if self._rng.random() < 0.3:
            scene.lose_key(self._home)
            self._state = await self._now()
        await self._step("restore", come_back, 5.0, becomes=saved)
        if await self._now() != saved:
            self._wrong.append("the restored state differs")

    async def _step(
        self, name: str, step: object, within_s: float, becomes: scene.State | None = None
    ) -> None:
        """Perhaps killed a time or two, then to its end; nothing else may change meanwhile."""
        while self._rng.random() < self._killed:
            if await kill(step, self._product, within_s, self._rng):  # type: ignore[arg-type]  # a step
                self._counts[f"{name}Killed"] += 1
            if name != "upgrade" and await self._now() not in (self._state, becomes):
                self._wrong.append(f"a killed {name} left neither before nor after")
        told = await finish(step, self._product)  # type: ignore[arg-type]  # a step
        if told:
            self._wrong.append(f"{name} refused: {told}")
        self._counts[name] += 1
        if becomes is None and await self._now() != self._state:
            self._wrong.append(f"{name} changed the state")

    async def _refused(self, name: str, words: str, *arguments: str) -> None:
        told = await finish(come_back, self._product, *arguments)
        if words not in told:
            self._wrong.append(f"{name}: {told or 'accepted'}")
        self._counts["refused"] += 1

    async def _damaged(self) -> None:
        whole = self._product.file.read_bytes()
        at = self._rng.randrange(len(whole))
        altered = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :]
        for name, content in (("cut", whole[:at]), ("altered", altered)):
            self._product.file.write_bytes(content)
            told = await finish(come_back, self._product)
            if not told.endswith("."):
                self._wrong.append(f"{name} at {at}: {told or 'accepted'}")
            self._counts["refused"] += 1
        self._product.file.write_bytes(whole)
        if await self._now() != self._state:
            self._wrong.append("a refused file changed something")

    async def _now(self) -> scene.State:
        async with scene.started(self._home) as address:
            return await scene.state_of(address, self._home)
