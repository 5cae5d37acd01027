"""Many names that lead to one server are one server: it is visited in its own turns.

Whoever else has a site there, with a certificate for it, does not wait for a stranger's names.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import asyncpg
import pytest
import pytest_asyncio

from presence.adapters.crawling import ApartCrawls
from presence.adapters.outbound import OutboundFetcher
from presence.adapters.outbound.connection_limits import ServerBusy
from presence.adapters.outbound.resolver import SystemLookup
from presence.core.clock import SystemClock
from presence.core.settings import OutboundSettings
from presence.db.session import Database
from presence.domains.workspaces.service.server_turns import BURST, SECURE_BURST, ServerTurns
from tests.adapters.certificates import certificate
from tests.adapters.servers import RawServer, raw_server

OPEN = OutboundSettings(allowed_networks=(ip_network("127.0.0.0/8"),))
SHOPS = "203.0.113.7"


@pytest_asyncio.fixture(autouse=True)
async def unseen(admin: asyncpg.Connection) -> None:
    """Nobody has visited a server."""
    await admin.execute("DELETE FROM site_visit")


@pytest.fixture
def hour() -> list[datetime]:
    """The clock of the turns, which stands still."""
    return [datetime(2030, 5, 1, 12, tzinfo=UTC)]


@pytest.fixture
def turns(database: Database, hour: list[datetime]) -> ServerTurns:
    """The turns of a deployment."""
    return ServerTurns(database, OutboundSettings(), lambda: hour[0])


@pytest_asyncio.fixture
async def site() -> AsyncIterator[RawServer]:
    """A stranger's server."""
    async with raw_server() as server:
        yield server


@pytest.fixture
def pointed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name of `example` leads to this machine, as whoever owns one may have it."""

    def found(host: str, port: int) -> list[Any]:
        return socket.getaddrinfo("127.0.0.1", port, type=socket.SOCK_STREAM)

    monkeypatch.setattr(SystemLookup, "_look_up", staticmethod(found))


async def taken(
    turns: ServerTurns, names: Sequence[str], address: str = SHOPS, *, secure: bool = False
) -> int:
    """How many of the names may be visited at the address."""
    return [await turns.take(name, address, secure=secure) for name in names].count(True)


def names(count: int, word: str = "stall") -> list[str]:
    """Registrable names, each a site of its own."""
    return [f"{word}{n}.example" for n in range(count)]


@pytest.mark.usefixtures("pointed")
async def test_a_server_is_not_visited_by_as_many_names_as_somebody_owns(
    turns: ServerTurns, site: RawServer
) -> None:
    async with ApartCrawls(OPEN, SystemClock(), turns=turns) as sites:
        found = [await sites.look(site.url("/", name)) for name in names(BURST + 3)]
    assert [look.reachable for look in found] == [True] * BURST + [False] * 3
    visited = {head.lower().partition(b"host: ")[2].split(b":")[0] for head in site.requests}
    assert len(visited) == BURST
    assert found[-1].reason == (
        f"Several websites on the server of stall{BURST + 2}.example were visited a moment ago."
        " Please try again in a minute."
    )


@pytest.mark.usefixtures("pointed")
async def test_redirects_of_many_servers_to_one_take_its_turns(
    turns: ServerTurns, site: RawServer
) -> None:
    await taken(turns, names(BURST), "127.0.0.1")
    async with raw_server() as other, ApartCrawls(OPEN, SystemClock(), turns=turns) as sites:
        other.redirect("/", f"http://127.0.0.2:{site.port}/")
        found = await sites.look(f"http://127.0.0.3:{other.port}/")
    assert site.requests == []
    assert found.reachable is False


async def test_a_number_takes_the_turns_of_the_server_that_names_lead_to(
    turns: ServerTurns, site: RawServer
) -> None:
    await taken(turns, names(BURST), "127.0.0.1")
    async with ApartCrawls(OPEN, SystemClock(), turns=turns) as sites:
        found = await sites.look(site.url("/"))
    assert found.reachable is False
    assert site.connections == 0


async def test_sites_that_share_a_server_do_not_wait_for_names_pointed_there(
    turns: ServerTurns,
) -> None:
    for shop in names(40, "shop"):
        taken_one = await turns.take(shop, SHOPS, secure=True)
        assert taken_one is True
        await turns.prove(shop, SHOPS, taken=taken_one)
    assert await taken(turns, names(40)) == BURST
    assert [await turns.take(shop, SHOPS, secure=False) for shop in names(40, "shop")] == [
        None
    ] * 40


async def test_a_new_site_gets_in_where_names_without_a_certificate_used_the_turns_up(
    turns: ServerTurns,
) -> None:
    await taken(turns, names(40))
    await taken(turns, names(BURST), secure=True)
    assert await turns.take("fern.example", SHOPS, secure=True) is True


async def test_connections_that_end_without_a_certificate_are_counted_too(
    turns: ServerTurns,
) -> None:
    assert await taken(turns, names(SECURE_BURST + 3), secure=True) == SECURE_BURST


async def test_a_certificate_counts_for_the_server_that_showed_it_alone(
    turns: ServerTurns,
) -> None:
    for name in names(BURST + 1):
        await turns.prove(name, "198.51.100.9", taken=False)
    assert await taken(turns, names(BURST + 1)) == BURST


async def test_names_of_one_site_share_its_certificate(turns: ServerTurns) -> None:
    await turns.prove("www.fern.example", SHOPS, taken=False)
    assert await turns.take("cdn.fern.example", SHOPS, secure=False) is None


async def test_addresses_of_one_ipv6_network_are_one_server(turns: ServerTurns) -> None:
    spread = enumerate(names(8), 1)
    assert sum([await taken(turns, [name], f"2001:db8::{n:x}") for n, name in spread]) == BURST


async def test_a_server_has_its_turns_again_after_a_minute(
    turns: ServerTurns, hour: list[datetime]
) -> None:
    assert await taken(turns, names(BURST + 1)) == BURST
    hour[0] += timedelta(minutes=1)
    assert await taken(turns, names(BURST + 1)) == BURST


async def test_servers_of_the_operator_need_no_turn(database: Database) -> None:
    turns = ServerTurns(database, OPEN, SystemClock().now)
    assert await turns.take("stall.example", "127.0.0.1", secure=False) is None


class Heard:
    """Turns that admit everything and keep what was proven."""

    def __init__(self) -> None:
        self.proven: list[tuple[str, str]] = []

    async def admit(self, host: str, addresses: Sequence[str], port: int) -> Sequence[str]:
        """All of them."""
        return addresses

    async def prove(self, host: str, address: str) -> None:
        """Keep it."""
        self.proven.append((host, address))


@pytest.mark.parametrize(
    ("name", "told"), [("shop.example", [("shop.example", "127.0.0.1")]), ("stall.example", [])]
)
async def test_only_a_valid_certificate_for_the_name_proves_a_server(
    tmp_path: Path, name: str, told: list[tuple[str, str]]
) -> None:
    context, path = certificate(tmp_path, "shop.example")
    plain, heard = RawServer(), Heard()
    listener = await asyncio.start_server(plain.serve, "127.0.0.1", 0, ssl=context)
    port = listener.sockets[0].getsockname()[1]

    async def lookup(host: str, port: int) -> Sequence[str]:
        return ("127.0.0.1",)

    client = ssl.create_default_context(cafile=str(path))
    async with (
        listener,
        OutboundFetcher(OPEN, SystemClock(), lookup=lookup, tls=client, turns=heard) as fetcher,
    ):
        await fetcher.fetch(f"https://{name}:{port}/")
        await fetcher.fetch(f"http://{name}:{port}/")
    assert heard.proven == told


class Busy(Heard):
    """It is nobody's turn."""

    async def admit(self, host: str, addresses: Sequence[str], port: int) -> Sequence[str]:
        """None of them."""
        raise ServerBusy(host)


async def test_a_name_whose_turn_it_is_not_is_never_connected_to(site: RawServer) -> None:
    async def lookup(host: str, port: int) -> Sequence[str]:
        return ("127.0.0.1",)

    async with OutboundFetcher(OPEN, SystemClock(), lookup=lookup, turns=Busy()) as fetcher:
        found = await fetcher.fetch(site.url("/", "stall.example"))
    assert found.problem is not None
    assert found.problem.code == "server-busy"
    assert site.connections == 0
