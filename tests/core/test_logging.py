"""A log line is one JSON object, whatever somebody managed to get into it."""

from __future__ import annotations

import json
import logging
import sys
from datetime import UTC, datetime, timedelta

from presence.core.logging import JsonFormatter, request_id


def written(message: str, **more: object) -> str:
    record = logging.makeLogRecord({"msg": message, "levelname": "INFO", "name": "test", **more})
    return JsonFormatter().format(record)


def test_a_line_break_forges_no_second_line() -> None:
    line = written('name\n{"level": "info", "message": "Signed in"}\r\x1b[2J\u2028')
    assert len(line.splitlines()) == 1
    assert json.loads(line)["message"].startswith("name\n{")


def test_a_line_tells_when_in_utc_where_and_by_which_request() -> None:
    token = request_id.set("abc")
    try:
        line = json.loads(written("Hello"))
    finally:
        request_id.reset(token)
    assert (line["level"], line["logger"], line["requestId"]) == ("info", "test", "abc")
    when = datetime.fromisoformat(line["time"])
    assert when.utcoffset() == timedelta(0)
    assert abs(datetime.now(UTC) - when) < timedelta(minutes=1)


def test_an_exception_stays_inside_its_line() -> None:
    try:
        raise ValueError("two\nlines")
    except ValueError:
        line = written("Failed", exc_info=sys.exc_info())
    assert len(line.splitlines()) == 1
    assert "ValueError" in json.loads(line)["exception"]
