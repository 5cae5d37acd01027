"""What a backup is made with is the database's own key; what an upgrade runs is what was pinned."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from pydantic import SecretStr

from presence.core.settings import DatabaseSettings, SecretSettings, Settings
from presence.db.backup import servers
from presence.db.backup.saving import save
from presence.db.backup.sealed_file import BackupError
from presence.db.backup.servers import server_of
from presence.db.embedded_files import binaries_for
from tests.assurance import backup_scene as scene
from tests.db.test_key_check import STRANGE


@pytest.fixture(scope="module")
def home() -> Iterator[Path]:
    """The state folder of a stopped product that sealed something with a key of its own."""
    folder = Path(tempfile.mkdtemp(prefix="presence-guards-"))
    folder.chmod(0o755)

    async def fill() -> None:
        await scene.make_template(folder / ".presence")
        async with scene.started(folder / ".presence") as address:
            await scene.write(address, folder / ".presence", Random(7))  # noqa: S311 - a plan

    asyncio.run(fill())
    yield folder / ".presence"
    shutil.rmtree(folder)


async def test_no_backup_is_made_with_a_key_that_opens_nothing_of_it(home: Path) -> None:
    file = home.parent / "backup"
    tools = binaries_for(None, home / "pg", None).folder
    async with scene.started(home) as address:
        settings = Settings(
            state_dir=home,
            secrets=SecretSettings(key=(SecretStr(STRANGE),)),
            database=DatabaseSettings(customer_url=address.url("customer")),
        )
        with pytest.raises(BackupError, match="not the one this database was sealed with"):
            await asyncio.to_thread(
                save, file, "correct horse", settings, address, tools, lambda _: None, n=2
            )
    assert not file.exists()


def test_a_package_that_is_not_the_pinned_one_is_not_unpacked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The client of the registry hands over something else."""
    client = tmp_path / "npm"
    client.write_text("#!/bin/sh\necho something else > other.tgz\n")
    client.chmod(0o755)
    monkeypatch.setattr(servers, "_NPM", client)
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    with pytest.raises(BackupError, match="not the pinned one"):
        server_of(16, scratch, system=tmp_path)
    assert not (scratch / "server").exists()
