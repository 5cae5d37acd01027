"""Lines made to mislead: each is read as what it is, or is wrong, and harms nothing."""

from __future__ import annotations

import json

import pytest

from tests.analysis.traffic.logs import CHROME, GPTBOT, combined, read, summarize

GOOD = combined(GPTBOT)


def only(line: str | bytes) -> str:
    """Whether the line, between two good ones, is read or wrong."""
    text = line if isinstance(line, bytes) else line.encode()
    batch = read(GOOD.encode() + b"\n" + text + b"\n" + GOOD.encode() + b"\n")
    assert len(batch.requests) + len(batch.wrong) == 3
    return "wrong" if batch.wrong else "read"


BROKEN = {
    "cut in the agent": GOOD[:-8],
    "cut in the request": GOOD[:60],
    "cut after the size": GOOD[: GOOD.index(' "-"')],
    "no status": GOOD.replace(" 200 ", " abc "),
    "a status of four digits": GOOD.replace(" 200 ", " 2000 "),
    "a day no month has": GOOD.replace("28/Nov", "31/Nov"),
    "an hour no day has": GOOD.replace(":11:17", ":25:17"),
    "a month in lower case": GOOD.replace("Nov", "nov"),
    "no bracket": GOOD.replace("[", ""),
    "an address no network has": GOOD.replace("203.0.113.9", "999.1.1.1"),
    "zero bytes": "\0" * 200,
    "html": "<script>alert(1)</script>",
    "json": '{"a": 1}',
    "a megabyte of a": "a" * 1_000_000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_line_is_wrong_and_the_lines_around_it_are_read(name: str) -> None:
    assert only(BROKEN[name]) == "wrong"


ODD = {
    "tls bytes in the request": combined(request=r"\x16\x03\x01\x02", status=400),
    "no request": combined(request="-", status=408),
    "escaped quotes in the agent": combined(r"a \"quoted\" agent"),
    "a spreadsheet's formula": combined("=HYPERLINK(0,0);+cmd|' /C calc'!A0"),
    "markup in the path": combined(request="GET /<script>alert(1)</script> HTTP/1.1"),
    "a megabyte in the path": combined(request=f"GET /{'a' * 1_000_000} HTTP/1.1"),
    "a user's name with a space": GOOD.replace("- -", "- john doe"),
    "size of nothing": GOOD.replace(" 512 ", " - "),
    "an IPv6 address": combined(address="2001:db8::7"),
    "a client closed the request": combined(status=499),
}


@pytest.mark.parametrize("name", ODD)
def test_an_odd_line_that_is_whole_is_read(name: str) -> None:
    assert only(ODD[name]) == "read"


@pytest.mark.parametrize("forged", [b"\xc0\xaf", b"\xed\xa0\x80", b"\xff\xfe", b"\xf4\x90\x80\x80"])
def test_forged_utf_8_is_replaced_and_never_an_error(forged: bytes) -> None:
    line = combined("AGENT").encode().replace(b"AGENT", b"x" + forged)
    (request,) = read(line).requests
    assert "\N{REPLACEMENT CHARACTER}" in request.agent
    request.agent.encode()


def test_lone_surrogates_of_json_do_not_come_through() -> None:
    entry = '{"remote_addr":"203.0.113.9","request":"GET /\\ud800 HTTP/1.1","status":200,'
    entry += '"time_iso8601":"2026-11-28T11:17:52Z","http_user_agent":"\\udfff"}'
    (request,) = read(entry).requests
    (request.target + request.agent).encode()


def test_a_line_without_an_end_costs_a_line_and_not_the_file() -> None:
    log = b"x" * 9_000_000 + b"\n" + GOOD.encode() + b"\n"
    batch = read(log, chunk=262_144)
    assert [line.reason for line in batch.wrong] == ["longer than 8 MB"]
    assert batch.requests[0].offset == 9_000_001


@pytest.mark.parametrize(
    "value",
    ["9" * 5000, "1e999", "NaN", '"' + "9" * 400 + '"', "[" * 5000 + "]" * 5000, "true", "null"],
)
def test_hostile_numbers_in_json_are_wrong_lines(value: str) -> None:
    line = (
        '{"remote_addr":"203.0.113.9","request":"GET / HTTP/1.1","http_user_agent":"x",'
        f'"time_iso8601":"2026-11-28T11:17:52Z","status":{value}}}'
    )
    good = json.dumps(
        {
            "remote_addr": "203.0.113.9",
            "request": "GET / HTTP/1.1",
            "status": 200,
            "time_iso8601": "2026-11-28T11:17:52Z",
        }
    )
    batch = read(f"{good}\n{line}\n")
    assert (len(batch.requests), len(batch.wrong)) == (1, 1)


def test_a_forwarded_chain_of_a_visitor_from_the_web_is_not_believed() -> None:
    spoofed = f'{combined(GPTBOT)} "132.196.86.7"'
    behind = f'{combined(GPTBOT, address="10.0.0.2")} "198.51.100.1, 132.196.86.7"'
    (bot,) = summarize(f"{spoofed}\n{behind}\n").bots
    assert (bot.verified, bot.contradicted) == (1, 1)


def test_an_ipv4_address_mapped_into_ipv6_is_the_address() -> None:
    (bot,) = summarize(combined(GPTBOT, address="::ffff:132.196.86.7")).bots
    assert bot.verified == 1


def test_browsers_stay_people() -> None:
    assert summarize(combined(CHROME)).people == 1
