"""A database keeps its key: without the right one nothing starts, and none is made silently."""

from __future__ import annotations

import os
import subprocess
import sys
from base64 import b64encode
from collections.abc import AsyncIterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio

from presence.core.secrets import SecretsUnusable
from presence.core.settings import Settings
from presence.db.key_check import check_key
from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from tests.conftest import Place, browser

OLD, NEW, STRANGE = (b64encode(sha256(bytes([n])).digest()).decode() for n in (1, 2, 3))
TIMEOUT_S = 180


@pytest_asyncio.fixture(autouse=True)
async def unsealed(admin: asyncpg.Connection) -> None:
    """Nothing was sealed in the database yet."""
    await admin.execute("DELETE FROM key_check")


@pytest_asyncio.fixture
async def check(place: Place, tmp_path: Path) -> AsyncIterator[Any]:
    """Checks the keys given, or the one of a state folder, as a start does."""
    database = Database(place.url("customer"), place.settings().database)

    async def run(key: str = "", folder: Path = tmp_path) -> Settings:
        settings = place.settings(state_dir=folder, secrets={"key": key})
        async with database.transaction() as session:
            await check_key(session, settings)
        return settings

    yield run
    await database.close()


async def test_the_first_start_makes_a_key_and_the_next_ones_keep_it(
    check: Any, tmp_path: Path
) -> None:
    await check()
    made = (tmp_path / "secrets.key").read_bytes()
    await check()
    assert (tmp_path / "secrets.key").read_bytes() == made


async def test_a_key_that_went_missing_is_not_replaced_by_a_new_one(
    check: Any, tmp_path: Path
) -> None:
    await check()
    (tmp_path / "secrets.key").unlink()
    with pytest.raises(SecretsUnusable, match="is missing"):
        await check()
    assert not (tmp_path / "secrets.key").exists()


async def test_a_different_key_is_refused(check: Any) -> None:
    await check(OLD)
    with pytest.raises(SecretsUnusable, match="not the one this database was sealed with"):
        await check(STRANGE)
    await check(OLD)


async def test_rotation_goes_on_with_the_new_key_alone_and_not_back_to_the_old_one(
    check: Any,
) -> None:
    await check(OLD)
    await check(f"{OLD},{NEW}")
    await check(f"{NEW},{OLD}")
    await check(NEW)
    with pytest.raises(SecretsUnusable):
        await check(OLD)


async def test_readiness_says_that_the_key_is_another(place: Place, check: Any) -> None:
    await check(OLD)
    settings = place.settings(secrets={"key": STRANGE})
    app = create_customer_app(settings, build_adapters(settings))
    async with browser(app) as client:
        answer: httpx.Response = await client.get("/readyz")
    app.state.accounts.close()
    assert answer.status_code == 503
    assert "not the one this database was sealed with" in answer.json()["message"]


@pytest.mark.parametrize(
    ("command", "environment"),
    [
        ("api", "production"),
        ("worker", "production"),
        ("operator", "production"),
        ("api", "development"),
    ],
)
async def test_no_process_starts_with_another_key(
    place: Place, check: Any, tmp_path: Path, command: str, environment: str
) -> None:
    await check(OLD)
    variables = {
        **os.environ,
        "PRESENCE_ENVIRONMENT": environment,
        "PRESENCE_SECRETS__KEY": STRANGE,
        "PRESENCE_HTTP__PUBLIC_URL": "https://presence.example",
        "PRESENCE_CONSOLE__PUBLIC_URL": "https://console.example",
        "PRESENCE_STATE_DIR": str(tmp_path),
        "PRESENCE_DATABASE__CUSTOMER_URL": place.url("customer"),
        "PRESENCE_DATABASE__OPERATOR_URL": place.url("operator"),
    }
    ended = subprocess.run(  # noqa: ASYNC221, S603 - our own module
        [sys.executable, "-m", "presence", command],
        env=variables,
        capture_output=True,
        text=True,
        timeout=TIMEOUT_S,
        check=False,
    )
    assert ended.returncode == 1, ended.stderr
    assert ended.stderr.startswith("presence: The key in PRESENCE_SECRETS__KEY is not the one")
    assert ended.stderr.count("\n") == 1


async def test_a_lost_key_is_given_up_only_when_somebody_says_so(
    place: Place, check: Any, tmp_path: Path
) -> None:
    await check()
    (tmp_path / "secrets.key").unlink()
    variables = {
        **os.environ,
        "PRESENCE_STATE_DIR": str(tmp_path),
        "PRESENCE_DATABASE__CUSTOMER_URL": place.url("customer"),
    }

    def new_key(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(  # noqa: S603 - our own module
            [sys.executable, "-m", "presence", "new-key", *words],
            env=variables,
            input="n\n",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    assert new_key().returncode != 0
    assert not (tmp_path / "secrets.key").exists()
    assert new_key("--yes").returncode == 0
    await check()
    assert "right one" in new_key("--yes").stdout
