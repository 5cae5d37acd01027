"""`presence ship-log`: what it refuses to do, says and sends, without a product to send to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from typer.testing import CliRunner

from presence.analysis.traffic import JsonLines
from presence.entrypoints.cli import app
from presence.entrypoints.shipping.entries import Namer
from presence.entrypoints.shipping.sending import PATH, push_address, retry_after
from presence.http.middleware import LINES_PATH
from tests.analysis.traffic.logs import GPTBOT, combined, read
from tests.analysis.traffic.test_formats import LOGS

TOKEN = "ts_a-token-nobody-may-see"


@contextmanager
def answering(status: int, body: bytes = b"", **headers: str) -> Iterator[str]:
    """A server that gives one answer to everything; its origin."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            """Nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def ship(
    log: Path, url: str, *arguments: str, token: str = TOKEN, state: Path | None = None
) -> tuple[int, str]:
    """Exit status and everything it said; the token is not in it."""
    kept = str(state or log.with_name("state.json"))
    command = (sys.executable, "-m", "presence", "ship-log", str(log), "--url", url)
    done = subprocess.run(  # noqa: S603 - our own command
        (*command, "--state", kept, *arguments),
        env={"PATH": os.environ["PATH"], "PRESENCE_SHIP_TOKEN": token, "COLUMNS": "200"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    said = (done.stdout + done.stderr).decode()
    assert not token or token not in said
    return done.returncode, said


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of one line."""
    path = tmp_path / "access.log"
    path.write_text(combined(GPTBOT) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("name", LOGS)
def test_a_line_of_any_format_is_read_as_the_same_request_where_it_arrives(name: str) -> None:
    content, _ = LOGS[name]
    requests = read(content).requests
    assert requests
    namer = Namer()
    namer.head = content.encode()
    for request in requests:
        arrived = JsonLines().request(json.loads(namer.entry(request)), request.offset)
        assert not isinstance(arrived, str), arrived
        assert arrived.event
        assert arrived._replace(event=request.event) == request


@pytest.mark.parametrize(
    "asked",
    ["-", "", "\\x16\\x03\\x01", "GET", "OPTIONS * HTTP/1.1", "GET http://a.test/b HTTP/1.1"],
)
def test_a_request_line_that_asks_for_nothing_is_still_a_request(asked: str) -> None:
    (request,) = read(combined(request=asked, status=400)).requests
    arrived = JsonLines().request(json.loads(Namer().entry(request)), 0)
    assert not isinstance(arrived, str), arrived
    assert (arrived.method, arrived.target.lstrip() or "-") == (
        request.method,
        request.target or "-",
    )


def test_a_line_keeps_its_name_while_its_file_grows() -> None:
    lines = [combined(GPTBOT, request=f"GET /{number} HTTP/1.1") + "\n" for number in range(20)]
    whole = "".join(lines)
    names = []
    for length in (len(lines[0]), len(lines[0]) * 3, len(whole)):
        namer = Namer()
        namer.head = whole[:length].encode()
        names.append(json.loads(namer.entry(read(whole).requests[0]))["request_id"])
    assert len(set(names)) == 1
    entries = {json.loads(namer.entry(one))["request_id"] for one in read(whole * 2).requests}
    assert len(entries) == 40


def test_the_address_is_the_products_own() -> None:
    assert PATH == LINES_PATH
    assert push_address("https://presence.test") == f"https://presence.test{LINES_PATH}"
    assert (
        push_address(f"https://presence.test{LINES_PATH}") == f"https://presence.test{LINES_PATH}"
    )


@pytest.mark.parametrize(
    "url",
    ["", "presence.test", "ftp://presence.test", "https://user:word@presence.test", "http://["],
)
def test_an_address_that_is_none_is_bad_usage(log: Path, url: str) -> None:
    status, said = ship(log, url)
    assert status == 2
    assert "--url must be the source's push address" in said
    assert "word" not in said


@pytest.mark.parametrize("token", ["", "two words", "b\u00f6se", "x" * 600])
def test_a_token_that_is_none_is_bad_usage_and_not_repeated(log: Path, token: str) -> None:
    assert ship(log, "http://127.0.0.1:9", token=token)[0] == 2


@pytest.mark.parametrize("name", ["missing.log", "", "missing/access.log"])
def test_a_log_that_is_not_there_is_bad_usage(tmp_path: Path, name: str) -> None:
    status, said = ship(tmp_path / name, "http://127.0.0.1:9", state=tmp_path / "state")
    assert status == 2
    assert "cannot be read" in said


@pytest.mark.parametrize("content", [b"", b"nothing\nof a log\n", b"\0" * 3_000])
def test_a_file_without_a_readable_line_ends_with_3(log: Path, content: bytes) -> None:
    log.write_bytes(content)
    status, said = ship(log, "http://127.0.0.1:9")
    assert status == 3
    assert "No line of it could be read" in said


@pytest.mark.parametrize(
    ("answer", "status", "sentence"),
    [
        ((401,), 2, "does not take this token (401)"),
        ((404,), 2, f"it ends in {PATH}"),
        ((308,), 2, "has moved (308)"),
        ((200, b"<html>Welcome to the hotel's network</html>"), 2, "did not answer as a source"),
        ((204,), 2, "did not answer as a source"),
        (
            (403, b'{"message": "Your plan \\u001b[31mended."}'),
            1,
            "(403): Your plan \ufffd[31mended.",
        ),
        ((413,), 3, "does not take a line of"),
    ],
)
def test_an_answer_that_takes_no_lines_is_told(
    log: Path, answer: tuple[int, bytes] | tuple[int], status: int, sentence: str
) -> None:
    with answering(*answer) as origin:
        found, said = ship(log, origin)
    assert found == status, said
    assert sentence in said


REFUSED = {"counted": 0, "duplicates": 0, "refused": 1, "problems": [{"reason": "older than that"}]}


def test_a_log_of_which_every_line_was_refused_ends_with_3_and_the_reason(log: Path) -> None:
    with answering(200, json.dumps(REFUSED).encode()) as origin:
        status, said = ship(log, origin)
    assert status == 3
    assert "Every line was refused: older than that." in said


@pytest.mark.parametrize("known", ["counted", "duplicates"])
def test_a_log_of_which_one_line_was_taken_or_known_ends_with_0(log: Path, known: str) -> None:
    log.write_text(log.read_text(encoding="utf-8") * 2, encoding="utf-8")
    with answering(200, json.dumps({**REFUSED, known: 1}).encode()) as origin:
        assert ship(log, origin)[0] == 0


def test_the_help_says_how_old_a_line_may_be() -> None:
    said = CliRunner().invoke(app, ["ship-log", "--help"]).output
    assert "Lines older than three days are refused" in " ".join(said.split())


def test_a_server_that_nobody_reaches_is_given_up_and_the_log_kept(log: Path) -> None:
    status, said = ship(log, "http://127.0.0.1:9", "--give-up-after", "0")
    assert status == 1
    assert "cannot be reached" in said
    assert "What was not sent is sent at the next start." in said


def test_a_state_that_cannot_be_kept_is_told_before_anything_is_sent(log: Path) -> None:
    state = log.with_name("state.json")
    state.mkdir()
    status, said = ship(log, "http://127.0.0.1:9")
    assert status == 2
    assert "state.json cannot be" in said


def test_a_user_without_a_home_is_told_to_say_where_the_state_goes(log: Path) -> None:
    done = subprocess.run(  # noqa: S603 - our own command
        (sys.executable, "-m", "presence", "ship-log", str(log), "--url", "http://127.0.0.1:9"),
        env={"PATH": os.environ["PATH"], "PRESENCE_SHIP_TOKEN": TOKEN, "HOME": "~"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.decode().endswith("say where with --state.\n")


def test_a_state_of_another_log_is_not_taken(log: Path) -> None:
    taken = b'{"counted": 1, "duplicates": 0, "refused": 0, "problems": []}'
    other = log.with_name("other.log")
    other.write_bytes(log.read_bytes())
    with answering(200, taken) as origin:
        assert ship(log, origin)[0] == 0
        status, said = ship(other, origin)
    assert status == 2
    assert "belongs to another log" in said


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'{"version": 1}', b"\0" * 100])
def test_a_damaged_state_begins_anew(log: Path, content: bytes) -> None:
    log.with_name("state.json").write_bytes(content)
    taken = b'{"counted": 1, "duplicates": 0, "refused": 0, "problems": []}'
    with answering(200, taken) as origin:
        status, said = ship(log, origin)
    assert status == 0
    assert "is damaged; reading the log from its beginning" in said


def test_a_state_holds_nothing_of_the_log(log: Path) -> None:
    taken = b'{"counted": 1, "duplicates": 0, "refused": 0, "problems": []}'
    with answering(200, taken) as origin:
        assert ship(log, origin)[0] == 0
    kept = log.with_name("state.json").read_text(encoding="utf-8")
    assert "GPTBot" not in kept
    assert TOKEN not in kept


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("7", 7), ("", 0), ("-3", 0), ("999999999", 3600), ("Fri, 01 Jan 2010 00:00:00 GMT", 0)],
)
def test_how_long_a_server_asks_to_wait_is_read(text: str, seconds: float) -> None:
    assert retry_after(text) == seconds
