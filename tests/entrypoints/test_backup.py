"""`presence backup`, `restore` and `upgrade-database` as a person types them."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

import asyncpg
import pytest

from presence.db.embedded import ServerAddress
from presence.db.embedded_process import free_port
from tests.assurance import backup_scene as scene

PHRASE = "correct horse battery"
TIMEOUT_S = 240
OPENED = """
INSERT INTO login_session (id, token_hash, user_id, user_agent, expires_at)
  SELECT gen_random_uuid(), sha256('in'), id, 'x', now() + interval '1 day' FROM users LIMIT 1;
INSERT INTO one_time_token (id, user_id, purpose, token_hash, address, expires_at)
  SELECT gen_random_uuid(), id, 'reset', sha256('a'), email, now() + interval '1 day'
    FROM users LIMIT 1
"""
OLDER = scene.older_server()


@pytest.fixture(scope="module")
def top() -> Iterator[Path]:
    """A folder that the database's account can enter, with a space in its name."""
    folder = Path(tempfile.mkdtemp(prefix="presence backup-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def template(top: Path) -> Path:
    """A stopped product with something in it."""
    home = top / "template" / ".presence"
    home.parent.mkdir()

    async def fill() -> None:
        await scene.make_template(home)
        async with scene.started(home) as address:
            await scene.write(address, home, Random(5))  # noqa: S311 - a plan

    asyncio.run(fill())
    return home


@pytest.fixture
def checkout(top: Path, template: Path) -> Iterator[Path]:
    """A checkout with a product of its own."""
    folder = Path(tempfile.mkdtemp(prefix="a checkout ", dir=top))
    folder.rmdir()
    asyncio.run(scene.copy_product(template, folder / ".presence"))
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


def presence(
    folder: Path, *words: str, phrase: str = PHRASE, **variables: str
) -> subprocess.CompletedProcess[str]:
    """The command, without a terminal."""
    environment = {
        k: v for k, v in os.environ.items() if not k.startswith(("PRESENCE_", "DATABASE_URL"))
    }
    given = {"PRESENCE_BACKUP_PASSPHRASE": phrase} if phrase else {}
    return subprocess.run(  # noqa: S603 - our own module
        [sys.executable, "-m", "presence", *words],
        cwd=folder,
        env=environment | given | variables,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )


async def sign_in(address: ServerAddress) -> None:
    """Somebody is signed in and has a link to choose a new password."""
    admin = await asyncpg.connect(address.url("postgres"))
    await admin.execute(OPENED)
    await admin.close()


def refused(done: subprocess.CompletedProcess[str]) -> str:
    """The sentence; nothing else may end the command."""
    assert done.returncode == 1, done.stdout + done.stderr
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("presence: "), done.stderr
    return last


def state(checkout: Path) -> scene.State:
    """What the checkout's product holds."""

    async def look() -> scene.State:
        async with scene.started(checkout / ".presence") as address:
            return await scene.state_of(address, checkout / ".presence")

    return asyncio.run(look())


def test_a_backup_is_made_while_the_product_serves_and_restored_when_it_does_not(
    checkout: Path, top: Path
) -> None:
    file = top / "my backups.presence"

    async def while_serving() -> tuple[scene.State, list[subprocess.CompletedProcess[str]]]:
        home = checkout / ".presence"
        async with scene.started(home) as address:
            before = await scene.state_of(address, home)
            await sign_in(address)
            saved = await asyncio.to_thread(presence, checkout, "backup", str(file))
            busy = await asyncio.to_thread(presence, checkout, "restore", str(file))
            await scene.write(address, home, Random(6))  # noqa: S311 - a plan
        return before, [saved, busy]

    before, (saved, busy) = asyncio.run(while_serving())
    assert saved.returncode == 0, saved.stderr
    assert "already running here as process" in refused(busy)
    assert file.stat().st_mode & 0o777 == 0o600
    assert not list(top.glob("*.partial"))
    scene.lose_key(checkout / ".presence")
    assert "is missing" in refused(presence(checkout, "backup", str(top / "second")))
    assert not (top / "second").exists()
    restored = presence(checkout, "restore", str(file))
    assert restored.returncode == 0, restored.stderr
    assert state(checkout) == before  # nobody is signed in, and no link of an email is open
    assert "Everybody signs in again." in restored.stdout
    assert (checkout / ".presence" / "pg" / "before" / "data").exists()


def test_a_new_checkout_takes_over_a_backup(checkout: Path, top: Path) -> None:
    file = top / "moving.presence"
    assert presence(checkout, "backup", str(file)).returncode == 0
    fresh = top / "another machine"
    fresh.mkdir()
    (fresh / "phrase").write_text(f"{PHRASE}\n")
    done = presence(fresh, "restore", str(file), "--passphrase-file", "phrase", phrase="")
    assert done.returncode == 0, done.stderr
    assert state(fresh) == state(checkout)


def test_what_cannot_be_done_is_said_in_a_sentence(checkout: Path, top: Path) -> None:
    file = top / "refusals.presence"
    assert "pass phrase is needed" in refused(presence(checkout, "backup", str(file), phrase=""))
    short = presence(checkout, "backup", str(file), phrase="short")
    assert "at least 12 characters" in refused(short)
    assert "folder that exists" in refused(presence(checkout, "backup", str(top)))
    nothing = presence(top, "backup", str(file))
    assert "There is no database" in refused(nothing)
    yours = presence(checkout, "backup", str(file), DATABASE_URL="postgresql://a@127.0.0.1:1/b")
    assert "a database server of yours" in refused(yours)
    assert not file.exists()
    assert "No such file" in refused(presence(checkout, "restore", str(file)))
    file.write_bytes(b"PK\x03\x04")
    assert "no backup of Presence" in refused(presence(checkout, "restore", str(file)))
    assert "already" in presence(checkout, "upgrade-database").stdout


@pytest.mark.skipif(OLDER is None, reason="no older PostgreSQL is installed here")
def test_data_of_an_older_major_names_the_command_that_brings_it_up(top: Path) -> None:
    checkout = top / "older"
    checkout.mkdir()
    home = checkout / ".presence"

    async def make() -> scene.State:
        await scene.make_template(home, OLDER)
        async with scene.started(home, OLDER) as address:
            await scene.write(address, home, Random(7))  # noqa: S311 - a plan
            return await scene.state_of(address, home)

    before = asyncio.run(make())
    (checkout / "web" / "dist").mkdir(parents=True)
    (checkout / "web" / "dist" / "index.html").touch()
    assert "`presence upgrade-database`" in refused(
        presence(checkout, "serve", PORT=str(free_port()))
    )
    done = presence(checkout, "upgrade-database")
    assert done.returncode == 0, done.stderr
    assert state(checkout) == before
