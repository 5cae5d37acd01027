"""How far a page comes: one page however it is written, and the first step that is missing."""

from __future__ import annotations

from itertools import permutations

import pytest

from presence.analysis.analytics.page_steps import (
    Fetches,
    KnownSteps,
    OwnCitation,
    Steps,
    page_of,
    page_of_url,
    page_steps,
)

SITE = "harrow.example"


def cites(path: str, answer: int, *, prompt: int = 1, named: bool = True) -> OwnCitation:
    return OwnCitation(f"https://www.{SITE}{path}", answer, prompt, named)


ALL = KnownSteps(frozenset({SITE}), asked=True)


def steps_of(
    path: str, sums: Fetches | None, *cited: OwnCitation, known: KnownSteps = ALL
) -> Steps:
    """The one page's steps."""
    logged = [(page_of(SITE, path), sums)] if sums else []
    (found,) = page_steps(logged, cited, known)
    return found


@pytest.mark.parametrize(
    "url",
    [
        f"https://{SITE}/oak%20tables",
        f"http://www.{SITE}/oak tables/",
        f"https://{SITE.upper()}:8443/oak%20tables?utm_source=chatgpt.com",
        f"https://user@{SITE}/oak%20tables#prices",
    ],
)
def test_a_page_is_one_however_its_address_is_written(url: str) -> None:
    assert page_of_url(url) == page_of(f"www.{SITE}", "/oak%20tables/?q=1")


@pytest.mark.parametrize("url", ["", "mailto:a@b.example", "document:1", "https://[::1", "#top"])
def test_what_is_no_address_is_no_page(url: str) -> None:
    assert page_of_url(url) is None
    assert page_steps([], [OwnCitation(url, 1, 1, True)], ALL) == []


def test_two_pages_whose_paths_differ_by_letter_case_are_two() -> None:
    assert page_of(SITE, "/Oak") != page_of(SITE, "/oak")


def test_an_escape_that_makes_another_path_makes_another_page() -> None:
    for escaped, plain in (("/a%2Fb", "/a/b"), ("/a%3fb", "/a?b"), ("/a%2525", "/a%25")):
        assert page_of(SITE, escaped) != page_of(SITE, plain)
    assert page_of(SITE, "/a%2fb") == page_of(SITE, "/a%2Fb")


def test_an_answer_that_cites_a_page_twice_counts_once() -> None:
    found = steps_of("/", None, cites("/", 1), cites("/?utm_source=x", 1), cites("/", 2))
    assert (found.cited, found.named, found.prompts) == (2, 2, {1: 2})


def test_what_two_spellings_of_a_page_count_is_added() -> None:
    logged = [
        (page_of(f"www.{SITE}", "/a/"), Fetches(1, 2, 3, 4, 5)),
        (page_of(SITE, "/a"), Fetches(1, 1, 1, 1, 1)),
    ]
    (found,) = page_steps(logged, [], ALL)
    assert (found.fetched, found.live, found.refused, found.visits) == (2, 3, 5, 6)


@pytest.mark.parametrize(
    ("sums", "cited", "missing"),
    [
        (Fetches(refused=3), 0, "refused"),
        (Fetches(refused=3), 2, "refused"),
        (Fetches(served=1, refused=3), 2, "not-fetched"),
        (Fetches(fetched=1, served=1, refused=3), 0, "not-cited"),
        (Fetches(fetched=1, served=1), 0, "not-cited"),
        (Fetches(live=1, served=1), 2, "not-visited"),
        (Fetches(fetched=1, served=1, visits=1), 2, None),
        (Fetches(fetched=1, served=1, visits=1), 0, "not-cited"),
        (Fetches(visits=1), 2, "not-fetched"),
        (None, 2, "not-fetched"),
    ],
)
def test_the_first_missing_step_is_told(
    sums: Fetches | None, cited: int, missing: str | None
) -> None:
    found = steps_of("/a", sums, *(cites("/a", number) for number in range(cited)))
    assert found.missing == missing


@pytest.mark.parametrize("logged", [frozenset[str](), frozenset({"shop.harrow.example"})])
def test_of_a_site_without_a_log_nobody_says_what_was_not_fetched_or_visited(
    logged: frozenset[str],
) -> None:
    known = KnownSteps(logged, asked=True)
    assert steps_of("/a", None, cites("/a", 1), known=known).missing is None
    assert steps_of("/a", Fetches(fetched=1, served=1), known=known).missing == "not-cited"


def test_without_an_answer_nobody_says_that_a_page_is_not_cited() -> None:
    known = KnownSteps(ALL.logged, asked=False)
    assert steps_of("/a", Fetches(fetched=1, served=1), known=known).missing is None


def test_a_page_that_is_only_not_found_is_no_page() -> None:
    assert page_steps([(page_of(SITE, "/wp-login.php"), Fetches())], [], ALL) == []


def test_the_order_of_what_comes_in_does_not_change_what_comes_out() -> None:
    logged = [
        (page_of(SITE, "/b"), Fetches(1)),
        (page_of(SITE, "/a"), Fetches(1)),
        (page_of(SITE, "/c"), Fetches(visits=1)),
    ]
    cited = [cites("/b", 1), cites("/d", 2), cites("/d", 3, named=False)]
    wanted = page_steps(logged, cited, ALL)
    assert [one.place.page for one in wanted] == ["/d", "/b", "/c", "/a"]
    for mixed in permutations(logged):
        assert page_steps(mixed, cited[::-1], ALL) == wanted
