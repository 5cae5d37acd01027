"""The caller's address, as throttling sees it."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from presence.http.client import client_address, throttle_key


def request(forwarded: str) -> Request:
    """A request from 10.0.0.1 with an X-Forwarded-For header."""
    headers = [(b"x-forwarded-for", forwarded.encode())]
    return Request({"type": "http", "headers": headers, "client": ("10.0.0.1", 1)})


@pytest.mark.parametrize(
    ("forwarded", "proxies", "expected"),
    [
        ("198.51.100.7", 0, "10.0.0.1"),
        ("198.51.100.7", 1, "198.51.100.7"),
        ("203.0.113.9, 198.51.100.7", 1, "198.51.100.7"),
        ("203.0.113.9, 198.51.100.7", 2, "203.0.113.9"),
        ("198.51.100.7", 2, "10.0.0.1"),
        ("", 1, "10.0.0.1"),
    ],
)
def test_only_what_our_own_proxies_wrote_counts(
    forwarded: str, proxies: int, expected: str
) -> None:
    assert client_address(request(forwarded), proxies) == expected


@pytest.mark.parametrize(
    ("address", "key"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("somewhere", "somewhere"),
    ],
)
def test_a_whole_ipv6_network_counts_as_one_address(address: str, key: str) -> None:
    assert throttle_key(address) == key
