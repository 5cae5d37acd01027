"""Addresses: what people type, and which spellings are one page."""

from __future__ import annotations

import pytest

from presence.analysis.crawler import normalize_url
from presence.analysis.crawler.urls import Resolver, canonical_key, resolve


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.com", "https://example.com/"),
        ("  HTTP://Example.COM:80/A#part ", "http://example.com/A"),
        ("localhost:8000/x", "https://localhost:8000/x"),
        ("bücher.example", "https://xn--bcher-kva.example/"),
        ("https://example.com/a/../b/./c", "https://example.com/b/c"),
        ("https://example.com/caf\u00e9?q=\u00fc", "https://example.com/caf%C3%A9?q=%C3%BC"),
        ("//example.com", "https://example.com/"),
        ("http://127.0.0.1:8080", "http://127.0.0.1:8080/"),
    ],
)
def test_a_typed_address_becomes_one_absolute_url(typed: str, url: str) -> None:
    assert normalize_url(typed) == url


@pytest.mark.parametrize(
    "typed",
    ["", "   ", "no dots here", "ftp://example.com", "javascript:alert(1)", "nodots", "a" * 3_000,
     "https://user:secret@example.com", "https://exa mple.com", "http://-bad-.example", "https://",
     "http://999.1.1.1/"],
)  # fmt: skip
def test_what_cannot_be_a_website_is_refused(typed: str) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        normalize_url(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://www.example.com/a/", "https://example.com/a"),
        ("https://example.com/a?utm_source=x&id=3", "https://example.com/a?id=3"),
    ],
)
def test_spellings_of_one_page_share_a_key(one: str, other: str) -> None:
    assert canonical_key(one) == canonical_key(other)


def test_different_queries_are_different_pages() -> None:
    assert canonical_key("https://a.example/?p=1") != canonical_key("https://a.example/?p=2")


@pytest.mark.parametrize(
    "reference",
    ["/b", "b.html", "../x", "?q=1", "//other.example/z", "https://other.example/A%2fb#c",
     "HTTPS://Other.Example:443/", "/a b", "mailto:a@example.com", "#top", "javascript:void(0)"],
)  # fmt: skip
def test_the_kept_answers_of_a_resolver_equal_fresh_ones(reference: str) -> None:
    base = "https://a.example/dir/page"
    known = Resolver()
    twice = [known.resolve(base, "https://a.example", reference) for _ in range(2)]
    assert twice == [resolve(base, reference)] * 2
