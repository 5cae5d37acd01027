"""A setting that cannot be used ends every command with a sentence that names its variable."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from presence.entrypoints.cli import COMMANDS, app

ARGUMENTS = {
    "analyze": ["https://example.com", "--brand", "Example"],
    "offer": ["https://example.com"],
    "backup": ["copy.presence"],
    "restore": ["copy.presence"],
    "grant": ["somebody@example.com", "Pro"],
    "staff": ["invite", "somebody@example.com", "--role", "admin"],
    "export-run": ["0190a000-0000-7000-8000-000000000000"],
    "new-key": ["--yes"],
    "query": ["SELECT 1"],
}
# They read no setting.
WITHOUT = {
    "detect",
    "end-sessions",
    "export-openapi",
    "mcp",
    "read-log",
    "robots",
    "ship-log",
    "verify-audit",
    "verify-bundle",
}


def said(variable: str, value: str, command: str = "api") -> list[str]:
    """What a command prints before it ends with status 2."""
    result = CliRunner().invoke(
        app, [command, *ARGUMENTS.get(command, [])], env={variable: value}, catch_exceptions=False
    )
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    return result.output.splitlines()


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in WITHOUT])
def test_no_command_shows_a_traceback_for_a_wrong_setting(command: str) -> None:
    assert said("PRESENCE_WORKER__CONCURRENCY", "0", command) == [
        "presence: PRESENCE_WORKER__CONCURRENCY must be greater than or equal to 1."
    ]


@pytest.mark.parametrize(
    ("variable", "value", "sentence"),
    [
        ("ENVIRONMENT", "staging", "must be 'development' or 'production'."),
        (
            "WORKER__CONCURRENCY",
            "many",
            "must be a valid integer, unable to parse string as an integer.",
        ),
        ("RATES__DEFAULT", "fast", "must be written as JSON."),
        ("RATES__DEFAULT", "[1]", "cannot be used: field required."),
        ("ENGINES__PRICES", "cheap", "must be written as JSON."),
        ("ENGINES__PRICES", '{"a": {"input": "q"}}', "must be a valid decimal."),
        (
            "OUTBOUND__ALLOWED_NETWORKS",
            "home/3",
            "cannot be used: 'home/3' does not appear to be an IPv4 or IPv6 network.",
        ),
    ],
)
def test_the_sentence_names_the_variable_and_what_it_must_be(
    variable: str, value: str, sentence: str
) -> None:
    assert said(f"PRESENCE_{variable}", value) == [f"presence: PRESENCE_{variable} {sentence}"]


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("PRESENCE_SECRETS", '{"key": [["hidden-value"]]}'),
        ("PRESENCE_SECRETS", '{"key": "hidden-value'),
        ("PRESENCE_STRIPE", '{"secret_key": ["hidden-value"]}'),
        ("PRESENCE_DATABASE", '{"customer_url": {"hidden-value": 1}}'),
        ("PRESENCE_DATABASE", "postgresql://customer:hidden-value@db/presence"),
        ("PRESENCE_MAIL__PORT", "hidden-value"),
    ],
)
def test_no_value_that_may_be_a_secret_is_printed(variable: str, value: str) -> None:
    (line,) = said(variable, value)
    assert variable in line
    assert "hidden" not in line


def test_every_wrong_setting_is_named_at_once() -> None:
    variables = {"PRESENCE_WORKER__CONCURRENCY": "0", "PRESENCE_MAIL__PORT": "0"}
    result = CliRunner().invoke(app, ["api"], env=variables)
    assert result.exit_code == 2
    assert [line.split()[1] for line in result.output.splitlines()] == [
        "PRESENCE_WORKER__CONCURRENCY",
        "PRESENCE_MAIL__PORT",
    ]
