"""The caller's address, as throttling sees it."""

from __future__ import annotations

import logging
from dataclasses import replace

import pytest
from starlette.requests import Request

from presence.db.session import Database
from presence.entrypoints.customer import build_adapters, create_customer_app
from presence.http.client import client_address, throttle_key
from tests.conftest import Place, browser
from tests.factories.people import sign_up


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


@pytest.mark.parametrize(
    ("lines", "proxies", "expected"),
    [
        (("203.0.113.9", "198.51.100.7"), 1, "198.51.100.7"),
        (("203.0.113.9", "198.51.100.7"), 2, "203.0.113.9"),
        (("6.6.6.6, 203.0.113.9", "198.51.100.7"), 2, "203.0.113.9"),
        (("6.6.6.6", "203.0.113.9, 198.51.100.7"), 1, "198.51.100.7"),
        (("198.51.100.7", ""), 1, "10.0.0.1"),
    ],
)
def test_all_lines_of_the_header_count_as_one(
    lines: tuple[str, ...], proxies: int, expected: str
) -> None:
    headers = [(b"x-forwarded-for", line.encode()) for line in lines]
    asked = Request({"type": "http", "headers": headers, "client": ("10.0.0.1", 1)})
    assert client_address(asked, proxies) == expected


async def test_a_forged_line_changes_neither_what_is_counted_nor_what_is_shown(
    place: Place, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "presence")
    settings = place.settings(http={"public_url": "http://presence.test", "trusted_proxies": 1})
    app = create_customer_app(settings, replace(build_adapters(settings), database=database))
    async with browser(app, headers={"x-forwarded-for": "6.6.6.6, 198.51.100.7"}) as person:
        email = (await sign_up(person))["email"]
        (session,) = (await person.get("/api/v1/me/sessions")).json()["data"]
    assert session["address"] == "198.51.100.7"
    statuses = []
    for n in range(6):
        async with browser(app, headers={"x-forwarded-for": f"6.6.6.{n}, 203.0.113.9"}) as guesser:
            body = {"email": email, "password": "not the password"}
            statuses.append((await guesser.post("/api/login", json=body)).status_code)
    app.state.accounts.close()
    assert statuses == [401] * 5 + [429]
    ours = [record for record in caplog.records if record.name.startswith("presence")]
    noted = [record.getMessage().rpartition(" from ")[2] for record in ours]
    assert noted == ["198.51.100.7", *["203.0.113.9"] * 6]
