"""`presence read-log`: the object, the tables, and exit codes a script can use."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from backports import zstd
from typer.testing import CliRunner

from presence.entrypoints.cli import app
from tests.analysis.traffic.logs import CHROME, GPTBOT, GPTBOT_ADDRESS, combined

LOG = "\n".join(
    (
        combined(GPTBOT, address=GPTBOT_ADDRESS),
        combined("OAI-SearchBot/1.3", status=403),
        combined("Claude-User/1.0"),
        combined(CHROME, referrer="https://chatgpt.com/"),
        "broken \x1b[31mred\x1b[0m \x07",
    )
).encode()
EXPECTED = {
    "lines": 5,
    "parsed": 4,
    "wrong": 1,
    "duplicates": 0,
    "bots": [
        {
            "bot": "Claude-User",
            "maker": "Anthropic",
            "purpose": "user",
            "requests": 1,
            "errors": 0,
            "verified": 0,
            "claimed": 1,
            "contradicted": 0,
        },
        {
            "bot": "GPTBot",
            "maker": "OpenAI",
            "purpose": "training",
            "requests": 1,
            "errors": 0,
            "verified": 1,
            "claimed": 0,
            "contradicted": 0,
        },
        {
            "bot": "OAI-SearchBot",
            "maker": "OpenAI",
            "purpose": "search",
            "requests": 1,
            "errors": 1,
            "verified": 0,
            "claimed": 0,
            "contradicted": 1,
        },
    ],
    "referrals": [{"assistant": "ChatGPT", "requests": 1, "sessions": 1}],
    "people": 1,
    "from": "2026-11-28T11:17:52Z",
    "to": "2026-11-28T11:17:52Z",
}


def run(*arguments: str, stdin: bytes | None = None) -> tuple[int, str, str]:
    result = CliRunner().invoke(app, ["read-log", *arguments], input=stdin)
    return result.exit_code, result.stdout, result.stderr


@pytest.mark.parametrize("packing", ["plain", "gzip", "gzip in two members", "zstd"])
def test_the_object_is_the_same_however_the_log_is_packed(tmp_path: Path, packing: str) -> None:
    half = LOG.index(b"\n") + 5
    packed = {
        "plain": LOG,
        "gzip": gzip.compress(LOG),
        "gzip in two members": gzip.compress(LOG[:half]) + gzip.compress(LOG[half:]),
        "zstd": zstd.compress(LOG),
    }
    path = tmp_path / "access.log"
    path.write_bytes(packed[packing])
    code, out, _ = run(str(path), "--json")
    assert (code, json.loads(out)) == (0, EXPECTED)


def test_standard_input_is_read_under_a_hyphen() -> None:
    code, out, _ = run("-", "--json", stdin=LOG)
    assert (code, json.loads(out)) == (0, EXPECTED)


def test_several_files_are_one_log(tmp_path: Path) -> None:
    paths = [tmp_path / "access.log.1", tmp_path / "access.log"]
    for path in paths:
        path.write_bytes(LOG)
    code, out, _ = run(*map(str, paths), "--json")
    assert (code, json.loads(out)["lines"]) == (0, 10)


def test_the_tables_carry_no_command_to_the_terminal() -> None:
    code, out, _ = run("-", stdin=LOG)
    assert code == 0
    assert "OAI-SearchBot" in out
    assert "\x1b" not in out
    assert "\x07" not in out


def test_a_missing_file_is_bad_usage() -> None:
    code, _, err = run("no-such.log")
    assert code == 2
    assert "no-such.log" in err


@pytest.mark.parametrize("log", [b"", b"hello\nworld\n", b"%PDF-1.7\n"])
def test_a_file_no_line_of_which_can_be_read_ends_with_three(log: bytes) -> None:
    code, out, err = run("-", "--json", stdin=log)
    assert code == 3
    assert json.loads(out)["parsed"] == 0
    assert err.startswith("-: ")


def test_a_log_cut_short_in_its_packing_is_counted_and_said() -> None:
    packed = gzip.compress(LOG * 500)
    code, out, err = run("-", "--json", stdin=packed[: len(packed) // 2])
    assert code == 0
    assert json.loads(out)["parsed"] > 0
    assert "cut short" in err


def test_newer_address_lists_can_be_handed_in(tmp_path: Path) -> None:
    (tmp_path / "searchbot.json").write_text('{"prefixes": [{"ipv4Prefix": "203.0.113.0/24"}]}')
    code, out, _ = run("-", "--json", "--lists", str(tmp_path), stdin=LOG)
    verified = {bot["bot"]: bot["verified"] for bot in json.loads(out)["bots"]}
    assert (code, verified["OAI-SearchBot"]) == (0, 1)


def test_a_folder_without_address_lists_is_bad_usage(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}")
    code, _, err = run("-", "--lists", str(tmp_path), stdin=LOG)
    assert code == 2
    assert "x.json" in err
