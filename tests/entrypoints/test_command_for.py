"""The command that `serve` prints reaches the same product from any other shell."""

from __future__ import annotations

from pathlib import Path

import pytest

from presence.core.settings import Settings
from presence.entrypoints.commands.environment import command_for, read_settings
from presence.entrypoints.serve import INVITE

PROGRAM = "bin/presence staff invite you@example.com --role admin"


@pytest.fixture(autouse=True)
def here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A checkout with its environment, and nothing set."""
    for name in ("PORT", "CONSOLE_PORT", "DATABASE_URL", "PRESENCE_STATE_DIR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.executable", str(tmp_path / "bin" / "python"))


def printed(settings: Settings) -> str:
    return command_for(settings, *INVITE)


def test_where_nothing_is_set_the_command_is_bare() -> None:
    assert printed(read_settings()) == PROGRAM


def test_the_command_goes_by_the_link_that_outlives_an_environment(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = tmp_path / ".venvs" / "run-1"
    (made / "bin").mkdir(parents=True)
    (tmp_path / ".venv").symlink_to(".venvs/run-1")
    monkeypatch.setattr("sys.executable", str(made / "bin" / "python"))
    assert printed(read_settings()) == f".venv/{PROGRAM}"


def test_another_port_of_the_product_names_the_port_of_its_console(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PORT", "9000")
    assert printed(read_settings()) == f"CONSOLE_PORT=9001 {PROGRAM}"


def test_another_state_folder_and_a_public_address_are_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PRESENCE_STATE_DIR", "/tmp/my state")  # noqa: S108 - never opened
    monkeypatch.setenv("PRESENCE_CONSOLE__PUBLIC_URL", "https://console.example.com")
    assert printed(read_settings()) == (
        "PRESENCE_CONSOLE__PUBLIC_URL=https://console.example.com"
        f" PRESENCE_STATE_DIR='/tmp/my state' {PROGRAM}"
    )


def test_a_variable_with_a_password_is_named_and_its_value_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://someone:quiet@db.example.com/presence")
    assert printed(read_settings()) == f"DATABASE_URL=… {PROGRAM}"


def test_what_was_printed_reads_back_as_the_same_console(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "9000")
    first = read_settings()
    name, _, value = printed(first).split()[0].partition("=")
    monkeypatch.delenv("PORT")
    monkeypatch.setenv(name, value)
    assert read_settings().console_http.origin == first.console_http.origin
