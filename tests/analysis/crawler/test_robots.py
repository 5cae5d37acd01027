"""robots.txt: the RFC's own examples, Google's refinements, and agreement with protego."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from protego import Protego

from presence.analysis.crawler.robots import MAX_BYTES, RobotsFile

RFC_EXAMPLE = """User-agent: *
Disallow: *.gif$
Disallow: /example/
Allow: /publications/

User-agent: foobot
Disallow:/
Allow:/example/page.html
Allow:/example/allowed.gif

User-agent: barbot
User-agent: bazbot
Disallow: /example/page.html

User-agent: quxbot
"""


@pytest.mark.parametrize(
    ("agent", "path", "allowed"),
    [
        ("anybot", "/example/page.html", False),
        ("anybot", "/pictures/cat.gif", False),
        ("anybot", "/publications/", True),
        ("anybot", "/publications/cat.gif", True),
        ("foobot", "/", False),
        ("foobot", "/example/page.html", True),
        ("foobot", "/example/allowed.gif", True),
        ("barbot", "/example/page.html", False),
        ("bazbot", "/example/other.html", True),
        ("quxbot", "/example/page.html", True),
    ],
)
def test_the_example_of_rfc_9309_is_decided_as_the_rfc_says(
    agent: str, path: str, allowed: bool
) -> None:
    assert (
        RobotsFile.parse(RFC_EXAMPLE).decide(agent, f"https://a.example{path}").allowed is allowed
    )


@pytest.mark.parametrize(
    ("rules", "path", "allowed"),
    [
        ("Allow: /p\nDisallow: /", "/page", True),
        ("Allow: /folder\nDisallow: /folder", "/folder/page", True),
        ("Allow: /page\nDisallow: /*.htm", "/page.htm", False),
        ("Allow: /page\nDisallow: /*.ph", "/page.php5", True),
        ("Allow: /$\nDisallow: /", "/", True),
        ("Allow: /$\nDisallow: /", "/page.htm", False),
        ("Disallow: /fish*", "/fishheads/yummy.html?id=anything", False),
        ("Disallow: /fish/", "/fish", True),
        ("Disallow: /*.php$", "/windows.PHP", True),
        ("Disallow: /*.php$", "/folder/file.php?parameters", True),
        ("Disallow: /fish*.php", "/fishheads/catfish.php?parameters", False),
        ("Disallow:", "/anything", True),
        ("Disallow: /caf%C3%A9", "/café", False),
        ("Disallow: /café", "/caf%c3%a9", False),
        ("Disallow: /\nAllow: /shop/index.html", "/shop/", True),
        ("Disallow: a", "/a", True),
        ("Disalow: /typo", "/typo", False),
    ],
)
def test_the_longest_rule_wins_and_allow_wins_a_tie(rules: str, path: str, allowed: bool) -> None:
    decision = RobotsFile.parse(f"User-agent: *\n{rules}").decide("Anybot", path)
    assert decision.allowed is allowed


def test_groups_for_the_same_agent_are_read_as_one() -> None:
    text = (
        "User-agent: a\nDisallow: /x\n\nUser-agent: *\nDisallow: /\n\nUser-agent: A\nDisallow: /y"
    )
    robots = RobotsFile.parse(text)
    assert [robots.decide("a", path).allowed for path in ("/x", "/y", "/z")] == [False, False, True]


def test_a_decision_names_the_line_and_the_group_that_made_it() -> None:
    text = "User-agent: *\nAllow: /\n\n# ours\nUser-agent: OAI-SearchBot\nDisallow: /  # all\n"
    decision = RobotsFile.parse(text).decide("OAI-SearchBot", "https://a.example/shop")
    assert (decision.line, decision.group, decision.line_number) == (
        "Disallow: /",
        "User-agent: OAI-SearchBot",
        6,
    )


def test_another_bot_whose_name_begins_alike_is_not_meant() -> None:
    robots = RobotsFile.parse("User-agent: Google\nDisallow: /")
    assert robots.decide("Googlebot", "/").allowed


def test_a_sitemap_line_between_agent_lines_does_not_split_the_group() -> None:
    text = "User-agent: a\nSitemap: https://a.example/s.xml\nUser-agent: b\nDisallow: /"
    robots = RobotsFile.parse(text)
    assert not robots.decide("a", "/").allowed
    assert robots.sitemaps == ("https://a.example/s.xml",)


@pytest.mark.parametrize(
    ("status", "allowed"), [(200, False), (404, True), (403, True), (500, False), (None, False)]
)
def test_a_missing_file_allows_all_and_a_failing_server_forbids_all(
    status: int | None, allowed: bool
) -> None:
    robots = RobotsFile.of_response(status, b"User-agent: *\nDisallow: /")
    assert robots.decide("Anybot", "/page").allowed is allowed


def test_nothing_after_500_kib_is_read() -> None:
    filler = "# filler\n" * (MAX_BYTES // 9 + 1)
    late = f"User-agent: *\nDisallow: /early\n{filler}Disallow: /late\n".encode()
    robots = RobotsFile.of_response(200, late)
    assert [robots.decide("a", path).allowed for path in ("/early", "/late")] == [False, True]


def test_a_pattern_made_to_explode_is_matched_at_once() -> None:
    robots = RobotsFile.parse("User-agent: *\nDisallow: /" + "*a" * 2_000 + "b$")
    assert robots.decide("x", "/" + "a" * 20_000).allowed


def test_half_a_megabyte_of_rules_is_decided_quickly() -> None:
    plain = "".join(f"Disallow: /a/{n}\n" for n in range(30_000))
    robots = RobotsFile.parse(f"User-agent: *\n{plain}")
    started = time.process_time()
    answers = [robots.decide(f"bot{n % 17}", f"/a/{n}x").allowed for n in range(3_000)]
    assert time.process_time() - started < 2
    assert not any(answers)


def test_crawl_delay_is_read_from_the_group_that_applies() -> None:
    robots = RobotsFile.parse("User-agent: *\nCrawl-delay: 2\n\nUser-agent: a\nCrawl-delay: 0.5\n")
    assert (robots.crawl_delay("a"), robots.crawl_delay("b")) == (0.5, 2.0)


_PATHS = st.text(alphabet="ab/.?", min_size=1, max_size=8).map(lambda text: "/" + text)
_PATTERNS = st.text(alphabet="ab/.*", min_size=0, max_size=6).map(lambda text: "/" + text)
_RULES = st.lists(st.tuples(st.sampled_from(["Allow", "Disallow"]), _PATTERNS), max_size=5)


@settings(max_examples=300, deadline=None)
@given(rules=_RULES, path=_PATHS)
def test_random_files_are_decided_as_protego_decides_them(
    rules: list[tuple[str, str]], path: str
) -> None:
    text = "User-agent: *\n" + "\n".join(f"{kind}: {pattern}" for kind, pattern in rules)
    url = f"https://a.example{path}"
    ours = RobotsFile.parse(text).decide("bot", url).allowed
    assert ours is Protego.parse(text).can_fetch(url, "bot")
