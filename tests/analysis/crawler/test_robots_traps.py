"""robots.txt as it really is: encodings, line ends, escapes, merged groups, huge files.

Google's open parser (as published) and protego are the arbiters. Where the three differ we go
with the RFC: a percent-encoded unreserved octet is the octet (`/%61` is `/a`; Google's parser
compares it as written), and `%2A`, `%24` stand for the characters themselves (2.2.3), so `/%24` is
not what `/$` means (protego takes it for that; the random test leaves these two escapes out).
"""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protego import Protego

from presence.analysis.crawler.robots import MAX_BYTES, RobotsFile


def allowed(body: bytes, path: str, agent: str = "Anybot") -> bool:
    return RobotsFile.of_response(200, body).decide(agent, f"https://a.example{path}").allowed


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbfUser-agent: *\nDisallow: /x",
        b"User-agent: *\r\nDisallow: /x\r\n",
        b"User-agent: *\rDisallow: /x\r",
        b"\n\n  User-Agent :  *  \n\tDISALLOW:/x # why\n",
        b"User-agent: *\nDisallow: /x\x00",
        b"User-agent: *\nFoo: bar\nDisallow: /x",
        b"User-agent: a\nUser-agent: *\n\n\nDisallow: /x",
        b"\xff\xfe nonsense\nUser-agent: *\nDisallow: /x",
        b"User-agent *\nDisallow /x",
        b"<html>\nUser-agent: *\nDisallow: /x\n</html>",
    ],
)
def test_odd_bytes_and_spacing_still_forbid(body: bytes) -> None:
    path = "/x\x00" if b"\x00" in body else "/x/y"
    assert not allowed(body, path)
    assert allowed(body, "/y")


@pytest.mark.parametrize(
    ("rule", "path", "expected"),
    [
        ("Disallow: /a%3cd.html", "/a%3Cd.html", False),
        ("Disallow: /a%3Cd.html", "/a<d.html", False),
        ("Disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", False),
        ("Disallow: /foo/bar/baz", "/foo/bar/%62%61%7A", False),
        ("Disallow: /foo/bar?baz=https://foo.bar", "/foo/bar?baz=https://foo.bar", False),
        ("Disallow: /foo/bar%2Fbaz", "/foo/bar/baz", True),
        ("Disallow: /100%", "/100%/x", False),
        ("Disallow: /ツ", "/%E3%83%84", False),
        ("Disallow: /%E3%83%84", "/ツ/x", False),
        ("Disallow: /*?session=", "/p?a=1&session=2", True),
        ("Disallow: /*session=", "/p?a=1&session=2", False),
        ("Disallow: /file%2Astar", "/file*star", False),
        ("Disallow: /file%2Astar", "/file-with-star", True),
        ("Disallow: /price%24", "/price", True),
        ("Disallow: /price%24", "/price$x", False),
        ("Disallow: /$", "/%24", True),
        ("Disallow: a", "/a", True),
        ("Disallow: /**/b", "/a/c/b", False),
        ("Disallow: *", "/anything", False),
        ("Disallow: $", "/anything", True),
        ("Disallow: /$", "/", False),
        ("Disallow: /a$b", "/a$b/c", False),
        ("Disallow: /X", "/x", True),
        ("Disallow: /a//b", "/a/b", True),
    ],
)
def test_patterns_mean_what_the_rfc_says(rule: str, path: str, expected: bool) -> None:
    assert allowed(f"User-agent: *\n{rule}".encode(), path) is expected


def test_groups_of_one_bot_are_merged_wherever_they_stand_and_replace_the_general_one() -> None:
    body = (
        b"User-agent: OAI-SearchBot\nDisallow: /a\n\nUser-agent: *\nDisallow: /\n\n"
        b"User-agent: oai-searchbot\nDisallow: /b\nAllow: /b/c\n"
    )
    found = {p: allowed(body, p, "OAI-SearchBot") for p in ("/a", "/b", "/b/c", "/d")}
    assert found == {"/a": False, "/b": False, "/b/c": True, "/d": True}
    assert not allowed(body, "/d", "PerplexityBot")


def test_an_empty_group_of_its_own_frees_a_bot_from_the_general_rules() -> None:
    body = b"User-agent: *\nDisallow: /\n\nUser-agent: PerplexityBot\nDisallow:\n"
    assert allowed(body, "/x", "PerplexityBot")
    assert not allowed(body, "/x", "OAI-SearchBot")


def test_rules_before_any_user_agent_bind_nobody() -> None:
    assert allowed(b"Disallow: /\nUser-agent: *\nDisallow: /x", "/y")


def test_a_multibyte_letter_cut_at_the_limit_does_no_harm() -> None:
    head = b"User-agent: *\nDisallow: /early\n"
    body = head + b"#" + "é".encode() * MAX_BYTES
    assert not allowed(body, "/early")
    assert allowed(body, "/late")


@pytest.mark.parametrize("status", [400, 401, 403, 404, 410, 429, 451, 301])
def test_an_unavailable_file_allows_everything(status: int) -> None:
    assert RobotsFile.of_response(status, b"User-agent: *\nDisallow: /").decide("a", "/").allowed


@pytest.mark.parametrize("status", [500, 502, 503, 599, None])
def test_an_unreachable_file_forbids_everything_and_says_why(status: int | None) -> None:
    decision = RobotsFile.of_response(status, b"").decide("a", "/")
    assert (decision.allowed, decision.line) == (False, "robots.txt could not be read")


def test_the_deciding_line_is_a_line_of_the_file() -> None:
    body = "# top\r\nUser-agent: *\r\nDisallow: /a\r\nAllow: /a/b  # but\r\n"
    robots = RobotsFile.of_response(200, body.encode())
    lines = body.splitlines()
    for path in ("/a", "/a/b/c"):
        decision = robots.decide("x", path)
        assert lines[decision.line_number - 1].startswith(decision.line)


_LETTERS = st.sampled_from(["a", "b", "/", ".", "%61", "%2F", "é", "%C3%A9", "<"])
_WORDS = st.lists(_LETTERS, max_size=4).map("".join)
_PATTERN = st.tuples(_WORDS, st.sampled_from(["", "*", "$"])).map(lambda p: "/" + p[0] + p[1])
_GROUP = st.tuples(
    st.lists(st.sampled_from(["*", "alpha", "beta"]), min_size=1, max_size=2),
    st.lists(st.tuples(st.sampled_from(["Allow", "Disallow"]), _PATTERN), min_size=1, max_size=4),
)


@settings(max_examples=400, deadline=None)
@given(
    groups=st.lists(_GROUP, min_size=1, max_size=3),
    agent=st.sampled_from(["alpha", "beta", "gamma"]),
    path=_WORDS,
)
def test_random_groups_are_decided_as_protego_decides_them(
    groups: list[tuple[list[str], list[tuple[str, str]]]], agent: str, path: str
) -> None:
    text = "\n\n".join(
        "\n".join([*(f"User-agent: {name}" for name in names), *(f"{k}: {p}" for k, p in rules)])
        for names, rules in groups
    )
    url = f"https://a.example/{path}"
    ours = RobotsFile.parse(text).decide(agent, url)
    assert ours.allowed is Protego.parse(text).can_fetch(url, agent), text
