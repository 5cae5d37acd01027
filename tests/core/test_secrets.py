"""What is sealed opens only in its own place, with a key that is configured."""

from __future__ import annotations

import os
import stat
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from typer.testing import CliRunner

from presence.core.secrets import SecretsUnusable, Unreadable, Vault, make_key, open_vault
from presence.core.settings import Settings
from presence.entrypoints.cli import app

OLD, NEW = bytes(range(32)), bytes(range(32, 64))
KEY = "sk-very-secret-key-1234"
HERE = "engine_credential:workspace:chatgpt"


def settings(folder: Path, **values: object) -> Settings:
    return Settings.model_validate({"state_dir": folder, **values})


def test_what_is_sealed_opens_again_and_does_not_show_the_text() -> None:
    vault = Vault([OLD])
    sealed = vault.seal(KEY, HERE)
    assert vault.open(sealed, HERE) == KEY
    assert KEY.encode() not in sealed
    assert sealed != vault.seal(KEY, HERE)


def test_a_ciphertext_moved_to_another_tenant_or_engine_does_not_open() -> None:
    vault = Vault([OLD])
    sealed = vault.seal(KEY, HERE)
    for place in ("engine_credential:other:chatgpt", "engine_credential:workspace:claude"):
        with pytest.raises(Unreadable):
            vault.open(sealed, place)


def test_an_altered_ciphertext_does_not_open() -> None:
    vault = Vault([OLD])
    sealed = bytearray(vault.seal(KEY, HERE))
    sealed[-1] ^= 1
    with pytest.raises(Unreadable):
        vault.open(bytes(sealed), HERE)


def test_after_rotation_old_ciphertexts_open_and_are_known_as_stale() -> None:
    sealed = Vault([OLD]).seal(KEY, HERE)
    rotated = Vault([NEW, OLD])
    assert rotated.open(sealed, HERE) == KEY
    assert rotated.is_stale(sealed)
    assert not rotated.is_stale(rotated.seal(KEY, HERE))


def test_without_the_old_key_the_message_names_no_secret() -> None:
    sealed = Vault([OLD]).seal(KEY, HERE)
    with pytest.raises(Unreadable, match="not configured any more"):
        Vault([NEW]).open(sealed, HERE)


def test_development_makes_one_key_for_all_processes_readable_by_its_owner(tmp_path: Path) -> None:
    def start(_: int) -> Vault:
        make_key(settings(tmp_path))
        return open_vault(settings(tmp_path))

    with ThreadPoolExecutor(8) as threads:
        vaults = list(threads.map(start, range(8)))
    sealed = vaults[0].seal(KEY, HERE)
    assert {vault.open(sealed, HERE) for vault in vaults} == {KEY}
    file = tmp_path / "secrets.key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert os.listdir(tmp_path) == ["secrets.key"]


def test_a_missing_key_is_said_and_none_is_made_in_its_place(tmp_path: Path) -> None:
    with pytest.raises(SecretsUnusable, match=r"secrets\.key is missing.*presence restore"):
        open_vault(settings(tmp_path))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("key", ["short", "not base64 !!", b64encode(b"x" * 16).decode()])
def test_a_key_of_the_wrong_size_is_refused(tmp_path: Path, key: str) -> None:
    with pytest.raises(SecretsUnusable, match="32 bytes"):
        open_vault(settings(tmp_path, secrets={"key": key}))


def test_several_keys_come_from_one_variable(tmp_path: Path) -> None:
    both = f"{b64encode(NEW).decode()}, {b64encode(OLD).decode()}"
    vault = open_vault(settings(tmp_path, secrets={"key": both}))
    assert vault.open(Vault([OLD]).seal(KEY, HERE), HERE) == KEY


def test_keys_never_show_when_settings_are_printed(tmp_path: Path) -> None:
    shown = repr(
        settings(tmp_path, secrets={"key": "c2VjcmV0"}, engines={"chatgpt": {"api_key": KEY}})
    )
    assert KEY not in shown
    assert "c2VjcmV0" not in shown


@pytest.mark.parametrize("command", ["api", "worker", "serve"])
def test_production_does_not_start_without_a_key_and_says_so_in_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PRESENCE_ENVIRONMENT", "production")
    done = CliRunner().invoke(app, [command])
    assert done.exit_code == 1
    assert done.stderr.startswith("presence: PRESENCE_SECRETS__KEY must be set in production")
    assert done.stderr.count("\n") == 1
