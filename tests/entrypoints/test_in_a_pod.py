"""Commands in a pod use the addresses that pod has, and never start a database beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from typer.testing import CliRunner

from presence.entrypoints.cli import app
from tests.conftest import KEY, Place
from tests.factories.people import registration

TOKEN = "a" * 64


def run(*words: str, **variables: str) -> tuple[int, str]:
    """Exit status and output of a command."""
    given = {"PRESENCE_SECRETS__KEY": KEY, **variables}
    result = CliRunner().invoke(app, list(words), env=given)
    assert "Traceback" not in result.output
    return result.exit_code, result.output


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        (("staff", "invite", "ada@example.com", "--role", "admin"), "OPERATOR"),
        (("stripe-setup",), "OWNER"),
        (("grant", "ada@example.com", "Pro"), "CUSTOMER"),
        (("migrate",), "OWNER"),
    ],
)
def test_a_command_without_its_roles_address_names_it_and_starts_nothing(
    words: tuple[str, ...], wanted: str, tmp_path: Path
) -> None:
    other = "AUDITOR"
    status, said = run(
        *words,
        PRESENCE_STATE_DIR=str(tmp_path),
        **{f"PRESENCE_DATABASE__{other}_URL": "postgresql://auditor:hidden@127.0.0.1:1/presence"},
    )
    assert status == 1
    assert said.startswith(f"presence: PRESENCE_DATABASE__{wanted}_URL is missing")
    assert "hidden" not in said
    assert os.listdir(tmp_path) == []


def test_an_operators_pod_invites_an_admin_with_its_own_address_alone(place: Place) -> None:
    email = registration()["email"]
    words = ("staff", "invite", email, "--role", "admin")
    status, said = run(*words, PRESENCE_DATABASE__OPERATOR_URL=place.url("operator"))
    assert (status, "/#/staff-invitation/" in said) == (0, True), said


def test_a_link_that_ends_in_a_secret_is_not_printed_and_may_be_asked_for_again(
    place: Place, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text(f"{TOKEN}\n")
    email = registration()["email"]
    words = ("staff", "invite", email, "--role", "admin", "--if-missing")
    for _ in range(2):
        status, said = run(
            *words,
            "--token-file",
            str(tmp_path / "token"),
            PRESENCE_DATABASE__OPERATOR_URL=place.url("operator"),
        )
        assert status == 0, said
        assert said.rstrip().endswith("/#/staff-invitation/(what the file holds)")
        assert TOKEN not in said


@pytest.mark.parametrize("content", ["short", "with spaces " * 10, ""])
def test_a_secret_that_can_be_guessed_is_refused(
    content: str, place: Place, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text(content)
    words = ("staff", "invite", "ada@example.com", "--role", "admin")
    status, said = run(
        *words,
        "--token-file",
        str(tmp_path / "token"),
        PRESENCE_DATABASE__OPERATOR_URL=place.url("operator"),
    )
    assert status == 1
    assert "must hold 40 to 200 letters" in said
