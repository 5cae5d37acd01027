"""robots.txt line by line: separators, groups, byte order marks, and what a URL is compared with.

Written from RFC 9309 and the rules Google publishes for its open parser.
"""

from __future__ import annotations

import pytest

from presence.analysis.crawler.robots import RobotsFile


def allowed(text: str | bytes, path: str = "/x", agent: str = "Anybot") -> bool:
    body = text if isinstance(text, bytes) else text.encode()
    return RobotsFile.of_response(200, body).decide(agent, f"https://a.example{path}").allowed


@pytest.mark.parametrize(
    "other",
    [
        "Crawl-delay: 5",
        "Request-rate: 1/5",
        "Host: a.example",
        "Clean-param: ref /",
        "Sitemap: https://a.example/s.xml",
        "Noindex: /y",
        "",
        "# a comment",
        "nonsense",
    ],
)
def test_a_line_outside_the_protocol_does_not_end_a_group(other: str) -> None:
    text = f"User-agent: alpha\n{other}\nUser-agent: beta\nDisallow: /x\n"
    assert not allowed(text, agent="alpha")
    assert not allowed(text, agent="beta")


def test_a_rule_ends_the_names_of_a_group() -> None:
    text = "User-agent: alpha\nDisallow: /a\nUser-agent: beta\nDisallow: /b\n"
    assert (allowed(text, "/b", "alpha"), allowed(text, "/a", "beta")) == (True, True)
    assert (allowed(text, "/a", "alpha"), allowed(text, "/b", "beta")) == (False, False)


def test_an_empty_rule_ends_the_names_of_a_group_too() -> None:
    text = "User-agent: alpha\nDisallow:\nUser-agent: beta\nDisallow: /x\n"
    assert allowed(text, agent="alpha")
    assert not allowed(text, agent="beta")


@pytest.mark.parametrize(
    ("text", "delays"),
    [
        ("User-agent: a\nCrawl-delay: 5\nUser-agent: b\nDisallow: /x", (5.0, None)),
        ("User-agent: a\nCrawl-delay: 5\nUser-agent: b\nCrawl-delay: 9", (5.0, 9.0)),
        ("User-agent: a\nUser-agent: b\nCrawl-delay: 5", (5.0, 5.0)),
        ("User-agent: a\nDisallow: /x\nCrawl-delay: 5\n\nUser-agent: b\nDisallow:", (5.0, None)),
        ("User-agent: *\nCrawl-delay: 3", (3.0, 3.0)),
        ("User-agent: a\nCrawl-delay: soon\nCrawl-delay: 4", (4.0, None)),
        ("Crawl-delay: 4\nUser-agent: a\nDisallow:", (None, None)),
    ],
)
def test_a_crawl_delay_holds_for_the_agents_named_above_it(
    text: str, delays: tuple[float | None, float | None]
) -> None:
    robots = RobotsFile.parse(text)
    assert (robots.crawl_delay("a"), robots.crawl_delay("b")) == delays


@pytest.mark.parametrize(
    "line", ["User-agent: *", "User Agent: *", "USER AGENT:*", "Useragent: *", "user agent : *",
             "User-agent *", "User-agent\t*", "User-agents: *"],
)  # fmt: skip
def test_the_ways_in_which_people_write_user_agent_are_understood(line: str) -> None:
    assert not allowed(f"{line}\nDisallow: /x\n")


@pytest.mark.parametrize(
    ("line", "forbidden"),
    [
        ("Disallow /x", True),
        ("Disallow\t/x", True),
        ("Disallow:/x", True),
        ("Disallow : /x", True),
        ("Disallow /x y", False),
        ("Disallow /x # why", True),
        (" \tDisallow: /x \t", True),
        ("Disallows: /x", True),
        ("Dis-allow: /x", False),
        (": /x", False),
        ("Disallow:\u00a0/x", False),
    ],
)
def test_only_a_colon_or_a_gap_between_two_words_separates_a_name_from_its_value(
    line: str, forbidden: bool
) -> None:
    assert allowed(f"User-agent: *\n{line}\n") is not forbidden


@pytest.mark.parametrize(
    "mark", [b"", b"\xef\xbb\xbf", b"\xef\xbb", b"\xef"], ids=["none", "whole", "two", "one"]
)
def test_a_byte_order_mark_cut_short_loses_no_line(mark: bytes) -> None:
    assert not allowed(mark + b"User-agent: *\nDisallow: /x\n")


def test_bytes_that_only_resemble_a_byte_order_mark_spoil_the_first_line() -> None:
    assert allowed(b"\xef\xbb\xef\xbb\xbfUser-agent: *\nDisallow: /x\n")
    assert allowed(b"\xbb\xbfUser-agent: *\nDisallow: /x\n")


@pytest.mark.parametrize(
    ("rule", "path", "forbidden"),
    [
        ("/search?", "/search?", True),
        ("/search?", "/search", False),
        ("/search?", "/search?q=1", True),
        ("/*?", "/page?", True),
        ("/*?$", "/page?", True),
        ("/*?$", "/page?a=1", False),
        ("/page$", "/page?", False),
        ("/page$", "/page#top", True),
        ("/search?", "/search#a?b", False),
        ("/?", "/?", True),
        ("/?", "/", False),
        ("/a;b", "/a;b?c", True),
        ("/*.pdf$", "/a.pdf#page=2", True),
    ],
)
def test_an_empty_query_is_part_of_the_address_and_a_fragment_is_not(
    rule: str, path: str, forbidden: bool
) -> None:
    assert allowed(f"User-agent: *\nDisallow: {rule}\n", path) is not forbidden
    robots = RobotsFile.parse(f"User-agent: *\nDisallow: {rule}\n")
    assert robots.decide("Anybot", path).allowed is not forbidden  # as a path alone


def test_a_host_without_a_path_is_its_root() -> None:
    robots = RobotsFile.parse("User-agent: *\nDisallow: /$\nDisallow: /?a\n")
    assert not robots.decide("Anybot", "https://a.example").allowed
    assert not robots.decide("Anybot", "https://a.example?a").allowed


@pytest.mark.parametrize(
    ("name", "meant"),
    [("alpha", True), ("ALPHA", True), ("alpha/2.1", True), ("alpha beta", True),
     ("alphabeta", False), ("alpha-news", False), ("*", True), ("* all of you", True), ("", False)],
)  # fmt: skip
def test_an_agent_is_meant_by_its_whole_product_token(name: str, meant: bool) -> None:
    assert allowed(f"User-agent: {name}\nDisallow: /x\n", agent="alpha") is not meant


def test_sitemaps_are_read_wherever_they_stand_and_however_they_are_written() -> None:
    text = (
        "Sitemap: https://a.example/1.xml\nUser-agent: *\nsite-map: https://a.example/2.xml\n"
        "Disallow: /x\nSITEMAP : https://a.example/3.xml # new\nSitemap https://a.example/4.xml\n"
    )
    robots = RobotsFile.parse(text)
    assert [s.rpartition("/")[2] for s in robots.sitemaps[:3]] == ["1.xml", "2.xml", "3.xml"]
    assert not robots.decide("Anybot", "/x").allowed
