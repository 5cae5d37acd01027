"""`presence robots`: the verdict, the line that decides, and exit codes a script can use."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from presence.entrypoints.cli import app

RULES = (
    b"\xef\xbb\xbfUser-agent: *\r\nDisallow: /private\r\n\r\n"
    b"User-agent: OAI-SearchBot\r\nAllow: /\r\n"
)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "robots.txt"
    path.write_bytes(RULES)
    return str(path)


def run(*arguments: str, stdin: bytes | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(app, ["robots", *arguments], input=stdin)
    return result.exit_code, result.stdout


def test_a_forbidden_address_names_the_line_and_ends_with_one(file: str) -> None:
    code, out = run(file, "--agent", "GPTBot", "https://a.example/private/x?y=1#z")
    assert (code, out) == (1, "disallowed\nline 2: Disallow: /private\ngroup: User-agent: *\n")


def test_an_allowed_address_names_the_line_and_ends_with_zero(file: str) -> None:
    code, out = run(file, "--agent", "oai-searchbot/1.0", "/private/x")
    assert (code, out) == (0, "allowed\nline 5: Allow: /\ngroup: User-agent: OAI-SearchBot\n")


def test_without_a_rule_it_is_allowed_and_says_that_none_applies(file: str) -> None:
    assert run(file, "--agent", "GPTBot", "/shop") == (0, "allowed\nno rule applies\n")


def test_a_dash_reads_standard_input() -> None:
    code, out = run("-", "--agent", "a", "/x", stdin=b"User-agent: *\nDisallow: /")
    assert (code, out.splitlines()[0]) == (1, "disallowed")


def test_an_empty_file_allows_everything() -> None:
    assert run("-", "--agent", "a", "https://a.example/", stdin=b"")[0] == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("/no/such/file", "--agent", "a", "/x"),
        ("-", "--agent", "", "/x"),
        ("-", "--agent", "Mozilla/5.0 (compatible)", "/x"),
        ("-", "--agent", "a", "ftp://a.example/"),
        ("-", "--agent", "a", "https://[broken/"),
        ("-", "--agent", "a", "shop/x"),
        ("-", "--agent", "a"),
        ("-", "/x"),
    ],
)
def test_bad_usage_ends_with_two(arguments: tuple[str, ...]) -> None:
    assert run(*arguments, stdin=b"") == (2, "")
