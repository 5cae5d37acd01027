"""Each barrier before a private address holds by itself, with the one behind it taken away."""

from __future__ import annotations

import socket
from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest

from presence.adapters.outbound import AddressPolicy, OutboundFetcher, OutboundPoster, fetcher
from presence.adapters.outbound.resolver import AddressRefused, GuardedResolver, guarded_socket
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from tests.adapters.servers import FakeDns, raw_server
from tests.adapters.vectors import FORBIDDEN

PUBLIC = ["1.1.1.1", "2606:4700::1111"]
LOCAL = OutboundSettings(
    connect_timeout_s=0.5, deadline_s=3, allowed_networks=(ip_network("127.0.0.1/32"),)
)


def unguarded(policy: AddressPolicy) -> Callable[[Any], socket.socket]:
    """A socket for any address."""
    return lambda info: socket.socket(*info[:3])


@pytest.mark.parametrize("address", FORBIDDEN)
@pytest.mark.parametrize("place", [0, 1, 2])
async def test_the_resolver_looks_at_every_address_of_a_name(address: str, place: int) -> None:
    addresses = [*PUBLIC[:place], address, *PUBLIC[place:]]
    resolver = GuardedResolver(AddressPolicy(), FakeDns({"mixed.example": [addresses]}))
    with pytest.raises(AddressRefused):
        await resolver.resolve("mixed.example", 443)


@pytest.mark.parametrize("address", FORBIDDEN)
def test_no_socket_is_made_for_a_private_address_whoever_asks(address: str) -> None:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    make = guarded_socket(AddressPolicy())
    with pytest.raises(AddressRefused):
        make((family, socket.SOCK_STREAM, socket.IPPROTO_TCP, "", (address, 443)))


async def test_a_literal_address_is_refused_before_any_socket_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetcher, "guarded_socket", unguarded)
    async with raw_server("0.0.0.0") as server:  # noqa: S104 - must be reachable to prove it is not
        away = server.redirect("/away", server.url("/secret", host="127.0.0.2"))
        async with OutboundFetcher(LOCAL, SystemClock()) as plain:
            typed = await plain.fetch(server.url("/typed", host="127.0.0.2"))
            redirected = await plain.fetch(away)
        for got in (typed, redirected):
            assert got.problem is not None
            assert got.problem.code == "address-refused"
        assert [request.split()[1] for request in server.requests] == [b"/away"]


async def test_nothing_is_posted_to_a_literal_address_before_any_socket_is_asked(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(fetcher, "guarded_socket", unguarded)
    async with raw_server("0.0.0.0") as server:  # noqa: S104 - must be reachable to prove it is not
        async with OutboundPoster(LOCAL, SystemClock()) as poster:
            sent = await poster.post(server.url("/hook", host="127.0.0.2"), b"{}", {})
        assert sent.status is None
        assert sent.problem
        assert server.requests == []
